"""Sentences of bulk articles: each is told by whose it is and its number, and can be written again anywhere.

Nothing is drawn from a running generator: every choice is a hash of what it is for. So an article can be copied from
one that another process made.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from bulk_words import FIELDS, FORMS, GENERAL_QUANTILES, KINDS, QUANTILES, TITLES, UNITS, Forms
from scrapy_reprint.pipelines.fingerprint.hashing import mix64

if TYPE_CHECKING:
    from bulk_words import Vocabulary
    from numpy.typing import NDArray

_ALL = (1 << 64) - 1
_ODD = np.uint64(0x9E3779B97F4A7C15)
#: Of 256 words of a slot so many are the dictionary's common ones, and so many of the article's own few topics.
_GENERAL, _TOPICAL = 90, 40
_TOPICS = 6
#: Number of an article's title among its sentences.
TITLE = 1 << 20


def hashed(value: int) -> int:
    """:func:`mix64` of one number, which is faster without an array."""
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & _ALL
    value = (value ^ value >> 27) * 0x94D049BB133111EB & _ALL
    return value ^ value >> 31


def drawn(key: int, number: int) -> int:
    """:func:`keyed` of one number."""
    return hashed(key + (number + 1) * int(_ODD) & _ALL)


def keyed(keys: NDArray[np.uint64], numbers: NDArray[np.integer] | int) -> NDArray[np.uint64]:
    """Hashes of keys, each with a number."""
    steps = (np.atleast_1d(numbers).astype(np.uint64) + np.uint64(1)) * _ODD
    return mix64(keys + steps)


@dataclass(frozen=True)
class Sentences:
    """Sentences one after the other as the numbers of their words."""

    #: Words and the hash of the fact that each is (0 for none), shape (words,).
    words: NDArray[np.int32]
    facts: NDArray[np.uint32]
    #: Which place of a form each word fills, shape (words,).
    places: NDArray[np.intp]
    #: How many words each sentence that was asked for has, and how many each part of one up to a semicolon.
    lengths: NDArray[np.intp]
    parts: NDArray[np.intp]


class Writer:
    """Writes sentences."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self.forms = Forms(vocabulary, (*FORMS, *TITLES))

    def write(
        self, keys: NDArray[np.uint64], numbers: NDArray[np.int64], variants: NDArray[np.int64]
    ) -> Sentences:
        """The sentences with these numbers of the articles with these keys, shape (n,) each.

        A variant other than 0 has a quarter of its words changed.
        """
        forms = self.forms
        told = keyed(keys, numbers)
        chosen = np.where(
            numbers == TITLE, len(FORMS) + (told >> np.uint64(40)) % np.uint64(len(TITLES)),
            (told >> np.uint64(40)) % np.uint64(len(FORMS)),
        ).astype(np.intp)
        lengths = forms.lengths[chosen]
        of = np.repeat(np.arange(len(keys)), lengths)
        inside = np.arange(len(of)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        places = forms.starts[chosen][of] + inside
        draws = keyed(told[of], inside)
        varied = (variants[of] != 0) & (draws >> np.uint64(62) == 0)
        if varied.any():
            draws[varied] = keyed(draws[varied], variants[of][varied])
        words, facts = self._filled(keys, of, forms.kinds[places], forms.words[places], draws)
        parts = np.diff(np.flatnonzero(forms.ends[places]), prepend=-1)
        return Sentences(words, facts, places, lengths, parts)

    def _filled(
        self, keys: NDArray[np.uint64], of: NDArray[np.intp], kinds: NDArray[np.uint8], words: NDArray[np.int32],
        draws: NDArray[np.uint64],
    ) -> tuple[NDArray[np.int32], NDArray[np.uint32]]:
        vocabulary = self._vocabulary
        fields = (keyed(keys, 101) % np.uint64(FIELDS)).astype(np.intp)
        sort, place = draws & np.uint64(0xFF), draws >> np.uint64(8)
        for slot in "NVAD":
            at = np.flatnonzero(kinds == KINDS[slot])
            topical = at[(sort[at] >= _GENERAL) & (sort[at] < _GENERAL + _TOPICAL)]
            quantiles = (place[at] % np.uint64(QUANTILES)).astype(np.intp)
            words[at] = vocabulary.fields[slot][fields[of[at]], quantiles]
            if len(topical):
                topics = 110 + 10 * KINDS[slot] + (place[topical] % np.uint64(_TOPICS)).astype(int)
                own = keyed(keys[of[topical]], topics)
                words[topical] = vocabulary.fields[slot][
                    fields[of[topical]], (own % np.uint64(QUANTILES)).astype(np.intp)
                ]
            common = at[sort[at] < _GENERAL]
            words[common] = vocabulary.general[slot][(place[common] % np.uint64(GENERAL_QUANTILES)).astype(np.intp)]
        at = np.flatnonzero(kinds == KINDS["L"])
        own = keyed(keys[of[at]], 200 + (place[at] % np.uint64(4)).astype(int)) % np.uint64(QUANTILES)
        words[at] = vocabulary.fields["L"][fields[of[at]], own.astype(np.intp)]
        at = np.flatnonzero(kinds == KINDS["P"])
        own = keyed(keys[of[at]], 210 + (place[at] % np.uint64(3)).astype(int)) % np.uint64(len(vocabulary.people))
        words[at] = vocabulary.people[own.astype(np.intp)]
        return words, self._counted(kinds, words, place)

    def _counted(
        self, kinds: NDArray[np.uint8], words: NDArray[np.int32], place: NDArray[np.uint64]
    ) -> NDArray[np.uint32]:
        """Fill in numbers and dates; the facts that all words are."""
        vocabulary = self._vocabulary
        at = np.flatnonzero(kinds == KINDS["value"])
        values = 2 + (place[at] % np.uint64(4998)).astype(np.intp)
        units = (place[at + 1] % np.uint64(len(UNITS))).astype(np.intp)
        words[at], words[at + 1] = vocabulary.of_value[values], vocabulary.units[units]
        months, days = np.flatnonzero(kinds == KINDS["month"]), np.flatnonzero(kinds == KINDS["day"])
        month = 1 + (place[months] % np.uint64(12)).astype(np.intp)
        day = 1 + (place[days] % np.uint64(28)).astype(np.intp)
        words[months], words[days] = vocabulary.of_value[month], vocabulary.of_value[day]
        facts = vocabulary.facts[words]
        facts[at] = np.where(
            values < 10, vocabulary.small_facts[np.minimum(values, 9), units], vocabulary.value_facts[values]
        )
        facts[months], facts[days] = vocabulary.month_facts[month], vocabulary.day_facts[day]
        return facts
