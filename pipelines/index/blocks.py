"""Exact search of stored SimHashes within a small Hamming distance."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from ..fingerprint.hamming import blocks_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .store import Txn


def add_blocks(txn: Txn, number: int, simhash: int, bits: int) -> None:
    """Enter an article's SimHash in the block tables."""
    for key in blocks_of(simhash, bits):
        txn.put("blocks", key, _block_value(number, simhash, bits))


def remove_blocks(txn: Txn, number: int, simhash: int, bits: int) -> None:
    """Undo :func:`add_blocks`."""
    for key in blocks_of(simhash, bits):
        txn.delete("blocks", key, _block_value(number, simhash, bits))


def near_simhashes(txn: Txn, simhash: int, distance: int, bits: int = 64) -> NDArray[np.uint32]:
    """Numbers of all stored articles whose SimHash is within `distance` (3 at most), sorted; exact, none is missed."""
    width = bits // 8
    raw = txn.cursor("blocks").getmulti(blocks_of(simhash, bits), dupdata=True, dupfixed_bytes=4 + width, keyfixed=True)
    rows = np.frombuffer(raw, _row(bits))
    wanted = np.frombuffer(simhash.to_bytes(width, "little"), "<u8")
    # A word after the other: thousands of entries are compared, and their sum over an axis would cost the most.
    distances = np.bitwise_count(rows["simhash 0"] ^ wanted[0])
    for word in range(1, len(wanted)):
        distances += np.bitwise_count(rows[f"simhash {word}"] ^ wanted[word])
    numbers = rows["number"][distances <= distance].astype(np.uint32)
    return np.unique(numbers) if len(numbers) > 1 else numbers


@cache
def _row(bits: int) -> np.dtype[np.void]:
    """An entry behind its key: article number and SimHash."""
    words = [(f"simhash {word}", "<u8") for word in range(bits // 64)]
    return np.dtype([("key", f"S{1 + bits // 32}"), ("number", ">u4"), *words])


def _block_value(number: int, simhash: int, bits: int) -> bytes:
    return number.to_bytes(4, "big") + simhash.to_bytes(bits // 8, "little")
