"""A pool of processes that analyse pages, and what to do when a page kills one of them."""

from __future__ import annotations

import os
import signal
import sys
import threading
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

from .analyse import Analysis, PageLimits, analyse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .fingerprint.signatures import SignatureParams
    from .purify.raw import RawPage


class PageError(Exception):
    """A page that could not be analysed; the message says why."""


class _TooSlow(BaseException):
    """Raised in a worker by the page timer; not an Exception, so that no handler on the way swallows it."""


def worker_count(setting: int) -> int:
    """Processes for REPRINT_WORKERS: -1 means all CPUs this process may use but one, at least one."""
    if setting >= 0:
        return setting
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, usable - 1)


class WorkerPool:
    """Analyses pages in `workers` processes; with none, in the calling thread.

    When a process dies all pages in the pool fail with it. Each is then tried once more in a process of its own, one
    after the other: the one that kills that process too is the culprit, the others are done.
    """

    def __init__(self, workers: int, limits: PageLimits, params: SignatureParams, page_seconds: float) -> None:
        self._workers = workers
        self._job = (limits, params, page_seconds)
        self._lock = threading.Lock()
        self._closed = False
        self._pool: ProcessPoolExecutor | None = None
        self._lonely: ProcessPoolExecutor | None = None
        #: How often processes died.
        self.deaths = 0

    def submit(self, raw: RawPage) -> Future[Analysis]:
        """Future of a page's analysis; it fails with :exc:`PageError` when the page cannot be analysed."""
        outcome: Future[Analysis] = Future()
        if not self._workers:
            try:
                outcome.set_result(_analyse(raw, *self._job))
            except Exception as error:
                outcome.set_exception(_page_error(error))
            return outcome
        with self._lock:
            pool = self._pool = self._pool or self._new_pool(self._workers)
            try:
                inner = self._send(pool, raw)
            except BrokenExecutor:
                self._drop(pool)
                pool = self._pool = self._new_pool(self._workers)
                inner = self._send(pool, raw)
        inner.add_done_callback(lambda done: self._settle(done, outcome, raw, pool))
        return outcome

    def close(self) -> None:
        """End all processes; pages under way are given up."""
        with self._lock:
            self._closed = True
            pools, self._pool, self._lonely = (self._pool, self._lonely), None, None
        for pool in pools:
            if pool is not None:
                pool.shutdown(wait=True, cancel_futures=True)

    def _new_pool(self, workers: int) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_start_worker)

    def _send(self, pool: ProcessPoolExecutor, raw: RawPage) -> Future[Analysis]:
        with _main_module_hidden():
            return pool.submit(_analyse, raw, *self._job)

    def _drop(self, pool: ProcessPoolExecutor) -> None:
        if pool is self._pool:
            self._pool = None
            self.deaths += 1
        pool.shutdown(wait=False, cancel_futures=True)

    def _settle(
        self, done: Future[Analysis], outcome: Future[Analysis], raw: RawPage, pool: ProcessPoolExecutor
    ) -> None:
        if done.cancelled():
            outcome.set_exception(PageError("the crawl ended before the page was analysed"))
            return
        error = done.exception()
        if error is None:
            outcome.set_result(done.result())
        elif isinstance(error, BrokenExecutor) and not self._closed:
            with self._lock:
                self._drop(pool)
            threading.Thread(target=self._try_alone, args=(raw, outcome), daemon=True).start()
        else:
            outcome.set_exception(_page_error(error))

    _alone = threading.Lock()

    def _try_alone(self, raw: RawPage, outcome: Future[Analysis]) -> None:
        with self._alone:
            try:
                with self._lock:
                    if self._closed:
                        raise PageError("the crawl ended before the page was analysed")
                    pool = self._lonely = self._lonely or self._new_pool(1)
                outcome.set_result(self._send(pool, raw).result())
            except BrokenExecutor:
                with self._lock:
                    self._lonely = None
                pool.shutdown(wait=False)
                outcome.set_exception(PageError("the page ended the process that read it (time, memory or a crash)"))
            except BaseException as error:
                outcome.set_exception(_page_error(error))


def _start_worker() -> None:
    # Ctrl-C goes to the whole process group; only the crawl's own process may act on it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _analyse(raw: RawPage, limits: PageLimits, params: SignatureParams, page_seconds: float) -> Analysis:
    with _time_limit(page_seconds):
        return analyse(raw, limits, params)


@contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Stop a page that takes too long.

    The first timer interrupts Python code. A page that hangs in C code does not see it: the second, on CPU time, is
    left at its default action and ends the process. Both need POSIX and the main thread.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    alone = signal.getsignal(signal.SIGINT) == signal.SIG_IGN  # a worker process, not the crawl's own

    def stop(*_: Any) -> None:
        raise _TooSlow

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    if alone:
        signal.setitimer(signal.ITIMER_VIRTUAL, 2 * seconds + 1)
    try:
        yield
    except _TooSlow:
        raise PageError(f"its analysis took longer than REPRINT_PAGE_SECONDS ({seconds:g})") from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGALRM, before)


def _page_error(error: BaseException) -> PageError:
    if isinstance(error, PageError):
        return error
    return PageError(f"{type(error).__name__}: {str(error)[:300]}")


@contextmanager
def _main_module_hidden() -> Iterator[None]:
    """Keep new processes from importing the user's script.

    A script that starts a CrawlerProcess at its top level, as many do, would crawl again in each worker. Workers
    need nothing of it.
    """
    main = sys.modules["__main__"]
    names = [name for name in ("__file__", "__spec__") if name in main.__dict__]
    hidden: dict[str, Any] = {name: main.__dict__.pop(name) for name in names}
    main.__dict__["__spec__"] = None
    try:
        yield
    finally:
        main.__dict__.pop("__spec__", None)
        main.__dict__.update(hidden)
