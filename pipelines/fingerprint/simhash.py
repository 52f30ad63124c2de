"""SimHash: a fingerprint whose Hamming distance grows with the angle between two texts (Charikar 2002)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .hashing import digest128
from .tokens import term_weight

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


def simhash_sums(tokens: Sequence[str], bits: int = 64) -> NDArray[np.int32]:
    """Weighted sum of each bit over all tokens, shape (bits,).

    Each occurrence of a word adds its IDF where the bit of its hash is set and takes it off elsewhere. Sums of parts
    of a text add up to the sums of the whole, so a part can be taken off later.
    """
    if not tokens:
        return np.zeros(bits, np.int32)
    size = bits // 8
    raw = np.frombuffer(b"".join([digest128(token)[:size] for token in tokens]), np.uint8).reshape(-1, size)
    signs = np.unpackbits(raw, axis=1, bitorder="little").astype(np.int32) * 2 - 1
    weights = np.fromiter(map(term_weight, tokens), np.int32, len(tokens))
    sums: NDArray[np.int32] = (weights @ signs).astype(np.int32)
    return sums


def simhash_of_sums(sums: NDArray[np.int32]) -> int:
    """Fingerprint of bit sums: bit i is set where sums[i] is positive (Manku, Jain, Das Sarma 2007)."""
    return int.from_bytes(np.packbits(sums > 0, bitorder="little").tobytes(), "little")


def simhash(tokens: Sequence[str], bits: int = 64) -> int:
    """SimHash of a text's tokens, `bits` (64 or 128) wide; 0 for no tokens."""
    return simhash_of_sums(simhash_sums(tokens, bits))
