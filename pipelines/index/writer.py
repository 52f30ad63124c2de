"""The one thread that owns the store: all reading and writing of a crawl goes through it."""

from __future__ import annotations

import queue
import threading
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from .store import Store

if TYPE_CHECKING:
    from collections.abc import Callable

    from .store import Txn

T = TypeVar("T")

_OPEN: dict[Path, StoreThread] = {}
# Reentrant: a crawler that is collected while its holder makes objects closes its share.
_OPEN_LOCK = threading.RLock()

#: Writes that wait are committed together, up to this many.
BATCH = 256


@dataclass(frozen=True, slots=True)
class _Job:
    work: Callable[[Any], Any]
    kind: str  # "write": in a shared transaction; "read": on a snapshot; "store": with the store itself
    future: Future[Any]


class StoreThread:
    """Runs work on a store in a thread of its own, in the order it was handed in.

    What was written when a future resolves is committed. Writes that queue up while one commit is under way go into
    the next together, so that a slow disk costs one wait for many pages.
    """

    def __init__(self, store: Store) -> None:
        """Take `store` over; prefer :meth:`shared`, which opens it."""
        self._store = store
        self._users = 1
        self._handing_in = threading.Lock()
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="reprint-store", daemon=True)
        self._thread.start()

    @classmethod
    def shared(cls, path: str, **options: Any) -> StoreThread:
        """The thread of the store in folder `path`, opened with `options` of :class:`Store`.

        LMDB lets a process open a folder once, so crawls in one process share it; each must :meth:`close` its share.
        """
        key = Path(path).resolve()
        while True:
            with _OPEN_LOCK:
                thread = _OPEN.get(key)
                if thread is None:
                    thread = _OPEN[key] = cls(Store(path, **options))
                    return thread
                if thread._users:
                    thread._users += 1
                    break
            thread._wait()  # its last user has just gone
        try:
            # In the store's own thread: the map must not grow under a reader in another.
            thread.run(lambda store: store.check_stamp(options.get("stamp"))).result()
        except BaseException:
            thread.close()
            raise
        return thread

    def write(self, work: Callable[[Txn], T]) -> Future[T]:
        """Run `work` in a write transaction; it may run more than once and must only change the store."""
        return self._submit(work, "write")

    def read(self, work: Callable[[Txn], T]) -> Future[T]:
        """Run `work` on a snapshot that holds everything handed in before."""
        return self._submit(work, "read")

    def run(self, work: Callable[[Store], T]) -> Future[T]:
        """Run `work` with the store itself; it opens its own transactions."""
        return self._submit(work, "store")

    def close(self) -> None:
        """Give a share up; the last one finishes what was handed in, closes the store and waits for the thread."""
        with _OPEN_LOCK:
            if not self._users:
                return
            self._users -= 1
            if self._users:
                return
        with self._handing_in:
            self._closed = True
            self._jobs.put(None)
        self._wait()

    def _wait(self) -> None:
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def _submit(self, work: Callable[[Any], T], kind: str) -> Future[T]:
        future: Future[T] = Future()
        future.set_running_or_notify_cancel()  # what was handed in is done, whether or not anyone still waits for it
        with self._handing_in:
            if not self._closed:
                self._jobs.put(_Job(work, kind, future))
                return future
        future.set_exception(RuntimeError("the store is closed"))
        return future

    def _run(self) -> None:
        job: _Job | None
        left: _Job | None = None
        try:
            while True:
                job = left or self._jobs.get()
                left = None
                if job is None:
                    return
                if job.kind != "write":
                    self._run_one(job)
                    continue
                batch = [job]
                ended = False
                while len(batch) < BATCH:
                    try:
                        following = self._jobs.get_nowait()
                    except queue.Empty:
                        break
                    if following is None:
                        ended = True
                        break
                    if following.kind != "write":
                        left = following
                        break
                    batch.append(following)
                self._write(batch)
                if ended:
                    return
        finally:
            self._store.close()
            with _OPEN_LOCK:
                for key in [key for key, thread in _OPEN.items() if thread is self]:
                    del _OPEN[key]

    def _write(self, batch: list[_Job]) -> None:
        if len(batch) > 1:
            try:
                results = self._store.write(lambda txn: [job.work(txn) for job in batch])
            except BaseException:
                results = None  # one of them, perhaps: each is tried by itself
            if results is not None:
                for job, result in zip(batch, results, strict=True):
                    job.future.set_result(result)
                return
        for job in batch:
            self._run_one(job)

    def _run_one(self, job: _Job) -> None:
        try:
            if job.kind == "write":
                result = self._store.write(job.work)
            elif job.kind == "read":
                result = self._store.read(job.work)
            else:
                result = job.work(self._store)
        except BaseException as error:
            job.future.set_exception(error)
        else:
            job.future.set_result(result)
