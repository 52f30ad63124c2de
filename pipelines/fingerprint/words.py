"""The words of a text as numbers, so that all signatures share one look-up of each distinct word."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING

import numpy as np

from .hashing import digest128
from .tokens import term_weight

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray


_ENTRY = np.dtype([("digest", np.uint8, 16), ("weight", "<i4")])


@lru_cache(maxsize=1 << 18)
def _entry(word: str) -> bytes:
    """Digest and weight of a word, as in :data:`_ENTRY`."""
    return digest128(word) + term_weight(word).to_bytes(4, "little")


class Words:
    """The tokens of a text in order, and its distinct words, each hashed and weighed once."""

    def __init__(self, tokens: Sequence[str]) -> None:
        """Look up the words of `tokens`."""
        numbers: defaultdict[str, int] = defaultdict(count().__next__)
        #: Which of the distinct words each token is, shape (tokens,).
        self.places = np.fromiter(map(numbers.__getitem__, tokens), np.intp, len(tokens))
        #: Distinct words in the order of their first places, and how often each stands there.
        self.distinct = tuple(numbers)
        self.counts: NDArray[np.intp] = np.bincount(self.places, minlength=len(self.distinct))
        #: BLAKE2b of each distinct word, shape (distinct, 16), and the weight of one occurrence.
        entries = np.frombuffer(b"".join(map(_entry, self.distinct)), _ENTRY)
        self.digests: NDArray[np.uint8] = entries["digest"]
        self.weights: NDArray[np.int32] = entries["weight"].astype(np.int32)

    @classmethod
    def of(cls, tokens: Sequence[str] | Words) -> Words:
        """The words of tokens that may have been looked up before."""
        return tokens if isinstance(tokens, Words) else cls(tokens)

    @property
    def hashes(self) -> NDArray[np.uint64]:
        """First 64 bits of each distinct word's digest, little endian, shape (distinct,)."""
        return self.digests[:, :8].copy().view("<u8")[:, 0].astype(np.uint64)

    def heaviest(self, least: int) -> Iterator[tuple[str, int]]:
        """Distinct words with their tf x idf, heaviest first, but for those whose one occurrence weighs less."""
        products = self.counts * self.weights
        for place in np.argsort(-products, kind="stable").tolist():
            if self.weights[place] >= least:
                yield self.distinct[place], int(products[place])
