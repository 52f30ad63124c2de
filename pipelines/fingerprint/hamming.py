"""Hamming distance of fingerprints."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

BLOCKS = 4


def hamming_distance(a: int, b: int) -> int:
    """Number of bits in which two fingerprints differ."""
    return (a ^ b).bit_count()


def hamming_distances(words: NDArray[np.uint64], other: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Distance of each row of `words`, shape (n, k), to `other`, shape (k,); k is 1 for 64 bits and 2 for 128."""
    distances: NDArray[np.int64] = np.bitwise_count(words ^ other).sum(axis=1, dtype=np.int64)
    return distances


def blocks_of(value: int, bits: int = 64) -> list[bytes]:
    """Keys of a fingerprint's block tables: block number and the block's bits.

    The bits are cut into four blocks. Fingerprints that differ in at most three bits agree in at least one block
    whole (pigeonhole), so looking up all four finds every neighbour at distance 3 or less (Manku et al. 2007).
    """
    width = bits // BLOCKS
    mask = (1 << width) - 1
    return [
        bytes([number]) + ((value >> (number * width)) & mask).to_bytes(width // 8, "big") for number in range(BLOCKS)
    ]
