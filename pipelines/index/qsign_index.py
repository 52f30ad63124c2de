"""Finding sentences again by their qSign signatures: one by one in memory, and article against article."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..fingerprint.qsign import (
    DEFAULTS,
    QSignParams,
    counted_keys,
    counts,
    radius_table,
    sentence_signatures,
    word_keys,
)
from ..fingerprint.words import Words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    #: Place in the caller's list, signature, word keys.
    _Prepared = tuple[int, NDArray[np.uint64], NDArray[np.uint64]]

_ROWS = 256  # of one comparison at a time: bounds its memory at 256 x sentences x bits / 8 bytes


class _Group:
    """Sentences of one length in growable arrays, in the order they came."""

    def __init__(self, words: int, width: int) -> None:
        self._size = 0
        self._signatures = np.empty((width, 16), np.uint64)
        self._keys = np.empty((16, words), np.uint64)
        self._numbers = np.empty(16, np.int64)

    def add(self, number: int, signature: NDArray[np.uint64], keys: NDArray[np.uint64]) -> None:
        if self._size == len(self._numbers):
            self._signatures = np.concatenate([self._signatures, self._signatures], axis=1)
            self._keys = np.concatenate([self._keys, self._keys])
            self._numbers = np.concatenate([self._numbers, self._numbers])
        self._signatures[:, self._size] = signature
        self._keys[self._size] = keys
        self._numbers[self._size] = number
        self._size += 1

    def within(self, signature: NDArray[np.uint64], distance: int) -> NDArray[np.intp]:
        """Rows at most `distance` bits away."""
        parts = np.bitwise_count(self._signatures[:, : self._size] ^ signature[:, None])
        distances = parts[0] if len(parts) == 1 else np.add.reduce(parts, axis=0, dtype=np.uint16)
        rows: NDArray[np.intp] = (distances <= distance).nonzero()[0]
        return rows

    def sharing(self, rows: NDArray[np.intp], keys: NDArray[np.uint64], least: int) -> NDArray[np.intp]:
        """Those of `rows` that hold at least `least` of the word keys."""
        enough = np.isin(self._keys[rows], keys).sum(axis=1) >= least
        kept: NDArray[np.intp] = rows[enough]
        return kept

    def numbers(self, rows: NDArray[np.intp]) -> NDArray[np.int64]:
        return self._numbers[rows]


class QSignIndex:
    """Sentences that can be looked up while they come in: query first, then add.

    Sentences of one word count lie together. Only lengths that can match are scanned, and each signature in them is
    compared, so no candidate within the radius is missed. Not thread-safe.
    """

    def __init__(self, params: QSignParams = DEFAULTS) -> None:
        """Start empty."""
        self.params = params
        self._radius = radius_table(params)
        self._groups: dict[int, _Group] = {}
        self._size = 0

    def __len__(self) -> int:
        """Number of sentences added, those that are too short to count among them."""
        return self._size

    def add(self, sentences: Sequence[Sequence[str]]) -> range:
        """Add sentences, given as their words; returns their numbers, which go on from 0.

        A sentence that is too short to count gets a number and is never found.
        """
        return self._add(self._prepared(sentences), len(sentences))

    def query(self, sentences: Sequence[Sequence[str]], *, verify: bool = True) -> list[NDArray[np.int64]]:
        """For each sentence the numbers of those that differ from it in few enough words, sorted.

        With `verify` off, all candidates: those whose signature is within the radius.
        """
        return self._query(self._prepared(sentences), len(sentences), verify=verify)

    def query_then_add(self, sentences: Sequence[Sequence[str]]) -> list[NDArray[np.int64]]:
        """:meth:`query` an article's sentences and then :meth:`add` them, at half the cost of the two."""
        prepared = self._prepared(sentences)
        found = self._query(prepared, len(sentences), verify=True)
        self._add(prepared, len(sentences))
        return found

    def _prepared(self, sentences: Sequence[Sequence[str]]) -> list[_Prepared]:
        places = [place for place, words in enumerate(sentences) if counts(words, self.params)]
        keys, lengths = word_keys([sentences[place] for place in places], self.params)
        signatures = sentence_signatures(keys, lengths, self.params)
        ends = np.cumsum(lengths)
        return list(zip(places, signatures, np.split(keys, ends[:-1]), strict=True)) if places else []

    def _query(self, prepared: list[_Prepared], count: int, *, verify: bool) -> list[NDArray[np.int64]]:
        found = [np.empty(0, np.int64)] * count
        for place, signature, keys in prepared:
            radii = self._radius[len(keys)]
            near = []
            for length in (radii >= 0).nonzero()[0].tolist():
                group = self._groups.get(length)
                if group is None:
                    continue
                rows = group.within(signature, int(radii[length]))
                if not len(rows):
                    continue
                if verify:
                    unlike = self.params.allowed(len(keys), length)
                    rows = group.sharing(rows, keys, (len(keys) + length - unlike + 1) // 2)
                near.append(group.numbers(rows))
            if near:
                found[place] = np.sort(np.concatenate(near))
        return found

    def _add(self, prepared: list[_Prepared], count: int) -> range:
        for place, signature, keys in prepared:
            group = self._groups.get(len(keys))
            if group is None:
                group = self._groups[len(keys)] = _Group(len(keys), self.params.bits // 64)
            group.add(self._size + place, signature, keys)
        self._size += count
        return range(self._size - count, self._size)


@dataclass(frozen=True)
class SentenceSet:
    """The distinct sentences of one article as signatures, 17 bytes each at 128 bits; order is not kept.

    The words themselves are not kept, so matches of two sets are candidates in the sense of qSign, not verified: of
    sentences with one word too many, at most a share of about ``risk`` passes, and unrelated ones lie far outside.
    """

    #: Word counts, shape (n,), and packed signatures, shape (n, bits / 64); distinct rows, sorted.
    words: NDArray[np.uint8]
    signatures: NDArray[np.uint64]

    @classmethod
    def of(cls, sentences: Iterable[Sequence[str]], params: QSignParams = DEFAULTS) -> SentenceSet:
        """The set of an article's sentences, each given as its words; short ones are left out."""
        every = list(sentences)
        return cls.of_text(Words([word for words in every for word in words]), list(map(len, every)), params)

    @classmethod
    def of_text(cls, words: Words, lengths: Sequence[int], params: QSignParams = DEFAULTS) -> SentenceSet:
        """The set of an article's sentences, which have `lengths` words each."""
        keys, counted = counted_keys(words, [length for length in lengths if length], params)
        rows = np.empty((len(counted), 1 + params.bits // 64), np.uint64)
        rows[:, 0] = counted
        rows[:, 1:] = sentence_signatures(keys, counted, params)
        rows = np.unique(rows, axis=0)
        return cls(rows[:, 0].astype(np.uint8), rows[:, 1:])

    def __len__(self) -> int:
        """Number of sentences that count."""
        return len(self.words)

    def pack(self) -> bytes:
        """Fixed-width records of a word count (u8) and a signature (little endian)."""
        records = np.empty(len(self), _record(self.signatures.shape[1]))
        records["words"], records["signature"] = self.words, self.signatures
        return records.tobytes()

    @classmethod
    def unpack(cls, data: bytes, params: QSignParams = DEFAULTS) -> SentenceSet:
        """The set that :meth:`pack` took; `params` must have the same number of bits."""
        records = np.frombuffer(data, _record(params.bits // 64))
        return cls(records["words"].copy(), records["signature"].astype(np.uint64))


def reused_sentences(a: SentenceSet, b: SentenceSet, params: QSignParams = DEFAULTS) -> int:
    """How many sentences of the smaller article the other one has, give or take a few words; symmetric.

    Of two sets of one size, the lesser of the two numbers is taken.
    """
    if len(a) > len(b):
        a, b = b, a
    table = radius_table(params)
    found_in_b = 0
    found_of_b = np.zeros(len(b), bool)
    for start in range(0, len(a), _ROWS):
        part = slice(start, start + _ROWS)
        distances = np.bitwise_count(a.signatures[part, None] ^ b.signatures).sum(axis=2, dtype=np.int16)
        near = distances <= table[a.words[part, None], b.words]
        found_in_b += int(near.any(axis=1).sum())
        found_of_b |= near.any(axis=0)
    return min(found_in_b, int(found_of_b.sum())) if len(a) == len(b) else found_in_b


def reused_with_each(
    article: SentenceSet, others: Sequence[SentenceSet], params: QSignParams = DEFAULTS
) -> NDArray[np.int64]:
    """:func:`reused_sentences` of one article and each of many, shape (len(others),)."""
    return np.array([reused_sentences(article, other, params) for other in others], np.int64)


def _record(width: int) -> np.dtype[np.void]:
    return np.dtype([("words", "u1"), ("signature", "<u8", (width,))])
