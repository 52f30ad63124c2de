"""The pairs of each domain, found again in ``matches.csv``: of each pair memory holds a few numbers."""

from __future__ import annotations

import csv
from array import array
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np

from ...domains.rows import MatchRow
from ..csv_files import plain_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path
    from typing import BinaryIO, Self

    from numpy.typing import NDArray

#: What a domain is in a pair, the most telling first.
COPIES, COPIED, DECLARES, REPOSTED = "copies", "copied", "declares", "reposted"
UNCLEAR, ALIKE, APART = "unclear", "alike", "apart"
ROLES = (COPIES, COPIED, DECLARES, REPOSTED, UNCLEAR, ALIKE, APART)
_TIERS = {"high": 0, "medium": 1, "suspected": 2}
_COLUMNS = [field.name for field in fields(MatchRow)]
_NUMBERS = {field.name: str(field.type) for field in fields(MatchRow) if "str" not in str(field.type)}
_AT = {name: place for place, name in enumerate(_COLUMNS)}


@dataclass(frozen=True, slots=True)
class Partner:
    """Another domain and how many pairs with it there are, by what the first domain is in them."""

    domain: str
    pairs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """A pair as one of its two domains sees it."""

    #: What the domain is in it.
    role: str
    row: MatchRow
    #: True where the domain's article is the second of the row.
    second: bool

    @property
    def own_url(self) -> str:
        """Address of the domain's article."""
        return self.row.matched_url if self.second else self.row.url

    @property
    def other_url(self) -> str:
        """Address of the other article."""
        return self.row.url if self.second else self.row.matched_url

    @property
    def other_domain(self) -> str:
        """The other domain."""
        return self.row.domain if self.second else self.row.matched_domain


class Pairs:
    """Pairs by domain, over a file of pairs in which a row is one line (as :func:`~..csv_files.write_csv` writes it).

    Held are 22 bytes a pair; rows are read from the file when they are asked for.
    """

    def __init__(self, path: Path, domains: Sequence[str], not_counted: Sequence[int] = ()) -> None:
        """Read the file once; pairs of domains other than `domains` are passed over.

        `not_counted` are rows, from 0, of pairs that count for nothing.
        """
        self._domains = list(domains)
        self._numbers = {name: number for number, name in enumerate(self._domains)}
        self._file: BinaryIO = path.open("rb")
        self._starts = array("q")
        first, second = array("i"), array("i")
        mine, theirs = array("b"), array("b")
        for start, cells in self._lines():
            self._starts.append(start)
            first.append(self._numbers.get(cells[_AT["domain"]], -1))
            second.append(self._numbers.get(cells[_AT["matched_domain"]], -1))
            one, other = _roles(cells)
            # Within a role the surest pairs come first.
            tier = _TIERS.get(cells[_AT["tier"]], 2)
            mine.append(ROLES.index(one) * 3 + tier)
            theirs.append(ROLES.index(other) * 3 + tier)
        self.total = len(self._starts)
        of = np.concatenate([np.array(side, np.intc) for side in (first, second)])
        rank = np.concatenate([np.array(side, np.int8) for side in (mine, theirs)])
        # Stable: within a rank by line, which is by URL.
        for side in (0, self.total):
            rank[np.array(not_counted, np.intp) + side] = ROLES.index(APART) * 3
        order = np.lexsort((rank, of))
        self._order: NDArray[np.int32] = order.astype(np.int32)
        self._rank: NDArray[np.int8] = rank
        self._of: NDArray[np.intc] = of
        self._bounds = np.searchsorted(of[order], np.arange(len(self._domains) + 1))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def count(self, domain: str) -> int:
        """Pairs of a domain."""
        return len(self._places(domain))

    def partners(self, domain: str) -> list[Partner]:
        """All domains that this one has pairs with, those with most pairs first."""
        places = self._places(domain)
        others = self._of[(places + self.total) % (2 * self.total)] if self.total else places
        names, where = np.unique(others, return_inverse=True)
        table = np.zeros((len(names), len(ROLES)), np.int64)
        np.add.at(table, (where, self._rank[places] // 3), 1)
        found = [
            Partner(self._domains[name], tuple(row))
            for name, row in zip(names.tolist(), table.tolist(), strict=True) if name >= 0
        ]
        return sorted(found, key=lambda partner: (*(-count for count in partner.pairs), partner.domain))

    def first(self, domain: str, most: int) -> Iterator[Pair]:
        """The first `most` pairs of a domain: in the order of :data:`ROLES`, within these the surest first, then by
        URL.
        """
        for place in self._places(domain)[:most].tolist():
            self._file.seek(self._starts[place % self.total])
            row = _row(_cells(self._file.readline()))
            yield Pair(ROLES[self._rank[place] // 3], row, second=place >= self.total)

    def _places(self, domain: str) -> NDArray[np.int32]:
        """Where the domain's pairs are: line, plus `total` where it is the second of the pair."""
        number = self._numbers[domain]
        return self._order[self._bounds[number] : self._bounds[number + 1]]

    def _lines(self) -> Iterator[tuple[int, list[str]]]:
        """Where each row begins, and its cells."""
        header = self._file.readline()
        assert _cells(header) == _COLUMNS
        start = len(header)
        for line in self._file:
            yield start, _cells(line)
            start += len(line)


def _cells(line: bytes) -> list[str]:
    text = line.decode("utf-8")
    most = csv.field_size_limit()
    if len(text) <= most:
        return next(csv.reader([text]))
    # An address may be longer than the reader takes; the limit is the whole process's.
    csv.field_size_limit(len(text))
    try:
        return next(csv.reader([text]))
    finally:
        csv.field_size_limit(most)


def _roles(cells: Sequence[str]) -> tuple[str, str]:
    """What the first and the second domain of a pair are."""
    if cells[_AT["tier"]] == "suspected":
        return ALIKE, ALIKE
    if cells[_AT["direction"]] != "copies":
        return UNCLEAR, UNCLEAR
    return (DECLARES, REPOSTED) if cells[_AT["attributed"]] == "yes" else (COPIES, COPIED)


def _row(cells: Sequence[str]) -> MatchRow:
    values: dict[str, Any] = {}
    for name, cell in zip(_COLUMNS, cells, strict=True):
        kind = _NUMBERS.get(name)
        if kind is None:
            values[name] = plain_text(cell)
        else:
            values[name] = None if cell == "" else float(cell) if "float" in kind else int(cell)
    return MatchRow(**values)
