"""The verdict on two articles of different domains."""

from __future__ import annotations

from dataclasses import dataclass

TIERS = ("high", "medium", "suspected")


@dataclass(frozen=True, slots=True)
class PairVerdict:
    """What the layers say of two articles. ``a`` is the one with the lower page id; nothing here has a direction.

    A value that is None belongs to a layer that did not run.
    """

    #: Page ids (16 hex digits), a < b.
    a: str
    b: str
    #: "high", "medium" or "suspected".
    tier: str
    #: "verbatim", "edited", "shuffled", "spliced", "excerpt", "synonym" or "rewritten".
    kind: str
    #: Names of the layers that fired: "whole", "fragment", "semantic".
    layers: tuple[str, ...]
    #: True when two measures agree (a hit, counted in hit_rate); False for a lead.
    finding: bool
    simhash_distance: int | None = None
    word_jaccard: float | None = None
    #: Share of the smaller article's character shingles found in the other, 0 to 1.
    char_containment: float | None = None
    #: Share of a's (b's) character shingles found in the other.
    containment_of_a: float | None = None
    containment_of_b: float | None = None
    segments_matched: int | None = None
    sentences_reused: int | None = None
    semantic_sentences: float | None = None
    semantic_paragraphs: float | None = None
    keyword_rules: tuple[int, ...] | None = None
    immutables_agree: float | None = None
    #: Which of ten parts of a stand in b (bit 0 is the first), and of b in a.
    parts_of_a: int = 0
    parts_of_b: int = 0
    #: Words a person can read: what was found, with the numbers.
    reasons: tuple[str, ...] = ()
