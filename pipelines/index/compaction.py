"""Keeping the postings in few runs: new ones are flushed into a run, runs of one size merged into one of the next.

Each level holds one run of up to sixteen times as many versions as the level below. So a store of a million articles
has three runs, and a posting is written about twenty times until it lies in the last of them. The work is
done in short steps, each a transaction of its own that leaves all postings in their place.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from .hot import HOT, frequent_shingles
from .recent import clear_recent, recent_postings
from .run_list import Merge, put_runs, read_runs, with_run
from .runs import CHARS, FAMILIES, Postings, Run, take_from_run, write_run

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from .run_list import RunList
    from .store import Txn

#: Versions whose postings are collected before they become a run.
FLUSH_BITS = 10
#: Bits by which a level's runs are larger than those of the level below.
LEVEL_BITS = 4
#: Postings that a step moves, about.
STEP = 1 << 18
_LIKELY_POSTINGS = 128  # of an article; sets the size of a step and nothing else

_GRAM_BITS = 32


def next_step(txn: Txn) -> Callable[[Txn], None] | None:
    """What is to be done now, to be run in a transaction; None when the runs are in order."""
    runs = read_runs(txn)
    if runs.merge is not None:
        return _merge_step
    if any(run.level < 0 for run in runs.runs):
        return _begin_merge
    if last_version(txn) + 1 - runs.end >= 1 << FLUSH_BITS:
        return _flush
    return None


def last_version(txn: Txn) -> int:
    """The highest version number that was given out; 0 for none."""
    return int.from_bytes(txn.get("meta", b"versions") or b"\0", "big")


def _flush(txn: Txn) -> None:
    """Make a run of the postings that came since the last one."""
    runs = read_runs(txn)
    end = last_version(txn) + 1
    run = Run(runs.free_slot(), -1, runs.end, end, max(1, (end - runs.end - 1).bit_length()))
    write_run(txn, run, _living(txn, recent_postings(txn), run.base, run.end).sorted())
    clear_recent(txn)
    put_runs(txn, with_run(runs, run))


def _begin_merge(txn: Txn) -> None:
    """Choose what is merged: the new runs with all levels that are full or too small for what comes down."""
    runs = read_runs(txn)
    level, sources = 0, [run for run in runs.runs if run.level < 0]
    while True:
        sources = [run for run in runs.runs if run.level <= level]
        bits = FLUSH_BITS + LEVEL_BITS * (level + 1)
        if sources[-1].end - sources[0].base <= 1 << bits:
            break
        level += 1
    if len(sources) == 1:
        put_runs(txn, replace(runs, runs=(*runs.runs[:-1], replace(sources[0], level=level))))
        return
    target = Run(runs.free_slot(), level, sources[0].base, sources[-1].end, bits)
    put_runs(txn, replace(runs, merge=Merge(target)))


def _merge_step(txn: Txn) -> None:
    """Move the postings of some shingles from the sources into the target."""
    runs = read_runs(txn)
    merge = runs.merge
    assert merge is not None
    sources = [run for run in runs.runs if runs.is_source(run)]
    family, start = merge.done >> _GRAM_BITS, merge.done & 0xFFFFFFFF
    if family >= len(FAMILIES):
        _end_merge(txn, runs, sources)
        return
    coarsest = min(run.bits for run in [*sources, merge.target])
    units = max(1, (STEP << coarsest) // (merge.target.size * _LIKELY_POSTINGS))
    end = min(1 << _GRAM_BITS, start + (units << (_GRAM_BITS - coarsest)))
    taken = Postings.together([take_from_run(txn, run, family, start, end) for run in sources])
    write_run(txn, merge.target, _living(txn, taken, merge.target.base, merge.target.end).sorted())
    done = (family << _GRAM_BITS) + end
    put_runs(txn, replace(runs, merge=replace(merge, done=done)))


def _end_merge(txn: Txn, runs: RunList, sources: Sequence[Run]) -> None:
    assert runs.merge is not None
    target = runs.merge.target
    for run in sources:
        txn.clear(run.table)
    left = [run for run in runs.runs if run not in sources]
    put_runs(txn, replace(runs, runs=(*left, target), merge=None))
    for version in _dead(txn, target.base, target.end).tolist():
        txn.delete("dead", version.to_bytes(4, "big"))


def _living(txn: Txn, postings: Postings, base: int, end: int) -> Postings:
    """Postings less those of versions that are no more, and of shingles that are hot."""
    dead, hot = _dead(txn, base, end), frequent_shingles(txn, HOT)
    if len(dead):
        postings = postings.kept(~np.isin(postings.versions, dead))
    if len(hot):
        postings = postings.kept(~np.isin(postings.grams, hot.astype(np.uint64) | np.uint64(CHARS << _GRAM_BITS)))
    return postings


def _dead(txn: Txn, base: int, end: int) -> NDArray[np.uint32]:
    """Versions of a range whose pages have others now."""
    cursor = txn.cursor("dead")
    found = []
    if txn.entries("dead") and cursor.set_range(base.to_bytes(4, "big")):
        for key in cursor.iternext(keys=True, values=False):
            version = int.from_bytes(key, "big")
            if version >= end:
                break
            found.append(version)
    return np.array(found, np.uint32)
