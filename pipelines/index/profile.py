"""What later comparisons of an article need beside its signatures: keywords, facts, sentences."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..fingerprint.immutables import immutable_hashes, immutables, immutables_agreement
from ..fingerprint.key_terms import MAX_IMMUTABLES, heaviest_terms, term_hashes
from ..fingerprint.keywords import KeywordProfile, keyword_profile, rules_fired
from ..fingerprint.prepared import Prepared, prepare
from .qsign_index import SentenceSet, reused_sentences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_HEAD = struct.Struct("<IIII")


@dataclass(frozen=True)
class Profile:
    """Keywords, facts and sentences of one article."""

    #: Hashes of the heaviest terms, heaviest first, and of the immutables, sorted.
    terms: NDArray[np.uint32]
    facts: NDArray[np.uint32]
    keywords: KeywordProfile
    sentences: SentenceSet

    @property
    def key_terms(self) -> NDArray[np.uint32]:
        """By what a rewrite of the article can be found: its terms and facts, sorted and distinct."""
        return np.union1d(self.terms, self.facts[:MAX_IMMUTABLES])

    def pack(self) -> bytes:
        """The profile as bytes for the store."""
        parts = [
            self.terms.astype("<u4").tobytes(),
            self.facts.astype("<u4").tobytes(),
            self.keywords.pack(),
            self.sentences.pack(),
        ]
        return _HEAD.pack(*map(len, parts)) + b"".join(parts)

    @staticmethod
    def heaviest(data: bytes, limit: int) -> list[int]:
        """Hashes of the heaviest terms of a packed profile, heaviest first; nothing else is read."""
        terms = np.frombuffer(data, "<u4", min(4 * limit, _HEAD.unpack_from(data)[0]) // 4, _HEAD.size)
        found: list[int] = terms.tolist()
        return found

    @classmethod
    def unpack(cls, data: bytes) -> Profile:
        """The profile that :meth:`pack` took."""
        parts, offset = [], _HEAD.size
        for length in _HEAD.unpack_from(data):
            parts.append(data[offset : offset + length])
            offset += length
        return cls(
            terms=np.frombuffer(parts[0], "<u4").astype(np.uint32),
            facts=np.frombuffer(parts[1], "<u4").astype(np.uint32),
            keywords=KeywordProfile.unpack(parts[2]),
            sentences=SentenceSet.unpack(parts[3]),
        )


@dataclass(frozen=True, slots=True)
class ProfileMeasures:
    """What two profiles have in common."""

    #: Numbers of the keyword rules that fired.
    keyword_rules: tuple[int, ...]
    #: Sentences of the article with fewer that the other has, give or take a few words, and how many it has.
    sentences_reused: int
    sentences: int
    #: 0 to 1; None where either holds too few facts to say.
    immutables_agree: float | None


def compute_profile(paragraphs: Sequence[str] | Prepared, summary: str = "") -> Profile:
    """Profile of an article's paragraphs and its meta description."""
    text = paragraphs if isinstance(paragraphs, Prepared) else prepare(paragraphs)
    return Profile(
        terms=term_hashes(heaviest_terms(text.words)),
        facts=immutable_hashes(immutables(text.text, text.words)),
        keywords=keyword_profile(text.words, summary, text.text),
        sentences=SentenceSet.of_text(text.words, [len(words) for sentences in text.sentences for words in sentences]),
    )


def compare_profiles(a: Profile, b: Profile) -> ProfileMeasures:
    """What two articles' profiles have in common; symmetric."""
    return ProfileMeasures(
        keyword_rules=rules_fired(a.keywords, b.keywords),
        sentences_reused=reused_sentences(a.sentences, b.sentences),
        sentences=min(len(a.sentences), len(b.sentences)),
        immutables_agree=immutables_agreement(a.facts, b.facts),
    )
