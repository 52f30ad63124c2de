"""When claimed times alone do not say who copied.

A time is the accused's or the accuser's own word. Three things show that it tells something else than who wrote it: a
source from which several sites "copy", each something else; a site that gives one day for nearly all it has; and a
source whose stories many sites with much of their own carry.
"""

from __future__ import annotations

from collections import Counter
from math import prod
from typing import TYPE_CHECKING

from .bursts import poisson_tail

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

#: Sites that are said to copy from one source before it is asked whether they take the same; and the chance under which
#: what they take is too different to be drawn from one stock.
LEAST_SPOKES, DISJOINT = 3, 0.001
#: Share of a site's claims on one day, with so many claims at least, and the largest share on one day of a source that
#: publishes day by day.
ONE_DAY, LEAST_CLAIMS, SPREAD = 0.8, 5, 0.2
#: Share of a copier and of its source that stands elsewhere, from and up to which one day for all is no excuse.
ALL_COPIED, MOSTLY_OWN = 0.8, 0.6
#: Sites that carry a source's stories before it is an agency, and the share of each that may stand elsewhere.
CARRIERS, CARRIER_COVERAGE = 5, 0.8


def is_collector(judged: int, taken: Collection[Collection[str]]) -> bool:
    """True for a source of ``judged`` articles from which each of several sites has something else.

    ``taken`` are the source's articles that each site has. Sites that draw from one stock, each a share p of it, have
    1 - prod(1 - p) - sum p / (1 - p) prod(1 - p) of it in common with another; far fewer (chance under
    :data:`DISJOINT`, Poisson) are the other way round: the "source" collected from each.
    """
    if len(taken) < LEAST_SPOKES or not judged:
        return False
    shares = [min(1 - 1e-9, len(pages) / judged) for pages in taken]
    none = prod(1 - share for share in shares)
    one = sum(share * none / (1 - share) for share in shares)
    counts = Counter(page for pages in taken for page in pages)
    in_common = sum(1 for count in counts.values() if count > 1)
    return poisson_tail(in_common + 1, judged * (1 - none - one)) > 1 - DISJOINT


def gives_one_day(copier: Iterable[str], source: Iterable[str]) -> bool:
    """True where nearly all claims of the copier are of one day (a migration's) and those of the source are spread."""
    mine, theirs = (Counter(claim[:10] for claim in claims) for claims in (copier, source))
    if mine.total() < LEAST_CLAIMS or not theirs:
        return False
    return max(mine.values()) >= ONE_DAY * mine.total() and max(theirs.values()) <= SPREAD * theirs.total()


def is_agency(carriers: Collection[str], coverage: Mapping[str, float]) -> bool:
    """True for a source carried by many sites most of which have much of their own."""
    own = sum(coverage.get(domain, 0.0) < CARRIER_COVERAGE for domain in carriers)
    return len(carriers) >= CARRIERS and 2 * own > len(carriers)
