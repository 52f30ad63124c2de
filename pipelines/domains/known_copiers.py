"""A second look at undecided directions, from what the first look showed of each domain.

Who back-dates some of its copies makes the claimed times of a domain pair disagree. Such a domain is often known by
its other pairs: it copies from several sites, nearly all it has stands elsewhere too, and nobody copies it who does
not copy from others as well. A victim is none of that: it is copied, and copies from nobody.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from .evidence import Evidence
    from .facts import ArticleFacts

#: Other domains that a known copier is shown to copy from, and pairs with each that show it.
LEAST_SOURCES, LEAST_PAIRS = 2, 2
#: Share of a known copier's judged articles that stand elsewhere too, and of the source's that do at most.
COPIER_COVERAGE, SOURCE_COVERAGE = 0.8, 0.6
#: Share of the dated pairs in which the copier must be the later one.
LATER = 0.6


class KnownCopiers:
    """Which domains the decided pairs show to be copiers."""

    def __init__(
        self, copies: Iterable[tuple[str, str]], coverage: Mapping[str, float], traced: Iterable[tuple[str, str]] = ()
    ) -> None:
        """`copies` holds (copier, source) once for each decided finding, `traced` those of them that bear a trace;
        `coverage` the share of a domain's judged articles that stand in findings.
        """
        self._coverage = coverage
        self._traced: dict[str, set[str]] = defaultdict(set)
        for copier, source in traced:
            self._traced[copier].add(source)
        counts = Counter(copies)
        self._sources: dict[str, set[str]] = defaultdict(set)
        self._copied_by: dict[str, set[str]] = defaultdict(set)
        for (copier, source), pairs in counts.items():
            if pairs >= LEAST_PAIRS:
                self._sources[copier].add(source)
            self._copied_by[source].add(copier)

    def decide(self, a: str, b: str, speakers: Sequence[Evidence]) -> int:
        """Direction between two domains whose own evidence decides nothing: 1, -1 or 0."""
        later = [e.time for e in speakers if e.time]
        for way, copier, source in ((1, a, b), (-1, b, a)):
            if (
                self._is_copier(copier, apart_from=source)
                and not self._is_copier(source, apart_from=copier)
                and self._coverage.get(source, 1.0) <= SOURCE_COVERAGE
                and (
                    self._is_traced(copier, source)
                    or (len(later) >= LEAST_PAIRS and later.count(way) >= LATER * len(later))
                )
            ):
                return way
        return 0

    def _is_traced(self, copier: str, source: str) -> bool:
        """True where what the copier left in its copies of others convicts it, and the source copies from nobody: then
        its claims are worth nothing, and one pair more or less accuses nobody else.
        """
        return not self._sources.get(source) and len(self._traced[copier] - {source}) >= LEAST_SOURCES

    def reason(self, copier: str, source: str) -> str:
        """Why the copier is taken for one, in words."""
        others = sorted(self._sources[copier] - {source})
        return (
            f"{copier} copies from {', '.join(others[:3])} too, and {self._coverage[copier]:.0%} of what it has stands "
            f"elsewhere"
        )

    def _is_copier(self, domain: str, *, apart_from: str) -> bool:
        sources = self._sources.get(domain, set()) - {apart_from}
        # Copiers copy each other: only who does not copy from others speaks against a domain.
        victims_of_it = {other for other in self._copied_by.get(domain, set()) if not self._sources.get(other)}
        return (
            len(sources) >= LEAST_SOURCES
            and not victims_of_it
            and self._coverage.get(domain, 0.0) >= COPIER_COVERAGE
        )


def coverage_of(judged: Mapping[str, int], found: Iterable[ArticleFacts]) -> dict[str, float]:
    """Share of each domain's judged articles, given their numbers, that is among `found`; one may be found twice."""
    covered = Counter({article.page_id: article.domain for article in found if article.judged}.values())
    return {domain: covered[domain] / total for domain, total in judged.items() if total}
