"""What a person ruled, applied: to the pair itself, to copies of an official release, and to pairs alike."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from .alike import alike_pairs
from .releases import carried_by_both
from .review import SAMPLE
from .treatment import AS_MEASURED, Treatment

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ..index.rulings import Ruling
    from .review import Class
    from .settle import Readings, Settled, Settlement

    Pair = tuple[str, str]

#: How each kind of ruling reads.
_WORDS = {
    "copy": "ruled a copy",
    "not_copy": "ruled no copy",
    "quote": "ruled a fair quotation",
    "official": "ruled an official release",
    "same_owner": "ruled sites of one owner",
}


@dataclass(frozen=True, slots=True)
class Standing:
    """A ruling, and whether it still holds."""

    ruling: Ruling
    #: Why it does not hold any more; empty where it does.
    lapsed: str = ""

    @property
    def words(self) -> str:
        """The ruling with who made it, when and why, or that it has lapsed."""
        ruling = self.ruling
        if self.lapsed:
            return f"a ruling of {ruling.ruled_at[:10]} has lapsed: {self.lapsed}"
        by = f" by {ruling.reviewer}" if ruling.reviewer else ""
        note = f": {ruling.note}" if ruling.note else ""
        return f"{_WORDS[ruling.kind]} on {ruling.ruled_at[:10]}{by}{note}"


def standing(
    rulings: Iterable[Ruling], simhashes: Mapping[str, str], *, today: str, distance: int
) -> tuple[Standing, ...]:
    """Which rulings hold on the day `today` (ISO 8601).

    `simhashes` are those that the ruled pages have now, hex, by page id. A page whose SimHash is more than `distance`
    bits from what it was, or that has none, has changed: what was ruled on is no longer there. Who owns two sites does
    not hang on the text of a page.
    """
    return tuple(Standing(ruling, _lapse(ruling, simhashes, today, distance)) for ruling in rulings)


def _lapse(ruling: Ruling, simhashes: Mapping[str, str], today: str, distance: int) -> str:
    if ruling.until and ruling.until < today:
        return f"it held until {ruling.until}"
    if ruling.kind == "same_owner":
        return ""
    for page in (ruling.first, ruling.second):
        now = simhashes.get(page.page_id, "")
        # Fingerprints of other lengths are of another store and cannot be compared.
        if len(now) != len(page.simhash) or (int(now, 16) ^ int(page.simhash, 16)).bit_count() > distance:
            return "the page has changed"
    return ""


class Rulings:
    """Rulings at hand, one a pair whatever the order in which they come."""

    def __init__(self, given: Iterable[Standing]) -> None:
        ranked = sorted(given, key=lambda one: (one.ruling.ruled_at, repr(one)))
        self._of = {one.ruling.pair: one for one in ranked}
        #: Rulings on the pair itself that hold; who owns two sites is said of the sites.
        self._holding = {
            pair: one.ruling
            for pair, one in sorted(self._of.items())
            if not one.lapsed and one.ruling.kind != "same_owner"
        }
        #: Domains, in order of their names, of which a person said that one copies the other: they have two owners.
        self.two_owners = frozenset(
            (min(domains), max(domains))
            for ruling in self._holding.values()
            if ruling.kind == "copy"
            for domains in [(ruling.first.domain, ruling.second.domain)]
        )
        #: Domains, in order of their names -> words of the ruling that makes them one owner's.
        self._owners: dict[Pair, str] = {}
        for _, one in sorted(self._of.items()):
            if one.ruling.kind == "same_owner" and not one.lapsed:
                a, b = sorted((one.ruling.first.domain, one.ruling.second.domain))
                self._owners.setdefault((a, b), f"{a} and {b} were {one.words}")

    def __bool__(self) -> bool:
        return bool(self._of)

    def same_owner(self, a: str, b: str) -> str:
        """Why copying between two domains of one owner counts for nothing; empty where nobody ruled so."""
        return self._owners.get((a, b) if a < b else (b, a), "")

    def waiting(self, readings: Readings) -> tuple[Pair, ...]:
        """Ruled pairs that nothing joins now; of who owns two sites a ruling needs no pair."""
        found = {(row.pair.a, row.pair.b) for row in readings.rows()} if self._of else set()
        return tuple(
            pair for pair, one in sorted(self._of.items()) if pair not in found and one.ruling.kind != "same_owner"
        )

    def treatments(
        self, readings: Readings, excused: Mapping[Pair, Treatment], measured: Settlement
    ) -> dict[Pair, Treatment]:
        """Treatment of each pair that an allowance or a ruling bears on; `measured` is the settlement without rulings
        on pairs.

        What excuses two domains goes before any ruling on a pair, a ruling on a pair before what was ruled on others.
        """
        found = dict(excused)
        for pair, one in self._of.items():
            found[pair] = _with_words(excused[pair], one) if pair in excused else _own(one)
        releases = [pair for pair, ruling in self._holding.items() if ruling.kind == "official"]
        for pair, release in carried_by_both(readings, releases).items():
            self._add(found, pair, Treatment(f"both carry what was {self._of[release].words}", counts=False))
        for alike in alike_pairs(measured, self._holding):
            for pair, treatment in alike.treatments().items():
                self._add(found, pair, treatment)
        return found

    def answered(self, measured: Settlement) -> dict[Class, list[Settled]]:
        """Of pairs alike those that were ruled on, where all were ruled the same way and a few more such rulings would
        speak for the rest.
        """
        return {
            alike.name: alike.answered
            for alike in alike_pairs(measured, self._holding)
            if alike.agree and len(alike.answered) < SAMPLE
        }

    def _add(self, found: dict[Pair, Treatment], pair: Pair, treatment: Treatment) -> None:
        """Treat a pair as others say, unless a ruling of its own or something before does."""
        known = found.get(pair, AS_MEASURED)
        if pair not in self._holding and known.counts:
            # What is known of it can only be that a ruling has lapsed.
            words = f"{known.reason}; {treatment.reason}" if known.reason else treatment.reason
            found[pair] = replace(treatment, reason=words)


def _own(one: Standing) -> Treatment:
    kind = one.ruling.kind
    if one.lapsed or kind == "same_owner":
        return Treatment(one.words)
    if kind == "copy":
        return Treatment(one.words, copy=one.ruling.first.page_id)
    return Treatment(one.words, counts=False, elsewhere=kind == "official", denied=kind in ("not_copy", "quote"))


def _with_words(treatment: Treatment, one: Standing) -> Treatment:
    if one.ruling.kind == "same_owner" and not one.lapsed:
        return treatment
    return replace(treatment, reason=f"{treatment.reason}; {one.words}")
