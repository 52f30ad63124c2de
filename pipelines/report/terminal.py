"""The domains in short, for the terminal at the end of a crawl."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from ..domains.rows import VERDICTS
from .csv_files import safe_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..domains.rows import DomainRow

_HEADER = ("domain", "verdict", "score", "hits", "sources", "reasons")
#: Columns of numbers, set to the right.
_NUMBERS = frozenset({2, 3, 4})
_MAX_DOMAIN = 40


def domain_table(rows: Sequence[DomainRow], limit: int = 20, *, width: int = 120) -> str:
    """Table of the ``limit`` worst domains, at most ``width`` columns wide; reasons are cut to fit.

    ``hits`` are hits/judged. Han and other wide characters take two columns (Unicode UAX #11).
    """
    if not rows:
        return "No domains were judged."
    ranked = sorted(rows, key=lambda row: (VERDICTS.index(row.verdict), -row.score, row.domain))
    lines = [_HEADER, *(_cells(row) for row in ranked[:limit])]
    widths = [max(columns(line[place]) for line in lines) for place in range(len(_HEADER) - 1)]
    left = max(10, width - sum(widths) - 2 * len(widths))
    text = []
    for line in lines:
        padded = [pad(cell, widths[place], right=place in _NUMBERS) for place, cell in enumerate(line[:-1])]
        text.append("  ".join([*padded, cut(line[-1], left)]).rstrip())
    if len(ranked) > limit:
        text.append(f"... and {len(ranked) - limit} more in domains.csv")
    return "\n".join(text)


def columns(text: str) -> int:
    """Terminal columns that a text takes: wide and full-width characters two, combining ones none."""
    return sum(_columns(character) for character in text)


def cut(text: str, width: int) -> str:
    """The text, or as much of it as fits with an ellipsis."""
    if columns(text) <= width:
        return text
    taken, used = [], 0
    for character in text:
        used += _columns(character)
        if used > width - 1:
            break
        taken.append(character)
    return "".join(taken).rstrip() + "…"


def pad(text: str, width: int, *, right: bool = False) -> str:
    """The text with spaces to the given number of columns."""
    spaces = " " * max(0, width - columns(text))
    return spaces + text if right else text + spaces


def _cells(row: DomainRow) -> tuple[str, ...]:
    # safe_text takes out control characters: a page must not steer the terminal.
    return (
        cut(safe_text(row.domain), _MAX_DOMAIN),
        row.verdict,
        f"{row.score:.1f}",
        f"{row.hits}/{row.judged}",
        str(row.distinct_sources),
        safe_text(row.reasons),
    )


def _columns(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
