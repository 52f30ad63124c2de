"""Punctuation and sentences that were doubled to change a text's hash."""

from __future__ import annotations

import re
from itertools import pairwise

from .shingle import letters_of

# Behind Han or a bracket only: "std::string", "a ?? b" are code.
_DOUBLED = re.compile(r"([,;:!?。、])(?<=[^\x00-\x7f].)(?: *\1)+")
_END = re.compile(r"[。!?;\n]+")
_SENTENCE = re.compile(r"(?<=[。!?;])(?![。!?;\")])")
_LEAST_LETTERS = 8


def undouble(text: str) -> str:
    """The text with each mark of punctuation once, and without sentences that the same line had before."""
    text = _DOUBLED.sub(r"\1", text)
    sentences = [part for part in _END.split(text) if len(part) >= _LEAST_LETTERS]
    if len(set(sentences)) == len(sentences):
        return text
    lines = text.split("\n")
    # Where one long sentence is doubled on the spot, short ones and headings will be too.
    doubled = any(map(_is_doubled, lines))
    return "\n".join(_undouble_line(line, doubled=doubled) for line in lines)


def _is_doubled(line: str) -> bool:
    letters = [letters_of(sentence) for sentence in _SENTENCE.split(line)]
    return any(a == b and len(a) >= _LEAST_LETTERS for a, b in pairwise(letters))


def _undouble_line(line: str, *, doubled: bool) -> str:
    seen: set[str] = set()
    kept: list[str] = []
    previous = ""
    for sentence in _SENTENCE.split(line):
        letters = letters_of(sentence)
        if letters and ((letters in seen and len(letters) >= _LEAST_LETTERS) or (doubled and letters == previous)):
            continue
        kept.append(_half(sentence) if doubled else sentence)
        seen.add(letters)
        previous = letters
    return "".join(kept)


def _half(sentence: str) -> str:
    """The first half of a sentence that is made of two equal halves."""
    middle = len(sentence) // 2
    return sentence[:middle] if middle >= 2 and sentence[:middle] == sentence[middle:] else sentence
