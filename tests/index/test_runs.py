"""Postings in runs are those that were put in, whatever was flushed and merged, and wherever a merge stopped."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from scrapy_reprint.pipelines.index import compaction
from scrapy_reprint.pipelines.index.compaction import next_step
from scrapy_reprint.pipelines.index.hot import HOT, note_frequent
from scrapy_reprint.pipelines.index.postings import add_postings, find_postings
from scrapy_reprint.pipelines.index.run_list import read_runs
from scrapy_reprint.pipelines.index.runs import LINES
from scrapy_reprint.pipelines.index.versions import add_version, end_version

if TYPE_CHECKING:
    from scrapy_reprint.pipelines.index.store import Store, Txn


@pytest.fixture(autouse=True)
def small_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs of eight versions and steps of a few postings, so that a small store has them all."""
    monkeypatch.setattr(compaction, "FLUSH_BITS", 3)
    monkeypatch.setattr(compaction, "LEVEL_BITS", 1)
    monkeypatch.setattr(compaction, "STEP", 600)


def enter(txn: Txn, shingles: list[int], lines: list[int]) -> int:
    version = add_version(txn, 1, 1, len(shingles), b"", b"")
    grams = np.array(sorted((LINES << 32) + line for line in lines), np.uint64)
    add_postings(txn, version, np.array(sorted(shingles), np.uint32), grams)
    return version


def drawn(chance: random.Random) -> tuple[list[int], list[int]]:
    common = chance.sample(range(40), 3)
    return [*common, *{chance.getrandbits(32) for _ in range(20)}, 0xFFFFFFFF], [chance.getrandbits(32), 7]


def everything(txn: Txn, grams: list[int]) -> set[tuple[int, int]]:
    found = find_postings(txn, np.array(sorted(set(grams)), np.uint64))
    pairs = list(zip(found.grams.tolist(), found.versions.tolist(), strict=True))
    assert len(set(pairs)) == len(pairs)
    return set(pairs)


def all_found(store: Store, known: set[tuple[int, int]]) -> bool:
    return store.read(lambda txn: everything(txn, [gram for gram, _ in known])) == known


def test_all_postings_are_found_at_every_step(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scrapy_reprint.pipelines.index.store.next_step", lambda _txn: None)
    chance = random.Random(1)
    known: set[tuple[int, int]] = set()
    shapes, steps = set(), 0
    for _ in range(300):
        shingles, lines = drawn(chance)
        version = store.write(lambda txn, s=shingles, n=lines: enter(txn, s, n))  # type: ignore[misc]
        known |= {(gram, version) for gram in [*shingles, *((LINES << 32) + line for line in lines)]}
        while step := store.read(next_step):
            store.write(step)
            steps += 1
            runs = store.read(read_runs)
            shapes.add((len(runs.runs), runs.merge is not None))
            if steps % 7 == 0:
                assert all_found(store, known)
    assert all_found(store, known)
    assert any(merging for _, merging in shapes)
    assert steps > 200
    runs = store.read(read_runs).runs
    assert [run.level for run in runs] == sorted({run.level for run in runs}, reverse=True)
    assert [run.base for run in runs[1:]] == [run.end for run in runs[:-1]]


def test_dead_versions_and_hot_shingles_leave_the_runs(store: Store) -> None:
    chance = random.Random(2)
    for _ in range(100):
        shingles, lines = drawn(chance)
        version = store.write(lambda txn, s=shingles, n=lines: enter(txn, s, n))  # type: ignore[misc]
        if version % 2:
            store.write(lambda txn, v=version: end_version(txn, v))  # type: ignore[misc]
    store.write(lambda txn: note_frequent(txn, HOT, [0xFFFFFFFF]))
    for _ in range(200):
        store.write(lambda txn: enter(txn, [5], [7]))
    found = store.read(lambda txn: everything(txn, [5, 0xFFFFFFFF, (LINES << 32) + 7]))
    assert {version for gram, version in found if version <= 100 and version % 2} == set()
    assert len([1 for gram, _ in found if gram == (LINES << 32) + 7]) == 250
    assert 0xFFFFFFFF not in {gram for gram, _ in found}


def test_a_kill_between_steps_loses_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(3)
    known: set[tuple[int, int]] = set()
    real = next_step
    for number in range(200):
        # Every other write is stopped after one step, as by a kill; the next goes on from there.
        left = [1 if number % 2 else 10_000]

        def some(txn: Txn, left: list[int] = left) -> object:
            left[0] -= 1
            return real(txn) if left[0] >= 0 else None

        monkeypatch.setattr("scrapy_reprint.pipelines.index.store.next_step", some)
        shingles, lines = drawn(chance)
        version = store.write(lambda txn, s=shingles, n=lines: enter(txn, s, n))  # type: ignore[misc]
        known |= {(gram, version) for gram in [*shingles, *((LINES << 32) + line for line in lines)]}
    assert all_found(store, known)
