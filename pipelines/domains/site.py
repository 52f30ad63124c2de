"""What a domain's pages are, summed up, so that those in no pair need not be held."""

from __future__ import annotations

from dataclasses import dataclass, field
from heapq import nsmallest
from typing import TYPE_CHECKING

from .bursts import Bursts, find_bursts
from .claimed_time import parse_claim
from .gone import counts
from .markup import MAX_OWN
from .tally import Tally
from .topics import Terms

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import datetime

    from .facts import ArticleFacts
    from .markup import Format

#: Formats of a domain that wait to be sorted: only a few are kept.
_WAITING = 8 * MAX_OWN


@dataclass(slots=True)
class Site:
    """The pages of one domain, whatever pairs they stand in."""

    pages: int = 0
    articles: int = 0
    #: Articles that are judged now, and those that were judged when they were last seen, gone ones included.
    judged: int = 0
    judged_ever: int = 0
    duplicates: int = 0
    gone: int = 0
    bursts: Bursts = field(default_factory=Bursts)
    #: Earliest and latest claim, as the pages show them.
    first_published: str | None = None
    last_published: str | None = None
    #: When the domain was first fetched at all, naive UTC: before that, not having seen a page means nothing.
    watched_since: datetime | None = None
    #: Formats of judged articles outside pairs, the first by page id.
    formats: Sequence[Format] = ()
    #: Heaviest terms of the judged articles; empty for a domain none of whose pages stands in a pair.
    terms: Terms = field(default_factory=Terms)

    def tally(self, domain: str) -> Tally:
        """A tally of the domain with nothing counted of its pairs yet."""
        return Tally(
            domain, self.pages, self.articles, self.judged, self.duplicates, self.gone, self.bursts,
            self.first_published, self.last_published,
        )


class Sites:
    """Sums up every domain; ``paired`` are the page ids that stand in pairs."""

    def __init__(self, paired: Collection[str], *, burst_articles: int, burst_minutes: float) -> None:
        self._paired = paired
        self._burst_articles = burst_articles
        self._burst_minutes = burst_minutes
        self.of: dict[str, Site] = {}
        self._begin()

    def _begin(self) -> None:
        self._here = Site()
        self._published: list[str] = []
        self._formats: list[Format] = []
        self._texts: list[tuple[str, tuple[int, ...], str]] = []
        self._any_paired = False

    def add(self, article: ArticleFacts) -> None:
        """Take in a page of the domain that is being read."""
        here, now, paired = self._here, counts(article), article.page_id in self._paired
        here.pages += 1
        here.articles += article.page_type == "article"
        here.judged += now
        here.judged_ever += article.judged
        here.duplicates += bool(article.duplicate_of) and not article.gone
        here.gone += article.gone
        seen = parse_claim(article.first_fetched_at)
        if seen and (here.watched_since is None or seen.utc < here.watched_since):
            here.watched_since = seen.utc
        self._any_paired |= paired
        if not now:
            return
        if article.published_at:
            self._published.append(article.published_at)
        if article.terms:
            self._texts.append((article.page_id, article.terms, article.language))
        if article.markup and not paired:
            self._formats.append((article.page_id, article.markup))
            if len(self._formats) == _WAITING:
                self._formats = nsmallest(MAX_OWN, self._formats)

    def end(self, domain: str) -> None:
        """Sum up the domain that was read."""
        here = self.of[domain] = self._here
        here.bursts = find_bursts(self._published, articles=self._burst_articles, minutes=self._burst_minutes)
        here.first_published, here.last_published = published_range(self._published)
        if self._any_paired:
            here.formats = tuple(nsmallest(MAX_OWN, self._formats))
            here.terms = Terms.of(self._texts)
        self._begin()

    def done(self) -> None:
        """Sum up the crawl."""


def published_range(published: Sequence[str]) -> tuple[str | None, str | None]:
    """Earliest and latest claim, as the pages show them."""
    dated = sorted((claim.utc, text) for text in published if (claim := parse_claim(text)))
    return (dated[0][1], dated[-1][1]) if dated else (None, None)
