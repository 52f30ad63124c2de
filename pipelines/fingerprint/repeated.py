"""Punctuation and sentences that were doubled to change a text's hash."""

from __future__ import annotations

import re
from itertools import chain, islice, pairwise

from .shingle import letters_of_each

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
    lines = [_SENTENCE.split(line) for line in text.split("\n")]
    given = iter(letters_of_each(list(chain.from_iterable(lines))))
    letters = [list(islice(given, len(line))) for line in lines]
    # Where one long sentence is doubled on the spot, short ones and headings will be too.
    doubled = any(a == b and len(a) >= _LEAST_LETTERS for line in letters for a, b in pairwise(line))
    return "\n".join(_undouble_line(line, own, doubled=doubled) for line, own in zip(lines, letters, strict=True))


def _undouble_line(line: list[str], own: list[str], *, doubled: bool) -> str:
    """A line given by its sentences and their letters."""
    seen: set[str] = set()
    kept: list[str] = []
    previous = ""
    for sentence, letters in zip(line, own, strict=True):
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
