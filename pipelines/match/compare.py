"""How alike two articles are, by every measure that their signatures allow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..fingerprint.hamming import hamming_distance

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
    words = len(np.intersect1d(a.word_set, b.word_set, assume_unique=True))
    chars = len(np.intersect1d(a.char_set, b.char_set, assume_unique=True))
    word_union = len(a.word_set) + len(b.word_set) - words
    longer = max(a.letters, b.letters)
    shares_a, shares_b = part_shares(a, b), part_shares(b, a)
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
        parts_of_a=_mask(shares_a, PART_CONTAINMENT),
        parts_of_b=_mask(shares_b, PART_CONTAINMENT),
        spread=min(int((shares_a >= TOUCHED).sum()), int((shares_b >= TOUCHED).sum())),
        order=shared_order(a.chars, b.chars),
    )


def least_shared(a: Signatures, b: Signatures) -> tuple[int, float, float]:
    """By what most pairs are dismissed: `chars_shared`, `char_containment` and `word_containment` of the measures."""
    chars = len(np.intersect1d(a.char_set, b.char_set, assume_unique=True))
    words = len(np.intersect1d(a.word_set, b.word_set, assume_unique=True))
    return (
        chars,
        _share(chars, min(len(a.char_set), len(b.char_set))),
        _share(words, min(len(a.word_set), len(b.word_set))),
    )


def part_shares(a: Signatures, b: Signatures) -> NDArray[np.float64]:
    """Share of the character shingles of each of ten equal parts of `a` that stand in `b`, shape (10,).

    Parts are looked up in all of `b`: the cuts of a source fall elsewhere than those of a splice, so parts are not
    compared with parts. Texts too short to have parts give zeros.
    """
    if len(a.chars) < PARTS * _LEAST_IN_PART:
        return np.zeros(PARTS)
    if not len(b.char_set):
        return np.zeros(PARTS)
    # The set is sorted: looked up, not sorted anew.
    found = b.char_set.take(np.searchsorted(b.char_set, a.chars), mode="clip") == a.chars
    starts = np.linspace(0, len(found), PARTS + 1).astype(np.intp)
    return np.add.reduceat(found, starts[:-1], dtype=np.float64) / np.diff(starts)


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


def _mask(shares: NDArray[np.float64], least: float) -> int:
    return sum(1 << part for part in range(PARTS) if shares[part] >= least)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def _segments(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, bool]:
    places = {value: place for place, value in enumerate(b)}
    order = [places[value] for value in dict.fromkeys(a) if value in places]
    return len(order), order == sorted(order)
