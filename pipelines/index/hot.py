"""Phrases that stand in many articles and say little of any two: common ones, and hot ones that say nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..fingerprint.shingle import among

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from .store import Txn


#: Tables of shingles that have become frequent; they stay so.
HOT, COMMON = "hot", "common"


def note_frequent(txn: Txn, table: str, shingles: Iterable[int]) -> None:
    """Note that shingles are hot or common."""
    for shingle in shingles:
        txn.put(table, shingle.to_bytes(4, "big"), b"")


def frequent_shingles(txn: Txn, table: str) -> NDArray[np.uint32]:
    """All shingles that are hot or common, sorted."""
    if not txn.entries(table):
        return np.empty(0, np.uint32)
    return _read(txn.cursor(table).iternext(keys=True, values=False))


def frequent_among(txn: Txn, table: str, shingles: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """Which of some shingles (sorted) are hot or common."""
    if not txn.entries(table):
        return np.zeros(len(shingles), bool)
    names = shingles.astype(">u4").tobytes()
    found = txn.cursor(table).getmulti([names[start : start + 4] for start in range(0, len(names), 4)])
    return among(shingles, _read(key for key, _ in found))


def _read(keys: Iterable[bytes]) -> NDArray[np.uint32]:
    return np.frombuffer(b"".join(keys), ">u4").astype(np.uint32)
