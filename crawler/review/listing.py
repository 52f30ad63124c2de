"""Pairs as the list shows them; titles and dates are read from the store for those of the shown page only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...pipelines.index.articles import read_record
from .pair_view import article_number, printable

if TYPE_CHECKING:
    from ...pipelines.domains.rows import MatchRow
    from ...pipelines.domains.rulings import Standing
    from ...pipelines.index.store import Txn


@dataclass(frozen=True, slots=True)
class Head:
    """What the list says of one page."""

    url: str
    #: Empty where the page gives none, or is not stored any more.
    title: str = ""
    #: Language of the text as "zh", empty where it is not known.
    language: str = ""
    #: As the page says it, ISO 8601; empty where it says none.
    published_at: str = ""


@dataclass(frozen=True, slots=True)
class Listed:
    """One pair of the list."""

    name: str
    row: MatchRow
    #: In the order of the row: the copy first where the direction is known.
    heads: tuple[Head, Head]
    ruled: Standing | None


def read_heads(txn: Txn, row: MatchRow) -> tuple[Head, Head]:
    """Titles and dates of the two pages of a pair."""
    return _head(txn, row.url), _head(txn, row.matched_url)


def _head(txn: Txn, url: str) -> Head:
    number = article_number(txn, url)
    if number is None:
        return Head(printable(url))
    view = read_record(txn, number).view
    return Head(printable(url), printable(view.title), view.language, view.published_at or "")
