"""What a worker process does: analyse the pages that come through a pipe, each within its time."""

from __future__ import annotations

import logging
import signal
import threading
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .analyse import Analysis, PageLimits, analyse
from .purify.raw import RawPage

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.connection import Connection

    from .fingerprint.signatures import SignatureParams

#: Signals that are for the crawl's own process, though a terminal or a service manager sends them to all.
FOR_THE_CRAWL = (signal.SIGINT, signal.SIGTERM)

# CPU seconds after which a page that went on regardless is stopped once more.
_AGAIN = 0.5

_LINES = (
    "清晨的河面上起了薄雾，渡口的老人把竹篙轻轻一点，船便离了岸，向着对面的村子去了。船上坐着三个学生和一位邮递员。",
    "这条河宽200米，水流不急，可是雨季一到，水位会涨到1.5米以上。老人说，他在这里摆渡已经有四十年了，从没有出过事。",
    "2026年3月2日，村里开会决定在渡口上游修一座桥。桥修好以后，老人打算去县城和女儿一起住，那条船就送给博物馆。",
)
#: A page that is judged, so that everything is used once.
FIRST_PAGE = RawPage(
    "https://first.test/2026/03/02/1.html",
    html="<html><head><title>渡口</title></head><body><article><h1>渡口的老人</h1>"
    + "".join(f"<p>{line}</p>" for line in _LINES)
    + "<p>2026-03-02 08:00</p></article></body></html>",
)


class PageError(Exception):
    """A page that could not be analysed; the message says why."""


class _TooSlow(BaseException):
    """Raised by the page timer; not an Exception, so that no handler on the way swallows it."""


@dataclass(frozen=True, slots=True)
class Task:
    """How pages are analysed."""

    limits: PageLimits
    params: SignatureParams
    #: CPU seconds that a page may take.
    page_seconds: float

    def prepare(self) -> None:
        """Load dictionaries and compile what is compiled at first use, so that no page pays for it."""
        analyse(FIRST_PAGE, PageLimits(min_chars=1), self.params)

    def run(self, raw: RawPage, *, deadly: bool = False) -> Analysis:
        """Analysis of a page, or :exc:`PageError`. `deadly` lets a page that hangs in C code end the process."""
        try:
            with _time_limit(self, deadly=deadly):
                return analyse(raw, self.limits, self.params)
        except Exception as error:
            raise page_error(error) from None

    def too_slow(self) -> PageError:
        """What is said of a page that takes longer."""
        return PageError(f"its analysis took longer than REPRINT_PAGE_SECONDS ({self.page_seconds:g})")


def serve(pipe: Connection, task: Task) -> None:
    """Say "" once ready, or why not; then answer each page with (analysis, why not), until the crawl has gone."""
    for number in FOR_THE_CRAWL:
        signal.signal(number, signal.SIG_IGN)
    # Without any handler, Python prints warnings of libraries to the terminal.
    logging.getLogger().addHandler(logging.NullHandler())
    try:
        task.prepare()
    except Exception as error:
        pipe.send(str(page_error(error)))
        return
    with suppress(EOFError, OSError):
        pipe.send("")
        while True:
            try:
                pipe.send((task.run(pipe.recv(), deadly=True), ""))
            except (EOFError, OSError):
                raise
            except Exception as error:
                pipe.send((None, str(page_error(error))))


def page_error(error: BaseException) -> PageError:
    """An error of any kind as one of the page."""
    if isinstance(error, PageError):
        return error
    return PageError(f"{type(error).__name__}: {str(error)[:300]}")


@contextmanager
def _time_limit(task: Task, *, deadly: bool) -> Iterator[None]:
    """Stop a page that takes too long, in CPU time: how busy the machine is must not decide which pages are read.

    The first timer interrupts Python code, and again until it is heeded: Python drops what is raised while it runs a
    destructor or a callback of the garbage collector. A page that hangs in C code does not see it: where `deadly`, a
    second one, left at its default action, ends the process. Both need POSIX and the main thread.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    over = False

    def stop(*_: Any) -> None:
        if not over:
            raise _TooSlow

    before = signal.signal(signal.SIGVTALRM, stop)
    try:
        try:
            signal.setitimer(signal.ITIMER_VIRTUAL, task.page_seconds, _AGAIN)
            if deadly:
                signal.setitimer(signal.ITIMER_PROF, 2 * task.page_seconds + 1)
            yield
        finally:
            over = True
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            if deadly:
                signal.setitimer(signal.ITIMER_PROF, 0)
    except _TooSlow:
        raise task.too_slow() from None
    finally:
        signal.signal(signal.SIGVTALRM, before)
