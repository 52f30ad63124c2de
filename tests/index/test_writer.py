from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest
from scrapy_reprint.errors import StoreError
from scrapy_reprint.pipelines.fingerprint import SignatureParams
from scrapy_reprint.pipelines.index.writer import StoreThread

from .conftest import STAMP

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future
    from pathlib import Path

    from scrapy_reprint.pipelines.index.store import Txn


def opened(path: Path, **options: Any) -> StoreThread:
    return StoreThread.shared(str(path / "store"), **{"map_size": 2**20, "stamp": STAMP, **options})


def enter(key: bytes) -> Callable[[Txn], None]:
    return lambda txn: txn.put("problems", key, b"")


def keys(thread: StoreThread) -> list[bytes]:
    def read(txn: Txn) -> list[bytes]:
        return [bytes(key) for key in txn.cursor("problems").iternext(values=False)]

    return thread.read(read).result(10)


def held(thread: StoreThread) -> threading.Event:
    """Keep the thread busy until the event is set, so that jobs queue up behind."""
    let_go = threading.Event()
    thread.run(lambda _: let_go.wait(10))
    return let_go


def test_closing_does_what_was_handed_in(tmp_path: Path) -> None:
    thread = opened(tmp_path)
    let_go = held(thread)
    waiting = [thread.write(enter(bytes([number]))) for number in range(1, 200)]
    reading = thread.read(lambda txn: txn.entries("problems"))
    threading.Timer(0.1, let_go.set).start()
    thread.close()
    assert all(future.done() and future.exception() is None for future in waiting)
    assert reading.result(0) == 199
    thread = opened(tmp_path)
    assert len(keys(thread)) == 199
    thread.close()


def test_a_job_that_fails_takes_no_other_of_its_batch_with_it(tmp_path: Path) -> None:
    thread = opened(tmp_path)
    let_go = held(thread)

    def fail(error: BaseException) -> Callable[[Txn], None]:
        def work(txn: Txn) -> None:
            txn.put("problems", b"half", b"")
            raise error

        return work

    before, bad = thread.write(enter(b"a")), thread.write(fail(ValueError("no")))
    worse, after = thread.write(fail(SystemExit())), thread.write(enter(b"z"))
    let_go.set()
    assert isinstance(bad.exception(10), ValueError)
    assert isinstance(worse.exception(10), SystemExit)
    assert before.exception(10) is None
    assert after.exception(10) is None
    assert keys(thread) == [b"a", b"z"]
    thread.close()


def test_cancelling_stops_neither_the_write_nor_the_thread(tmp_path: Path) -> None:
    thread = opened(tmp_path)
    let_go = held(thread)
    alone, one, two = thread.run(lambda _: None), thread.write(enter(b"1")), thread.write(enter(b"2"))
    assert not any(future.cancel() for future in (alone, one, two))
    let_go.set()
    assert keys(thread) == [b"1", b"2"]
    thread.close()


def test_nothing_handed_in_while_it_closes_waits_for_ever(tmp_path: Path) -> None:
    for _ in range(20):
        thread = opened(tmp_path)
        futures: list[Future[None]] = []
        told = threading.Event()

        def hand_in(
            thread: StoreThread = thread, futures: list[Future[None]] = futures, told: threading.Event = told
        ) -> None:
            while True:
                futures.append(thread.write(enter(b"x")))
                told.set()
                if futures[-1].done() and futures[-1].exception() is not None:
                    return

        other = threading.Thread(target=hand_in)
        other.start()
        told.wait(10)
        thread.close()
        other.join(10)
        assert all(future.done() for future in futures)
        with pytest.raises(RuntimeError, match="closed"):
            futures[-1].result(0)


def test_crawls_share_a_thread_and_the_last_one_closes_it(tmp_path: Path) -> None:
    first, second = opened(tmp_path), opened(tmp_path)
    assert first is second
    first.close()
    second.write(enter(b"a")).result(10)
    second.close()
    second.close()
    third = opened(tmp_path)
    assert keys(third) == [b"a"]
    third.close()


def test_a_share_that_is_refused_leaves_the_others_theirs(tmp_path: Path) -> None:
    thread = opened(tmp_path)
    with pytest.raises(StoreError, match="shingle_words"):
        opened(tmp_path, stamp=SignatureParams(shingle_words=6).stamp())
    thread.write(enter(b"a")).result(10)
    thread.close()
    opened(tmp_path).close()
