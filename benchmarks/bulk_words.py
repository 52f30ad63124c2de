"""Words, numbers and sentence forms of bulk articles, with everything that signatures ask of a word looked up once.

Words come from jieba's dictionary by part of speech. A field has a vocabulary of its own; every field also uses the
dictionary's common words, each as often as the dictionary says, so that some words and phrases are everywhere.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import jieba
import numpy as np
from scrapy_reprint.pipelines.fingerprint.immutables import immutable_hashes, immutables
from scrapy_reprint.pipelines.fingerprint.key_terms import term_hashes
from scrapy_reprint.pipelines.fingerprint.normalize import normalize
from scrapy_reprint.pipelines.fingerprint.number_words import NUMERALS
from scrapy_reprint.pipelines.fingerprint.words import Words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

FIELDS = 200
#: Places in a table of quantiles: a word stands in it as often as it is likely.
QUANTILES = 4096
GENERAL_QUANTILES = 1 << 16

#: Slots: N noun, V verb, A adjective, D adverb, L place, P person, M number with its unit, T day; the rest is written
#: as it is.
FORMS = (
    "T ， L 的 N 在 N 中 D V 了 N ， P 认为 A 的 N 会 V 。",
    "P 说 ， N 和 N 都 要 V ， M N 已经 V 。",
    "D V 的 N 让 L 的 N V ， A N 则 V 到 M 。",
    "T 以来 ， L N 共 V M ， 比 N 多 M ， N D V 。",
    "不过 A 的 N 未必 V ， P 与 P 为 N 而 V 。",
    "N 里 的 N ， L V 过 ， P 也 V 过 ， D A 。",
    "P 把 M N 交给 L ， N 于是 D V ， A N 随后 V 。",
    "若 N V 得 A ， N 便 V ； 若 N 不 V ， A N 会 D V 。",
    "L N 的 P 在 T 见到 N ， V 了 M ， D V 着 N 。",
    "从 L 到 L ， N 变 A ， N 变 A ， 只有 P V N 。",
    "M 的 N 属于 L ， M 的 N 属于 P ， 其余 V 。",
    "A N 、 A N 和 A N ， T 都 由 P V 。",
)
TITLES = ("A N V N", "L N V", "P V A N", "N V D A", "L N V N ： A N D V", "N 为何 V ？ P 在 L V N")
UNITS = "个 次 件 元 吨 人 家".split()

_PARTS = {"N": ("n",), "V": ("v", "vn"), "A": ("a", "an"), "D": ("d", "ad"), "L": ("ns",), "P": ("nr",)}
_SIZES = {"N": 900, "V": 500, "A": 200, "D": 120, "L": 80}
_HAN = re.compile(r"[\u4e00-\u9fff]{2,4}")
# In these a number, a date or a clock may be read.
_READ_AS_NUMBERS = re.compile(f"[{NUMERALS}几数点时分秒第年月日号半成]")
_MOST = 5000
_PUNCTUATION = frozenset("，。；、：？")


@cache
def dictionary() -> dict[str, list[tuple[str, int]]]:
    """Words of the dictionary and how often they occur, by slot."""
    found: dict[str, list[tuple[str, int]]] = {slot: [] for slot in _PARTS}
    slots = {part: slot for slot, parts in _PARTS.items() for part in parts}
    with jieba.get_dict_file() as lines:
        for line in lines:
            word, count, part = line.decode("utf-8").split()
            if part in slots and int(count) >= 3 and _HAN.fullmatch(word) and not _READ_AS_NUMBERS.search(word):
                found[slots[part]].append((word, int(count)))
    return {slot: _level(words) for slot, words in found.items()}


def _level(words: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Those words that normalising leaves as they are, so that it need not be done."""
    same = set(normalize("\n".join(word for word, _ in words)).split("\n"))
    return [(word, count) for word, count in words if word in same]


