"""What was found of each domain, crawl by crawl."""

from __future__ import annotations

import json
import struct
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from .crawls import last_crawl_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .record import ArticleRecord
    from .store import Txn

#: What a crawl can find of a page: there for the first time, there again or with another text, as it was, gone.
CHANGES = ("new", "changed", "unchanged", "gone")
_GONE = "gone"
_COUNTS = struct.Struct("<IIII")


@dataclass(frozen=True, slots=True)
class DomainState:
    """A domain as the report of one crawl saw it, and what that crawl found of its pages."""

    domain: str
    #: Number of the crawl, and when it was closed, ISO 8601 in UTC.
    crawl: int
    at: str
    verdict: str
    score: float
    review: str
    pages: int
    judged: int
    hits: int
    hits_high: int
    hit_rate_low: float | None
    copied_by: int
    #: Pages by what the crawl found of them (:data:`CHANGES`).
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    gone: int = 0

    @property
    def found(self) -> tuple[object, ...]:
        """All that was found of the domain, apart from when."""
        skipped = {"crawl", "at", *CHANGES}
        return tuple(value for name, value in asdict(self).items() if name not in skipped)


def state_of(record: ArticleRecord | None) -> str:
    """State of a page, to be compared with another: empty before it was found, "gone", or a digest of its text."""
    if record is None or not record.is_page:
        return ""
    return _GONE if record.is_gone else record.digest or "?"


def count_change(txn: Txn, domain: int, before: ArticleRecord | None, now: ArticleRecord) -> None:
    """Count what the crawl `now.asked_in` found of a page, one page once however often it is fetched."""
    old = ""
    if before is not None and before.asked_in == now.asked_in:
        old = _change(before.was, state_of(before))
    new = _change(now.was, state_of(now))
    if old == new:
        return
    key = domain.to_bytes(4, "big")
    counts = list(_COUNTS.unpack(txn.get("changes", key) or bytes(_COUNTS.size)))
    if old:
        place = CHANGES.index(old)
        counts[place] = max(0, counts[place] - 1)
    if new:
        counts[CHANGES.index(new)] += 1
    txn.put("changes", key, _COUNTS.pack(*counts))


def put_states(txn: Txn, states: Iterable[DomainState], domain_numbers: dict[str, int]) -> None:
    """Store what a crawl's report says of each domain that the crawl touched or that changed otherwise.

    Their counts of changes are taken from what was counted since the state before.
    """
    for state in states:
        number = domain_numbers[state.domain]
        key = number.to_bytes(4, "big")
        raw = txn.get("changes", key)
        if raw is None and last_crawl_of(txn, number) != state.crawl:
            last = last_state(txn, number, state.domain)
            if last is not None and last.found == state.found:
                continue
        counts = dict(zip(CHANGES, _COUNTS.unpack(raw or bytes(_COUNTS.size)), strict=True))
        txn.delete("changes", key)
        values = asdict(replace(state, **counts))
        del values["domain"], values["crawl"]
        txn.put("history", key + state.crawl.to_bytes(4, "big"), json.dumps(values, separators=(",", ":")).encode())


def states_of(txn: Txn, number: int, domain: str) -> list[DomainState]:
    """All states of a domain, the oldest first."""
    key = number.to_bytes(4, "big")
    cursor = txn.cursor("history")
    found = []
    if cursor.set_range(key):
        for name, value in cursor.iternext():
            if bytes(name[:4]) != key:
                break
            found.append(_state(domain, bytes(name), bytes(value)))
    return found


def last_state(txn: Txn, number: int, domain: str) -> DomainState | None:
    """The latest state of a domain; None before its first."""
    cursor = txn.cursor("history")
    behind = (number + 1).to_bytes(4, "big")
    found = cursor.prev() if cursor.set_range(behind) else cursor.last()
    name = bytes(cursor.key()) if found else b""
    return _state(domain, name, bytes(cursor.value())) if name[:4] == number.to_bytes(4, "big") else None


def _state(domain: str, name: bytes, value: bytes) -> DomainState:
    return DomainState(domain=domain, crawl=int.from_bytes(name[4:8], "big"), **json.loads(value))


def _change(was: str, now: str) -> str:
    """One of :data:`CHANGES`, or empty for a page that is unknown or gone both before and after."""
    if not now or (now == _GONE and was == _GONE):
        return ""
    if now == _GONE:
        return "gone"
    if not was:
        return "new"
    return "unchanged" if was == now else "changed"
