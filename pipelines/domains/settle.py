"""Every pair with its direction and its declarations."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from .direction import pooled
from .second_look import Group, Way, second_look
from .treatment import AS_MEASURED

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..match.pair import PairVerdict
    from .evidence import EvidenceReader
    from .facts import ArticleFacts
    from .learned import Learned
    from .treatment import Treatment


@dataclass(frozen=True, slots=True)
class Settled:
    """One pair: ``first`` copies ``second`` where ``known``; else ``first`` has the lower URL."""

    pair: PairVerdict
    first: ArticleFacts
    second: ArticleFacts
    known: bool
    #: Page id of the article that by the pair's own declarations and traces is the copy; empty where none says so.
    traced_copy: str
    #: True where the copy names its source, or either may have.
    attributed: bool
    reasons: tuple[str, ...]
    #: True where a person said who copied, of this pair or of pairs alike.
    ruled: bool = False
    #: Of these, True where it was said of pairs alike only.
    ruled_alike: bool = False
    #: True where both are copies of one source and neither is the other's.
    siblings: bool = False

    @property
    def traced(self) -> bool:
        """True where `first` bears a declaration or trace of `second` itself."""
        return self.known and self.traced_copy == self.first.page_id


@dataclass(frozen=True, slots=True)
class Readings:
    """All pairs with their evidence: what is read once, whatever is allowed or ruled."""

    #: Number of judged articles of each domain, gone ones included.
    judged: Mapping[str, int]
    #: Every group without directions yet.
    groups: Sequence[Group]
    reader: EvidenceReader

    def rows(self) -> Iterator[Way]:
        """Every pair once, in a fixed order."""
        return (row for group in self.groups for row in group.rows)


@dataclass(frozen=True, slots=True)
class Settlement:
    """All pairs in order of page ids, and what their articles declare."""

    #: Pairs that count.
    pairs: tuple[Settled, ...]
    #: Pairs that count for nothing, with the reason last.
    listed: tuple[Settled, ...]
    #: Page id -> "canonical" or "attribution", of articles in findings that declare themselves reposts.
    declared: Mapping[str, str]
    #: What every article bears.
    reader: EvidenceReader


def read_pairs(learned: Learned) -> Readings:
    """Read the evidence of each pair; linear in pairs."""
    articles, partners = learned.articles, learned.partners.in_findings
    by_domains: dict[tuple[str, str], list[Way]] = {}
    for pair in learned.pairs:
        a, b = articles[pair.a], articles[pair.b]
        if a.domain > b.domain:
            a, b = b, a
        crowd = max(len(partners[a.page_id]), len(partners[b.page_id])) + 1
        by_domains.setdefault((a.domain, b.domain), []).append(Way(pair, a, b, learned.reader.read(a, b), crowd))
    groups = [Group(a_domain, b_domain, rows) for (a_domain, b_domain), rows in by_domains.items()]
    return Readings({domain: site.judged_ever for domain, site in learned.sites.items()}, groups, learned.reader)


def settle(readings: Readings, treatments: Mapping[tuple[str, str], Treatment]) -> Settlement:
    """Give each pair its direction; `treatments`, by page ids (the lower one first), say which pairs count for nothing
    and of which a person said who copied. Linear in articles and pairs.

    Pairs that count for nothing get directions too and speak for none of the others.
    """
    groups = []
    for group in readings.groups:
        rows = [_treated(row, treatments) for row in group.rows]
        counting = [row for row in rows if row.treatment.counts]
        groups += [
            replace(group, rows=_pooled(part, speakers))
            for part, speakers in ((counting, counting), ([row for row in rows if not row.treatment.counts], rows))
            if part
        ]
    ways = sorted(second_look(groups, readings.judged), key=lambda row: (row.pair.a, row.pair.b))
    declared = _declared(ways, readings.reader)
    counting = [row for row in ways if row.treatment.counts]
    in_findings = {page for row in counting if row.finding for page in (row.pair.a, row.pair.b)}
    return Settlement(
        tuple(_settled(row, declared) for row in counting),
        tuple(
            _denied(row) if row.treatment.denied else _settled(row, declared)
            for row in ways
            if not row.treatment.counts
        ),
        {page: how for page, how in declared.items() if page in in_findings},
        readings.reader,
    )


def _treated(row: Way, treatments: Mapping[tuple[str, str], Treatment]) -> Way:
    treatment = treatments.get((row.pair.a, row.pair.b), AS_MEASURED)
    return row if treatment is AS_MEASURED else replace(row, treatment=treatment)


def _pooled(rows: Sequence[Way], speakers: Sequence[Way]) -> list[Way]:
    """Directions of the pairs of two domains. Findings speak for all; where they say nothing, leads speak for leads.

    A text that every site has, such as the policy of a content system, is a finding and says nothing.
    """
    findings = [row.evidence for row in speakers if row.pair.finding]
    everybody = [row.evidence for row in speakers]
    evidence, crowds = [row.evidence for row in rows], [row.crowd for row in rows]
    of_findings = pooled(evidence, crowds, findings or everybody)
    of_leads = of_findings if any(e.says_something for e in findings) else pooled(evidence, crowds, everybody)
    return [
        replace(row, way=finding if row.pair.finding else lead)
        for row, finding, lead in zip(rows, of_findings, of_leads, strict=True)
    ]


def _declared(ways: Sequence[Way], reader: EvidenceReader) -> dict[str, str]:
    """Articles that declare themselves reposts, and how; a canonical goes before a line of text.

    Who names a third as its source claims the text for nobody of the two: it is a repost, wherever it was taken from.
    But an office that names its own department is no reposter where others are shown to copy it and it copies nobody.
    """
    declared: dict[str, str] = {}
    known = [row for row in ways if row.finding and row.way]
    copies = {(row.a if row.way > 0 else row.b).page_id for row in known}
    originals = {(row.b if row.way > 0 else row.a).page_id for row in known} - copies
    for row in ways:
        a, b, evidence, way = row.a, row.b, row.evidence, row.way
        if not row.finding:
            continue
        for article, names_third, trace in (
            (a, evidence.a_names_third, evidence.a_copies), (b, evidence.b_names_third, evidence.b_copies)
        ):
            # A source line beside leftovers of another source is an alibi.
            if names_third and not trace and article.page_id not in originals:
                declared.setdefault(article.page_id, "attribution")
        for article, other, how, points in (
            (a, b, evidence.a_declares, evidence.a_copies), (b, a, evidence.b_declares, evidence.b_copies)
        ):
            named = reader.marks(article).canonical
            # As a source line is, a canonical that names a third beside leftovers of this source is an alibi.
            if how == "canonical" or (named and named != other.domain and (how or not points)):
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
        first, second = _by_url(a, b)
        attributed = a.page_id in declared or b.page_id in declared
        declares = evidence.a_declares or evidence.b_declares
    reasons = evidence.reasons
    if way and not row.ruled and way not in (evidence.trace, evidence.name, evidence.time, evidence.sighting):
        reasons += (f"direction from all pairs of {first.domain} and {second.domain}",)
    return Settled(
        replace(pair, finding=True) if row.ruled else pair,
        first,
        second,
        bool(way),
        "" if not evidence.trace else a.page_id if evidence.trace > 0 else b.page_id,
        attributed or bool(declares) or evidence.shared_source,
        (*reasons, row.treatment.reason),
        ruled=row.ruled,
        ruled_alike=row.treatment.by_others,
        siblings=row.siblings,
    )


def _denied(row: Way) -> Settled:
    first, second = _by_url(row.a, row.b)
    return Settled(
        row.pair, first, second, known=False, traced_copy="", attributed=False, reasons=(row.treatment.reason,)
    )


def _by_url(a: ArticleFacts, b: ArticleFacts) -> tuple[ArticleFacts, ArticleFacts]:
    first, second = sorted((a, b), key=lambda fact: (fact.url, fact.page_id))
    return first, second
