"""Rulings as a CSV file, to look at, to carry to another store and to write by hand."""

from __future__ import annotations

import csv
import io
import re
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy_reprint.errors import OutputError

from ..pipelines.index.rulings import RuledPage, Ruling, RulingError, checked, stored_page
from ..pipelines.report.csv_files import plain_text, write_csv

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator

    from ..pipelines.index.store import Txn

COLUMNS = ("ruling", "url", "matched_url", "note", "until", "reviewer", "ruled_at", "simhash", "matched_simhash")
_NEEDED = COLUMNS[:3]
_SIMHASH = re.compile(r"(?:[0-9a-f]{16}){1,2}")
#: Bad lines that are told one by one.
_MOST_TOLD = 5


def write_rulings(path: str | os.PathLike[str], rulings: Iterable[Ruling]) -> int:
    """Write rulings to a file, by URL, and return their number."""
    rows: list[dict[str, str]] = [
        {
            "ruling": ruling.kind,
            "url": ruling.first.url,
            "matched_url": ruling.second.url,
            "note": ruling.note,
            "until": ruling.until,
            "reviewer": ruling.reviewer,
            "ruled_at": ruling.ruled_at,
            # A spreadsheet would take sixteen digits for a number and round it.
            "simhash": f"x{ruling.first.simhash}",
            "matched_simhash": f"x{ruling.second.simhash}",
        }
        for ruling in rulings
    ]
    rows.sort(key=lambda row: (row["url"], row["matched_url"]))
    try:
        return write_csv(path, rows, COLUMNS)
    except OutputError as error:
        reason = error.__cause__.strerror if isinstance(error.__cause__, OSError) else error
        raise RulingError(f"{str(path)!r} cannot be written ({reason}).") from error


def read_rulings(txn: Txn, path: str | os.PathLike[str], *, now: str) -> list[Ruling]:
    """Rulings of a file; all of them, or a :exc:`RulingError` that names the bad lines.

    Without fingerprints a ruling is on the stored pages as they are, and `now` stands for a time that is not given.
    With them it may be on pages that are not stored yet.
    """
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise RulingError(f"{str(path)!r} cannot be read ({error.strerror}).") from error
    return parse_rulings(txn, data, str(path), now=now)


def parse_rulings(txn: Txn, data: bytes, name: str, *, now: str) -> list[Ruling]:
    """:func:`read_rulings` of the bytes of a file; `name` is what errors call it."""
    rulings: dict[tuple[str, str], int] = {}
    found, bad = [], []
    for number, row in _rows(data, name):
        try:
            ruling = _ruling(txn, row, now)
            first = rulings.setdefault(ruling.pair, number)
            if first != number:
                raise RulingError(f"the pair of line {first} again.")
            found.append(ruling)
        except RulingError as error:
            bad.append(f"line {number}: {str(error).removesuffix('.')}")
    if bad:
        more = f"; and {len(bad) - _MOST_TOLD} more" if len(bad) > _MOST_TOLD else ""
        raise RulingError(f"Nothing was taken from {name!r}: {'; '.join(bad[:_MOST_TOLD])}{more}.")
    return found


def _rows(data: bytes, name: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Line number and cells by column of each row that is not empty."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RulingError(f"{name!r} is not UTF-8; save it as CSV UTF-8.") from error
    reader = csv.reader(io.StringIO(text, newline=None))
    try:
        columns = next(reader, [])
        missing = [column for column in _NEEDED if column not in columns]
        if missing:
            raise RulingError(f"{name!r} has no column {', '.join(missing)}; its first line must name them.")
        for cells in reader:
            if any(cells):
                # A row that is short is filled up; what stands behind the last column belongs to none.
                yield reader.line_num, dict(zip(columns, [*cells, *[""] * len(columns)], strict=False))
    except csv.Error as error:
        raise RulingError(f"{name!r}, line {reader.line_num}: {error}.") from error


def _ruling(txn: Txn, row: dict[str, str], now: str) -> Ruling:
    cells = {name: plain_text(row.get(name, "")) for name in COLUMNS}
    first = _page(txn, cells["url"], cells["simhash"])
    second = _page(txn, cells["matched_url"], cells["matched_simhash"])
    ruled_at = cells["ruled_at"] or now
    try:
        datetime.fromisoformat(ruled_at)
    except ValueError as error:
        raise RulingError(f"ruled_at {ruled_at!r} is no time; write it as 2027-01-31T08:00:00+00:00.") from error
    return checked(Ruling(cells["ruling"], first, second, ruled_at, cells["reviewer"], cells["note"], cells["until"]))


def _page(txn: Txn, url: str, simhash: str) -> RuledPage:
    stored = stored_page(txn, url)
    if not simhash:
        if stored is None:
            raise RulingError(f"{url} is no judged page in the store (REPRINT_DB), and the line has no simhash of it.")
        return stored
    simhash = simhash.removeprefix("x").lower()
    if not _SIMHASH.fullmatch(simhash):
        raise RulingError(f"{simhash!r} is no SimHash; leave the cell empty to rule on the page as it is.")
    return RuledPage(stored.url if stored else url, simhash)
