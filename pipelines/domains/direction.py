"""Who copies whom: the evidence of each pair, pooled over the two domains.

Kinds of evidence, strongest first. A canonical or an attribution line that names the other site is the copy's
own word. Links into the other site and images on its hosts are traces that copying leaves. Claimed times say
less, for scrapers back-date; when a page was first fetched says least, for within a crawl the order is
chance.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import TYPE_CHECKING

from ..purify.url import domain_of
from .claimed_time import ClaimedTime, earlier, parse_claim
from .leftover_links import keeps_links
from .site_names import SiteNames, attribution_domains, plain_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .facts import ArticleFacts
    from .image_hosts import ImageHosts

#: Points of a trace; a declaration outweighs a link or an image, not both together many times over.
DECLARED, LINK, IMAGE = 4, 2, 2
#: Share of the pooled evidence that must point one way.
ONE_WAY = 0.8
#: Share of a domain pair's pairs that must bear evidence before it speaks for the others (5 of 40 do, 1 of 40
#: not).
SPEAKS = 0.1
#: A text on this many domains is likely a wire story: then a claimed time needs this many pairs of the same
#: two domains behind it.
CROWD, CROWD_POOL = 5, 3
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What one pair (a, b) says. Signs: positive where a copies b, negative where b copies a."""

    #: Points of declarations and traces for "a copies b" and for "b copies a".
    a_copies: int = 0
    b_copies: int = 0
    #: "canonical" or "attribution" where that article declares itself a repost of the other, else empty.
    a_declares: str = ""
    b_declares: str = ""
    #: Both name the same third source.
    shared_source: bool = False
    #: The article names a source that is not the other.
    a_names_third: bool = False
    b_names_third: bool = False
    #: Claimed times.
    time: int = 0
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
    def contradictory(self) -> bool:
        """True where traces point both ways with like strength."""
        return bool(self.a_copies and self.b_copies and not self.trace)


class EvidenceReader:
    """Reads the evidence of a pair; holds what was learned from the whole crawl."""

    def __init__(self, articles: Iterable[ArticleFacts], names: SiteNames, hosts: ImageHosts) -> None:
        self._names = names
        self._hosts = hosts
        self._claims: dict[str, ClaimedTime | None] = {}
        #: When each domain was first fetched at all: before that, not having seen a page means nothing.
        self._watched_since: dict[str, datetime] = {}
        for article in articles:
            seen = _moment(article.first_fetched_at)
            if seen and seen <= self._watched_since.get(article.domain, seen):
                self._watched_since[article.domain] = seen

    def claim(self, article: ArticleFacts) -> ClaimedTime | None:
        """The article's claimed time of publication, read once."""
        if article.page_id not in self._claims:
            self._claims[article.page_id] = parse_claim(article.published_at)
        return self._claims[article.page_id]

    def read(self, a: ArticleFacts, b: ArticleFacts) -> Evidence:
        """All evidence on two articles of different domains."""
        reasons: list[str] = []
        a_copies, a_declares = self._traces(a, b, reasons)
        b_copies, b_declares = self._traces(b, a, reasons)
        time = earlier(self.claim(a), self.claim(b))
        if time:
            first, second = (b, a) if time > 0 else (a, b)
            reasons.append(f"{second.domain} says {second.published_at}, {first.domain} {first.published_at}")
        sighting = self._sighting(a, b)
        if sighting:
            reasons.append(f"first seen on {(b if sighting > 0 else a).domain}, a day or more before")
        source = plain_name(a.source_name)
        shared = (
            bool(source)
            and source == plain_name(b.source_name)
            and not (a_declares or b_declares)
            and not (self._names.names_itself(a) or self._names.names_itself(b))
        )
        if shared:
            reasons.append(f"both name {a.source_name.strip()} as their source")
        return Evidence(
            a_copies,
            b_copies,
            a_declares,
            b_declares,
            shared,
            a_names_third=not a_declares and self._names.names_another(a),
            b_names_third=not b_declares and self._names.names_another(b),
            time=time,
            sighting=sighting,
            reasons=tuple(reasons),
        )

    def _traces(self, copy: ArticleFacts, source: ArticleFacts, reasons: list[str]) -> tuple[int, str]:
        points, declares = 0, ""
        if source.domain in attribution_domains(copy) or self._names.means(copy.source_name, source.domain):
            points, declares = DECLARED, "attribution"
            reasons.append(f"{copy.domain} names {source.domain} as its source")
        if copy.canonical_declared and domain_of(copy.canonical_url) == source.domain:
            points, declares = DECLARED, "canonical"
            reasons.append(f"{copy.domain} names a page of {source.domain} as canonical")
        if keeps_links(copy, source.domain):
            points += LINK
            reasons.append(f"the body on {copy.domain} links into {source.domain}")
        if source.domain in self._hosts.owners_of(copy):
            points += IMAGE
            reasons.append(f"{copy.domain} shows images from hosts of {source.domain}")
        return points, declares

    def _sighting(self, a: ArticleFacts, b: ArticleFacts) -> int:
        a_seen, b_seen = _moment(a.first_fetched_at), _moment(b.first_fetched_at)
        if not a_seen or not b_seen:
            return 0
        if a_seen - b_seen >= _DAY and self._watched_since[a.domain] <= b_seen:
            return 1
        return -1 if b_seen - a_seen >= _DAY and self._watched_since[b.domain] <= a_seen else 0


