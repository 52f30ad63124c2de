"""Who copies whom: the evidence of each pair, pooled over the two domains."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .evidence import Evidence

#: Share of the pooled evidence that must point one way.
ONE_WAY = 0.8
#: Share of a domain pair's pairs that must bear evidence before it speaks for the others (5 of 40 do, 1 of 40
#: not).
SPEAKS = 0.1
#: A text on this many domains is likely a wire story: then a claimed time needs this many pairs of the same
#: two domains behind it.
CROWD, CROWD_POOL = 5, 3


def pooled(evidence: Sequence[Evidence], carriers: Sequence[int], speakers: Sequence[Evidence]) -> list[int]:
    """Direction of each pair of two domains: 1 where a copies b, -1 where b copies a, 0 unclear.

    ``evidence`` are pairs of the same two domains with ``a`` always on the same one, ``speakers`` those whose
    evidence is pooled; ``carriers`` says on how many domains each pair's text stands. A pair's own traces
    decide it unless all others speak against them; traces on a tenth of the pairs speak for all; only where
    there are none do claimed times speak, or first sightings, and names of the publisher. Where these contradict each
    other, none is believed.
    """
    # A name alone, without link or address, may mean somebody else: it speaks for its own pair only.
    strong = speaks([e.a_copies - e.a_by_name for e in speakers], [e.b_copies - e.b_by_name for e in speakers])
    any_trace = any(e.a_copies or e.b_copies for e in speakers)
    dated = [e for e in speakers if e.tells_time] or speakers
    times = speaks([e.time > 0 for e in dated], [e.time < 0 for e in dated])
    # A day's difference throughout may be that of time zones.
    if times and not any(e.time == times and e.time_is_sure for e in dated):
        times = 0
    timed = sum(1 for e in dated if e.time)
    names = speaks([e.name > 0 for e in speakers], [e.name < 0 for e in speakers])
    sightings = speaks([e.sighting > 0 for e in speakers], [e.sighting < 0 for e in speakers])
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
            # Two texts without any date, of sites that date their articles, are pages that all sites have.
            way = times if e.time in (0, times) and (e.dated or not timed) else 0
            if way and crowd >= CROWD and timed < CROWD_POOL:
                way = 0
            if not timed and not any_trace:
                way = sightings if e.sighting in (0, sightings) else 0
            name = names or e.name
            if name and -name in (way, e.time, times):
                way = 0
            elif e.name in (0, names):
                way = way or names
            # Who names a third source wrote none of it and took it from elsewhere: times cannot tell from
            # whom.
            if (e.a_names_third if way > 0 else e.b_names_third) and not e.shared_source:
                way = 0
        found.append(way)
    return found


def speaks(for_a: Sequence[int], for_b: Sequence[int]) -> int:
    """Which way pooled points go: 1, -1, or 0 where too few pairs bear any or they disagree."""
    total_a, total_b = sum(for_a), sum(for_b)
    bearing = sum(1 for a, b in zip(for_a, for_b, strict=True) if a or b)
    least = 1 if len(for_a) < 4 else max(2, ceil(SPEAKS * len(for_a)))
    if bearing < least:
        return 0
    if total_a >= ONE_WAY * (total_a + total_b):
        return 1
    return -1 if total_b >= ONE_WAY * (total_a + total_b) else 0
