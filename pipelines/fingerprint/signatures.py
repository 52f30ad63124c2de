"""All signatures of one article, computed in one pass over its paragraphs."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from functools import cached_property
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import numpy as np

from .hashing import hash64
from .prepared import Prepared, prepare
from .segments import signatures_of_segments
from .shingle import char_shingles, word_shingles
from .simhash import simhash_of_sums, simhash_sums_by_part
from .winnow import winnow

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class SignatureParams:
    """What signatures depend on. Stamped into the store: signatures of other parameters cannot be compared."""

    simhash_bits: int = 64
    segments: int = 10
    shingle_words: int = 5
    shingle_chars: int = 5
    winnow_window: int = 4

    def stamp(self) -> dict[str, Any]:
        """Parameters and the tokenizer, term weights and normalisation they go with, for the store."""
        return {
            **asdict(self),
            "tokenizer": f"jieba {version('jieba')} HMM",
            "term_weights": f"jieba {version('jieba')} idf.txt x 64",
            "hash": "blake2b/splitmix64",
            "normalization": 2,
        }


@dataclass(frozen=True)
class Signatures:
    """Fingerprints of one article, kept by paragraph so that template paragraphs can be taken off later."""

    #: Weighted bit sums of the SimHash over the whole text, int32, shape (bits,).
    sums: NDArray[np.int32]
    #: 64-bit hashes of the segments, in order.
    segments: tuple[int, ...]
    #: 64-bit hashes of the normalised paragraphs, and their lengths in letters, shape (p,).
    paragraphs: NDArray[np.uint64]
    paragraph_chars: NDArray[np.uint32]
    #: Winnowed shingle hashes, by the paragraph they start in; counts have shape (p,).
    words: NDArray[np.uint32]
    word_counts: NDArray[np.uint32]
    chars: NDArray[np.uint32]
    char_counts: NDArray[np.uint32]

    @cached_property
    def simhash(self) -> int:
        """SimHash of the whole text."""
        return simhash_of_sums(self.sums)

    @cached_property
    def word_set(self) -> NDArray[np.uint32]:
        """Distinct word-shingle hashes, sorted."""
        return _distinct(self.words)

    @cached_property
    def char_set(self) -> NDArray[np.uint32]:
        """Distinct character-shingle hashes, sorted."""
        return _distinct(self.chars)

    @property
    def letters(self) -> int:
        """Letters and digits of the text."""
        return int(self.paragraph_chars.sum())

    def anchors(self) -> tuple[int, int]:
        """Hashes of the longest and second longest paragraph: which article this is, whatever surrounds it."""
        if not len(self.paragraphs):
            return 0, 0
        order = np.lexsort((self.paragraphs, self.paragraph_chars))[::-1]
        first = int(self.paragraphs[order[0]])
        rest = [int(self.paragraphs[i]) for i in order[1:] if int(self.paragraphs[i]) != first]
        return first, rest[0] if rest else 0

    def replaced(self, **changes: Any) -> Signatures:
        """The same signatures with some fields changed; what is derived from them is derived anew."""
        return replace(self, **changes)

    def without(self, template: Container[int], sums: NDArray[np.int32]) -> Signatures:
        """The signatures less the paragraphs whose hash is in `template`; `sums` are those paragraphs' bit sums.

        Segments stay: their number that must agree leaves room for a template line.
        """
        keep = np.array([int(value) not in template for value in self.paragraphs], bool)
        return Signatures(
            sums=self.sums - sums,
            segments=self.segments,
            paragraphs=self.paragraphs[keep],
            paragraph_chars=self.paragraph_chars[keep],
            words=self.words[np.repeat(keep, self.word_counts)],
            word_counts=self.word_counts[keep],
            chars=self.chars[np.repeat(keep, self.char_counts)],
            char_counts=self.char_counts[keep],
        )


def compute_signatures(
    paragraphs: Sequence[str] | Prepared, params: SignatureParams = SignatureParams()
) -> tuple[Signatures, NDArray[np.int32]]:
    """Signatures of an article's paragraphs, and the SimHash sums of each paragraph, int32, shape (p, bits).

    The sums by paragraph are not part of the signatures: only those of repeated paragraphs are ever needed.
    """
    text = paragraphs if isinstance(paragraphs, Prepared) else prepare(paragraphs)
    letters = text.letters
    lengths = [sum(map(len, sentences)) for sentences in text.sentences]
    sums = simhash_sums_by_part(text.words, lengths, params.simhash_bits)
    words, word_counts = _winnowed(word_shingles(text.words, params.shingle_words), lengths, params.winnow_window)
    chars, char_counts = _winnowed(
        char_shingles("".join(letters), params.shingle_chars), [len(part) for part in letters], params.winnow_window
    )
    signatures = Signatures(
        sums=sums.sum(axis=0, dtype=np.int32),
        segments=signatures_of_segments(text.sentence_letters, params.segments),
        paragraphs=np.array([hash64(part) for part in letters], np.uint64),
        paragraph_chars=np.array([len(part) for part in letters], np.uint32),
        words=words,
        word_counts=word_counts,
        chars=chars,
        char_counts=char_counts,
    )
    return signatures, sums


def _distinct(hashes: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """What ``np.unique`` gives; of a few hundred values in a tenth of its time."""
    ranked = np.sort(hashes)
    if len(ranked) < 2:
        return ranked
    first = np.empty(len(ranked), bool)
    first[0] = True
    np.not_equal(ranked[1:], ranked[:-1], out=first[1:])
    return ranked[first]


def _winnowed(
    hashes: NDArray[np.uint32], lengths: Sequence[int], window: int
) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Winnowed hashes and how many of them start in each paragraph."""
    kept = winnow(hashes, window)
    ends = np.cumsum(np.array(lengths, np.int64)) if lengths else np.empty(0, np.int64)
    upto = np.searchsorted(kept, ends, side="left")
    counts = np.diff(upto, prepend=0)
    return hashes[kept], counts.astype(np.uint32)
