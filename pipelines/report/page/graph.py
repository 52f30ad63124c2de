"""Who copies whom: two columns, copiers on the left and their sources on the right."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ...domains.rows import DomainRow

#: Domains in a column at most; more could not be read.
MOST_NODES = 30
_SOURCE = re.compile(r"(?P<domain>[^;]+?) \((?P<count>\d+)\)(?:; |$)")
#: Sweeps of the barycentre method; crossings hardly change after the first few.
_SWEEPS = 4


@dataclass(frozen=True, slots=True)
class Graph:
    """Domains in the order in which they are drawn, and arrows from copier to source."""

    copiers: tuple[str, ...]
    sources: tuple[str, ...]
    #: (place in `copiers`, place in `sources`, copies), by place.
    arrows: tuple[tuple[int, int, int], ...]
    #: Arrows there are in all.
    total: int


def read_sources(top_sources: str) -> dict[str, int]:
    """Source -> copies traced to it, from the words of the column ``top_sources``."""
    return {found["domain"]: int(found["count"]) for found in _SOURCE.finditer(top_sources)}


def who_copies_whom(rows: Iterable[DomainRow]) -> Graph:
    """The graph of all copies that count, by ``top_sources``: each copy has one arrow, to its origin.

    The domains with most copies are drawn. Both columns are ordered by the barycentre method (Sugiyama, Tagawa and
    Toda, "Methods for visual understanding of hierarchical system structures", 1981): each domain stands at the mean
    place of those it is joined with, so that few arrows cross.
    """
    arrows = {(row.domain, source): count for row in rows if row.hits
              for source, count in read_sources(row.top_sources).items()}
    copied: Counter[str] = Counter()
    for (copier, _), count in arrows.items():
        copied[copier] += count
    copiers = _most(copied)
    traced: Counter[str] = Counter()
    for (copier, source), count in arrows.items():
        if copier in copiers:
            traced[source] += count
    sources = _most(traced)
    drawn = {pair: count for pair, count in arrows.items() if pair[0] in copiers and pair[1] in sources}
    back = {(source, copier): count for (copier, source), count in drawn.items()}
    copiers = [name for name in copiers if any((name, source) in drawn for source in sources)]
    for _ in range(_SWEEPS):
        sources = _by_barycentre(sources, copiers, back)
        copiers = _by_barycentre(copiers, sources, drawn)
    places = [
        (copiers.index(copier), sources.index(source), count) for (copier, source), count in drawn.items()
    ]
    return Graph(tuple(copiers), tuple(sources), tuple(sorted(places)), len(arrows))


def _most(counts: Counter[str]) -> list[str]:
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [name for name, _ in ranked[:MOST_NODES]]


def _by_barycentre(
    names: Sequence[str], others: Sequence[str], arrows: Mapping[tuple[str, str], int]
) -> list[str]:
    def centre(name: str) -> float:
        joined = [(place, arrows[name, other]) for place, other in enumerate(others) if (name, other) in arrows]
        weight = sum(count for _, count in joined)
        return sum(place * count for place, count in joined) / weight if weight else len(others)

    return sorted(names, key=lambda name: (centre(name), name))
