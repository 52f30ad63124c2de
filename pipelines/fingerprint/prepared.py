"""An article's text made ready once for all signatures: normalised, settled, cut into sentences and words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .normalize import normalize
from .paragraphs import settle_paragraphs
from .segments import SENTENCE_END
from .shingle import has_letters, letters_of
from .tokens import tokenize
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
    lines = settle_paragraphs([line for line in normalize("\n".join(paragraphs)).split("\n") if has_letters(line)])
    # No sentence goes on beyond its line.
    parts = [SENTENCE_END.split(line) for line in lines]
    sentences = tuple([words for part in line if (words := tokenize(part))] for line in parts)
    return Prepared(
        lines=tuple(lines),
        letters=tuple(letters_of(line) for line in lines),
        sentences=sentences,
        words=Words([word for line in sentences for words in line for word in words]),
        sentence_letters=tuple(letters for line in parts for part in line if (letters := letters_of(part))),
    )
