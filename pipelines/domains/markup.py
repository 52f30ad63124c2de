"""Copies that kept the format of their source."""

from __future__ import annotations

from heapq import nsmallest
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .facts import ArticleFacts

    #: Page id and markup of an article.
    Format = tuple[str, tuple[int, ...]]

#: Likeness to the source from which the format is kept, and to the domain's own below which it is foreign.
KEPT = 0.8
FOREIGN = 0.5
#: Fewer tag-and-class shingles than this (a body of bare <p>) look the same on every site.
MIN_SHINGLES = 5
#: The domain's own articles that a copy is compared with at most, and that are needed to compare at all.
MAX_OWN = 20
MIN_OWN = 3


def jaccard(a: tuple[int, ...], b: tuple[int, ...]) -> float:
    """Jaccard likeness of two sets of shingle hashes; 0 for empty ones."""
    left, right = set(a), set(b)
    shared = len(left & right)
    return shared / (len(left) + len(right) - shared) if shared else 0.0


def own_format(articles: Iterable[ArticleFacts], more: Sequence[Format] = ()) -> tuple[tuple[int, ...], ...]:
    """Formats that stand for a domain's own: those of up to :data:`MAX_OWN` articles, by page id.

    ``more`` are formats of articles that are not among the given ones.
    """
    chosen = nsmallest(MAX_OWN, [*((article.page_id, article.markup) for article in articles if article.markup), *more])
    return tuple(markup for _, markup in chosen)


def keeps_markup(copy: ArticleFacts, source: ArticleFacts, own: Sequence[tuple[int, ...]]) -> bool:
    """True where the body's tags and classes are the source's and not the domain's own.

    ``own`` are formats of other articles of the copy's domain (:func:`own_format`). Where there are fewer
    than :data:`MIN_OWN` nothing can be said: two sites may run the same theme.
    """
    if min(len(copy.markup), len(source.markup)) < MIN_SHINGLES or len(own) < MIN_OWN:
        return False
    if jaccard(copy.markup, source.markup) < KEPT:
        return False
    return all(jaccard(copy.markup, other) < FOREIGN for other in own)
