"""SimHash: a fingerprint whose Hamming distance grows with the angle between two texts (Charikar 2002)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .words import Words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


def simhash_sums(tokens: Sequence[str], bits: int = 64) -> NDArray[np.int32]:
    """Weighted sum of each bit over all tokens, shape (bits,)."""
    sums: NDArray[np.int32] = simhash_sums_by_part(Words(tokens), [len(tokens)], bits)[0]
    return sums


def simhash_sums_by_part(words: Words, lengths: Sequence[int], bits: int = 64) -> NDArray[np.int32]:
    """Weighted sum of each bit over the tokens of each part of a text, shape (len(lengths), bits).

    `lengths` are the token counts of the parts, one after the other. Each occurrence of a word adds its IDF where the
    bit of its hash is set and takes it off elsewhere. Sums of parts of a text add up to the sums of the whole, so a
    part can be taken off later.
    """
    sums = np.zeros((len(lengths), bits), np.int32)
    counts = np.array(lengths, np.intp)
    filled = counts > 0
    if filled.any():
        signs = np.unpackbits(words.digests[:, : bits // 8], axis=1, bitorder="little").astype(np.int16) * 2 - 1
        # A weight is an IDF of at most 14, times 64.
        weighted = signs * words.weights[:, None].astype(np.int16)
        starts = (np.cumsum(counts) - counts)[filled]
        sums[filled] = np.add.reduceat(weighted[words.places], starts, axis=0, dtype=np.int32)
    return sums


def simhash_of_sums(sums: NDArray[np.int32]) -> int:
    """Fingerprint of bit sums: bit i is set where sums[i] is positive (Manku, Jain, Das Sarma 2007)."""
    return int.from_bytes(np.packbits(sums > 0, bitorder="little").tobytes(), "little")


def simhash(tokens: Sequence[str], bits: int = 64) -> int:
    """SimHash of a text's tokens, `bits` (64 or 128) wide; 0 for no tokens."""
    return simhash_of_sums(simhash_sums(tokens, bits))
