"""Splices: articles put together from parts of several others, and from which."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from .verdict import DIFFER

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from .pair import PairVerdict

    Key = tuple[str, str]
    _Held = tuple[int, str, Key]


#: Parts of an article that stand in its sources together, and in one of them at most: nine of ten in one is a copy.
SPLICED_PARTS, MOST_OF_ONE = 5, 8
#: A splice takes a part of its source and with it a part of the facts: so much of what the shared text lets expect.
#: Of splices of three 95 in 100 reach 0.63 of it.
FACTS_OF_PART = 0.5


def name_splices(pairs: Mapping[Key, PairVerdict], name_of: Callable[[str], str]) -> dict[Key, PairVerdict]:
    """The same verdicts, with the sources named where an article is spliced from two or more.

    An article is a splice when half of its ten parts or more stand in two sources or more. Sources that hold the same
    parts are carriers of one story and count once. A passage that would be a lead by itself is a finding in a splice.
    `name_of` gives what to call a page.
    """
    held: dict[str, list[_Held]] = defaultdict(list)
    for key, pair in pairs.items():
        for page, other, mask, given in (
            (pair.a, pair.b, pair.parts_of_a, pair.parts_of_b), (pair.b, pair.a, pair.parts_of_b, pair.parts_of_a)
        ):
            # A source has more than it gave. What stands in the page whole is an excerpt of it, and no source.
            if mask and given.bit_count() <= MOST_OF_ONE:
                held[page].append((mask, other, key))
    found = dict(pairs)
    for page in sorted(held):
        sources = _sources(held[page])
        if len(sources) < 2 or _covered(sources).bit_count() < SPLICED_PARTS:
            continue
        named = ", ".join(f"{name_of(other)} ({mask.bit_count()} of ten parts)" for mask, other, _ in sources)
        reason = f"{name_of(page)} is spliced from {named}"
        for mask, _, key in held[page]:
            pair = found[key]
            if mask.bit_count() > MOST_OF_ONE or _differ(pair):
                continue
            tier = "medium" if pair.tier == "suspected" else pair.tier
            reasons = (*(said.removesuffix(DIFFER) for said in pair.reasons), reason)
            found[key] = replace(pair, kind="spliced", tier=tier, finding=True, reasons=reasons)
    return found


def _differ(pair: PairVerdict) -> bool:
    """Whether the two share fewer facts than the text they share would bring."""
    agree, shared = pair.immutables_agree, pair.char_containment
    return agree is not None and shared is not None and agree < FACTS_OF_PART * shared


def _covered(sources: Sequence[_Held]) -> int:
    covered = 0
    for mask, _, _ in sources:
        covered |= mask
    return covered


def _sources(held: Sequence[_Held]) -> list[_Held]:
    """The fewest sources that each add most of their parts, the largest first; none where one holds nearly all."""
    if max(mask.bit_count() for mask, _, _ in held) > MOST_OF_ONE:
        return []
    chosen: list[_Held] = []
    covered = 0
    for entry in sorted(held, key=lambda one: (-one[0].bit_count(), one[1])):
        if (entry[0] & ~covered).bit_count() > entry[0].bit_count() // 2:
            chosen.append(entry)
            covered |= entry[0]
    return chosen
