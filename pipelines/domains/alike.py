"""Pairs alike, for which rulings on a sample of them speak."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .review import SAMPLE, UNCLEAR, class_of
from .treatment import Treatment

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..index.rulings import Ruling
    from .review import Class
    from .settle import Settled, Settlement

    Pair = tuple[str, str]


@dataclass(slots=True)
class Alike:
    """Pairs of one class, and what was ruled on some of them."""

    name: Class
    members: list[Settled] = field(default_factory=list)
    #: Members with a ruling that speaks for others.
    answered: list[Settled] = field(default_factory=list)
    #: The domain that was ruled to copy, or "" for pairs that were ruled no copies.
    ways: set[str] = field(default_factory=set)

    @property
    def agree(self) -> bool:
        """True where something was ruled, and always the same way.

        Findings that show a copier can be confirmed by a sample; they are cleared one by one.
        """
        shown = self.name[2]
        return bool(self.answered) and len(self.ways) == 1 and (shown in ("", UNCLEAR) or self.ways == {shown})

    def treatments(self) -> dict[Pair, Treatment]:
        """Treatment of all members where enough rulings agree, else of none."""
        if not self.agree or len(self.answered) < SAMPLE:
            return {}
        [copier] = self.ways
        found = ((settled, self._treatment(settled, copier)) for settled in self.members)
        return {(settled.pair.a, settled.pair.b): treatment for settled, treatment in found if treatment}

    def _treatment(self, settled: Settled, copier: str) -> Treatment | None:
        """None for a pair that itself points the other way."""
        words = f"settled with {len(self.answered)} rulings on alike pairs"
        if not copier:
            return Treatment(f"{words}: no copy", counts=False, elsewhere=False, denied=True)
        copy, source = settled.first, settled.second
        if copy.domain != copier:
            copy, source = source, copy
        if source.page_id == settled.traced_copy or (settled.known and settled.first is source):
            return None
        return Treatment(f"{words}: a copy", copy=copy.page_id, by_others=True)


def alike_pairs(measured: Settlement, rulings: Mapping[Pair, Ruling]) -> list[Alike]:
    """The classes of pairs on one of which somebody ruled; `rulings` are those that hold.

    `measured` is the settlement without rulings on pairs, so that no ruling changes which pairs another speaks for.
    """
    where = {frozenset((ruling.first.domain, ruling.second.domain)) for ruling in rulings.values()}
    found: dict[Class, Alike] = {}
    for settled in measured.pairs:
        if frozenset((settled.first.domain, settled.second.domain)) not in where or not _may_be_asked(settled):
            continue
        name = class_of(settled)
        alike = found.setdefault(name, Alike(name))
        alike.members.append(settled)
        ruling = rulings.get((settled.pair.a, settled.pair.b))
        if ruling:
            alike.ways.add(ruling.first.domain if ruling.kind == "copy" else "")
            # A release is told by its own text: it says nothing for other pairs, though it may speak against.
            if ruling.kind != "official":
                alike.answered.append(settled)
    return list(found.values())


def _may_be_asked(settled: Settled) -> bool:
    """True for a lead, a finding of unclear direction or one that is not sure, if it could accuse somebody."""
    if settled.attributed or settled.siblings:
        return False
    if settled.known and settled.pair.finding and settled.pair.tier == "high":
        return False
    return settled.first.judged or (settled.second.judged and not settled.known)
