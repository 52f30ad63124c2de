"""Postings as sorted runs: for each shingle the versions that hold it, four bytes a posting.

A run covers a range of at most 2^b version numbers. It is cut into 2^b buckets by the first b bits of the shingle, and
a posting is one 32-bit number: the other 32 - b bits of the shingle, then the b bits of the version's place in the
range. So a posting takes four bytes whatever the size of the run, none of the shingle is lost, and a bucket holds
about as many postings as one article has: a lookup reads as much in a large run as in a small one.

Large runs come of small ones (O'Neil et al. 1996, the log-structured merge tree): :mod:`.compaction`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .store import Txn

#: Tables that hold a run each; the levels of a store for 2^30 articles need five, and a merge two more.
SLOTS = tuple(f"run{number:x}" for number in range(12))
#: What postings are of: character shingles, and paragraphs of a domain.
CHARS, LINES = 0, 1
FAMILIES = (CHARS, LINES)

_GRAM_BITS = 32
_KEY = np.dtype([("family", "u1"), ("bucket", ">u4")])
_POSTING = np.dtype("<u4")


@dataclass(frozen=True, slots=True)
class Run:
    """Where a run lies, and the versions it covers: base <= version < end."""

    slot: int
    #: -1 for a run that is not merged into any level yet.
    level: int
    base: int
    end: int
    bits: int

    @property
    def table(self) -> str:
        """Name of the table that holds it."""
        return SLOTS[self.slot]

    @property
    def size(self) -> int:
        """Number of versions it covers."""
        return self.end - self.base


@dataclass(frozen=True, slots=True)
class Postings:
    """Postings as columns of equal length: family and shingle in one number (family << 32 | shingle), and version."""

    grams: NDArray[np.uint64]
    versions: NDArray[np.uint32]

    @classmethod
    def none(cls) -> Postings:
        """No postings."""
        return cls(np.empty(0, np.uint64), np.empty(0, np.uint32))

    @classmethod
    def together(cls, parts: list[Postings]) -> Postings:
        """All postings of the parts, one after the other."""
        if not parts:
            return cls.none()
        return cls(np.concatenate([part.grams for part in parts]), np.concatenate([part.versions for part in parts]))

    def kept(self, keep: NDArray[np.bool_]) -> Postings:
        """Those that a mask keeps."""
        return Postings(self.grams[keep], self.versions[keep])

    def sorted(self) -> Postings:
        """By family, shingle and version."""
        parts = []
        for family in FAMILIES:
            part = self.kept(self.grams >> np.uint64(_GRAM_BITS) == np.uint64(family))
            # One number each: sorting these is ten times as fast as by two columns.
            rows = np.sort(part.grams << np.uint64(32) | part.versions)
            grams = rows >> np.uint64(32) | np.uint64(family << _GRAM_BITS)
            parts.append(Postings(grams, rows.astype(np.uint32)))
        return Postings.together(parts)


def write_run(txn: Txn, run: Run, postings: Postings) -> None:
    """Append sorted postings to a run; each call begins behind the buckets of the one before."""
    if not len(postings.grams):
        return
    shift = np.uint64(_GRAM_BITS - run.bits)
    places = postings.grams >> shift  # family, then bucket
    starts = np.concatenate([[0], np.flatnonzero(np.diff(places)) + 1])
    low = (postings.grams << np.uint64(run.bits)).astype(np.uint32)
    packed = (low | (postings.versions - np.uint32(run.base))).astype(_POSTING).tobytes()
    keys = np.empty(len(starts), _KEY)
    keys["family"] = places[starts] >> np.uint64(run.bits)
    keys["bucket"] = places[starts] & np.uint64((1 << run.bits) - 1)
    names, width = keys.tobytes(), _KEY.itemsize
    ends = [*starts[1:].tolist(), len(places)]
    cells = zip(starts.tolist(), ends, strict=True)
    txn.cursor(run.table).putmulti(
        [
            (names[width * place : width * place + width], packed[4 * start : 4 * end])
            for place, (start, end) in enumerate(cells)
        ],
        append=True,
    )


def read_run(txn: Txn, run: Run, grams: NDArray[np.uint64]) -> Postings:
    """Postings of shingles (sorted, distinct, family << 32 | shingle) in a run."""
    if not len(grams):
        return Postings.none()
    keys = np.empty(len(grams), _KEY)
    keys["family"] = grams >> np.uint64(_GRAM_BITS)
    keys["bucket"] = (grams & np.uint64(0xFFFFFFFF)) >> np.uint64(_GRAM_BITS - run.bits)
    names, width = keys.tobytes(), _KEY.itemsize
    # A bucket that two shingles fall into is read for each.
    found = txn.cursor(run.table).getmulti([names[start : start + width] for start in range(0, len(names), width)])
    if not found:
        return Postings.none()
    if len(found) < len(grams):
        places, there = _places(keys), _places(np.frombuffer(b"".join([key for key, _ in found]), _KEY))
        grams = grams[there.take(np.searchsorted(there, places), mode="clip") == places]
    cells = [value for _, value in found]
    packed = np.frombuffer(b"".join(cells), _POSTING)
    sizes = np.fromiter(map(len, cells), np.int64, len(cells)) // 4
    wanted = (grams << np.uint64(run.bits)).astype(np.uint32)
    hits = np.flatnonzero((packed & np.uint32((0xFFFFFFFF << run.bits) & 0xFFFFFFFF)) == np.repeat(wanted, sizes))
    cell = np.searchsorted(np.cumsum(sizes), hits, side="right")
    return Postings(grams[cell], (packed[hits] & np.uint32((1 << run.bits) - 1)) + np.uint32(run.base))


def take_from_run(txn: Txn, run: Run, family: int, start: int, end: int) -> Postings:
    """Take the postings of the shingles start <= shingle < end out of a run; both on the borders of buckets."""
    shift = _GRAM_BITS - run.bits
    first, behind = start >> shift, end >> shift
    cursor = txn.cursor(run.table)
    names, cells = [], []
    last = family.to_bytes(1, "big") + (behind - 1).to_bytes(4, "big")
    cursor.set_range(family.to_bytes(1, "big") + first.to_bytes(4, "big"))
    while (name := cursor.key()) and name <= last:
        names.append(name)
        cells.append(cursor.value())
        cursor.delete()  # and on to the next
    if not names:
        return Postings.none()
    packed = np.frombuffer(b"".join(cells), _POSTING)
    buckets = np.frombuffer(b"".join(names), _KEY)["bucket"].astype(np.uint64)
    sizes = np.fromiter(map(len, cells), np.int64, len(cells)) // 4
    high = np.repeat(buckets << np.uint64(shift), sizes)
    grams = np.uint64(family << _GRAM_BITS) | high | (packed >> np.uint32(run.bits))
    return Postings(grams, (packed & np.uint32((1 << run.bits) - 1)) + np.uint32(run.base))


def _places(keys: NDArray[np.void]) -> NDArray[np.uint64]:
    places: NDArray[np.uint64] = keys["family"].astype(np.uint64) << np.uint64(_GRAM_BITS) | keys["bucket"]
    return places
