"""The words and facts by which a rewrite can be found again: its heaviest terms and all its immutables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .hashing import hash64
from .immutables import CODES, immutable_hashes, immutables, kinds_of
from .tokens import term_weight, tokenize
from .words import Words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

#: Most immutables that propose pairs: a table of results holds thousands of numbers, and its neighbours share them.
MAX_IMMUTABLES = 200


def heaviest_terms(tokens: Sequence[str] | Words, limit: int = 24) -> list[str]:
    """Words of two letters or more with the largest tf x idf, heaviest first; equal ones in order of the alphabet."""
    words = Words.of(tokens)
    stems: dict[str, int] = {}
    weights: dict[str, int] = {}
    for word, count, weight in zip(words.distinct, words.counts.tolist(), words.weights.tolist(), strict=True):
        if word.isascii() and len(word) > 1 and not word[0].isdigit():
            stem = _stem(word)
            stems[stem] = stems.get(stem, 0) + count
            weights[stem] = weight if stem == word else weights.get(stem) or term_weight(stem)
    # Of the others only the heaviest are looked at, and all that weigh as much as the last of them.
    top: list[tuple[int, str]] = []
    for word, weight in () if "".join(words.distinct).isascii() else words.heaviest(0):
        if len(top) >= limit and -weight > top[-1][0]:
            break
        if len(word) > 1 and not word.isascii() and not word[0].isdigit():
            top.append((-weight, word))
    ranked = sorted([*top, *((-count * weights[stem], stem) for stem, count in stems.items())])
    return [word for _, word in ranked[:limit]]


def key_terms(text: str, tokens: Sequence[str] | None = None, *, limit: int = 24) -> NDArray[np.uint32]:
    """Hashes of a normalised text's `limit` heaviest terms and of its immutables, sorted and distinct.

    `tokens` are ``tokenize(text)``, for a caller that has them.
    """
    words = Words(tokenize(text) if tokens is None else tokens)
    facts = immutable_hashes(immutables(text, words))
    return np.union1d(term_hashes(heaviest_terms(words, limit)), facts[:MAX_IMMUTABLES])


def term_hashes(terms: Sequence[str]) -> NDArray[np.uint32]:
    """Hashes of terms, shape (n,), in order; they never equal those of immutables, whose lowest bits are below 15."""
    return np.array([(hash64(term) & 0xFFFFFFFF) | 0xF for term in terms], np.uint32)


def term_factors(hashes: NDArray[np.uint32]) -> NDArray[np.float64]:
    """How much each key term counts beside its rarity, shape (n,): 2 for a long number, 0.5 for a Latin name, else 1.

    Numbers chosen so because two texts rarely share one by chance; Latin names because they are among the heaviest
    terms as well, and texts of one field share them.
    """
    kinds = kinds_of(hashes)
    return np.where(kinds == CODES["number"], 2.0, np.where(kinds == CODES["latin"], 0.5, 1.0))


def _stem(token: str) -> str:
    """An English word without its plural s: bikes and bike are one term."""
    if len(token) > 4 and token.endswith("s") and not token.endswith(("ss", "us", "is")):
        return token[:-1]
    return token