def pooled(evidence: Sequence[Evidence], carriers: Sequence[int], speakers: Sequence[Evidence]) -> list[int]:
    """Direction of each pair of two domains: 1 where a copies b, -1 where b copies a, 0 unclear.

    ``evidence`` are pairs of the same two domains with ``a`` always on the same one, ``speakers`` those whose
    evidence is pooled; ``carriers`` says on how many domains each pair's text stands. A pair's own traces
    decide it unless all others speak against them; traces on a tenth of the pairs speak for all; only where
    there are none do claimed times speak, then first sightings.
    """
    strong = _speaks([e.a_copies for e in speakers], [e.b_copies for e in speakers])
    any_trace = any(e.a_copies or e.b_copies for e in speakers)
    times = _speaks([e.time > 0 for e in speakers], [e.time < 0 for e in speakers])
    timed = sum(1 for e in speakers if e.time)
    sightings = _speaks([e.sighting > 0 for e in speakers], [e.sighting < 0 for e in speakers])
    found = []
    for e, crowd in zip(evidence, carriers, strict=True):
        if e.contradictory:
            way = 0
        elif e.trace:
            declared = e.a_declares if e.trace > 0 else e.b_declares
            way = e.trace if declared or strong != -e.trace else 0
        elif strong:
            way = strong
        else:
            way = times if e.time in (0, times) else 0
            if way and crowd >= CROWD and timed < CROWD_POOL:
                way = 0
            if not timed and not any_trace:
                way = sightings if e.sighting in (0, sightings) else 0
            # Who names a third source wrote none of it and took it from elsewhere: times cannot tell from
            # whom.
            if (e.a_names_third if way > 0 else e.b_names_third) and not e.shared_source:
                way = 0
        found.append(way)
    return found


def _speaks(for_a: Sequence[int], for_b: Sequence[int]) -> int:
    """Which way pooled points go: 1, -1, or 0 where too few pairs bear any or they disagree."""
    total_a, total_b = sum(for_a), sum(for_b)
    bearing = sum(1 for a, b in zip(for_a, for_b, strict=True) if a or b)
    least = 1 if len(for_a) < 4 else max(2, ceil(SPEAKS * len(for_a)))
    if bearing < least:
        return 0
    if total_a >= ONE_WAY * (total_a + total_b):
        return 1
    return -1 if total_b >= ONE_WAY * (total_a + total_b) else 0


def _moment(text: str) -> datetime | None:
    """A fetch time as naive UTC."""
    claim = parse_claim(text)
    return claim.utc if claim else None
