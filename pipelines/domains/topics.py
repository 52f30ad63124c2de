"""From how many unrelated fields a domain's copies come.

A site that honestly takes over texts takes them from its field; a scraper takes what draws visitors. The measure is
the chance that two copies of a domain, drawn at random, come from unrelated fields (Gini-Simpson, in its unbiased form
for a sample):

    cross_topic = 1 - sum over fields of n (n - 1) / N (N - 1)

with n copies from a field and N in all (Simpson, "Measurement of Diversity", Nature 163, 1949). The fields are those of
the *sources*. Each source is a vector: for each term, how many of its articles have it among their ten heaviest. Two
sources are related when the cosine of their vectors is :data:`RELATED` or more, and a field is a set of sources that a
chain of related ones joins: a general newsroom joins what it covers, so that the measure rather says too little. It is
of copies only; what a site writes itself may be of any field.

Measured with domains of 10 to 100 articles drawn from four collections (2,957 articles on technology, 150 laws, 120
news items on politics, 33 local stories): the cosine of two domains of one collection is 0.11 to 0.93, median 0.37 for
10 articles each and 0.77 for 60; of different collections at most 0.08, median 0.00. Parts of technology (games,
Python, security ...) are related too: 0.07 to 0.54, median 0.23 for 10 articles each, under 0.1 in 5 of 100. With
fewer than 10 articles one field falls apart: 0.02 to 0.45 for 5 each. ``benchmarks/topics.py`` prints these figures.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from .clusters import UnionFind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from .facts import ArticleFacts

RELATED = 0.1
#: Heaviest terms of an article that count, and of a source that make its vector.
TERMS, SOURCE_TERMS = 10, 100
#: Articles a source needs before its field is known, copies and sources that a domain needs.
LEAST_ARTICLES, LEAST_COPIES, LEAST_SOURCES = 10, 5, 2
#: Sources of a domain that are compared with each other at most, those with the most copies.
MOST_SOURCES = 60
#: A chance to speak of: three in four copies from one field, the rest from another, are 0.38.
NOTABLE = 0.4


class Fields:
    """Vectors of the sources, made from all their judged articles when first asked for."""

    def __init__(self, articles: Iterable[ArticleFacts], sources: Iterable[str]) -> None:
        wanted = set(sources)
        counts: dict[str, Counter[int]] = {}
        languages: dict[str, Counter[str]] = {}
        sizes: Counter[str] = Counter()
        for article in articles:
            if article.domain in wanted and article.judged and article.terms:
                sizes[article.domain] += 1
                counts.setdefault(article.domain, Counter()).update(article.terms[:TERMS])
                languages.setdefault(article.domain, Counter())[article.language] += 1
        self._vectors = {name: _unit(found) for name, found in counts.items() if sizes[name] >= LEAST_ARTICLES}
        self._language = {
            name: min(languages[name].items(), key=lambda item: (-item[1], item[0]))[0] for name in self._vectors
        }

    def spread(self, copies: Mapping[str, int]) -> tuple[float, int] | None:
        """``cross_topic`` and the number of fields, of the number of copies by source domain.

        None where too little is known: fewer than :data:`LEAST_COPIES` copies from sources of a known field, or fewer
        than two such sources. Texts in two languages share no terms, so only sources in one are compared, that of the
        most copies.
        """
        known = [(-count, name) for name, count in copies.items() if name in self._vectors]
        by_language: Counter[str] = Counter()
        for count, name in known:
            by_language[self._language[name]] -= count
        if not by_language:
            return None
        language = min(by_language.items(), key=lambda item: (-item[1], item[0]))[0]
        chosen = sorted((count, name) for count, name in known if self._language[name] == language)[:MOST_SOURCES]
        total = -sum(count for count, _ in chosen)
        if total < LEAST_COPIES or len(chosen) < LEAST_SOURCES:
            return None
        fields = self._fields([name for _, name in chosen])
        sizes = [sum(copies[name] for name in members) for members in fields]
        same = sum(size * (size - 1) for size in sizes) / (total * (total - 1))
        return 1 - same, len(fields)

    def _fields(self, names: Sequence[str]) -> list[list[str]]:
        union = UnionFind()
        for place, one in enumerate(names):
            union.find(one)
            for other in names[:place]:
                if union.find(one) != union.find(other) and self.likeness(one, other) >= RELATED:
                    union.union(one, other)
        return union.sets()

    def likeness(self, one: str, other: str) -> float:
        """Cosine of two sources' vectors, 0 to 1; both must be known."""
        small, large = sorted((self._vectors[one], self._vectors[other]), key=len)
        return sum(weight * large.get(term, 0.0) for term, weight in small.items())


def _unit(counts: Counter[int]) -> dict[int, float]:
    heaviest = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:SOURCE_TERMS]
    length = sum(count * count for _, count in heaviest) ** 0.5
    return {term: count / length for term, count in heaviest}
