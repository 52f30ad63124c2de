"""Signatures and profiles of many articles at once, from words that are known already.

The project's own hashes are used throughout. What is done here is to lay articles end to end and to keep what crosses
from one into the next apart; ``bulk.py --check`` compares the result with what the project makes of each article.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from scrapy_reprint.pipelines.fingerprint.hashing import hash64
from scrapy_reprint.pipelines.fingerprint.keywords import KEYWORDS, LEAD_BYTES, KeywordProfile
from scrapy_reprint.pipelines.fingerprint.qsign import counted_keys, sentence_signatures
from scrapy_reprint.pipelines.fingerprint.segments import signatures_of_segments
from scrapy_reprint.pipelines.fingerprint.shingle import char_shingles, word_shingles
from scrapy_reprint.pipelines.fingerprint.signatures import SignatureParams, Signatures
from scrapy_reprint.pipelines.fingerprint.words import Words
from scrapy_reprint.pipelines.index.profile import Profile
from scrapy_reprint.pipelines.index.qsign_index import SentenceSet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bulk_words import Vocabulary
    from numpy.typing import NDArray

_PARAMS = SignatureParams()
_TERMS = 24
_STOP_WEIGHT = 64
_STEPS = 65535


@dataclass(frozen=True)
class Layout:
    """Articles end to end: their words, and how many each sentence, paragraph and article has of the next smaller."""

    words: NDArray[np.int32]
    facts: NDArray[np.uint32]
    sentence_words: NDArray[np.intp]
    paragraph_sentences: NDArray[np.intp]
    article_paragraphs: NDArray[np.intp]


class KnownWords(Words):
    """The words of many texts by their numbers in a vocabulary."""

    def __init__(self, vocabulary: Vocabulary, words: NDArray[np.int32]) -> None:
        known, self.places = np.unique(words, return_inverse=True)
        self.distinct = tuple(map(vocabulary.words.__getitem__, known.tolist()))
        self.counts = []
        self.digests, self.weights = vocabulary.digests[known], vocabulary.weights[known]


@dataclass(frozen=True)
class Signed:
    """Arrays of all articles of a layout; :meth:`article` cuts one out."""

    sums: NDArray[np.int32]
    paragraph_sums: NDArray[np.int32]
    segments: list[tuple[int, ...]]
    paragraphs: NDArray[np.uint64]
    paragraph_chars: NDArray[np.uint32]
    words: NDArray[np.uint32]
    word_counts: NDArray[np.uint32]
    chars: NDArray[np.uint32]
    char_counts: NDArray[np.uint32]
    terms: NDArray[np.uint32]
    facts: NDArray[np.uint32]
    keywords: list[KeywordProfile]
    sentences: SentenceSet
    #: Where each article begins in the arrays by paragraph, of words, characters, terms, facts and sentences.
    begins: NDArray[np.intp]

    def article(self, number: int) -> tuple[Signatures, NDArray[np.int32], Profile]:
        """Signatures, sums of paragraphs and profile of one article."""
        (paragraph, word, char, term, fact, sentence), ends = self.begins[number : number + 2].tolist()
        part = slice(paragraph, ends[0])
        signatures = Signatures(
            sums=self.sums[number], segments=self.segments[number], paragraphs=self.paragraphs[part],
            paragraph_chars=self.paragraph_chars[part], words=self.words[word : ends[1]],
            word_counts=self.word_counts[part], chars=self.chars[char : ends[2]], char_counts=self.char_counts[part],
        )
        rows = slice(sentence, ends[5])
        profile = Profile(
            terms=self.terms[term : ends[3]], facts=self.facts[fact : ends[4]], keywords=self.keywords[number],
            sentences=SentenceSet(self.sentences.words[rows], self.sentences.signatures[rows]),
        )
        return signatures, self.paragraph_sums[part], profile


def sign(vocabulary: Vocabulary, layout: Layout, summaries: Sequence[str]) -> Signed:
    """Signatures and profiles of articles; `summaries` are the letters of their descriptions, some empty."""
    known = KnownWords(vocabulary, layout.words)
    lengths = vocabulary.lengths[layout.words]
    letters = _letters(vocabulary, layout.words, lengths)
    sentence_chars = _added(lengths, layout.sentence_words)
    paragraph_words = _added(layout.sentence_words, layout.paragraph_sentences)
    paragraph_chars = _added(sentence_chars, layout.paragraph_sentences)
    article_words = _added(paragraph_words, layout.article_paragraphs)
    article_chars = _added(paragraph_chars, layout.article_paragraphs)
    sums = _sums(known, paragraph_words)
    words, word_counts = _winnowed(word_shingles(known, _PARAMS.shingle_words), paragraph_words, article_words)
    chars, char_counts = _winnowed(char_shingles(letters, _PARAMS.shingle_chars), paragraph_chars, article_chars)
    of_word = np.repeat(np.arange(len(article_words)), article_words)
    terms, term_counts, keywords = _terms(vocabulary, layout.words, of_word)
    facts, fact_counts = _facts(layout.facts, of_word)
    article_sentences = _added(layout.paragraph_sentences, layout.article_paragraphs)
    sentences, set_counts = _sentence_sets(known, layout.sentence_words, article_sentences)
    by_sentence = _pieces(letters, sentence_chars)
    by_article = _pieces(letters, article_chars)
    leads = [summary or text.encode()[:LEAD_BYTES] for summary, text in zip(summaries, by_article, strict=True)]
    return Signed(
        sums=np.add.reduceat(sums, _starts(layout.article_paragraphs), axis=0, dtype=np.int32),
        paragraph_sums=sums,
        segments=[
            signatures_of_segments(by_sentence[begin:end], _PARAMS.segments)
            for begin, end in pairwise([0, *np.cumsum(article_sentences).tolist()])
        ],
        paragraphs=np.array(list(map(hash64, _pieces(letters, paragraph_chars))), np.uint64),
        paragraph_chars=paragraph_chars.astype(np.uint32),
        words=words, word_counts=word_counts, chars=chars, char_counts=char_counts, terms=terms, facts=facts,
        keywords=[_keywords(vocabulary, found, lead) for found, lead in zip(keywords, leads, strict=True)],
        sentences=sentences,
        begins=np.stack([
            np.concatenate([[0], np.cumsum(counts)])
            for counts in (
                layout.article_paragraphs, _added(word_counts, layout.article_paragraphs),
                _added(char_counts, layout.article_paragraphs), term_counts, fact_counts, set_counts,
            )
        ], axis=1),
    )


def _starts(counts: NDArray[np.intp]) -> NDArray[np.intp]:
    return np.cumsum(counts) - counts


def _added(values: NDArray[np.integer], counts: NDArray[np.intp]) -> NDArray[np.intp]:
    """Sums of runs of `counts` values each."""
    return np.add.reduceat(values.astype(np.intp), _starts(counts))


def _letters(vocabulary: Vocabulary, words: NDArray[np.int32], lengths: NDArray[np.intp]) -> str:
    at = np.repeat(vocabulary.starts[words] - _starts(lengths), lengths) + np.arange(lengths.sum())
    return vocabulary.points[at].tobytes().decode("utf-32-le")


def _pieces(text: str, lengths: NDArray[np.intp]) -> list[str]:
    return [text[begin:end] for begin, end in pairwise([0, *np.cumsum(lengths).tolist()])]


def _sums(known: KnownWords, paragraphs: NDArray[np.intp]) -> NDArray[np.int32]:
    """SimHash sums of paragraphs; for thousands at once this is faster than the sums of one article's are."""
    signs = np.unpackbits(known.digests[:, : _PARAMS.simhash_bits // 8], axis=1, bitorder="little")
    weighted = (signs.astype(np.int32) * 2 - 1) * known.weights[:, None]
    sums = np.empty((len(paragraphs), _PARAMS.simhash_bits), np.int32)
    for number, (begin, end) in enumerate(pairwise([0, *np.cumsum(paragraphs).tolist()])):
        np.add.reduce(weighted[known.places[begin:end]], axis=0, out=sums[number])
    return sums


def _winnowed(
    hashes: NDArray[np.uint32], paragraphs: NDArray[np.intp], articles: NDArray[np.intp]
) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Winnowed hashes and how many of them start in each paragraph; `hashes` run on from article to article."""
    width, window = _PARAMS.shingle_words, _PARAMS.winnow_window
    total = int(articles.sum())
    #: Units from each place to the end of its article.
    left = np.repeat(np.cumsum(articles), articles) - np.arange(total)
    count = len(hashes) - window + 1
    least, last = hashes[:count].copy(), np.zeros(count, np.intp)
    for step in range(1, window):
        lower = hashes[step : step + count] <= least
        least[lower], last[lower] = hashes[step : step + count][lower], step
    windows = np.flatnonzero(left[:count] >= window + width - 1)
    kept = np.zeros(total, bool)
    kept[windows + last[windows]] = True
    at = np.flatnonzero(kept)
    of = np.repeat(np.arange(len(paragraphs)), paragraphs)
    return hashes[at], np.bincount(of[at], minlength=len(paragraphs)).astype(np.uint32)


def _terms(
    vocabulary: Vocabulary, words: NDArray[np.int32], of: NDArray[np.intp]
) -> tuple[NDArray[np.uint32], NDArray[np.intp], list[list[tuple[int, int]]]]:
    """Hashes of each article's heaviest terms, how many, and its keywords with their weights."""
    may = vocabulary.is_term[words]
    pairs, counts = np.unique(of[may] * len(vocabulary.words) + words[may], return_counts=True)
    article, word = np.divmod(pairs, len(vocabulary.words))
    heavy = counts * vocabulary.weights[word]
    order = np.lexsort((word, -heavy, article))
    article, word, heavy = article[order], word[order], heavy[order]
    totals = np.bincount(article, minlength=int(of[-1]) + 1)
    rank = np.arange(len(article)) - np.repeat(_starts(totals), totals)
    first = rank < _TERMS
    keywords = []
    for begin in _starts(totals).tolist():
        end = begin + 4 * KEYWORDS
        found = zip(word[begin:end].tolist(), heavy[begin:end].tolist(), strict=True)
        keywords.append([pair for pair in found if vocabulary.weights[pair[0]] > _STOP_WEIGHT][:KEYWORDS])
    return vocabulary.terms[word[first]], np.minimum(totals, _TERMS), keywords


def _keywords(vocabulary: Vocabulary, found: list[tuple[int, int]], lead: str | bytes) -> KeywordProfile:
    terms = [vocabulary.words[number] for number, _ in found]
    length = sum(weight * weight for _, weight in found) ** 0.5
    return KeywordProfile(
        lead=_md5(lead),
        concatenated=_md5("\0".join(terms)),
        in_order=_md5("\0".join(sorted(terms))),
        terms=tuple(int.from_bytes(vocabulary.digests[number, :4].tobytes(), "little") for number, _ in found),
        weights=tuple(round(weight / length * _STEPS) for _, weight in found),
    )


def _md5(text: str | bytes) -> bytes:
    data = text.encode() if isinstance(text, str) else text
    return hashlib.md5(data, usedforsecurity=False).digest()[:8]


def _facts(facts: NDArray[np.uint32], of: NDArray[np.intp]) -> tuple[NDArray[np.uint32], NDArray[np.intp]]:
    told = facts > 0
    pairs = np.unique((of[told].astype(np.uint64) << np.uint64(32)) | facts[told])
    counts = np.bincount((pairs >> np.uint64(32)).astype(np.intp), minlength=int(of[-1]) + 1)
    return pairs.astype(np.uint32), counts


def _sentence_sets(
    known: KnownWords, sentence_words: NDArray[np.intp], article_sentences: NDArray[np.intp]
) -> tuple[SentenceSet, NDArray[np.intp]]:
    """The sentence sets of all articles, one after the other, and how many each has."""
    keys, counted = counted_keys(known, sentence_words.tolist())
    chars = _added(np.array(list(map(len, known.distinct)))[known.places], sentence_words)
    of = np.repeat(np.arange(len(article_sentences)), article_sentences)[(sentence_words >= 6) & (chars >= 10)]
    signatures = sentence_signatures(keys, counted)
    order = np.lexsort((signatures[:, 1], signatures[:, 0], counted, of))
    of, counted, signatures = of[order], counted[order], signatures[order]
    same = (of[1:] == of[:-1]) & (counted[1:] == counted[:-1]) & (signatures[1:] == signatures[:-1]).all(axis=1)
    new = np.concatenate([[True], ~same])
    counts = np.bincount(of[new], minlength=len(article_sentences))
    return SentenceSet(counted[new].astype(np.uint8), signatures[new]), counts
