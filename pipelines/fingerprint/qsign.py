"""qSign: a bit signature of a sentence, and how near two of them must be (Kim, Candan, Tatemura, WWW 2009).

Every word of a sentence sets `l` of `m` bits, and the bits of all words are OR-ed. Sentences that share most of their
words have signatures that differ in few bits, whatever the order of the words.

**The formula.** Let two sentences share n words, and let one of them have k words more. A word draws each of its l
bits at random, with replacement, so a given bit escapes x words with probability (1 - 1/m)^(x l). The bit differs
where the n shared words leave it alone and at least one of the k others sets it::

    P_b(m, l, n, k)    = (1 - 1/m)^(n l) * (1 - (1 - 1/m)^(k l))
    P_e(m, l, n, k, t) = C(m, t) * P_b^t * (1 - P_b)^(m - t)        exactly t bits differ
    P_m(m, l, n, k, d) = sum of P_e over t = 0 .. d                 at most d bits differ

So **n counts the words in both sentences** and **k the words that only one of them has** (a word swapped for another
counts twice). Taking n as the length of the longer sentence instead, which is n + k, makes P_b too low.

Two approximations are in it. P_b is exact where one sentence has all k words. Where one has p and the other q of
them, a bit that both sides set does not differ, and P_b = (1 - 1/m)^(n l) (A + B - 2 A B) with A = 1 - (1 - 1/m)^(p l)
and B = 1 - (1 - 1/m)^(q l), which is lower by (1 - 1/m)^(n l) A B. And P_e takes bits as independent, while k words
set at most k l of them: the true distance varies less than the binomial one, so P_m is too high below the mean. The
radius lies below the mean for R under one half, where the second outweighs the first unless the signature is nearly
full: the measured rate stays under the predicted one (the tests simulate it, ``benchmarks/qsign.py`` counts it).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from .hashing import mix64
from .segments import split_sentences
from .tokens import tokenize
from .words import Words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_ODD = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True, slots=True)
class QSignParams:
    """Parameters of sentence signatures; the first two belong in the store's stamp, the others may change freely."""

    #: m, a multiple of 64, and l.
    bits: int = 128
    bits_per_word: int = 3
    #: Sentences match that differ in at most this share of the words of the shorter one (k), rounded down.
    slack: float = 0.25
    #: R: bound on the share of sentences with one word too many that pass as candidates. At 0.3 one in nine passes and
    #: 0.95 of the edited sentences are found; at 0.1 one in 100 and 0.73 (benchmarks/qsign.py, drafts and finals).
    risk: float = 0.3
    #: Shorter sentences do not count: phrases such as 记者了解到 are in every paper.
    min_words: int = 6
    min_chars: int = 10
    #: Of longer sentences these first words count; it bounds the radius table and fits a byte.
    max_words: int = 100

    def allowed(self, words: int, other_words: int) -> int:
        """k: how many words two sentences of these lengths may not have in common, both sides counted."""
        return int(self.slack * min(words, other_words) + 1e-9)


DEFAULTS = QSignParams()


def sentence_words(text: str) -> list[list[str]]:
    """Words of each sentence of a normalised text, in order; joined they are the text's tokens.

    Sentences end where those of the segment signatures do, which is never inside a word.
    """
    return [words for part in split_sentences(text) if (words := tokenize(part))]


def counts(words: Sequence[str], params: QSignParams = DEFAULTS) -> bool:
    """Whether a sentence is long enough for its reuse to mean anything."""
    return len(words) >= params.min_words and sum(map(len, words)) >= params.min_chars


def word_keys(
    sentences: Sequence[Sequence[str]], params: QSignParams = DEFAULTS
) -> tuple[NDArray[np.uint64], NDArray[np.intp]]:
    """64-bit hashes of the words of sentences, one sentence after the other, and how many each has.

    The second 的 of a sentence is a word of its own, so no two keys of a sentence are equal and the number of keys in
    two sentences is the sum of the lesser word counts: a set join of keys is a hash join of word counts.
    """
    cut = [sentence[: params.max_words] for sentence in sentences]
    lengths = np.fromiter(map(len, cut), np.intp, len(cut))
    words = Words([token for sentence in cut for token in sentence])
    return _keys(words, words.places, lengths)


def counted_keys(
    words: Words, lengths: Sequence[int], params: QSignParams = DEFAULTS
) -> tuple[NDArray[np.uint64], NDArray[np.intp]]:
    """:func:`word_keys` of those sentences of a text that count; `lengths` are the word counts of all of them."""
    sizes = np.array(lengths, np.intp)
    starts = np.cumsum(sizes) - sizes
    chars = np.fromiter(map(len, words.distinct), np.intp, len(words.distinct))[words.places]
    sentence_chars = np.add.reduceat(chars, starts) if len(starts) else starts
    long_enough = (sizes >= params.min_words) & (sentence_chars >= params.min_chars)
    within = np.arange(len(words.places)) - np.repeat(starts, sizes) < params.max_words
    numbers = words.places[np.repeat(long_enough, sizes) & within]
    return _keys(words, numbers, np.minimum(sizes[long_enough], params.max_words))


