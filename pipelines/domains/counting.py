"""Counts every domain's articles and settled pairs."""

from __future__ import annotations

from collections import Counter
from heapq import nsmallest
from typing import TYPE_CHECKING

from .clusters import origins, stories
from .gone import counts
from .markup import MAX_OWN, MIN_OWN, keeps_markup, own_format
from .tally import Tally
from .topics import LEAST_SOURCES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from .facts import ArticleFacts
    from .learned import Learned
    from .settle import Settled, Settlement
    from .topics import Fields


def count(
    learned: Learned, settlement: Settlement, domains: Iterable[str], owner_of: Callable[[str], str] = str
) -> dict[str, Tally]:
    """One tally a domain, in order of their names. Sources of one owner, by ``owner_of`` their domains, are one."""
    articles, sites = learned.articles, learned.sites
    tallies = {
        domain: sites[domain].tally(domain) if domain in sites else Tally(domain)
        for domain in sorted({*domains, *sites})
    }
    for page, how in settlement.declared.items():
        if counts(articles[page]):
            tally = tallies[articles[page].domain]
            tally.declared.add(page)
            if how == "canonical":
                tally.canonical.add(page)
    findings = [settled for settled in settlement.pairs if settled.pair.finding]
    for settled in findings:
        _count_finding(tallies, settled)
    for tally in tallies.values():
        tally.hits -= tally.declared
        tally.parts -= tally.whole
        tally.unclear -= tally.hits | tally.declared
    for page, origin in _origins(findings, settlement).items():
        tally = tallies[articles[page].domain]
        if page in tally.hits:
            tally.sources[articles[origin].domain] += 1
    _count_traces(learned, tallies, findings)
    _count_leads(tallies, settlement)
    _count_fields(learned.fields, tallies)
    for tally in tallies.values():
        tally.sources = _by_owner(tally.sources, owner_of)
        tally.lead_sources = _by_owner(tally.lead_sources, owner_of)
    return tallies


def _count_fields(fields: Fields, tallies: Mapping[str, Tally]) -> None:
    for tally in tallies.values():
        spread = fields.spread(tally.sources) if len(tally.sources) >= LEAST_SOURCES else None
        if spread is not None:
            tally.cross_topic, tally.fields = spread


def _by_owner(sources: Counter[str], owner_of: Callable[[str], str]) -> Counter[str]:
    """The sources, those of one owner together under the name of the largest."""
    names: dict[str, str] = {}
    together: Counter[str] = Counter()
    for domain, articles in sorted(sources.items(), key=lambda item: (-item[1], item[0])):
        together[names.setdefault(owner_of(domain), domain)] += articles
    return together


def _count_finding(tallies: Mapping[str, Tally], settled: Settled) -> None:
    copy, source, pair = settled.first, settled.second, settled.pair
    mine, theirs = tallies[copy.domain], tallies[source.domain]
    if not settled.known:
        for article, tally in ((copy, mine), (source, theirs)):
            if article.judged:
                tally.unclear.add(article.page_id)
        return
    if source.judged:
        theirs.copied_by.add(source.page_id)
        if not settled.attributed:
            theirs.stolen.add(source.page_id)
    if not copy.judged or settled.attributed:
        return
    mine.hits.add(copy.page_id)
    if settled.ruled:
        mine.ruled.add(copy.page_id)
        if not settled.ruled_alike:
            mine.ruled_itself.add(copy.page_id)
    if pair.tier == "high":
        mine.hits_high.add(copy.page_id)
    if "whole" in pair.layers:
        mine.whole.add(copy.page_id)
    elif "fragment" in pair.layers:
        mine.parts.add(copy.page_id)


def _origins(findings: Iterable[Settled], settlement: Settlement) -> dict[str, str]:
    facts: dict[str, ArticleFacts] = {}
    copied_from: dict[str, dict[str, bool]] = {}
    joined = []
    for settled in findings:
        first, second = settled.first, settled.second
        facts[first.page_id], facts[second.page_id] = first, second
        joined.append((settled.pair.a, settled.pair.b))
        if settled.known:
            copied_from.setdefault(first.page_id, {})[second.page_id] = settled.traced

    def age(page: str) -> tuple[bool, str, str]:
        claim = settlement.reader.marks(facts[page]).claim
        return (claim is None, claim.start.isoformat() if claim else "", facts[page].url)

    return origins(stories(joined), copied_from, age)


