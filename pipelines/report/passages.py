"""Which sentences of a text stand in another, as spans of the texts as shown, so that they can be marked."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from ..fingerprint.normalize import HAN, normalize
from ..fingerprint.shingle import letters_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: ``same``: equal to the last letter once both are normalised. ``near``: it shares most of its words with one.
Kind = Literal["same", "near"]

#: Share of the pairs of neighbouring words that the sentence with fewer of them has in common with the other, and how
#: many at least. A swapped word breaks two pairs: half the pairs are left where one word in four is another.
NEAR_SHARE = 0.5
_LEAST_SHARED = 5
#: Words (a Han character is one) from which a sentence is marked by itself; shorter ones beside a marked one only.
_LEAST_WORDS = 6
#: Places of one pair of words that are looked at: a text that says one thing a thousand times takes no million steps.
_MOST_PLACES = 16

# A sentence as shown: up to its mark and the quotes and brackets behind it, or the end of its line. A full stop of
# Latin type ends one where a space is behind it.
_SENTENCE = re.compile(r"[^\n]*?(?:[。！？!?；;…]+[”’」』\"'）)】\]]*|\.[”’\"')]?(?=[ \t\n]|$)|(?=\n)|$)")
_WORD = re.compile(rf"[{HAN}\u3041-\u309f\u30a1-\u30fa]|[^\W_{HAN}\u3041-\u309f\u30a1-\u30fa]+")


@dataclass(frozen=True, slots=True)
class Passage:
    """A sentence that stands in the other text too."""

    #: Place in the text as shown: ``text[start:end]``.
    start: int
    end: int
    kind: Kind
    #: Index of its counterpart among the passages of the other text.
    partner: int


@dataclass(frozen=True, slots=True)
class _Sentence:
    start: int
    end: int
    #: Letters of its normalised form.
    letters: str
    #: Pairs of neighbouring words, distinct.
    pairs: frozenset[tuple[str, str]]
    words: int


def shared_passages(a: str, b: str) -> tuple[list[Passage], list[Passage]]:
    """Sentences of `a` that stand in `b`, and of `b` that stand in `a`, each in order of place.

    Both are texts as shown to a reader; they are compared in the form that signatures are computed on, so that
    Traditional characters, full-width forms and changed punctuation part nothing. A sentence may have several
    counterparts; the one it shares most with is named. Texts that share nothing give two empty lists.
    """
    mine, theirs = list(_sentences(a)), list(_sentences(b))
    links = _equal(mine, theirs)
    links |= _alike(mine, theirs, links)
    links |= _between(mine, theirs, links)
    return _passages(mine, theirs, links)


def _sentences(text: str) -> Iterator[_Sentence]:
    for match in _SENTENCE.finditer(text):
        part = match.group()
        letters = letters_of(form := normalize(part)) if part else ""
        if letters:
            start = match.start() + len(part) - len(part.lstrip())
            words = _WORD.findall(form.lower())
            yield _Sentence(start, match.start() + len(part.rstrip()), letters,
                            frozenset(pairwise(words)), len(words))


#: Index in a, index in b -> pairs of words in common, and whether the two are equal.
_Links = dict[tuple[int, int], tuple[bool, int]]


def _equal(mine: Sequence[_Sentence], theirs: Sequence[_Sentence]) -> _Links:
    """Equal sentences that are long enough to mean something; the first with the first, the second with the second."""
    places_a, places_b = _places(mine), _places(theirs)
    links: _Links = {}
    for letters, here in places_a.items():
        there = places_b.get(letters)
        if there is None or mine[here[0]].words < _LEAST_WORDS:
            continue
        for turn in range(max(len(here), len(there))):
            i, j = here[min(turn, len(here) - 1)], there[min(turn, len(there) - 1)]
            links[i, j] = (True, len(mine[i].pairs))
    return links


def _places(sentences: Sequence[_Sentence]) -> dict[str, list[int]]:
    places = defaultdict(list)
    for index, sentence in enumerate(sentences):
        places[sentence.letters].append(index)
    return places


def _alike(mine: Sequence[_Sentence], theirs: Sequence[_Sentence], equal: _Links) -> _Links:
    """Sentences that share most of their words, among those that have no equal."""
    done_a, done_b = {i for i, _ in equal}, {j for _, j in equal}
    where: dict[tuple[str, str], list[int]] = defaultdict(list)
    for j, sentence in enumerate(theirs):
        for pair in sentence.pairs:
            if len(where[pair]) < _MOST_PLACES:
                where[pair].append(j)
    links: _Links = {}
    for i, sentence in enumerate(mine):
        shared: dict[int, int] = defaultdict(int)
        for pair in sentence.pairs:
            for j in where.get(pair, ()):
                shared[j] += 1
        for j, count in shared.items():
            least = min(len(sentence.pairs), len(theirs[j].pairs))
            if count >= max(_LEAST_SHARED, NEAR_SHARE * least) and not (i in done_a and j in done_b):
                links[i, j] = (sentence.letters == theirs[j].letters, count)
    return links


def _between(mine: Sequence[_Sentence], theirs: Sequence[_Sentence], links: _Links) -> _Links:
    """Short sentences that are equal and stand beside two that are linked: by themselves they mean nothing."""
    found: _Links = {}
    linked = {i for i, _ in links}
    for step in (1, -1):
        frontier = sorted(links)
        while frontier:
            grown = []
            for i, j in frontier:
                k, m = i + step, j + step
                if (0 <= k < len(mine) and 0 <= m < len(theirs) and k not in linked
                        and mine[k].letters == theirs[m].letters):
                    found[k, m] = (True, len(mine[k].pairs))
                    linked.add(k)
                    grown.append((k, m))
            frontier = grown
    return found


def _passages(
    mine: Sequence[_Sentence], theirs: Sequence[_Sentence], links: _Links
) -> tuple[list[Passage], list[Passage]]:
    best_a: dict[int, tuple[int, bool]] = {}
    best_b: dict[int, tuple[int, bool]] = {}
    # The last to be entered stays: equal before near, more in common before less, earlier before later.
    for (i, j), (same, _) in sorted(links.items(), key=lambda link: (*link[1], -link[0][0], -link[0][1])):
        best_a[i] = (j, same)
        best_b[j] = (i, same)
    rank_a = {i: rank for rank, i in enumerate(sorted(best_a))}
    rank_b = {j: rank for rank, j in enumerate(sorted(best_b))}
    return _marked(mine, best_a, rank_b), _marked(theirs, best_b, rank_a)


def _marked(
    sentences: Sequence[_Sentence], best: dict[int, tuple[int, bool]], ranks: dict[int, int]
) -> list[Passage]:
    return [
        Passage(sentences[i].start, sentences[i].end, "same" if same else "near", ranks[partner])
        for i, (partner, same) in sorted(best.items())
    ]
