"""Directions looked at again, with what all pairs together show of each domain."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from .direction import CROWD, speaks
from .known_copiers import KnownCopiers, coverage_of
from .time_doubts import ALL_COPIED, CARRIER_COVERAGE, gives_one_day, is_agency, is_collector
from .time_doubts import MOSTLY_OWN as SOURCE_OWN
from .treatment import AS_MEASURED

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..match.pair import PairVerdict
    from .evidence import Evidence
    from .facts import ArticleFacts
    from .treatment import Treatment

#: A site whose articles stand elsewhere to a larger share than another's is likelier the copier of the two; shares
#: closer than this are alike, and then claimed times decide.
ALIKE = 0.05
#: Below this share most of a site is its own, and claimed times may speak without doubt: nobody is accused for it.
MOSTLY_OWN = 0.5


@dataclass(frozen=True, slots=True)
class Way:
    """A pair, its article on the domain that sorts first, the other one, and the direction (1: a copies b)."""

    pair: PairVerdict
    a: ArticleFacts
    b: ArticleFacts
    evidence: Evidence
    #: On how many domains the text stands.
    crowd: int = 1
    treatment: Treatment = AS_MEASURED
    way: int = 0
    #: True where both are copies of one source and neither is the other's.
    siblings: bool = False

    @property
    def ruled(self) -> bool:
        """True where a person said who copied."""
        return bool(self.treatment.copy)

    @property
    def finding(self) -> bool:
        """True for a pair that two measures, or a person, call a copy."""
        return self.pair.finding or self.ruled

    @property
    def shows_a_copier(self) -> bool:
        """True for a copy that is still there and counts: only such say what its domain is."""
        copy = self.a if self.way > 0 else self.b
        return bool(self.way) and self.finding and self.treatment.counts and not copy.gone

    def turned(self, way: int, reason: str) -> Way:
        """The same pair with another direction, and why."""
        evidence = replace(self.evidence, reasons=(*self.evidence.reasons, reason)) if reason else self.evidence
        return replace(self, way=way, evidence=evidence)


@dataclass(frozen=True, slots=True)
class Group:
    """Pairs of two domains that count, or those that do not; `a` of each row is on `a_domain`."""

    a_domain: str
    b_domain: str
    rows: Sequence[Way]

    @property
    def findings(self) -> list[Evidence]:
        """Evidence of the pairs that count."""
        return [row.evidence for row in self.rows if row.pair.finding]

    @property
    def by_one_sign(self) -> str:
        """What alone says who copied, without trace or declaration: claimed times or names; empty where both agree."""
        if any(row.evidence.a_copies or row.evidence.b_copies for row in self.rows):
            return ""
        timed = any(row.way and row.evidence.time for row in self.rows)
        named = speaks([e.name > 0 for e in self.findings], [e.name < 0 for e in self.findings])
        if named and not timed:
            return "names of the publisher"
        return "claimed times" if timed and named != self.way else ""

    @property
    def by_times(self) -> bool:
        """True where claimed times alone give the direction."""
        return bool(self.way) and self.by_one_sign == "claimed times"

    @property
    def sides(self) -> tuple[str, str]:
        """Copier and source, as most pairs say."""
        return (self.a_domain, self.b_domain) if self.way > 0 else (self.b_domain, self.a_domain)

    @property
    def claims(self) -> tuple[list[str], list[str]]:
        """Claims of the copier's articles and of the source's."""
        both = [[fact.published_at for fact in facts if fact.published_at] for facts in zip(
            *((row.a, row.b) for row in self.rows), strict=True
        )]
        return (both[0], both[1]) if self.way > 0 else (both[1], both[0])

    def undecided(self, reason: str, least_crowd: int = 0) -> Group:
        """The group without directions of pairs whose text stands on so many domains."""
        rows = [row.turned(0, reason) if row.way and row.crowd >= least_crowd else row for row in self.rows]
        return replace(self, rows=rows)

    @property
    def way(self) -> int:
        """The direction that most pairs were given; 0 where none or as many either way."""
        total = sum(row.way for row in self.rows)
        return (total > 0) - (total < 0)


def second_look(groups: Sequence[Group], judged: Mapping[str, int]) -> list[Way]:
    """Take back directions that rest on claims a thief could have made, and decide some that were left open.

    `judged` is the number of judged articles of each domain, gone ones included.
    """
    elsewhere = [row for group in groups for row in group.rows if row.treatment.counts or row.treatment.elsewhere]
    coverage = coverage_of(judged, (fact for row in elsewhere if row.finding for fact in (row.a, row.b)))
    # Leads count here: what is only like another site's is not a site's own either.
    shared = coverage_of(judged, (fact for row in elsewhere for fact in (row.a, row.b)))
    groups = _timed_out([_doubted(group, shared) for group in groups], judged, coverage, shared)
    groups = [_ruled(group) for group in groups]
    copies = [
        (group.a_domain, group.b_domain) if row.way > 0 else (group.b_domain, group.a_domain)
        for group in groups
        for row in group.rows
        if row.shows_a_copier
    ]
    traced = [
        (group.a_domain, group.b_domain) if row.way > 0 else (group.b_domain, group.a_domain)
        for group in groups
        for row in group.rows
        if row.shows_a_copier and row.evidence.trace == row.way
    ]
    copiers = KnownCopiers(copies, coverage, traced)
    rows = [row for group in groups for row in _decided(group, copiers)]
    return list(_without_copies_of_copies(rows))


def _doubted(group: Group, coverage: dict[str, float]) -> Group:
    """Claimed times are the thief's own word: they do not count where the accused has more of its own than the accuser.
    Names of the publisher count no more by themselves, for a site may copy what others write of it.

    A site that back-dates its copies makes its victims look like copiers. But a victim has articles of its own, and a
    thief has next to none.
    """
    way = group.way
    sign = group.by_one_sign
    if not sign or not way:
        return group
    copier, source = (group.a_domain, group.b_domain) if way > 0 else (group.b_domain, group.a_domain)
    own, others = coverage.get(copier, 0.0), coverage.get(source, 0.0)
    if own >= others - ALIKE or (own <= MOSTLY_OWN and others <= MOSTLY_OWN):
        return group
    reason = (
        f"{sign} alone say that {copier} copies, but {1 - own:.0%} of it stands nowhere else, of {source} "
        f"{1 - others:.0%}"
    )
    return replace(group, rows=[row.turned(0, reason) if row.way else row for row in group.rows])


def _timed_out(
    groups: Sequence[Group], judged: Mapping[str, int], coverage: dict[str, float], shared: dict[str, float]
) -> list[Group]:
    """Take back directions of claimed times alone where all groups together show that they say something else."""
    taken: dict[str, dict[str, set[str]]] = {}
    for group in groups:
        if group.by_times:
            copier, source = group.sides
            pages = taken.setdefault(source, {}).setdefault(copier, set())
            pages.update((row.b if row.way > 0 else row.a).page_id for row in group.rows if row.way and row.finding)
    collectors = {source for source, of in taken.items() if is_collector(judged.get(source, 0), list(of.values()))}
    agencies = {source: len(of) for source, of in taken.items() if is_agency(of, coverage)}
    carriers = {copier for source in agencies for copier in taken[source] if coverage.get(copier, 0) < CARRIER_COVERAGE}

    def doubted(group: Group) -> Group:
        copier, source = group.sides
        if source in collectors:
            return group.undecided(f"what other sites have of {source} is something else each")
        if not _all_copied(copier, source, shared) and gives_one_day(*group.claims):
            return group.undecided(f"{copier} gives one day for nearly all")
        if copier in carriers and (source in agencies or source in carriers):
            many = agencies.get(source, 0) or "many"
            return group.undecided(f"{many} sites carry such stories", least_crowd=CROWD)
        return group

    return [doubted(group) if group.by_times else group for group in groups]


def _all_copied(copier: str, source: str, shared: dict[str, float]) -> bool:
    return shared.get(copier, 0.0) >= ALL_COPIED and shared.get(source, 0.0) <= SOURCE_OWN


def _ruled(group: Group) -> Group:
    """A person's word on who copied stands above what is measured, of this pair alone."""
    if not any(row.ruled for row in group.rows):
        return group
    rows = [
        replace(row, way=1 if row.treatment.copy == row.a.page_id else -1) if row.ruled else row for row in group.rows
    ]
    return replace(group, rows=rows)


