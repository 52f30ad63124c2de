"""Rows of ``domains.csv`` and ``matches.csv``: the fields are the columns, in their order; None is an empty
cell.
"""

from __future__ import annotations

from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class Judgement:
    """All domains, by name, and all pairs, by URL."""

    domains: tuple[DomainRow, ...]
    matches: tuple[MatchRow, ...]
    #: Page ids of the pairs that a person ruled on and that nothing joins now.
    waiting: tuple[tuple[str, str], ...] = ()
