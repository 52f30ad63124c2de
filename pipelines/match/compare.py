"""How alike two articles are, by every measure that their signatures allow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..fingerprint.hamming import hamming_distance

if TYPE_CHECKING:
    from ..fingerprint.signatures import Signatures


@dataclass(frozen=True, slots=True)
class Measures:
    """Numbers on two articles a and b; symmetric but for the two one-sided containments."""

    simhash_distance: int
    #: Segments that both have, and whether they come in the same order.
    segments_matched: int
    segments_in_order: bool
    #: Jaccard of the winnowed word shingles, and the share of the smaller set that the other holds.
    word_jaccard: float
    word_containment: float
    #: Shares of the winnowed character shingles that the other article holds.
    containment_of_a: float
    containment_of_b: float
    #: Share for the article with fewer shingles.
    char_containment: float
    #: Character shingles in both.
    chars_shared: int
    #: Letters of the shorter text over letters of the longer.
    size_ratio: float


def compare(a: Signatures, b: Signatures) -> Measures:
    """Measure two articles; with a and b exchanged the numbers are the same, the one-sided ones exchanged."""
    words = len(np.intersect1d(a.word_set, b.word_set, assume_unique=True))
    chars = len(np.intersect1d(a.char_set, b.char_set, assume_unique=True))
    word_union = len(a.word_set) + len(b.word_set) - words
    longer = max(a.letters, b.letters)
    matched, in_order = _segments(a.segments, b.segments)
    return Measures(
        simhash_distance=hamming_distance(a.simhash, b.simhash),
        segments_matched=matched,
        segments_in_order=in_order,
        word_jaccard=_share(words, word_union),
        word_containment=_share(words, min(len(a.word_set), len(b.word_set))),
        containment_of_a=_share(chars, len(a.char_set)),
        containment_of_b=_share(chars, len(b.char_set)),
        char_containment=_share(chars, min(len(a.char_set), len(b.char_set))),
        chars_shared=chars,
        size_ratio=_share(min(a.letters, b.letters), longer),
    )


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def _segments(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, bool]:
    places = {value: place for place, value in enumerate(b)}
    order = [places[value] for value in dict.fromkeys(a) if value in places]
    return len(order), order == sorted(order)
