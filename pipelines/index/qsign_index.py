"""Finding sentences again by their qSign signatures: one by one in memory, and article against article."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..fingerprint.qsign import DEFAULTS, QSignParams, counts, radius_table, sentence_signatures, word_keys

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

_ROWS = 256  # of one comparison at a time: bounds its memory at 256 x sentences x bits / 8 bytes


class _Group:
    """Sentences of one length in growable arrays, in the order they came."""

    def __init__(self, words: int, signature_width: int) -> None:
        self.size = 0
        self._signatures = np.empty((16, signature_width), np.uint64)
        self._keys = np.empty((16, words), np.uint64)
        self._numbers = np.empty(16, np.int64)

    def add(self, number: int, signature: NDArray[np.uint64], keys: NDArray[np.uint64]) -> None:
        if self.size == len(self._numbers):
            for name in ("_signatures", "_keys", "_numbers"):
                array = getattr(self, name)
                setattr(self, name, np.concatenate([array, np.empty_like(array)]))
        self._signatures[self.size] = signature
        self._keys[self.size] = keys
        self._numbers[self.size] = number
        self.size += 1

    def within(self, signature: NDArray[np.uint64], distance: int) -> NDArray[np.intp]:
        """Rows at most `distance` bits away."""
        distances = np.bitwise_count(self._signatures[: self.size] ^ signature).sum(axis=1, dtype=np.int16)
        return np.flatnonzero(distances <= distance)

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
    compared, so no candidate within the radius is missed; a scan passes some 100 million bits a millisecond.
    Not thread-safe.
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

    def add(self, words: Sequence[str]) -> int:
        """Add a sentence and return its number, from 0; one that is too short gets a number and is never found."""
        number = self._size
        self._size += 1
        if counts(words, self.params):
            keys = word_keys(words, self.params)
            group = self._groups.get(len(keys))
            if group is None:
                group = self._groups[len(keys)] = _Group(len(keys), self.params.bits // 64)
            group.add(number, sentence_signatures([keys], self.params)[0], keys)
        return number

    def query(self, words: Sequence[str], *, verify: bool = True) -> NDArray[np.int64]:
        """Numbers of the sentences that differ from this one in few enough words, sorted.

        With `verify` off, all candidates: sentences whose signature is within the radius.
        """
        if not counts(words, self.params):
            return np.empty(0, np.int64)
        keys = word_keys(words, self.params)
        signature = sentence_signatures([keys], self.params)[0]
        found = []
        for length in np.flatnonzero(self._radius[len(keys)] >= 0).tolist():
            group = self._groups.get(length)
            if group is None:
                continue
            rows = group.within(signature, int(self._radius[len(keys), length]))
            if verify and len(rows):
                allowed = self.params.allowed(len(keys), length)
                rows = group.sharing(rows, keys, -((allowed - len(keys) - length) // 2))
            found.append(group.numbers(rows))
        return np.sort(np.concatenate(found)) if found else np.empty(0, np.int64)


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
        keys = [word_keys(words, params) for words in sentences if counts(words, params)]
        rows = np.empty((len(keys), 1 + params.bits // 64), np.uint64)
        rows[:, 0] = [len(row) for row in keys]
        rows[:, 1:] = sentence_signatures(keys, params)
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
