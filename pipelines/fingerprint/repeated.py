"""Punctuation and sentences that were doubled to change a text's hash."""

from __future__ import annotations

import re

from .shingle import letters_of

# Behind Han or a bracket only: "std::string", "a ?? b" are code.
_DOUBLED = re.compile(r"([,;:!?。、])(?<=[^\x00-\x7f].)[\1 ]*\1")
_END = re.compile(r"[。!?;\n]+")
_SENTENCE = re.compile(r"(?<=[。!?;])(?![。!?;\")])")
_LEAST_LETTERS = 8


def undouble(text: str) -> str:
    """The text with each mark of punctuation once, and without sentences that the same line had before."""
    text = _DOUBLED.sub(r"\1", text)
    sentences = [part for part in _END.split(text) if len(part) >= _LEAST_LETTERS]
    if len(set(sentences)) == len(sentences):
        return text
    return "\n".join(map(_undouble_line, text.split("\n")))


def _undouble_line(line: str) -> str:
    seen: set[str] = set()
    kept = []
    for sentence in _SENTENCE.split(line):
        letters = letters_of(sentence)
        if len(letters) < _LEAST_LETTERS or letters not in seen:
            kept.append(sentence)
        seen.add(letters)
    return "".join(kept)
