"""Hot shingles: phrases that stand in so many articles that they say nothing of any two."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from .store import Txn


def heat(txn: Txn, shingles: Iterable[int]) -> None:
    """Note that shingles are hot; they stay so."""
    for shingle in shingles:
        txn.put("hot", shingle.to_bytes(4, "big"), b"")


def hot_shingles(txn: Txn) -> NDArray[np.uint32]:
    """All hot shingles, sorted."""
    if not txn.entries("hot"):
        return np.empty(0, np.uint32)
    return _read(txn.cursor("hot").iternext(keys=True, values=False))


def hot_among(txn: Txn, shingles: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """Which of some shingles are hot."""
    if not txn.entries("hot"):
        return np.zeros(len(shingles), bool)
    names = shingles.astype(">u4").tobytes()
    found = txn.cursor("hot").getmulti([names[start : start + 4] for start in range(0, len(names), 4)])
    return np.isin(shingles, _read(key for key, _ in found)) if found else np.zeros(len(shingles), bool)


def _read(keys: Iterable[bytes]) -> NDArray[np.uint32]:
    return np.frombuffer(b"".join(keys), ">u4").astype(np.uint32)
