"""Which article stands where in a bulk web, which are copies of which, and of what sentences each is made."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from bulk_sentences import drawn, keyed

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Share of all copies that stand on thieves, share of a thief's pages that are copies, and how many times the pages of
#: another site a thief has.
ON_THIEVES, THIEF_COPIES, THIEF_COLUMNS = 0.8, 0.9, 2
#: Sources of a thief at most.
_SOURCES = 12
#: Sentences that any article may have, and in one of how many places.
_STOCK, _STOCK_EVERY = 3000, 50
#: Characters of a sentence, on average.
_SENTENCE_CHARS = 34.0
_ADDED = 1 << 19


class Copied(NamedTuple):
    """How an article was come by: whose it is, and what was done to it."""

    source: int
    how: str
    attributed: bool


@dataclass(frozen=True)
class Made:
    """Sentences of one article: whose, which, in which variant, and whether a paragraph ends behind each."""

    keys: NDArray[np.uint64]
    numbers: NDArray[np.int64]
    variants: NDArray[np.int64]
    ends: NDArray[np.bool_]

    def part(self, at: NDArray[np.intp] | slice) -> Made:
        """Some of the sentences; the last ends a paragraph."""
        ends = self.ends[at].copy()
        ends[-1:] = True
        return Made(self.keys[at], self.numbers[at], self.variants[at], ends)


def joined(*parts: Made) -> Made:
    """The sentences of all parts in order."""
    return Made(*(np.concatenate([getattr(part, name) for part in parts]) for name in Made.__dataclass_fields__))


class Plan:
    """Lays articles out in rows of one or two for each domain; a copy's source stands before it."""

    def __init__(self, seed: int, domains: int, copies: float) -> None:
        self.domains = domains
        thieves = round(copies * ON_THIEVES / THIEF_COPIES / THIEF_COLUMNS * domains) if domains > 2 else 0
        self.thieves = max(1, thieves) if copies and domains > 2 else 0
        self._columns = domains + self.thieves * (THIEF_COLUMNS - 1)
        elsewhere = copies * self._columns - self.thieves * THIEF_COLUMNS * THIEF_COPIES
        self._elsewhere = max(0.0, elsewhere / max(1, domains - self.thieves)) if copies else 0.0
        self._seed = drawn(seed, 0)
        self._step = next(
            step for step in range(int(self._columns * 0.618) or 1, 2 * self._columns + 2)
            if math.gcd(step, self._columns) == 1
        )
        self._back = pow(self._step, -1, self._columns) if self._columns > 1 else 0
        self._stock = drawn(self._seed, 7)

    def key(self, index: int) -> int:
        """Key of an article."""
        return drawn(self._seed, 100 + index)

    def domain(self, index: int) -> int:
        """Domain of an article; the first are thieves."""
        row, place = divmod(index, self._columns)
        column = (place * self._step + row) % self._columns
        return column if column < self.domains else column - self.domains

    def is_thief(self, domain: int) -> bool:
        """Whether most of a domain's pages are copies."""
        return domain < self.thieves

    def draws(self, index: int, purpose: int, count: int) -> list[int]:
        """Numbers of 64 bits, drawn for an article and a purpose."""
        key, first = self.key(index), purpose * 1000
        return [drawn(key, first + number) for number in range(count)]

    def is_original(self, index: int) -> bool:
        """Whether an article may be copied: it is none that is drawn to be a copy."""
        share = THIEF_COPIES if self.is_thief(self.domain(index)) else self._elsewhere
        return self.draws(index, 1, 1)[0] % 10_000 >= share * 10_000

    def copied(self, index: int) -> Copied | None:
        """What an article was copied from; None for an original."""
        if self.is_original(index):
            return None
        domain, row = self.domain(index), index // self._columns
        thief = self.is_thief(domain)
        draws = self.draws(index, 2, 16)
        how = ("verbatim",) * 7 + ("edited",) * 2 + ("shuffled" if draws[0] >> 32 & 1 else "spliced",)
        attributed = draws[1] % 100 < (5 if thief else 50)
        for draw in draws[2:]:
            if thief:
                # The first of its sources give the most.
                number = (draw >> 40) % (1 + (draw >> 8) % (3 + domain % (_SOURCES - 2)))
                source = drawn(self._seed, 50_000_000 + domain * _SOURCES + number) % self.domains
            else:
                source = (draw >> 8) % self.domains
            row_of = (draw >> 20) % (row + 1)
            found = row_of * self._columns + (source - row_of) * self._back % self._columns
            if found < index and source != domain and not self.is_thief(source) and self.is_original(found):
                return Copied(found, how[draws[0] % 10], attributed)
        return None

    def made(self, index: int, copied: Copied | None) -> Made:
        """The sentences of an article and of its domain's template."""
        body = self._original(index if copied is None else copied.source)
        if copied is not None and copied.how != "verbatim":
            changed = {"edited": self._edited, "shuffled": self._shuffled, "spliced": self._spliced}[copied.how]
            body = changed(index, body)
        return joined(body, self._template(self.domain(index)))

    def _original(self, index: int) -> Made:
        key = self.key(index)
        count = round(400 * 5 ** (drawn(key, 3) / 2.0**64) / _SENTENCE_CHARS)
        keys, numbers = np.full(count, key, np.uint64), np.arange(count)
        draws = keyed(keys, 3000 + numbers)
        stock = draws % np.uint64(_STOCK_EVERY) == 0
        # The first of the pool are the commonest.
        pool = ((draws[stock] >> np.uint64(32)) / 2.0**32) ** 2 * _STOCK
        keys[stock] = np.uint64(self._stock) + pool.astype(np.uint64)
        numbers[stock] = 0
        ends = (draws >> np.uint64(20)) % np.uint64(10) < 3
        ends[-1] = True
        return Made(keys, numbers, np.zeros(count, np.int64), ends)

    def _edited(self, index: int, source: Made) -> Made:
        changed, added, how = self.draws(index, 4, 3)
        at = changed % len(source.keys)
        if how & 1:
            variants = source.variants.copy()
            variants[at] = 1 + how % 1000
            source = Made(source.keys, source.numbers, variants, source.ends)
        else:
            source = source.part(np.delete(np.arange(len(source.keys)), at))
        before = added % len(source.keys)
        one = Made(
            np.array([self.key(index)], np.uint64), np.array([_ADDED]), np.zeros(1, np.int64), np.zeros(1, np.bool_)
        )
        return joined(Made(*(getattr(source, name)[:before] for name in Made.__dataclass_fields__)), one,
                      source.part(slice(before, None)))

    def _shuffled(self, index: int, source: Made) -> Made:
        paragraphs = np.cumsum(source.ends) - source.ends
        count = int(paragraphs[-1]) + 1
        order = np.argsort(keyed(np.full(count, self.key(index), np.uint64), 5000 + np.arange(count)))
        return source.part(np.argsort(np.argsort(order)[paragraphs], kind="stable"))

    def _spliced(self, index: int, source: Made) -> Made:
        own = self._original(index)
        first, begin = self.draws(index, 6, 2)
        third = max(3, len(source.keys) // 3)
        start = first % max(1, len(source.keys) - third)
        at = begin % (len(own.keys) - 1) + 1
        return joined(own.part(slice(0, at)), source.part(slice(start, start + third)), own.part(slice(at, None)))

    def _template(self, domain: int) -> Made:
        key = drawn(self._seed, 20_000_000 + domain)
        count = 1 + key % 2
        keys, numbers = np.full(count, key, np.uint64), np.arange(count)
        return Made(keys, numbers, np.zeros(count, np.int64), np.ones(count, np.bool_))
