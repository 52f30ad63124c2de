"""Rows of ``domains.csv`` and ``matches.csv``: the fields are the columns, in their order; None is an empty
cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    from collections.abc import Callable

    from .settle import Settled

VERDICTS = ("scraper", "suspected", "reposter", "syndicated", "original", "insufficient")


@dataclass(frozen=True, slots=True)
class DomainRow:
    """What is found of one domain; shares are 0 to 1 with four digits."""

    domain: str
    verdict: str
    #: 0 to 100.
    score: float
    #: "none" or "queue".
    review: str
    pages: int
    articles: int
    judged: int
    #: Judged articles that copy others without saying so.
    hits: int
    hits_high: int
    hit_rate: float | None
    hit_rate_low: float | None
    #: Judged articles that others copy.
    copied_by: int
    #: Domains that the hits are traced to, one an article.
    distinct_sources: int
    top_sources: str
    burst_share: float | None
    largest_burst: int | None
    #: Of the hits.
    leftover_link_share: float | None
    hotlink_share: float | None
    markup_share: float | None
    same_path_share: float | None
    #: Judged articles that copy others and say so, of all judged.
    attributed_share: float | None
    cross_topic: float | None
    first_published: str | None
    last_published: str | None
    crawl_complete: str
    reasons: str


@dataclass(frozen=True, slots=True)
class MatchRow:
    """One pair; ``url`` is the copy where the direction is known."""

    url: str
    domain: str
    matched_url: str
    matched_domain: str
    tier: str
    kind: str
    layers: str
    #: "copies" or "unclear": of ``url``.
    direction: str
    simhash_distance: int | None
    word_jaccard: float | None
    char_containment: float | None
    segments_matched: int | None
    sentences_reused: int | None
    semantic_sentences: float | None
    semantic_paragraphs: float | None
    keyword_rules: str | None
    immutables_agree: float | None
    #: "yes" or "no".
    attributed: str
    #: "none" or "queue".
    review: str
    reasons: str


class MatchRows(Sequence[MatchRow]):
    """Rows of pairs, each made when it is asked for: a million of them take a gigabyte."""

    def __init__(self, pairs: Sequence[Settled], made: Callable[[Settled], MatchRow]) -> None:
        self._pairs = pairs
        self._made = made

    def __len__(self) -> int:
        return len(self._pairs)

    @overload
    def __getitem__(self, place: int) -> MatchRow: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[MatchRow]: ...

    def __getitem__(self, place: int | slice) -> MatchRow | Sequence[MatchRow]:
        if isinstance(place, slice):
            return MatchRows(self._pairs[place], self._made)
        return self._made(self._pairs[place])

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class Judgement:
    """All domains, by name, and all pairs, by URL."""

    domains: tuple[DomainRow, ...]
    matches: Sequence[MatchRow]
    #: Page ids of the pairs that a person ruled on and that nothing joins now.
    waiting: tuple[tuple[str, str], ...] = ()
    #: Places in `matches`, ascending, of the pairs that count for nothing.
    not_counted: Sequence[int] = ()