def _count_traces(
    learned: Learned, tallies: Mapping[str, Tally], findings: Iterable[Settled]
) -> None:
    reader, slugs = learned.reader, learned.slugs
    formats = _Formats(learned, tallies, findings)
    for settled in findings:
        copy, source = settled.first, settled.second
        tally = tallies[copy.domain]
        page = copy.page_id
        if not settled.known or page not in tally.hits:
            continue
        marks = reader.marks(copy)
        if reader.keeps_links(copy, source):
            tally.keep_links.add(page)
        if reader.names_publisher(copy, source):
            tally.name_source.add(page)
        if source.domain in marks.image_owners:
            tally.hotlinks.add(page)
        if page not in tally.markup and keeps_markup(copy, source, formats.of(copy.domain, source.domain)):
            tally.markup.add(page)
        if slugs.same_path(copy, source):
            tally.same_path.add(page)
    for tally in tallies.values():
        tally.leftover_links = tally.keep_links | tally.name_source


class _Formats:
    """Formats of a domain's own articles, or, where it has too few, of its copies of other domains."""

    def __init__(self, learned: Learned, tallies: Mapping[str, Tally], findings: Iterable[Settled]) -> None:
        articles = self._articles = learned.articles
        self._sites = learned.sites
        #: Domain -> own articles in pairs; those outside pairs are summed up in its site.
        self._paired: dict[str, list[ArticleFacts]] = {}
        for fact in articles.values():
            tally = tallies[fact.domain]
            if counts(fact) and fact.page_id not in tally.hits and fact.page_id not in tally.declared:
                self._paired.setdefault(fact.domain, []).append(fact)
        self._own: dict[str, tuple[tuple[int, ...], ...]] = {}
        self._copies: dict[str, dict[str, set[str]]] = {}
        for settled in findings:
            if settled.known:
                sources = self._copies.setdefault(settled.first.domain, {})
                sources.setdefault(settled.second.domain, set()).add(settled.first.page_id)
        self._firsts: dict[tuple[str, str], list[str]] = {}
        self._others: dict[tuple[str, str], tuple[tuple[int, ...], ...]] = {}

    def of(self, domain: str, source_domain: str) -> tuple[tuple[int, ...], ...]:
        if domain not in self._own:
            self._own[domain] = own_format(self._paired.get(domain, ()), self._sites[domain].formats)
        own = self._own[domain]
        if len(own) >= MIN_OWN:
            return own
        key = (domain, source_domain)
        if key not in self._others:
            copies = self._copies.get(domain, {})
            mine = copies.get(source_domain, set())
            # A few of each of some sources are enough, and keep this linear in the number of sources.
            chosen = [source for source in sorted(copies)[: MAX_OWN + 1] if source != source_domain]
            others = {page for source in chosen for page in self._first_of(domain, source) if page not in mine}
            self._others[key] = own + own_format([self._articles[page] for page in others])
        return self._others[key]

    def _first_of(self, domain: str, source: str) -> list[str]:
        key = (domain, source)
        if key not in self._firsts:
            self._firsts[key] = nsmallest(2 * MIN_OWN, self._copies[domain][source])
        return self._firsts[key]


def _count_leads(tallies: Mapping[str, Tally], settlement: Settlement) -> None:
    pointing: dict[str, set[str]] = {}
    for settled in settlement.pairs:
        if settled.pair.finding:
            continue
        for article, other in ((settled.first, settled.second), (settled.second, settled.first)):
            tally = tallies[article.domain]
            page = article.page_id
            if not article.judged or page in tally.hits or page in tally.declared or settled.attributed:
                continue
            if settled.known and article is settled.first:
                tally.leads.add(page)
                pointing.setdefault(page, set()).add(other.domain)
            else:
                tally.other_leads.add(page)
    for tally in tallies.values():
        tally.other_leads -= tally.leads
        for page in tally.leads:
            tally.lead_sources[min(pointing[page])] += 1
