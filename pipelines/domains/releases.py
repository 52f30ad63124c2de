"""Official releases: which pages carry one that a person ruled on."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from .second_look import Way
    from .settle import Readings

    Pair = tuple[str, str]


def carried_by_both(readings: Readings, releases: Collection[Pair]) -> dict[Pair, Pair]:
    """Pairs of pages that carry the same release -> that release, named by the pair that was ruled on.

    A release is carried by the two pages that were ruled on and by those that findings join to either. Linear in pairs.
    """
    ruled = {page for pair in releases for page in pair}
    rows: dict[str, list[Way]] = defaultdict(list)
    for row in readings.rows():
        for page in {row.pair.a, row.pair.b} & ruled:
            rows[page].append(row)
    carried: dict[str, set[Pair]] = defaultdict(set)
    for pair in releases:
        for page in pair:
            for carrier in _carriers(page, pair, rows[page]):
                carried[carrier].add(pair)
    found = {}
    for row in readings.rows():
        a, b = row.pair.a, row.pair.b
        common = carried[a] & carried[b] if a in carried and b in carried else None
        if common:
            found[a, b] = min(common)
    return found


def _carriers(page: str, release: Pair, rows: Sequence[Way]) -> set[str]:
    """Pages that share the release with a page that was ruled on, itself included.

    A page may hold more than the release: who shares other parts of it carries none. Without a pair of the two pages
    that were ruled on nobody can tell which parts those are.
    """
    ruled = [row for row in rows if (row.pair.a, row.pair.b) == release]
    if not ruled:
        return set()
    parts = _parts(page, ruled[0])
    found = {page}
    for row in rows:
        others = _parts(page, row)
        if row.pair.finding and (not parts or not others or parts & others):
            found |= {row.pair.a, row.pair.b}
    return found


def _parts(page: str, row: Way) -> int:
    """Which of ten parts of the page stand in the other."""
    return row.pair.parts_of_a if row.pair.a == page else row.pair.parts_of_b
