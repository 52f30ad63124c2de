"""A few pairs of a domain with both texts, and what they share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..passages import shared_passages
from .pairs import APART

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...domains.rows import MatchRow
    from ..passages import Passage
    from .articles import Articles, Shown
    from .pairs import Pair

#: Examples of a domain that is accused, of one that others copy, and of any other. One takes some 10 ms to compare,
#: most of a file's time.
MOST_EXAMPLES, VICTIMS_EXAMPLES, FEW_EXAMPLES = 10, 5, 2
#: Characters of each text that are shown.
MOST_CHARS = 4_000


@dataclass(frozen=True, slots=True)
class Side:
    """One article of an example."""

    article: Shown
    #: The text that is shown, and how many characters the whole has; None where texts are not kept.
    text: str | None
    chars: int
    #: (start, end, kind, place of its counterpart among the marks of the other side), by start; in code points.
    marks: tuple[tuple[int, int, str, int], ...]


@dataclass(frozen=True, slots=True)
class Example:
    """A pair with both texts, the first article left."""

    role: str
    row: MatchRow
    first: Side
    second: Side


def choose_examples(pairs: Sequence[Pair], sources: Mapping[str, int], most: int) -> list[Pair]:
    """Pairs that show most: of each role, other domain and kind one, then the rest, in the order given.

    Pairs with a counted source (`sources`) go first; a pair that counts for nothing is no example. An article on ten
    sites is one example.
    """
    counted = [pair for pair in pairs if pair.role != APART]
    ranked = sorted(counted, key=lambda pair: pair.other_domain not in sources)
    sorts: set[tuple[str, str, str]] = set()
    articles: set[str] = set()
    fresh: list[Pair] = []
    alike: list[Pair] = []
    again: list[Pair] = []
    for pair in ranked:
        urls, sort = {pair.own_url, pair.other_url}, (pair.role, pair.other_domain, pair.row.kind)
        (again if urls & articles else alike if sort in sorts else fresh).append(pair)
        articles |= urls
        sorts.add(sort)
    return [*fresh, *alike, *again][:most]


def read_example(pair: Pair, articles: Articles) -> Example | None:
    """Both texts with the passages they share; None where the store has one of the two no more."""
    row = pair.row
    one, other = articles.read(row.url, text=True), articles.read(row.matched_url, text=True)
    if one is None or other is None:
        return None
    texts = [None if article.body is None else article.body[:MOST_CHARS] for article in (one, other)]
    marks: tuple[list[Passage], list[Passage]] = ([], [])
    if texts[0] and texts[1]:
        marks = shared_passages(texts[0], texts[1])
    sides = [
        Side(article, text, len(article.body or ""), _spans(passages))
        for article, text, passages in zip((one, other), texts, marks, strict=True)
    ]
    return Example(pair.role, row, *sides)


def _spans(passages: Sequence[Passage]) -> tuple[tuple[int, int, str, int], ...]:
    return tuple((passage.start, passage.end, passage.kind, passage.partner) for passage in passages)
