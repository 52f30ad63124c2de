"""CSV files that a spreadsheet opens without running anything."""

from __future__ import annotations

import csv
import re
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from ..domains.rows import DomainRow, MatchRow
from .atomic import atomic_writer

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Mapping, Sequence

DOMAIN_COLUMNS = tuple(field.name for field in fields(DomainRow))
MATCH_COLUMNS = tuple(field.name for field in fields(MatchRow))

_BREAKS = re.compile(r"[\r\n\t\v\f\x1c-\x1e\x85\u2028\u2029]+")
# C0 and C1 controls, zero-width and byte-order marks, and the marks that turn the reading direction.
_INVISIBLE = re.compile("[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
#: First characters at which spreadsheets take a cell for a formula, full-width forms included (OWASP, "CSV
#: injection").
_FORMULA = tuple("=+-@＝＋－＠")


def write_csv(path: str | os.PathLike[str], rows: Iterable[object], columns: Sequence[str]) -> int:
    """Write a header and rows (dataclasses or dicts) and return the number of rows.

    UTF-8 without BOM, lines end with a line feed, a comma parts cells and quotes stand where needed (RFC 4180
    but for the line end, which ``grep``, ``sort`` and ``diff`` want). None is an empty cell, a float is its
    shortest exact form. Raises :exc:`OutputError`.
    """
    written = 0
    with atomic_writer(path) as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        for row in rows:
            writer.writerow([_cell(value) for value in _values(row, columns)])
            written += 1
    return written


def safe_text(text: str) -> str:
    """Text for a cell: one line, nothing invisible, and never a formula.

    A text whose first character after white space is one of ``= + - @`` (or its full-width form) gets a
    leading apostrophe, which spreadsheets show as text.
    """
    text = _LONE_SURROGATE.sub("\ufffd", text)
    text = _INVISIBLE.sub("", _BREAKS.sub(" ", text)).strip()
    return f"'{text}" if text.startswith(_FORMULA) else text


def plain_text(cell: str) -> str:
    """The text of a cell that :func:`safe_text` made, or that somebody wrote by hand."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(_FORMULA) else cell.strip()


def _cell(value: object) -> object:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return repr(value)
    return safe_text(str(value))


def _values(row: Any, columns: Sequence[str]) -> list[object]:
    if isinstance(row, dict):
        mapping: Mapping[str, object] = row
        return [mapping.get(column) for column in columns]
    return [getattr(row, column) for column in columns]
