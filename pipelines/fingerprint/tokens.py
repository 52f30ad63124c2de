"""Words of a normalised text: Chinese through jieba, everything else by a lower-case word rule."""

from __future__ import annotations

import re
import warnings
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from .normalize import HAN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

_WORD = rf"([{HAN}]+)|([^\W_{HAN}]+(?:[.,:'’\-][^\W_{HAN}]+)*)"
_PIECE = re.compile(_WORD)
_PIECE_OR_END = re.compile(rf"{_WORD}|\n")


@cache
def _cut() -> Callable[[str], Iterable[str]]:
    if find_spec("rjieba"):
        import rjieba  # noqa: PLC0415 - optional, and slow to load

        return lambda run: rjieba.cut(run, True)
    jieba = _jieba()
    return lambda run: jieba.cut(run, HMM=True)


@cache
def _jieba():  # type: ignore[no-untyped-def]
    with warnings.catch_warnings():
        # jieba 0.42 imports pkg_resources and has invalid escapes in its patterns.
        warnings.simplefilter("ignore")
        import jieba  # noqa: PLC0415 - a second to load
    jieba.setLogLevel(40)
    return jieba


def tokenize(text: str) -> list[str]:
    """Words of a normalised text in order; punctuation and white space are left out.

    Runs of Han go through jieba's default dictionary with its HMM (``rjieba``, which gives the same tokens, when it
    is installed); other runs of letters and digits are one lower-case word each, inner ``. , : ' -`` kept.
    """
    cut = _cut()
    tokens: list[str] = []
    for han, other in _PIECE.findall(text):
        if han:
            tokens.extend(cut(han))
        else:
            tokens.append(other.lower())
    return tokens


def tokenize_each(texts: Sequence[str]) -> list[list[str]]:
    """:func:`tokenize` of each of several texts without line feeds, in one call of the segmenter.

    That takes two thirds of the time of many calls. A line feed parts what the segmenter reads as one.
    """
    if not texts:
        return []
    pieces = _PIECE_OR_END.findall("\n".join(texts))
    cut = list(_cut()("\n".join([han for han, _ in pieces if han]) + "\n"))
    place = 0
    found: list[list[str]] = [[]]
    for han, other in pieces:
        if han:
            end = cut.index("\n", place)
            found[-1] += cut[place:end]
            place = end + 1
        elif other:
            found[-1].append(other.lower())
        else:
            found.append([])
    return found


@cache
def term_weights() -> dict[str, int]:
    """Inverse document frequency of Chinese words times 64, rounded: the table that jieba ships."""
    path = Path(_jieba().__file__).parent / "analyse" / "idf.txt"
    table = {}
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            word, _, value = line.rpartition(" ")
            table[word] = round(float(value) * 64)
    return table


# Words the table does not hold: its median for words (rare names, Latin), little for single characters.
UNKNOWN_WEIGHT = round(11.95 * 64)
UNKNOWN_CHAR_WEIGHT = round(6.0 * 64)
LATIN_CHAR_WEIGHT = round(2.0 * 64)


def term_weight(word: str) -> int:
    """Weight of one occurrence of a word: its IDF times 64."""
    known = term_weights().get(word)
    if known is not None:
        return known
    if len(word) > 1:
        return _english_weight(word)
    return LATIN_CHAR_WEIGHT if word.isascii() else UNKNOWN_CHAR_WEIGHT


# Jieba's table has no English. These are the commonest words, which say nothing about a text.
COMMON_ENGLISH = frozenset(
    """the of and to in a is that for it on was with as be by at are this from or an have not they which you but his
    he has had were their been its will would there more when who all if one so can we our my your her she him them
    what about up out no into than then some could also these other only do does did how may any such over new just
    like after most now between where while because""".split()
)


def _english_weight(word: str) -> int:
    if word in COMMON_ENGLISH:
        return 64
    if word.isascii() and word.isalpha():
        return 64 * min(3 + len(word), 11)  # long words are rarer (Zipf's law of abbreviation)
    return UNKNOWN_WEIGHT
