"""Shingles: hashed runs of consecutive words or characters (Broder 1997), and how sets of them compare."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from .hashing import mix64, rolling_hash
from .words import Words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_LETTERS = re.compile(r"[^\W_]+")
_LETTERS_OR_END = re.compile(r"[^\W_]+|\n")
_ASCII_NOT_LETTERS = bytes(code for code in range(128) if not chr(code).isalnum())
_ASCII_NEITHER = _ASCII_NOT_LETTERS.replace(b"\n", b"")


def word_shingles(tokens: Sequence[str] | Words, length: int = 5) -> NDArray[np.uint32]:
    """Hashes of all runs of `length` consecutive tokens, in order, shape (len(tokens) - length + 1,)."""
    words = Words.of(tokens)
    return rolling_hash(words.hashes[words.places], length)


def letters_of(text: str) -> str:
    """The letters and digits of a normalised text in lower case, without punctuation and white space."""
    if text.isascii():
        return text.encode("ascii").translate(None, _ASCII_NOT_LETTERS).decode("ascii").lower()
    return "".join(_LETTERS.findall(text)).lower()


def letters_of_each(texts: Sequence[str]) -> list[str]:
    """:func:`letters_of` of each of several texts without line feeds."""
    if not texts:
        return []
    text = "\n".join(texts)
    if text.isascii():
        text = text.encode("ascii").translate(None, _ASCII_NEITHER).decode("ascii")
    else:
        text = "".join(_LETTERS_OR_END.findall(text))
    return text.lower().split("\n")


def char_shingles(letters: str, length: int = 5) -> NDArray[np.uint32]:
    """Hashes of all runs of `length` consecutive characters of `letters_of(text)`, in order."""
    points = np.frombuffer(letters.encode("utf-32-le", "surrogatepass"), "<u4").astype(np.uint64)
    return rolling_hash(mix64(points + np.uint64(1)), length)


def among(values: NDArray[np.uint32], members: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """Which values stand in a sorted array, shape (len(values),); that may be large: it is looked up, not sorted."""
    if not len(members):
        return np.zeros(len(values), bool)
    found: NDArray[np.bool_] = members.take(np.searchsorted(members, values), mode="clip") == values
    return found


def jaccard(a: NDArray[np.uint32], b: NDArray[np.uint32]) -> float:
    """Size of the intersection over size of the union of two sorted arrays of distinct values; 0 for empty ones."""
    both = len(np.intersect1d(a, b, assume_unique=True))
    union = len(a) + len(b) - both
    return both / union if union else 0.0


def containment(a: NDArray[np.uint32], b: NDArray[np.uint32]) -> float:
    """Share of the distinct values of sorted array `a` that `b` holds; 0 for an empty `a`."""
    return len(np.intersect1d(a, b, assume_unique=True)) / len(a) if len(a) else 0.0
