"""An article cut into the units that are embedded: sentences of even length, kept by paragraph."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..fingerprint.shingle import letters_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# Closing quotes and brackets belong to the sentence that they end.
_END = re.compile(r"(?:[。!?;！？；]|…+|\.{3,})[”’」』\"')）】]*|(?<=[\w)”\"'])[.][”\"')]*(?=\s+[\"“'(]?[A-Z0-9])")
_COMMA = re.compile(r"[，,、：:]")
_SPLIT_AT_WIDTH = 120
_LEAST_LETTERS = 8
# Han characters carry about as much as three Latin ones.
_LATIN_PER_HAN = 3


@dataclass(frozen=True, slots=True)
class Units:
    """The sentences of an article in order."""

    sentences: tuple[str, ...]
    #: Number of the paragraph that each sentence is of, ascending from 0.
    paragraph_of: tuple[int, ...]
    #: Sentences beyond the cap, which are not embedded.
    left_out: int = 0


def units_of(paragraphs: Iterable[str], *, max_sentences: int = 80) -> Units:
    """Sentences of an article's paragraphs, at most `max_sentences` from its start.

    Sentences end at 。！？；… and, in Latin script, at full stops before a capital. Those wider than 120 Han (360
    Latin) characters are cut at commas; those with fewer than 8 (24) letters join their neighbour in the paragraph,
    and paragraphs of fewer join the next, so that a heading is no sentence of its own: the vectors of very short texts
    are all alike.
    """
    sentences: list[str] = []
    paragraph_of: list[int] = []
    number, pending = 0, ""
    for paragraph in paragraphs:
        for line in paragraph.split("\n"):
            text = f"{pending}\n{line}".strip() if pending else line.strip()
            if _width(letters_of(text)) < _LEAST_LETTERS:
                pending = text
                continue
            pending = ""
            parts = list(_joined(_cut_sentences(text)))
            sentences.extend(parts)
            paragraph_of.extend([number] * len(parts))
            number += 1
    if pending and sentences:
        sentences[-1] = _glued(sentences[-1], pending)
    elif pending:
        sentences, paragraph_of = [pending], [0]
    kept = sentences[:max_sentences]
    return Units(tuple(kept), tuple(paragraph_of[:max_sentences]), len(sentences) - len(kept))


def _width(text: str) -> float:
    """Length in Han characters; three Latin ones count as one."""
    latin = sum(char < "\u2e80" for char in text)
    return len(text) - latin + latin / _LATIN_PER_HAN


def _cut_sentences(text: str) -> Iterator[str]:
    start = 0
    for match in _END.finditer(text):
        yield from _cut_long(text[start : match.end()].strip())
        start = match.end()
    yield from _cut_long(text[start:].strip())


def _cut_long(sentence: str) -> Iterator[str]:
    """Halve a sentence at the comma nearest its middle until the parts are short enough or hold no comma."""
    if not sentence:
        return
    stack = [sentence]
    while stack:
        part = stack.pop()
        commas = [match.end() for match in _COMMA.finditer(part, 1, len(part) - 1)]
        if _width(part) <= _SPLIT_AT_WIDTH or not commas:
            yield from _cut_hard(part)
            continue
        middle = min(commas, key=lambda place: abs(place - len(part) / 2))
        stack += [part[middle:].strip(), part[:middle].strip()]


def _cut_hard(part: str) -> Iterator[str]:
    """Cut what has no punctuation at all: the encoder would read its beginning only."""
    size = 4 * _SPLIT_AT_WIDTH
    for start in range(0, len(part), size):
        yield part[start : start + size]


def _joined(parts: Iterable[str]) -> Iterator[str]:
    """Join short sentences to the one behind them, the last to the one before."""
    held = ""
    last: str | None = None
    for part in parts:
        text = _glued(held, part)
        if _width(letters_of(text)) < _LEAST_LETTERS:
            held = text
            continue
        held = ""
        if last is not None:
            yield last
        last = text
    if last is None:
        if held:
            yield held
        return
    yield _glued(last, held)


def _glued(first: str, second: str) -> str:
    between = " " if first and second and first[-1].isascii() else ""
    return first + between + second
