"""Exact search of stored SimHashes within a small Hamming distance."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..fingerprint.hamming import blocks_of, hamming_distances

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
    kind = np.dtype([("key", f"S{1 + bits // 32}"), ("number", ">u4"), ("simhash", "<u8", (width // 8,))])
    raw = txn.cursor("blocks").getmulti(blocks_of(simhash, bits), dupdata=True, dupfixed_bytes=4 + width, keyfixed=True)
    rows = np.frombuffer(raw, kind)
    if not len(rows):
        return np.empty(0, np.uint32)
    wanted = np.frombuffer(simhash.to_bytes(width, "little"), "<u8")
    near = hamming_distances(rows["simhash"].astype(np.uint64), wanted.astype(np.uint64)) <= distance
    return np.unique(rows["number"][near].astype(np.uint32))


def _block_value(number: int, simhash: int, bits: int) -> bytes:
    return number.to_bytes(4, "big") + simhash.to_bytes(bits // 8, "little")
