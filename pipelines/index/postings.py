"""Which stored articles share enough with a new one to be worth comparing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..fingerprint.signatures import Signatures
    from .store import Txn

#: Of the character shingles one in this many gets a posting: they are many, and a sample finds the same articles.
CHAR_SAMPLE = 4
#: Shared postings from which two articles are compared, and the share of the smaller's postings they must make up.
LEAST_WORDS = 2
LEAST_CHARS = 3
LEAST_SHARE = 0.05

_GRAM = 4
_POSTING = np.dtype([("gram", ">u4"), ("number", ">u4")])
_SIZES = np.dtype([("number", ">u4"), ("domain", "<u4"), ("words", "<u4"), ("chars", "<u4")])


@dataclass(frozen=True, slots=True)
class Grams:
    """The shingles of an article that have postings, sorted and distinct."""

    words: NDArray[np.uint32]
    chars: NDArray[np.uint32]

    @classmethod
    def of(cls, signatures: Signatures) -> Grams:
        """Postings of an article's signatures."""
        chars = signatures.char_set
        return cls(words=signatures.word_set, chars=chars[chars % CHAR_SAMPLE == 0])


def enough_shared(shared: int, size: int, other: int, least: int) -> bool:
    """Whether so many shared postings make two articles of these sizes worth comparing."""
    return shared >= max(least, LEAST_SHARE * min(size, other))


def add_postings(txn: Txn, number: int, grams: Grams) -> None:
    """Enter an article under each of its shingles."""
    value = number.to_bytes(4, "big")
    for table, array in (("words", grams.words), ("chars", grams.chars)):
        keys = array.astype(">u4").tobytes()
        txn.cursor(table).putmulti(
            [(keys[start : start + _GRAM], value) for start in range(0, len(keys), _GRAM)], dupdata=True
        )


def remove_postings(txn: Txn, number: int, grams: Grams) -> None:
    """Undo :func:`add_postings`."""
    value = number.to_bytes(4, "big")
    for table, array in (("words", grams.words), ("chars", grams.chars)):
        keys = array.astype(">u4").tobytes()
        for start in range(0, len(keys), _GRAM):
            txn.delete(table, keys[start : start + _GRAM], value)


def sharing_articles(
    txn: Txn, grams: Grams, domain: int, hot: dict[str, NDArray[np.uint32]], hot_gram: int
) -> tuple[NDArray[np.uint32], dict[str, NDArray[np.uint32]]]:
    """Numbers of articles of other domains that share enough postings, sorted; and shingles that become hot.

    A shingle is hot when more than `hot_gram` articles hold it, the new one among them: it proposes no pairs.
    """
    found, heated = [], {}
    for table, array, least in (("words", grams.words, LEAST_WORDS), ("chars", grams.chars, LEAST_CHARS)):
        cold = np.setdiff1d(array, hot[table], assume_unique=True)
        rows = _rows(txn, table, cold)
        seen, counts = np.unique(rows["gram"], return_counts=True)
        heated[table] = seen[counts >= hot_gram].astype(np.uint32)
        if len(heated[table]):
            rows = rows[~np.isin(rows["gram"], heated[table])]
        numbers, shared = np.unique(rows["number"].astype(np.uint32), return_counts=True)
        enough = shared >= least
        numbers, shared = numbers[enough], shared[enough]
        sizes = article_sizes(txn, numbers)
        fit = (sizes["domain"] != domain) & (
            shared >= LEAST_SHARE * np.minimum(len(array), sizes["words" if table == "words" else "chars"])
        )
        found.append(numbers[fit])
    return np.unique(np.concatenate(found)), heated


def article_sizes(txn: Txn, numbers: NDArray[np.uint32]) -> NDArray[np.void]:
    """Domain number and numbers of postings of articles, in the order of `numbers` (ascending)."""
    keys = numbers.astype(">u4").tobytes()
    pairs = txn.cursor("sizes").getmulti([keys[start : start + 4] for start in range(0, len(keys), 4)])
    assert len(pairs) == len(numbers)
    return np.frombuffer(b"".join([bytes(key) + bytes(value) for key, value in pairs]), _SIZES)


def _rows(txn: Txn, table: str, grams: NDArray[np.uint32]) -> NDArray[np.void]:
    keys = grams.astype(">u4").tobytes()
    raw = txn.cursor(table).getmulti(
        [keys[start : start + _GRAM] for start in range(0, len(keys), _GRAM)],
        dupdata=True, dupfixed_bytes=4, keyfixed=True,
    )
    return np.frombuffer(raw, _POSTING)
