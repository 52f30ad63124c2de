"""Splices: articles put together from parts of several others, and from which."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from .verdict import SPLICE_PARTS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from .pair import PairVerdict

    Key = tuple[str, str]


def name_splices(pairs: Mapping[Key, PairVerdict], name_of: Callable[[str], str]) -> dict[Key, PairVerdict]:
    """The same verdicts, with the sources named where an article is spliced from two or more.

    An article is a splice when three or more of its ten parts stand in one source and three or more others in another.
    Sources that hold the same parts are carriers of one story and count once. `name_of` gives what to call a page.
    """
    held: dict[str, list[tuple[int, str, Key]]] = defaultdict(list)
    for key, pair in pairs.items():
        if not pair.finding:
            continue
        for page, other, mask in ((pair.a, pair.b, pair.parts_of_a), (pair.b, pair.a, pair.parts_of_b)):
            if mask.bit_count() >= SPLICE_PARTS:
                held[page].append((mask, other, key))
    found = dict(pairs)
    for page in sorted(held):
        sources = _sources(held[page])
        if len(sources) < 2:
            continue
        named = ", ".join(f"{name_of(other)} ({mask.bit_count()} of ten parts)" for mask, other, _ in sources)
        for _, _, key in held[page]:
            reason = f"{name_of(page)} is spliced from {named}"
            found[key] = replace(found[key], kind="spliced", reasons=(*found[key].reasons, reason))
    return found


def _sources(held: Sequence[tuple[int, str, Key]]) -> list[tuple[int, str, Key]]:
    """The fewest sources that each add three parts or more, the largest first."""
    chosen: list[tuple[int, str, Key]] = []
    covered = 0
    for entry in sorted(held, key=lambda one: (-one[0].bit_count(), one[1])):
        if (entry[0] & ~covered).bit_count() >= SPLICE_PARTS:
            chosen.append(entry)
            covered |= entry[0]
    return chosen