class Vocabulary:
    """All words by number, with what signatures need of each; the same seed gives the same fields."""

    def __init__(self, seed: int) -> None:
        chance = np.random.default_rng(seed)
        found = dictionary()
        literal = {word for form in (*FORMS, *TITLES) for word in form.split()} - set("NVADLPMT")
        every = {word for words in found.values() for word, _ in words}
        every.update(literal - _PUNCTUATION, UNITS, "月日", map(str, range(1, _MOST)))
        #: Every word; its number is its place. In order of the alphabet, so that numbers rank as words do.
        self.words = sorted(every)
        self.numbers = {word: number for number, word in enumerate(self.words)}
        known = Words(self.words)
        self.digests, self.weights = known.digests.copy(), known.weights
        self.lengths = np.array(list(map(len, self.words)), np.intp)
        self.points = np.frombuffer("".join(self.words).encode("utf-32-le"), "<u4")
        self.starts = np.cumsum(self.lengths) - self.lengths
        #: Whether a word may be a term or a keyword, and its hash as one.
        self.is_term = np.array([len(word) > 1 and not word[0].isdigit() for word in self.words])
        self.terms = term_hashes(self.words)
        #: Hash of the fact that a word is by itself, a rare word, and 0 for none.
        self.facts = np.array([_only_fact("", word) for word in self.words], np.uint32)
        self._read_numbers()
        self.general = {slot: self._quantiles(found[slot], GENERAL_QUANTILES, 1.0) for slot in _SIZES}
        self.fields = {
            slot: np.stack([
                self._quantiles([found[slot][place] for place in places], QUANTILES, 0.5)
                for places in (chance.choice(len(found[slot]), min(size, len(found[slot])), replace=False)
                               for _ in range(FIELDS))
            ])
            for slot, size in _SIZES.items()
        }
        self.people = np.array([self.numbers[word] for word, _ in found["P"]], np.int32)

    def _read_numbers(self) -> None:
        """Numbers of number words, and the facts that they are, alone, with a unit and in a date."""
        self.of_value = np.array([0, *(self.numbers[str(value)] for value in range(1, _MOST))], np.int32)
        self.units = np.array([self.numbers[unit] for unit in UNITS], np.int32)
        self.value_facts = np.array([0] * 10 + [_only_fact(f"{value}个") for value in range(10, _MOST)], np.uint32)
        self.small_facts = np.array(
            [[0] * len(UNITS), *([_only_fact(f"{value}{unit}") for unit in UNITS] for value in range(1, 10))], np.uint32
        )
        self.month_facts = np.array([0, *(_only_fact(f"{month}月") for month in range(1, 13))], np.uint32)
        self.day_facts = np.array([0, *(_only_fact(f"{day}日") for day in range(1, 32))], np.uint32)

    def _quantiles(self, words: Sequence[tuple[str, int]], places: int, flat: float) -> NDArray[np.int32]:
        """A table in which each word stands as often as its count, to the power `flat`, says."""
        likely = np.cumsum(np.array([count for _, count in words], float) ** flat)
        drawn = np.searchsorted(likely, (np.arange(places) + 0.5) / places * likely[-1])
        return np.array([self.numbers[word] for word, _ in words], np.int32)[drawn]


def _only_fact(text: str, *words: str) -> int:
    """Hash of the one fact of a text and its words, 0 for none."""
    found = immutable_hashes(immutables(text, words))
    return int(found[0]) if len(found) else 0


#: Kinds of the places of a form: a word as it is written, or a slot.
KINDS = {kind: code for code, kind in enumerate("word N V A D L P value unit month day".split())}


class Forms:
    """Sentence forms laid end to end, so that many sentences are filled at once."""

    def __init__(self, vocabulary: Vocabulary, forms: Sequence[str]) -> None:
        parts = [self._parts(vocabulary, form) for form in forms]
        self.lengths = np.array(list(map(len, parts)), np.intp)
        self.starts = np.cumsum(self.lengths) - self.lengths
        flat = [part for form in parts for part in form]
        self.kinds = np.array([kind for kind, _, _ in flat], np.uint8)
        self.words = np.array([word for _, word, _ in flat], np.int32)
        #: What is written behind each place.
        self.marks = [mark for _, _, mark in flat]
        self.mark_lengths = np.array(list(map(len, self.marks)), np.intp)
        #: Whether a sentence, as signatures see it, ends behind each place: also at a semicolon.
        self.ends = np.array([mark in ("。", "；", "？") for mark in self.marks])

    def _parts(self, vocabulary: Vocabulary, form: str) -> list[tuple[int, int, str]]:
        parts: list[tuple[int, int, str]] = []
        for word in form.split():
            if word in _PUNCTUATION:
                parts[-1] = (*parts[-1][:2], word)
            elif word == "M":
                parts += [(KINDS["value"], 0, ""), (KINDS["unit"], 0, "")]
            elif word == "T":
                parts += [(KINDS["month"], 0, ""), (0, vocabulary.numbers["月"], "")]
                parts += [(KINDS["day"], 0, ""), (0, vocabulary.numbers["日"], "")]
            elif word in KINDS:
                parts.append((KINDS[word], 0, ""))
            else:
                parts.append((0, vocabulary.numbers[word], ""))
        return parts