def _decided(group: Group, copiers: KnownCopiers) -> list[Way]:
    """Rows of a group without any direction, where the domains' other pairs give one."""
    if any(row.way for row in group.rows if not row.ruled):
        return list(group.rows)
    way = copiers.decide(group.a_domain, group.b_domain, [e for e in group.findings if e.tells_time])
    if not way:
        return list(group.rows)
    names = (group.a_domain, group.b_domain) if way > 0 else (group.b_domain, group.a_domain)
    reason = copiers.reason(*names)
    return [
        row if row.ruled else row.turned(0 if row.evidence.contradictory else way, reason) for row in group.rows
    ]


def _without_copies_of_copies(rows: Sequence[Way]) -> Iterator[Way]:
    """Two copies of one source did not copy each other, unless one bears a trace of the other or a person says so.

    Where a person said that one of them is no copy of the source, the two still have its text from there.
    """
    sources: dict[str, dict[str, Way]] = {}
    for row in rows:
        if row.way and row.finding:
            copy, source = (row.a, row.b) if row.way > 0 else (row.b, row.a)
            sources.setdefault(copy.page_id, {})[source.page_id] = row
    for row in rows:
        mine, theirs = sources.get(row.a.page_id, {}), sources.get(row.b.page_id, {})
        common = mine.keys() & theirs.keys()
        if row.way and common and row.evidence.trace != row.way and not row.ruled:
            source_id = min(common)
            links = (mine[source_id], theirs[source_id])
            domain = next(fact.domain for fact in (links[0].a, links[0].b) if fact.page_id == source_id)
            plainly = all(link.treatment.counts or link.treatment.elsewhere for link in links)
            reason = f"both copy {domain}" if plainly else f"both share text with {domain}"
            yield replace(row.turned(0, reason), siblings=True)
        else:
            yield row
