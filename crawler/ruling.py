"""``scrapy reprint rule``: what a person rules on pairs, entered into the store."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from ..pipelines.domains.rulings import standing
from ..pipelines.index.rulings import (
    KINDS,
    RulingError,
    all_rulings,
    put_rulings,
    remove_ruling,
    ruling_of,
    ruling_on,
    simhashes_now,
    waiting_pairs,
)
from .last_day import if_over, last_day
from .rulings_file import read_rulings, write_rulings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..pipelines.domains.rulings import Standing
    from ..pipelines.index.rulings import Ruling
    from ..pipelines.index.store import Store, Txn

USAGE = (
    "say what to rule: rule copy COPY_URL SOURCE_URL, rule not_copy|quote|official|same_owner URL URL, rule list, "
    "rule export FILE, or rule import FILE; --note TEXT, --until YYYY-MM-DD and --reviewer NAME go with a ruling, "
    "--remove takes it back"
)
_EFFECT = "run scrapy reprint report to see the effect."


def rule(
    store: Store,
    words: Sequence[str],
    *,
    distance: int,
    note: str = "",
    until: str = "",
    reviewer: str = "",
    remove: bool = False,
) -> str:
    """Carry out one ``rule`` command; returns what to tell the user. `distance` is REPRINT_SIMHASH_DISTANCE."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    match list(words):
        case ["list"]:
            return _listing(store, now[:10], distance)
        case ["export", file]:
            return _counted(write_rulings(file, store.read(lambda txn: list(all_rulings(txn)))), f"written to {file}.")
        case ["import", file]:

            def take(txn: Txn) -> int:
                rulings = read_rulings(txn, file, now=now)
                put_rulings(txn, rulings)
                return len(rulings)

            return _counted(store.write(take), f"taken from {file}; {_EFFECT}")
        case [kind, url, other] if kind in KINDS and remove:
            return store.write(lambda txn: _take_back(txn, kind, url, other))
        case [kind, url, other] if kind in KINDS:
            until = last_day(until)

            def enter(txn: Txn) -> Ruling:
                ruling = ruling_on(txn, kind, url, other, ruled_at=now, reviewer=reviewer, note=note, until=until)
                put_rulings(txn, [ruling])
                return ruling

            return f"Ruled: {_said(store.write(enter))}; {_EFFECT}{if_over(until)}"
    raise RulingError(f"{USAGE}.")


def _take_back(txn: Txn, kind: str, url: str, other: str) -> str:
    ruling = ruling_of(txn, url, other)
    if ruling is None:
        raise RulingError(f"There is no ruling on {url} and {other}; scrapy reprint rule list shows all.")
    if ruling.kind != kind:
        raise RulingError(f"The ruling on {url} and {other} is {ruling.kind}, not {kind}; give that to take it back.")
    remove_ruling(txn, ruling)
    return f"Took back: {_said(ruling)}; {_EFFECT}"


def _listing(store: Store, today: str, distance: int) -> str:
    def read(txn: Txn) -> tuple[list[Ruling], dict[str, str], frozenset[tuple[str, str]]]:
        rulings = list(all_rulings(txn))
        return rulings, simhashes_now(txn, rulings), waiting_pairs(txn)

    rulings, simhashes, waiting = store.read(read)
    if not rulings:
        return "Nothing is ruled."
    found = standing(rulings, simhashes, today=today, distance=distance)
    return "\n".join(
        _line(one, waits=one.ruling.pair in waiting)
        for one in sorted(found, key=lambda one: (one.ruling.ruled_at, one.ruling.pair))
    )


def _line(one: Standing, *, waits: bool) -> str:
    ruling = one.ruling
    parts = [f"{ruling.ruled_at[:10]} {_said(ruling)}"]
    if ruling.reviewer:
        parts.append(f"by {ruling.reviewer}")
    if ruling.until:
        parts.append(f"until {ruling.until}")
    if ruling.note:
        parts.append(f"({ruling.note})")
    if one.lapsed:
        parts.append(f"[without effect: {one.lapsed}]")
    elif waits:
        parts.append("[without effect: in the last report nothing joined the two; it waits]")
    return " ".join(parts)


def _said(ruling: Ruling) -> str:
    """A ruling in words."""
    a, b = ruling.first, ruling.second
    return {
        "copy": f"{a.url} copies {b.url}",
        "not_copy": f"no copy between {a.url} and {b.url}",
        "quote": f"a fair quotation between {a.url} and {b.url}",
        "official": f"an official release, {a.url} and {b.url}",
        "same_owner": f"one owner of {a.domain} and {b.domain}, by {a.url} and {b.url}",
    }[ruling.kind]


def _counted(number: int, what: str) -> str:
    return f"{number} ruling{'s' * (number != 1)} {what}"