def _keys(
    words: Words, numbers: NDArray[np.intp], lengths: NDArray[np.intp]
) -> tuple[NDArray[np.uint64], NDArray[np.intp]]:
    occurrences = _occurrences(np.repeat(np.arange(len(lengths)), lengths) * len(words.distinct) + numbers)
    return mix64(words.hashes[numbers] + occurrences.astype(np.uint64) * _ODD), lengths


def _occurrences(values: NDArray[np.intp]) -> NDArray[np.intp]:
    """How many equal values stand before each, shape (n,)."""
    order = np.argsort(values, kind="stable")
    ranks = np.arange(len(values))
    begins = np.diff(values[order], prepend=-1) != 0
    occurrences = np.empty(len(values), np.intp)
    occurrences[order] = ranks - np.maximum.accumulate(np.where(begins, ranks, 0))
    return occurrences


def sentence_signatures(
    keys: NDArray[np.uint64], lengths: NDArray[np.intp], params: QSignParams = DEFAULTS
) -> NDArray[np.uint64]:
    """Signatures of sentences given by :func:`word_keys`, packed; shape (len(lengths), bits / 64)."""
    draws = np.arange(1, params.bits_per_word + 1, dtype=np.uint64) * _ODD
    places = mix64(keys[:, None] + draws) % np.uint64(params.bits)
    flags = np.zeros((len(lengths), params.bits), bool)
    flags[np.repeat(np.arange(len(lengths)), lengths)[:, None], places.astype(np.intp)] = True
    return np.packbits(flags, axis=1, bitorder="little").view("<u8").astype(np.uint64)


def sentence_signature(words: Sequence[str], params: QSignParams = DEFAULTS) -> NDArray[np.uint64]:
    """Signature of one sentence's words, packed; shape (bits / 64,)."""
    signature: NDArray[np.uint64] = sentence_signatures(*word_keys([words], params), params)[0]
    return signature


def bit_differs(bits: int, bits_per_word: int, shared: float, differing: float) -> float:
    """P_b: probability that a bit differs, with `shared` words (n) in both sentences and `differing` (k) in one."""
    stays = 1 - 1 / bits
    return float(stays ** (shared * bits_per_word) * (1 - stays ** (differing * bits_per_word)))


@lru_cache(maxsize=8192)
def match_probabilities(bits: int, bits_per_word: int, shared: int, differing: int) -> tuple[float, ...]:
    """P_m at d = 0 .. `bits`: probability that the signatures of such sentences differ in at most d bits."""
    chance = bit_differs(bits, bits_per_word, shared, differing)
    exactly = (comb(bits, t) * chance**t * (1 - chance) ** (bits - t) for t in range(bits + 1))
    return tuple(min(1.0, total) for total in accumulate(exactly))


def radius(bits: int, bits_per_word: int, shared: int, differing: int, risk: float) -> int:
    """d: the largest distance with P_m(m, l, n, k + 1, d) <= R; -1 where even P_m(.., 0) is above R.

    `shared` is n for the pair with k + 1 = `differing` + 1 words not in common, which should stay outside.
    """
    within = match_probabilities(bits, bits_per_word, shared, differing + 1)
    return sum(probability <= risk for probability in within) - 1


@lru_cache(maxsize=8)
def radius_table(params: QSignParams = DEFAULTS) -> NDArray[np.int16]:
    """Radius by the word counts of two sentences, shape (max_words + 1, max_words + 1); -1 where none can match.

    With N and M words, sentences that differ in x words share n = (N + M - x) / 2, so x is odd where N + M is; the
    least x above k is the pair to keep out. A radius above k l would find nothing more, and equal signatures are
    always candidates.
    """
    table = np.full((params.max_words + 1, params.max_words + 1), -1, np.int16)
    for longer in range(params.min_words, params.max_words + 1):
        for shorter in range(params.min_words, longer + 1):
            allowed = params.allowed(shorter, longer)
            if longer - shorter > allowed:
                continue
            outside = allowed + 1 + (longer + shorter + allowed + 1) % 2
            shared = (longer + shorter - outside) // 2
            found = radius(params.bits, params.bits_per_word, shared, outside - 1, params.risk)
            table[longer, shorter] = table[shorter, longer] = min(max(found, 0), allowed * params.bits_per_word)
    table.flags.writeable = False
    return table
