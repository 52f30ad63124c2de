"""Postings of the last few thousand versions, one by one in a tree, until they become a run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .runs import FAMILIES, Postings

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .store import Txn

# A key of 16 bits has many values: these lie packed, without a word on each of them.
_NAME = np.dtype([("family", "u1"), ("high", ">u2")])
_VALUE = np.dtype([("low", ">u2"), ("version", ">u4")])
# Keys that are read at once: other threads wait as long.
_CHUNK = 1 << 11
_ROW = np.dtype([*_NAME.descr, *_VALUE.descr])


def add_recent(txn: Txn, grams: NDArray[np.uint64], version: int) -> None:
    """Enter a version under each of its shingles (family << 32 | shingle)."""
    names, values = np.empty(len(grams), _NAME), np.empty(len(grams), _VALUE)
    names["family"], names["high"] = grams >> np.uint64(32), grams >> np.uint64(16) & np.uint64(0xFFFF)
    values["low"], values["version"] = grams & np.uint64(0xFFFF), version
    txn.cursor("recent").putmulti(list(zip(_cut(names), _cut(values), strict=True)), dupdata=True)


def read_recent(txn: Txn, grams: NDArray[np.uint64]) -> Postings:
    """Postings of shingles (sorted, distinct, family << 32 | shingle)."""
    if not len(grams):
        return Postings.none()
    high = grams >> np.uint64(16)
    high = high[np.concatenate([[True], high[1:] != high[:-1]])]
    names = np.empty(len(high), _NAME)
    names["family"], names["high"] = high >> np.uint64(16), high & np.uint64(0xFFFF)
    found = _rows(txn, _cut(names))
    return found.kept(grams.take(np.searchsorted(grams, found.grams), mode="clip") == found.grams)


def recent_postings(txn: Txn) -> Postings:
    """All postings that are in no run, not sorted."""
    parts = []
    for family in FAMILIES:
        for start in range(0, 1 << 16, _CHUNK):
            names = np.empty(_CHUNK, _NAME)
            names["family"], names["high"] = family, np.arange(start, start + _CHUNK)
            parts.append(_rows(txn, _cut(names)))
    return Postings.together(parts)


def clear_recent(txn: Txn) -> None:
    """Forget them all: they are in a run now."""
    txn.clear("recent")


def _rows(txn: Txn, names: list[bytes]) -> Postings:
    raw = txn.cursor("recent").getmulti(names, dupdata=True, dupfixed_bytes=_VALUE.itemsize, keyfixed=True)
    rows = np.frombuffer(raw, _ROW)
    shifts = (("family", 32), ("high", 16), ("low", 0))
    columns = [rows[part].astype(np.uint64) << np.uint64(shift) for part, shift in shifts]
    return Postings(np.bitwise_or.reduce(columns), rows["version"].astype(np.uint32))


def _cut(rows: NDArray[np.void]) -> list[bytes]:
    raw, width = rows.tobytes(), rows.dtype.itemsize
    return [raw[start : start + width] for start in range(0, len(raw), width)]
