"""How the sentences of two articles match: numbers from their vectors alone."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class SemanticMeasures:
    """Numbers on two articles, 0 to 1 (`order` -1 to 1), the same with the two exchanged.

    "The smaller" is the article with fewer sentences; with equal numbers, the one that gives the lower value.
    """

    #: Share of the smaller's sentences whose best match in the other is at the sentence threshold or above.
    sentences: float
    #: Likewise for paragraphs.
    paragraphs: float
    #: Mean cosine of best matches, the lower of the two directions.
    mean_best: float
    #: Pairs of sentences that are each other's best match, over the number of the smaller's sentences.
    mutual: float
    #: Longest run of such pairs in the order of both articles, over the number of the smaller's sentences: how much
    #: of the article can be read along the other.
    aligned: float
    #: Spearman's rank correlation of the positions of such pairs; 0 for fewer than three.
    order: float


def measure(
    a: NDArray[np.float32],
    b: NDArray[np.float32],
    paragraphs_a: NDArray[np.float32],
    paragraphs_b: NDArray[np.float32],
    *,
    sentence: float,
    paragraph: float,
) -> SemanticMeasures:
    """Measure two articles by the unit vectors of their sentences, shapes (n, dim) and (m, dim), and paragraphs.

    `sentence` and `paragraph` are the cosines from which two units say the same.
    """
    if not len(a) or not len(b):
        return SemanticMeasures(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    cosines = a.astype(np.float64) @ b.astype(np.float64).T
    best_a, best_b = cosines.max(axis=1), cosines.max(axis=0)
    first, second = mutual_matches(cosines)
    smaller = min(len(a), len(b))
    return SemanticMeasures(
        sentences=_share_of_smaller(best_a, best_b, sentence),
        paragraphs=_share_of_paragraphs(paragraphs_a, paragraphs_b, paragraph),
        mean_best=_rounded(min(best_a.mean(), best_b.mean())),
        mutual=_rounded(len(first) / smaller),
        aligned=_rounded(longest_ascent(second.tolist()) / smaller),
        order=_rounded(_spearman(first, second)),
    )


def paragraph_vectors(sentences: NDArray[np.float32], paragraph_of: Sequence[int]) -> NDArray[np.float32]:
    """Unit vectors of paragraphs, shape (p, dim): the mean direction of their sentences.

    Pooled and not embedded anew: it costs nothing, and an encoder averages over the words of a text as well.
    """
    if not len(sentences):
        return sentences[:0]
    count = max(paragraph_of) + 1
    sums = np.zeros((count, sentences.shape[1]), np.float64)
    np.add.at(sums, np.asarray(paragraph_of), sentences)
    lengths = np.linalg.norm(sums, axis=1, keepdims=True)
    return (sums / np.where(lengths > 0, lengths, 1.0)).astype(np.float32)


def mutual_matches(cosines: NDArray[np.float64]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns that are each other's best, by row. Of equal cosines the first counts."""
    best_column, best_row = cosines.argmax(axis=1), cosines.argmax(axis=0)
    rows = np.flatnonzero(best_row[best_column] == np.arange(len(cosines)))
    return rows, best_column[rows]


def longest_ascent(values: Sequence[int]) -> int:
    """Length of the longest strictly ascending subsequence (Fredman 1975)."""
    tails: list[int] = []
    for value in values:
        place = bisect_left(tails, value)
        tails[place : place + 1] = [value]
    return len(tails)


def _share_of_smaller(best_a: NDArray[np.float64], best_b: NDArray[np.float64], threshold: float) -> float:
    shares = [float((np.round(best, 6) >= threshold).mean()) for best in (best_a, best_b)]
    if len(best_a) == len(best_b):
        return _rounded(min(shares))
    return _rounded(shares[0] if len(best_a) < len(best_b) else shares[1])


def _share_of_paragraphs(a: NDArray[np.float32], b: NDArray[np.float32], threshold: float) -> float:
    if not len(a) or not len(b):
        return 0.0
    cosines = a.astype(np.float64) @ b.astype(np.float64).T
    return _share_of_smaller(cosines.max(axis=1), cosines.max(axis=0), threshold)


def _spearman(first: NDArray[np.intp], second: NDArray[np.intp]) -> float:
    """Rank correlation of positions that are distinct on both sides."""
    count = len(first)
    if count < 3:
        return 0.0
    differences = first.argsort().argsort() - second.argsort().argsort()
    return float(1 - 6 * (differences.astype(np.float64) ** 2).sum() / (count * (count**2 - 1)))


def _rounded(value: float) -> float:
    """Four decimals: beyond them float sums may differ between machines."""
    return round(float(value), 4)
