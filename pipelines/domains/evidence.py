"""What a pair says of its direction.

Kinds of evidence, strongest first. A canonical or an attribution line that names the other site is the copy's
own word. Links into the other site, links that have a place on the other site alone, and images on its hosts are
traces that copying leaves. A body that speaks of the other as its publisher says less, for a site may copy news about
itself; so do claimed times, for scrapers back-date; when a page was first fetched says least, for within a crawl the
order is chance.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from ..purify.url import domain_of
from .claimed_time import ClaimedTime, beyond_zones, earlier, parse_claim
from .leftover_links import linked_domains
from .site_names import SiteNames, attribution_domains, plain_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .facts import ArticleFacts
    from .habits import Habits
    from .image_hosts import ImageHosts
    from .link_forms import LinkForms
    from .publisher_names import PublisherNames

#: Points of a declaration and of a trace: a link or an image alone does not outweigh what a page says itself.
DECLARED, LINK, IMAGE = 4, 2, 2
_DAY = timedelta(days=1)
#: Articles whose marks are remembered; those of the others are read again.
_MOST_MARKS = 50_000


@dataclass(frozen=True, slots=True)
class Evidence:
    """What one pair (a, b) says. Signs: positive where a copies b, negative where b copies a."""

    #: Points of declarations and traces for "a copies b" and for "b copies a".
    a_copies: int = 0
    b_copies: int = 0
    #: "canonical" or "attribution" where that article declares itself a repost of the other, else empty.
    a_declares: str = ""
    b_declares: str = ""
    #: Of the points, those of a source's name alone, without link or address.
    a_by_name: int = 0
    b_by_name: int = 0
    #: Both name the same third source.
    shared_source: bool = False
    #: The article names a source that is not the other.
    a_names_third: bool = False
    b_names_third: bool = False
    #: Whose publisher the text names as its own, where it names one of the two.
    name: int = 0
    #: Claimed times.
    time: int = 0
    #: True where one of the two gives a time at all.
    dated: bool = True
    #: False where the difference may be that of time zones.
    time_is_sure: bool = True
    #: Days on which the two were first fetched.
    sighting: int = 0
    reasons: tuple[str, ...] = ()

    @property
    def trace(self) -> int:
        """Which way declarations and traces point; 0 where there are none or they contradict each other."""
        if self.a_copies >= 2 * self.b_copies and self.a_copies:
            return 1
        return -1 if self.b_copies >= 2 * self.a_copies and self.b_copies else 0

    @property
    def says_something(self) -> bool:
        """True where anything at all speaks of the direction."""
        return bool(self.a_copies or self.b_copies or self.name or self.time or self.sighting)

    @property
    def tells_time(self) -> bool:
        """True where the claimed times may tell who copied: not where one took its text from a third."""
        return not (self.a_names_third or self.b_names_third or self.shared_source)

    @property
    def contradictory(self) -> bool:
        """True where traces point both ways with like strength."""
        return bool(self.a_copies and self.b_copies and not self.trace)


@dataclass(frozen=True, slots=True)
class Marks:
    """What one article bears, read once for all its pairs."""

    claim: ClaimedTime | None
    #: First fetch of the address, and of the text that is there, naive UTC.
    seen: datetime | None
    text_seen: datetime | None
    #: Foreign domains that the body links to, on whose hosts its images lie, and that attribution links lead
    #: to.
    links: frozenset[str]
    image_owners: frozenset[str]
    attributed_to: frozenset[str]
    #: Foreign domain that the page names as canonical, or empty.
    canonical: str
    #: Named source for comparison, empty where it names nobody or its own site.
    source: str
    names_another: bool


class EvidenceReader:
    """Reads the evidence of a pair; holds what was learned from the whole crawl."""

    def __init__(
        self,
        watched_since: Mapping[str, datetime],
        names: SiteNames,
        hosts: ImageHosts,
        publishers: PublisherNames,
        forms: LinkForms,
        habits: Habits,
    ) -> None:
        self._habits = habits
        self._names = names
        self._hosts = hosts
        self._publishers = publishers
        self._forms = forms
        self._marks: dict[str, Marks] = {}
        #: When each domain was first fetched at all: before that, not having seen a page means nothing.
        self._watched_since = watched_since

    def marks(self, article: ArticleFacts) -> Marks:
        """The article's own marks."""
        known = self._marks.get(article.page_id)
        if known is None:
            if len(self._marks) >= _MOST_MARKS:
                self._marks.clear()
            canonical = domain_of(article.canonical_url) if article.canonical_declared else ""
            itself = self._names.names_itself(article)
            known = self._marks[article.page_id] = Marks(
                claim=parse_claim(article.published_at),
                seen=_moment(article.first_fetched_at),
                text_seen=_moment(article.text_since or article.first_fetched_at),
                links=linked_domains(article),
                image_owners=self._hosts.owners_of(article),
                attributed_to=attribution_domains(article),
                canonical="" if canonical == article.domain else canonical,
                source="" if itself else plain_name(article.source_name),
                names_another=self._names.names_another(article),
            )
        return known

    def keeps_links(self, copy: ArticleFacts, source: ArticleFacts) -> bool:
        """True where the copy links into the source's site, into a third by its internal forms, or to places on its own
        host that only the source has.
        """
        return (
            source.domain in self.marks(copy).links
            or bool(self._forms.kept(copy, source.domain))
            or bool(self._forms.foreign(copy, source.domain))
        )

    def names_publisher(self, copy: ArticleFacts, source: ArticleFacts) -> bool:
        """True where the copy's body still speaks of the source's publisher."""
        return bool(self._publishers.naming(copy, source.domain))

    def read(self, a: ArticleFacts, b: ArticleFacts) -> Evidence:
        """All evidence on two articles of different domains."""
        mine, theirs = self.marks(a), self.marks(b)
        reasons: list[str] = []
        a_copies, a_declares = self._traces(a, b, reasons)
        b_copies, b_declares = self._traces(b, a, reasons)
        if a_declares == b_declares == "canonical":
            # Each names the other: neither does.
            a_copies, b_copies, a_declares, b_declares = a_copies - DECLARED, b_copies - DECLARED, "", ""
        a_named, b_named = self._publishers.speaks_for(a, b), self._publishers.speaks_for(b, a)
        for article, other, name in ((a, b, a_named), (b, a, b_named)):
            if name:
                reasons.append(f"the body on {article.domain} speaks of {name}, which is {other.domain}")
        time = earlier(mine.claim, theirs.claim)
        if time:
            first, second = (b, a) if time > 0 else (a, b)
            reasons.append(f"{second.domain} says {second.published_at}, {first.domain} {first.published_at}")
        sighting = self._sighting(a, b)
        if sighting:
            first, second = (b, a) if sighting > 0 else (a, b)
            days = first.first_fetched_at[:10], (second.text_since or second.first_fetched_at)[:10]
            reasons.append(f"first seen on {first.domain} {days[0]}, on {second.domain} {days[1]}")
        shared = bool(mine.source) and mine.source == theirs.source and not (a_declares or b_declares)
        if shared:
            reasons.append(f"both name {a.source_name.strip()} as their source")
        return Evidence(
            a_copies=a_copies,
            b_copies=b_copies,
            a_declares=a_declares,
            b_declares=b_declares,
            a_by_name=self._by_name(a, b, a_declares),
            b_by_name=self._by_name(b, a, b_declares),
            shared_source=shared,
            a_names_third=not a_declares and mine.names_another,
            b_names_third=not b_declares and theirs.names_another,
            name=bool(a_named) - bool(b_named),
            time=time,
            dated=bool(mine.claim or theirs.claim),
            time_is_sure=beyond_zones(mine.claim, theirs.claim),
            sighting=sighting,
            reasons=tuple(reasons),
        )

    def _traces(self, copy: ArticleFacts, source: ArticleFacts, reasons: list[str]) -> tuple[int, str]:
        marks = self.marks(copy)
        points, declares = 0, ""
        if source.domain in marks.attributed_to or (
            marks.source and self._names.means(copy.source_name, source.domain)
        ):
            points, declares = DECLARED, "attribution"
            reasons.append(f"{copy.domain} names {source.domain} as its source")
        elif source.url in copy.body_links:
            points, declares = DECLARED, "attribution"
            reasons.append(f"{copy.domain} links to the very page of {source.domain}")
        if marks.canonical == source.domain:
            points, declares = DECLARED, "canonical"
            reasons.append(f"{copy.domain} names a page of {source.domain} as canonical")
        if source.domain in marks.links and not self._habits.links_to(copy.domain, source.domain):
            points += LINK
            reasons.append(f"the body on {copy.domain} links into {source.domain}")
        elif kept := self._forms.kept(copy, source.domain):
            points += LINK
            reasons.append(f"{copy.domain} links to {kept} on its own host, as only {source.domain} has it")
        if source.domain in marks.image_owners and not self._habits.shows(copy, source.domain):
            points += IMAGE
            reasons.append(f"{copy.domain} shows images from hosts of {source.domain}")
        return points, declares

    def _by_name(self, copy: ArticleFacts, source: ArticleFacts, declares: str) -> int:
        """Points of a declaration that rests on a name alone."""
        if declares != "attribution" or source.domain in self.marks(copy).attributed_to:
            return 0
        addressed = source.url in copy.body_links or source.domain in copy.source_name.casefold()
        return 0 if addressed else DECLARED

    def _sighting(self, a: ArticleFacts, b: ArticleFacts) -> int:
        if self._came_after(a, b):
            return 1
        return -1 if self._came_after(b, a) else 0

    def _came_after(self, late: ArticleFacts, early: ArticleFacts) -> bool:
        """True where one address was not there yet when the other had its text.

        An address that was there may have had a text of its own until lately, or a shorter version of this one.
        """
        came, had = self.marks(late).seen, self.marks(early).text_seen
        if came is None or had is None:
            return False
        return came - had >= _DAY and self._watched_since[late.domain] <= had


def _moment(text: str) -> datetime | None:
    """A fetch time as naive UTC."""
    claim = parse_claim(text)
    return claim.utc if claim else None
