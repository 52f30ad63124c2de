"""The states of domains in time, as a table and as rows of ``history.csv``."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from scrapy_reprint.errors import ReprintError

from ..index.articles import all_domains
from ..index.history import DomainState, put_states, states_of
from .csv_files import safe_text
from .terminal import columns, cut, pad

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ..domains import DomainRow
    from ..index.store import Txn

_DAYS = re.compile(r"(\d{1,5})\s*d(?:ays?)?")
_HEADER = ("domain", "date (UTC)", "verdict", "score", "hits", "new", "changed", "gone")
#: Columns of numbers, set to the right.
_NUMBERS = frozenset({3, 4, 5, 6, 7})
_MAX_DOMAIN = 40


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """A row of ``history.csv``: a domain as one crawl left it, or, with `at` "now", as it is judged now."""

    domain: str
    #: When that crawl was closed, ISO 8601 in UTC.
    at: str
    crawl: int | None
    verdict: str
    score: float
    review: str
    pages: int
    judged: int
    hits: int
    hits_high: int
    hit_rate_low: float | None
    copied_by: int
    #: Pages by what that crawl found of them.
    new: int | None
    changed: int | None
    unchanged: int | None
    gone: int | None


HISTORY_COLUMNS = tuple(item.name for item in fields(HistoryRow))
_FOUND = tuple(name for name in HISTORY_COLUMNS if name not in {"at", "crawl", "new", "changed", "unchanged", "gone"})


def record_states(txn: Txn, rows: Iterable[DomainRow], crawl: int, at: str) -> None:
    """Store what the report at the close of a crawl says of each domain."""
    numbers = {name: number for number, name in all_domains(txn)}
    states = (DomainState(crawl=crawl, at=at, **{name: getattr(row, name) for name in _FOUND}) for row in rows)
    put_states(txn, (state for state in states if state.domain in numbers), numbers)


def all_states(txn: Txn, domain: str = "") -> dict[str, list[DomainState]]:
    """Stored states of each domain, or of one, the oldest first; by name."""
    return {
        name: states_of(txn, number, name) for number, name in all_domains(txn) if not domain or name == domain
    }


def since_when(text: str, now: datetime) -> datetime:
    """The moment that ``--since`` means: a date (in UTC), or so many days before `now` ("30d")."""
    days = _DAYS.fullmatch(text.strip())
    try:
        if days:
            return now - timedelta(days=int(days[1]))
        moment = datetime.fromisoformat(text.strip())
    except (ValueError, OverflowError):
        raise ReprintError(
            f"--since {text} is no date; give one as 2026-10-01, or a number of days as 30d."
        ) from None
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment


def history_rows(
    states: Mapping[str, Sequence[DomainState]], rows: Iterable[DomainRow], since: datetime | None
) -> list[HistoryRow]:
    """What became of each domain since a moment: its last state before, those after, and how it is judged now.

    Domains that no crawl touched since are left out, unless their verdict or score is another now. Without a moment
    it is all that is known of every domain in `states`.
    """
    found: list[HistoryRow] = []
    for row in sorted((row for row in rows if row.domain in states), key=lambda row: row.domain):
        # Of two crawls at once the one that began first may have been closed last.
        known = sorted(states[row.domain], key=lambda state: (datetime.fromisoformat(state.at), state.crawl))
        before = [] if since is None else [state for state in known if datetime.fromisoformat(state.at) < since]
        after = known[len(before) :]
        start = before[-1:]
        changed = not start or (start[0].verdict, start[0].score) != (row.verdict, row.score)
        if since is None or after or changed:
            found += [_row(state) for state in (*start, *after)]
            found.append(_row_now(row))
    return found


def history_table(rows: Sequence[HistoryRow], since: str) -> str:
    """The same for a terminal; ``hits`` are hits/judged."""
    if not rows:
        return f"No domain was touched, and none is judged otherwise, since {since}."
    lines = [_HEADER, *_cells(rows)]
    widths = [max(columns(line[place]) for line in lines) for place in range(len(_HEADER))]
    return "\n".join(
        "  ".join(pad(cell, widths[place], right=place in _NUMBERS) for place, cell in enumerate(line)).rstrip()
        for line in lines
    )


def _row(state: DomainState) -> HistoryRow:
    return HistoryRow(**{name: getattr(state, name) for name in HISTORY_COLUMNS})


def _row_now(row: DomainRow) -> HistoryRow:
    return HistoryRow(
        at="now", crawl=None, new=None, changed=None, unchanged=None, gone=None,
        **{name: getattr(row, name) for name in _FOUND},
    )


def _cells(rows: Iterable[HistoryRow]) -> Iterator[tuple[str, ...]]:
    last = None
    for row in rows:
        yield (
            "" if row.domain == last else cut(safe_text(row.domain), _MAX_DOMAIN),
            row.at[:16].replace("T", " "),
            row.verdict,
            f"{row.score:.1f}",
            f"{row.hits}/{row.judged}",
            *("" if count is None else str(count) for count in (row.new, row.changed, row.gone)),
        )
        last = row.domain
