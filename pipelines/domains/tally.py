"""What is counted of one domain before it is judged."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from .bursts import Bursts


@dataclass(slots=True)
class Tally:
    """Counts of one domain. Sets hold page ids, so that an article in many pairs counts once."""

    domain: str
    pages: int = 0
    articles: int = 0
    judged: int = 0
    #: Pages that repeat an article of their own domain: counted apart, never judged.
    duplicates: int = 0
    #: Pages that are no longer there: never judged either.
    gone: int = 0
    bursts: Bursts = field(default_factory=Bursts)
    #: Earliest and latest claim of its judged articles, as the pages show them.
    first_published: str | None = None
    last_published: str | None = None
    #: Judged articles with a finding in direction copies, not declared.
    hits: set[str] = field(default_factory=set)
    hits_high: set[str] = field(default_factory=set)
    #: Hits that the whole layer found, and of the rest those that the fragment layer found.
    whole: set[str] = field(default_factory=set)
    parts: set[str] = field(default_factory=set)
    #: Hits that a person ruled copies, themselves or with pairs alike.
    ruled: set[str] = field(default_factory=set)
    #: Of these, hits in a pair of which itself a person said so.
    ruled_itself: set[str] = field(default_factory=set)
    #: Judged articles that declare themselves reposts, and of those the ones that do by a canonical.
    declared: set[str] = field(default_factory=set)
    canonical: set[str] = field(default_factory=set)
    #: Judged articles that others copy, and of these the ones that somebody copies without saying so.
    copied_by: set[str] = field(default_factory=set)
    stolen: set[str] = field(default_factory=set)
    #: Judged articles with a finding whose direction is unclear.
    unclear: set[str] = field(default_factory=set)
    #: Hits that keep links of their source's site, those that still name its publisher, and both together.
    keep_links: set[str] = field(default_factory=set)
    name_source: set[str] = field(default_factory=set)
    leftover_links: set[str] = field(default_factory=set)
    hotlinks: set[str] = field(default_factory=set)
    markup: set[str] = field(default_factory=set)
    same_path: set[str] = field(default_factory=set)
    #: Origin domain -> hits traced to it.
    sources: Counter[str] = field(default_factory=Counter)
    #: Chance that two hits come from unrelated fields, None where the fields are not known; how many fields there are.
    cross_topic: float | None = None
    fields: int = 0
    #: Judged articles that only leads join to others: in direction copies, and all others.
    leads: set[str] = field(default_factory=set)
    other_leads: set[str] = field(default_factory=set)
    #: Domains that the leads in direction copies point to -> articles.
    lead_sources: Counter[str] = field(default_factory=Counter)

    @property
    def burst_share(self) -> float | None:
        """Share of the minute-dated articles that lie inside bursts."""
        return self.bursts.inside / self.bursts.dated if self.bursts.dated else None
