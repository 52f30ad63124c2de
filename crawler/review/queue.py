"""Pairs of the last report in the order in which they are looked at, and which of them a filter leaves."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ...pipelines.match.pair import TIERS
from ...pipelines.purify.url import page_id

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from ...pipelines.domains.rows import DomainRow, MatchRow

#: Pairs on one page of the list.
PAGE = 50
STATES = ("open", "ruled")


def pair_name(a: str, b: str) -> str:
    """What a pair is called in addresses of the desk, by the page ids of the two in any order."""
    return f"{a}-{b}" if a < b else f"{b}-{a}"


@dataclass(frozen=True, slots=True)
class Filter:
    """Which pairs are wanted; as the query of an address says it."""

    domain: str = ""
    #: One of the tiers, or empty for all.
    tier: str = ""
    #: True for all pairs, False for those that are queued.
    every: bool = False
    #: "open" for pairs without a ruling, "ruled" for those with one, empty for both.
    state: str = ""

    @classmethod
    def of(cls, query: Mapping[str, str]) -> Filter:
        """The filter in a query; what makes no sense is as good as not said."""
        tier, state = query.get("tier", ""), query.get("state", "")
        return cls(
            domain=query.get("domain", "").strip().lower(),
            tier=tier if tier in TIERS else "",
            every=query.get("pairs") == "all",
            state=state if state in STATES else "",
        )

    def query(self) -> dict[str, Any]:
        """The filter as a query, without what is as usual."""
        told = {"domain": self.domain, "tier": self.tier, "pairs": "all" if self.every else "", "state": self.state}
        return {name: value for name, value in told.items() if value}


class Queue:
    """The pairs of a report, by tier, domain and address; `done` in the methods are the names of ruled pairs."""

    def __init__(self, matches: Iterable[MatchRow], domains: Iterable[DomainRow]) -> None:
        ranked = sorted(matches, key=lambda row: (TIERS.index(row.tier), row.domain, row.matched_domain, row.url,
                                                  row.matched_url))
        self._rows = {pair_name(page_id(row.url), page_id(row.matched_url)): row for row in ranked}
        self.domains = {row.domain: row for row in domains}
        self.queued = frozenset(name for name, row in self._rows.items() if row.review == "queue")
        counts = Counter(
            domain for name in self.queued for domain in (self._rows[name].domain, self._rows[name].matched_domain)
        )
        #: Domains that have a pair in the queue, and how many; most first.
        self.queued_domains: Sequence[tuple[str, int]] = sorted(counts.items(), key=lambda one: (-one[1], one[0]))

    def __len__(self) -> int:
        """Number of pairs, those that are not queued among them."""
        return len(self._rows)

    def row(self, name: str) -> MatchRow | None:
        """The pair of that name, None where the report has none."""
        return self._rows.get(name)

    def select(self, wanted: Filter, done: Collection[str]) -> list[str]:
        """Names of the pairs that a filter leaves, in order."""
        return [name for name, row in self._rows.items() if self._is_wanted(wanted, name, row, done)]

    def open_after(self, wanted: Filter, name: str, done: Collection[str]) -> str | None:
        """The next pair behind `name` that is not ruled on, from the start again at the end; None when none is left."""
        names = self.select(replace(wanted, state=""), done)
        place = names.index(name) + 1 if name in names else 0
        return next((one for one in [*names[place:], *names[:place]] if one not in done and one != name), None)

    def beside(self, wanted: Filter, name: str, done: Collection[str]) -> tuple[int, int, str | None, str | None]:
        """Place of a pair among those wanted, from 1 (0 where it is none of them), how many these are, and the pairs
        before and behind it.
        """
        names = self.select(replace(wanted, state=""), done)
        if name not in names:
            return 0, len(names), None, names[0] if names else None
        place = names.index(name)
        return (place + 1, len(names), names[place - 1] if place else None,
                names[place + 1] if place + 1 < len(names) else None)

    def _is_wanted(self, wanted: Filter, name: str, row: MatchRow, done: Collection[str]) -> bool:
        return (
            (wanted.every or name in self.queued)
            and wanted.tier in ("", row.tier)
            and wanted.domain in ("", row.domain, row.matched_domain)
            and (not wanted.state or (name in done) == (wanted.state == "ruled"))
        )
