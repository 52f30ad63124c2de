"""A pool of processes that analyse pages, and what to do when a page kills one of them."""

from __future__ import annotations

import atexit
import os
import queue
import signal
import sys
import threading
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from multiprocessing import get_context, resource_tracker
from typing import TYPE_CHECKING, Any

from scrapy_reprint.errors import WorkerError

from .worker_process import FOR_THE_CRAWL, PageError, Task, page_error, serve

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

    from .analyse import Analysis, PageLimits
    from .fingerprint.signatures import SignatureParams
    from .purify.raw import RawPage

__all__ = ["PageError", "WorkerPool", "worker_count"]

_ENDED = "the crawl ended before the page was analysed"
# A process that was killed is forgiven once: the system, short of memory, may have picked it for another page's sake.
_TRIES = 2
_STARTS = 3

_MAIN_MODULE = threading.Lock()


def worker_count(setting: int) -> int:
    """Processes for REPRINT_WORKERS: -1 means all CPUs this process may use but one, at least one."""
    if setting >= 0:
        return setting
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, usable - 1)


class WorkerPool:
    """Analyses pages in `workers` processes; with none, in the calling thread.

    A process works on one page at a time, over a pipe of its own, so that the page is known that was there when it
    died. No other page notices. Processes end when the crawl does, by whatever death: their pipes close.
    (``ProcessPoolExecutor`` fails every page when a process dies, and its processes outlive a killed parent.)
    """

    def __init__(self, workers: int, limits: PageLimits, params: SignatureParams, page_seconds: float) -> None:
        """Processes are started with the first pages, not here."""
        self._task = Task(limits, params, page_seconds)
        self._jobs: queue.SimpleQueue[tuple[RawPage, Future[Analysis]] | None] = queue.SimpleQueue()
        self._workers = [_Worker(self._jobs, self._task) for _ in range(workers)]
        self._lock = threading.Lock()
        self._started = self._closed = self._prepared = False

    @property
    def deaths(self) -> int:
        """How often processes died over a page."""
        return sum(worker.deaths for worker in self._workers)

    def submit(self, raw: RawPage) -> Future[Analysis]:
        """Future of a page's analysis.

        It fails with :exc:`PageError` when the page cannot be analysed and with :exc:`WorkerError` when no process can
        be had.
        """
        outcome: Future[Analysis] = Future()
        with self._lock:
            if self._closed:
                outcome.set_exception(PageError(_ENDED))
                return outcome
            if self._workers:
                self._start()
                self._jobs.put((raw, outcome))
                return outcome
        try:
            outcome.set_result(self._here(raw))
        except PageError as error:
            outcome.set_exception(error)
        return outcome

    def close(self) -> None:
        """End all processes; pages under way are given up."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
        atexit.unregister(self.close)
        for worker in self._workers:
            worker.stop()
            self._jobs.put(None)
        if self._started:
            for worker in self._workers:
                worker.thread.join()

    def _start(self) -> None:
        if not self._started:
            self._started = True
            atexit.register(self.close)  # for a crawl that never gets so far as to close its pipelines
            for worker in self._workers:
                worker.thread.start()

    def _here(self, raw: RawPage) -> Analysis:
        if not self._prepared:
            self._prepared = True
            self._task.prepare()
        return self._task.run(raw)


class _DiedError(Exception):
    """A process ended while it had a page."""

    def __init__(self, exit_code: int | None) -> None:
        super().__init__()
        self.exit_code = exit_code


class _Worker:
    """One process, and the thread that hands it pages."""

    def __init__(self, jobs: queue.SimpleQueue[tuple[RawPage, Future[Analysis]] | None], task: Task) -> None:
        self._jobs = jobs
        self._task = task
        self._lock = threading.Lock()
        self._stopped = False
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self.deaths = 0
        self.thread = threading.Thread(target=self._run, name="reprint-worker", daemon=True)

    def stop(self) -> None:
        """End the process now and start no other; the pages that still come fail."""
        with self._lock:
            self._stopped = True
            if self._process is not None:
                self._process.kill()

    def _run(self) -> None:
        if hasattr(signal, "pthread_sigmask"):
            # Starting it lets signals through again, so it must run before they are held back.
            resource_tracker.ensure_running()
            # A new process inherits the mask, and so hears no Ctrl-C before it can ignore it.
            signal.pthread_sigmask(signal.SIG_BLOCK, FOR_THE_CRAWL)
        while (job := self._jobs.get()) is not None:
            raw, outcome = job
            if not outcome.set_running_or_notify_cancel():
                continue
            try:
                outcome.set_result(self._analysis_of(raw))
            except WorkerError as error:
                outcome.set_exception(error)
            except BaseException as error:
                outcome.set_exception(page_error(error))
            del job, raw, outcome
        self._end()

    def _analysis_of(self, raw: RawPage) -> Analysis:
        for _ in range(_TRIES):
            pipe = self._pipe or self._start()
            try:
                return self._ask(pipe, raw)
            except _DiedError as death:
                if self._stopped:
                    break
                self.deaths += 1
                if death.exit_code == -getattr(signal, "SIGPROF", 0):
                    raise self._task.too_slow() from None
                code = death.exit_code
        if self._stopped:
            raise PageError(_ENDED)
        raise PageError(f"the page ended the processes that read it ({_cause(code)})")

    def _ask(self, pipe: Connection, raw: RawPage) -> Analysis:
        try:
            pipe.send(raw)
            # The process watches its CPU time itself. Where it cannot, or hangs without using any, it ends here.
            if not pipe.poll(10 * self._task.page_seconds + 10):
                self._end(kill=True)
                self.deaths += 1
                raise self._task.too_slow()
            analysis, why_not = pipe.recv()
        except (EOFError, OSError):
            raise _DiedError(self._end()) from None
        if analysis is None:
            raise PageError(why_not)
        return analysis  # type: ignore[no-any-return]

    def _start(self) -> Connection:
        """The pipe to a new process that is ready."""
        for _ in range(_STARTS):
            pipe = self._launch()
            try:
                why_not = pipe.recv()
            except (EOFError, OSError):
                code = self._end()
                if self._stopped:
                    raise PageError(_ENDED) from None
                continue
            if why_not:
                self._end()
                raise WorkerError(f"Worker processes cannot work: {why_not}; set REPRINT_WORKERS = 0 to do without.")
            return pipe
        raise WorkerError(
            f"Worker processes end before they can read a page ({_cause(code)}); set REPRINT_WORKERS to fewer, or to 0 "
            f"to do without."
        )

    def _launch(self) -> Connection:
        context = get_context("spawn")
        with self._lock:
            if self._stopped:
                raise PageError(_ENDED)
            try:
                ours, theirs = context.Pipe()
                process = context.Process(target=serve, args=(theirs, self._task), name="reprint-worker", daemon=True)
                with _main_module_hidden():
                    process.start()
            except OSError as error:
                raise WorkerError(
                    f"A worker process cannot be started: {error.strerror or error}; set REPRINT_WORKERS to fewer."
                ) from None
            theirs.close()  # so that the pipe ends when the process does
            self._process, self._pipe = process, ours
            return ours

    def _end(self, *, kill: bool = False) -> int | None:
        """See the process off; its exit code."""
        with self._lock:
            process, pipe, self._process, self._pipe = self._process, self._pipe, None, None
            if process is None or pipe is None:
                return None
            pipe.close()
            if not kill:
                process.join(1.0)
            process.kill()
            process.join()
            code = process.exitcode
            with suppress(ValueError):  # another thread is just about to see it off
                process.close()
            return code


def _cause(exit_code: int | None) -> str:
    if exit_code is not None and exit_code < 0:
        name = signal.Signals(-exit_code).name if -exit_code in set(signal.Signals) else f"signal {-exit_code}"
        return f"{name}, out of memory perhaps" if name == "SIGKILL" else name
    return f"exit code {exit_code}"


@contextmanager
def _main_module_hidden() -> Iterator[None]:
    """Keep new processes from importing the user's script.

    A script that starts a CrawlerProcess at its top level, as many do, would crawl again in each worker. Workers
    need nothing of it.
    """
    with _MAIN_MODULE:
        main = sys.modules["__main__"]
        names = [name for name in ("__file__", "__spec__") if name in main.__dict__]
        hidden: dict[str, Any] = {name: main.__dict__.pop(name) for name in names}
        main.__dict__["__spec__"] = None
        try:
            yield
        finally:
            main.__dict__.pop("__spec__", None)
            main.__dict__.update(hidden)
