"""Keyword rules: five quick tests of whether two articles are about the same thing in the same words.

Let T be an article's top N keywords by tf x idf, with weights W. Two articles meet

1. when the MD5 of their descriptions is equal; an article without one uses the first 512 bytes of its letters,
2. when MD5(Con(T)) is: the same keywords in the same order of weight,
3. when MD5(Sort(T)) is: the same keywords in any order,
4. when rule 2 does and the weight gap is under `a`,
5. when rule 3 does and the weight gap is under `a`.

**The weight gap** is ``sum (Wi - Wj)^2 / (sum Wi^2 + sum Wj^2)`` over the keywords of either article, Wi and Wj being
the weights *of the same keyword* in the one and the other, 0 where it is not among the top N. Each article's weights
are scaled to ``sum W^2 = 1`` first, so that a text and its double have gap 0; the gap is then 1 minus the cosine of
the two weight vectors: 0 for the same proportions, 1 for no keyword in common.

Rules 4 and 5 imply 2 and 3, and rule 2 implies 3.
"""

from __future__ import annotations

import hashlib
import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .hashing import digest128
from .normalize import normalize
from .shingle import letters_of
from .words import Words

if TYPE_CHECKING:
    from collections.abc import Sequence

# Of 120 pairs of formula news, 10 have the same 5 keywords and 4 the same 10; each keyword more costs recall: rule 3
# finds 0.93 of lightly edited copies at 5, 0.87 at 10, 0.80 at 20. A gap under 0.005 halves the 4 and keeps 0.99 of
# those copies (benchmarks/keyword_rules.py).
KEYWORDS = 10
GAP = 0.005
LEAD_BYTES = 512

# Digests are cut to 64 of MD5's 128 bits: among a million articles, two unlike ones meet by chance with a
# probability of 3e-8 (n^2 / 2^65) in place of 1e-27.
_DIGEST = 8
_NONE = bytes(_DIGEST)
_HEAD = struct.Struct(f"<B{_DIGEST}s{_DIGEST}s{_DIGEST}s")
_TERM = struct.Struct("<IH")
# Weights are at most 1 once scaled; steps of 1/65535 move the gap of 20 keywords by less than 0.0002.
_STEPS = 65535
# An IDF of 1 and less, times 64: 的 and the commonest English words.
_STOP_WEIGHT = 64


@dataclass(frozen=True, slots=True)
class KeywordProfile:
    """What the keyword rules need of one article: 27 bytes and 6 a keyword when packed, less than 150 for N <= 20."""

    #: First 8 bytes of the MD5s of rules 1, 2 and 3; zero bytes where the article has nothing to hash.
    lead: bytes
    concatenated: bytes
    in_order: bytes
    #: 32-bit hashes of the keywords, heaviest first, and their weights in steps of 1/65535 of the unit length.
    terms: tuple[int, ...]
    weights: tuple[int, ...]

    def pack(self) -> bytes:
        """The profile as bytes; nothing is lost."""
        head = _HEAD.pack(len(self.terms), self.lead, self.concatenated, self.in_order)
        return head + b"".join(map(_TERM.pack, self.terms, self.weights))

    @classmethod
    def unpack(cls, data: bytes) -> KeywordProfile:
        """The profile that :meth:`pack` took."""
        count, lead, concatenated, in_order = _HEAD.unpack_from(data)
        pairs = [_TERM.unpack_from(data, _HEAD.size + number * _TERM.size) for number in range(count)]
        return cls(lead, concatenated, in_order, tuple(term for term, _ in pairs), tuple(step for _, step in pairs))


def top_keywords(tokens: Sequence[str] | Words, n: int = KEYWORDS) -> list[tuple[str, int]]:
    """The `n` heaviest terms with their tf x idf (occurrences times :func:`term_weight`), heaviest first.

    Equal weights are in the order of the terms. Single characters, numbers and the commonest words are left out.
    """
    top: list[tuple[int, str]] = []
    for term, weight in Words.of(tokens).heaviest(_STOP_WEIGHT + 1):
        if len(top) >= n and -weight > top[-1][0]:
            break
        if len(term) > 1 and not term[0].isdigit():
            top.append((-weight, term))
    return [(term, -weight) for weight, term in sorted(top)[:n]]


def keyword_profile(
    tokens: Sequence[str] | Words, description: str, text: str, n: int = KEYWORDS
) -> KeywordProfile:
    """Profile of an article with these tokens, description (meta summary, may be empty) and normalised text."""
    top = top_keywords(tokens, n)
    terms = [term for term, _ in top]
    length = sum(weight * weight for _, weight in top) ** 0.5
    lead = letters_of(normalize(description)) or _first_letters(text)
    return KeywordProfile(
        lead=_md5(lead),
        concatenated=_md5("\0".join(terms)),
        in_order=_md5("\0".join(sorted(terms))),
        terms=tuple(int.from_bytes(digest128(term)[:4], "little") for term in terms),
        weights=tuple(round(weight / length * _STEPS) for _, weight in top),
    )


def _first_letters(text: str) -> bytes:
    """The first 512 bytes of a text's letters."""
    letters = b""
    # The letters of the beginning are nearly always enough.
    for part in (text[: 2 * LEAD_BYTES], text):
        letters = letters_of(part).encode("utf-8", "surrogatepass")
        # A letter's small form may depend on the next one.
        if len(letters) > LEAD_BYTES + 8:
            break
    return letters[:LEAD_BYTES]


def weight_gap(a: KeywordProfile, b: KeywordProfile) -> float:
    """Weight gap of two articles, 0 to 1; 1 when either has no keywords."""
    ours = dict(zip(a.terms, a.weights, strict=True))
    theirs = dict(zip(b.terms, b.weights, strict=True))
    squares = sum(step * step for steps in (a.weights, b.weights) for step in steps)
    apart = sum((ours.get(term, 0) - theirs.get(term, 0)) ** 2 for term in ours.keys() | theirs.keys())
    return apart / squares if ours and theirs else 1.0


def rules_fired(a: KeywordProfile, b: KeywordProfile, gap: float = GAP) -> tuple[int, ...]:
    """Numbers of the keyword rules that two articles meet, ascending; symmetric."""
    same_order = a.concatenated == b.concatenated != _NONE
    same_terms = a.in_order == b.in_order != _NONE
    close = same_terms and weight_gap(a, b) < gap
    met = {1: a.lead == b.lead != _NONE, 2: same_order, 3: same_terms, 4: same_order and close, 5: close}
    return tuple(number for number, fired in met.items() if fired)


def _md5(text: str | bytes) -> bytes:
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return hashlib.md5(data, usedforsecurity=False).digest()[:_DIGEST] if data else _NONE
