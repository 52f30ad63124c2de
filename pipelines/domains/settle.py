"""Every pair with its direction and its declarations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .direction import pooled
from .evidence import EvidenceReader
from .image_hosts import ImageHosts
from .second_look import Group, Way, second_look
from .site_names import SiteNames

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ..match.pair import PairVerdict
    from .facts import ArticleFacts


@dataclass(frozen=True, slots=True)
class Settled:
    """One pair: ``first`` copies ``second`` where ``known``; else ``first`` has the lower URL."""

    pair: PairVerdict
    first: ArticleFacts
    second: ArticleFacts
    known: bool
    #: True where `first` bears a declaration or trace of `second` itself.
    traced: bool
    #: True where the copy names its source, or either may have.
    attributed: bool
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Settlement:
    """All pairs in order of page ids, and what their articles declare."""

    pairs: tuple[Settled, ...]
    #: Page id -> "canonical" or "attribution", of articles that declare themselves reposts.
    declared: Mapping[str, str]
    #: What every article bears.
    reader: EvidenceReader


def settle(articles: Mapping[str, ArticleFacts], pairs: Iterable[PairVerdict]) -> Settlement:
    """Give each pair of stored articles of different domains its direction; linear in articles and pairs."""
    kept: dict[tuple[str, str], PairVerdict] = {}
    for pair in pairs:
        if pair.a in articles and pair.b in articles and articles[pair.a].domain != articles[pair.b].domain:
            known = kept.get((pair.a, pair.b))
            # A pair given twice must not depend on which came last.
            kept[pair.a, pair.b] = pair if known is None else min(known, pair, key=repr)
    chosen = [kept[key] for key in sorted(kept)]
    facts = [articles[page] for page in sorted(articles)]
    partners: dict[str, set[str]] = {}
    for pair in chosen:
        for page, other in ((pair.a, pair.b), (pair.b, pair.a)):
            partners.setdefault(page, set())
            if pair.finding:
                partners[page].add(articles[other].domain)
    hosts = ImageHosts(facts, partners)
    reader = EvidenceReader(facts, SiteNames(facts, partners), hosts)
    by_domains: dict[tuple[str, str], list[tuple[PairVerdict, ArticleFacts, ArticleFacts]]] = {}
    for pair in chosen:
        a, b = sorted((articles[pair.a], articles[pair.b]), key=lambda fact: fact.domain)
        by_domains.setdefault((a.domain, b.domain), []).append((pair, a, b))
    groups = []
    for (a_domain, b_domain), group in by_domains.items():
        evidence = [reader.read(a, b) for _, a, b in group]
        carriers = [max(len(partners[a.page_id]), len(partners[b.page_id])) + 1 for _, a, b in group]
        findings = [e for e, (pair, _, _) in zip(evidence, group, strict=True) if pair.finding]
        found = pooled(evidence, carriers, findings or evidence)
        rows = [Way(*row, e, way) for row, e, way in zip(group, evidence, found, strict=True)]
        groups.append(Group(a_domain, b_domain, rows))
    ways = sorted(second_look(groups, facts), key=lambda row: (row.pair.a, row.pair.b))
    declared = _declared(ways, reader)
    return Settlement(tuple(_settled(row, declared) for row in ways), declared, reader)


def _declared(ways: Sequence[Way], reader: EvidenceReader) -> dict[str, str]:
    """Articles that declare themselves reposts, and how; a canonical goes before a line of text.

    Who names a third as its source claims the text for nobody of the two: it is a repost, wherever it was taken from.
    """
    declared: dict[str, str] = {}
    for row in ways:
        pair, a, b, evidence, way = row.pair, row.a, row.b, row.evidence, row.way
        if not pair.finding:
            continue
        for article, names_third, trace in (
            (a, evidence.a_names_third, evidence.a_copies), (b, evidence.b_names_third, evidence.b_copies)
        ):
            # A source line beside leftovers of another source is an alibi.
            if names_third and not trace:
                declared.setdefault(article.page_id, "attribution")
        for article, how in ((a, evidence.a_declares), (b, evidence.b_declares)):
            if reader.marks(article).canonical:
                declared[article.page_id] = "canonical"
            elif how:
                declared.setdefault(article.page_id, how)
        if evidence.shared_source and way:
            declared.setdefault((a if way > 0 else b).page_id, "attribution")
    return declared


def _settled(row: Way, declared: Mapping[str, str]) -> Settled:
    pair, a, b, evidence, way = row.pair, row.a, row.b, row.evidence, row.way
    if way:
        first, second = (a, b) if way > 0 else (b, a)
        attributed = first.page_id in declared
        declares = evidence.a_declares if way > 0 else evidence.b_declares
    else:
        first, second = sorted((a, b), key=lambda fact: (fact.url, fact.page_id))
        attributed = a.page_id in declared or b.page_id in declared
        declares = evidence.a_declares or evidence.b_declares
    reasons = evidence.reasons
    if way and way not in (evidence.trace, evidence.time, evidence.sighting):
        reasons += (f"direction from all pairs of {first.domain} and {second.domain}",)
    return Settled(
        pair,
        first,
        second,
        bool(way),
        bool(way) and evidence.trace == way,
        attributed or bool(declares) or evidence.shared_source,
        reasons,
    )
