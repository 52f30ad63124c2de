"""Named, fixed hash functions: the same value on every machine and in every process."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_ODD = np.uint64(0x9E3779B97F4A7C15)


def digest128(text: str) -> bytes:
    """BLAKE2b of a string, 16 bytes."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def hash64(text: str) -> int:
    """BLAKE2b of a string, first 64 bits, little endian."""
    return int.from_bytes(digest128(text)[:8], "little")


def mix64(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The finaliser of SplitMix64 (Steele, Lea, Flood 2014): every bit of the input moves every bit of the output."""
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(31))


def rolling_hash(units: NDArray[np.uint64], length: int) -> NDArray[np.uint32]:
    """Hashes (32 bits) of all runs of `length` consecutive units; shape (n - length + 1,), empty when n < length.

    A polynomial in an odd constant modulo 2**64 (Karp and Rabin 1987), mixed and cut to its upper 32 bits.
    """
    count = len(units) - length + 1
    if count <= 0:
        return np.empty(0, np.uint32)
    sums = np.zeros(count, np.uint64)
    for offset in range(length):
        sums = sums * _ODD + units[offset : offset + count]
    return (mix64(sums) >> np.uint64(32)).astype(np.uint32)
