"""An article's text made ready once for all signatures: normalised, settled, cut into sentences and words."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING

from .normalize import normalize
from .paragraphs import settle_paragraphs
from .segments import split_sentences
from .shingle import letters_of, letters_of_each
from .tokens import tokenize_each
from .words import Words

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Prepared:
    """A text as signatures read it; line i is a paragraph with its letters and its sentences' words."""

    lines: tuple[str, ...]
    letters: tuple[str, ...]
    sentences: tuple[list[list[str]], ...]
    words: Words
    #: Letters of each sentence, those without any left out.
    sentence_letters: tuple[str, ...]

    @property
    def text(self) -> str:
        """The normalised text, a paragraph a line."""
        return "\n".join(self.lines)

    def tokens(self) -> list[list[str]]:
        """Words of each line."""
        return [[word for words in sentences for word in words] for sentences in self.sentences]


def prepare(paragraphs: Sequence[str]) -> Prepared:
    """Make an article's paragraphs ready; lines without a letter are left out."""
    given = normalize("\n".join(paragraphs)).split("\n")
    letters = {line: content for line, content in zip(given, letters_of_each(given), strict=True) if content}
    lines = settle_paragraphs([line for line in given if line in letters], letters)
    # No sentence goes on beyond its line.
    parts = [split_sentences(line) for line in lines]
    flat = list(chain.from_iterable(parts))
    words = tokenize_each(flat)
    of_line = iter(words)
    return Prepared(
        lines=tuple(lines),
        letters=tuple(letters.get(line) or letters_of(line) for line in lines),
        sentences=tuple(list(filter(None, islice(of_line, len(line)))) for line in parts),
        words=Words(list(chain.from_iterable(words))),
        sentence_letters=tuple(filter(None, letters_of_each(flat))),
    )
