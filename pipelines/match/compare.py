"""How alike two articles are, by every measure that their signatures allow."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from ..fingerprint.hamming import hamming_distance
from ..fingerprint.shingle import among

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..fingerprint.signatures import Signatures


#: Parts that an article is cut into to see which stand elsewhere, and the share of a part's shingles that must.
PARTS = 10
PART_CONTAINMENT = 0.5
_LEAST_IN_PART = 4
#: Share of a part's shingles from which it holds something of the other article.
TOUCHED = 0.04
_LEAST_ORDERED = 5


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
    #: Which of ten parts of a (bit 0 is the first) stand in b, wherever that is, and the same of b in a.
    parts_of_a: int
    parts_of_b: int
    #: Of ten parts of each article, how many hold anything that the other has too; for the article with fewer.
    spread: int
    #: Rank correlation of the places where the shared character shingles stand in a and in b, -1 to 1.
    order: float

    @property
    def parts_matched(self) -> int:
        """Parts of one article that stand in the other, of ten; for the article with more of them."""
        return max(self.parts_of_a.bit_count(), self.parts_of_b.bit_count())


def compare(a: Signatures, b: Signatures) -> Measures:
    """Measure two articles; with a and b exchanged the numbers are the same, the one-sided ones exchanged."""
    words, chars = shared_count(a.word_set, b.word_set), shared_count(a.char_set, b.char_set)
    word_union = len(a.word_set) + len(b.word_set) - words
    longer = max(a.letters, b.letters)
    shares_a, shares_b = part_shares(a, b), part_shares(b, a)
    matched, in_order = _segments(a.segments, b.segments)
    return Measures(
        simhash_distance=hamming_distance(a.simhash, b.simhash),
        segments_matched=matched,
        segments_in_order=in_order,
        word_jaccard=share_of(words, word_union),
        word_containment=share_of(words, min(len(a.word_set), len(b.word_set))),
        containment_of_a=share_of(chars, len(a.char_set)),
        containment_of_b=share_of(chars, len(b.char_set)),
        char_containment=share_of(chars, min(len(a.char_set), len(b.char_set))),
        chars_shared=chars,
        size_ratio=share_of(min(a.letters, b.letters), longer),
        parts_of_a=parts_held(shares_a),
        parts_of_b=parts_held(shares_b),
        spread=spread_of(shares_a, shares_b),
        order=shared_order(a.chars, b.chars),
    )


def shared_count(a: NDArray[np.uint32], b: NDArray[np.uint32]) -> int:
    """Number of values in both; each array is sorted and distinct."""
    few, many = (a, b) if len(a) < len(b) else (b, a)
    return int(np.count_nonzero(among(few, many)))


def part_shares(a: Signatures, b: Signatures) -> NDArray[np.float64]:
    """Share of the character shingles of each of ten equal parts of `a` that stand in `b`, shape (10,).

    Parts are looked up in all of `b`: the cuts of a source fall elsewhere than those of a splice, so parts are not
    compared with parts. Texts too short to have parts give zeros.
    """
    if len(a.chars) < PARTS * _LEAST_IN_PART:
        return np.zeros(PARTS)
    found = among(a.chars, b.char_set)
    starts, sizes = _cuts(len(found))
    return np.add.reduceat(found, starts, dtype=np.float64) / sizes


@lru_cache(maxsize=4096)
def _cuts(length: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Where ten equal parts of so many values begin, and how many values each has."""
    starts = np.linspace(0, length, PARTS + 1).astype(np.intp)
    return starts[:-1], np.diff(starts)


def shared_order(a: NDArray[np.uint32], b: NDArray[np.uint32]) -> float:
    """Spearman's rank correlation of the first places of the values that both arrays hold; 0 for fewer than five.

    A laundered copy keeps the order of its source even where hardly a phrase is left; articles that share terms and
    commands of one subject do not.
    """
    values_a, places_a = np.unique(a, return_index=True)
    values_b, places_b = np.unique(b, return_index=True)
    _, in_a, in_b = np.intersect1d(values_a, values_b, assume_unique=True, return_indices=True)
    count = len(in_a)
    if count < _LEAST_ORDERED:
        return 0.0
    ranks_a, ranks_b = np.argsort(np.argsort(places_a[in_a])), np.argsort(np.argsort(places_b[in_b]))
    gaps = (ranks_a - ranks_b).astype(np.float64)
    return float(1 - 6 * (gaps @ gaps) / (count * (count * count - 1)))


def parts_held(shares: NDArray[np.float64]) -> int:
    """Parts that stand in the other article, bit 0 for the first."""
    return sum(1 << part for part, share in enumerate(shares.tolist()) if share >= PART_CONTAINMENT)


def spread_of(shares_a: NDArray[np.float64], shares_b: NDArray[np.float64]) -> int:
    """Of ten parts of each article, how many hold anything that the other has too; for the article with fewer."""
    return min(int(np.count_nonzero(shares_a >= TOUCHED)), int(np.count_nonzero(shares_b >= TOUCHED)))


def share_of(part: int, whole: int) -> float:
    """A part of a whole, 0 where there is none."""
    return part / whole if whole else 0.0


def _segments(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, bool]:
    places = {value: place for place, value in enumerate(b)}
    order = [places[value] for value in dict.fromkeys(a) if value in places]
    return len(order), order == sorted(order)
