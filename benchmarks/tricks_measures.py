"""What finds a disguised copy: our layers one by one and together, and the usual tools beside them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from datasketch import MinHash
from scrapy_reprint.pipelines.fingerprint import Signatures, compute_signatures, hamming_distance, simhash, tokenize
from scrapy_reprint.pipelines.match.compare import compare
from scrapy_reprint.pipelines.match.verdict import Thresholds, judge_pair

_THRESHOLDS = Thresholds()
_JACCARD = 0.7
LAYERS = ("simhash", "segments", "words", "chars", "finding", "any_row", "raw_simhash", "minhash", "text_dedup")


@dataclass(frozen=True, slots=True)
class Prints:
    """All fingerprints of one text."""

    ours: Signatures
    raw_simhash: int
    minhash: MinHash
    text_dedup: MinHash


def prints_of(lines: list[str]) -> Prints:
    """Fingerprints of a text's paragraphs."""
    text = "\n".join(lines)
    return Prints(
        ours=compute_signatures(lines)[0],
        raw_simhash=simhash(tokenize(text)),
        minhash=_minhash({token for token in re.split(r"\W", text.lower()) if token}),
        text_dedup=_minhash(_text_dedup_grams(text)),
    )


def _text_dedup_grams(text: str, size: int = 5) -> set[str]:
    """Runs of five words between non-word characters, as text-dedup's MinHash takes them by default."""
    words = [word for word in re.split(r"\W+", text.lower()) if word]
    return {" ".join(words[start : start + size]) for start in range(len(words) - size + 1)}


def _minhash(tokens: set[str]) -> MinHash:
    sketch = MinHash(num_perm=128, seed=1)
    sketch.update_batch([token.encode("utf-8", "surrogatepass") for token in sorted(tokens)])
    return sketch


def judged(a: Signatures, b: Signatures) -> tuple[bool, bool]:
    """Whether the pair verdict is a finding, and whether there is one at all. All that is asked of the matcher."""
    verdict = judge_pair("0" * 16, "f" * 16, a, b, _THRESHOLDS)
    return verdict is not None and verdict.finding, verdict is not None


def fired(a: Prints, b: Prints) -> dict[str, bool]:
    """Which layers find the two alike."""
    found = compare(a.ours, b.ours)
    finding, any_row = judged(a.ours, b.ours)
    return {
        "simhash": found.simhash_distance <= _THRESHOLDS.simhash_distance,
        "segments": found.segments_matched >= _THRESHOLDS.segments_equal,
        "words": found.word_jaccard >= _THRESHOLDS.word_jaccard,
        "chars": found.char_containment >= _THRESHOLDS.char_containment,
        "finding": finding,
        "any_row": any_row,
        "raw_simhash": hamming_distance(a.raw_simhash, b.raw_simhash) <= _THRESHOLDS.simhash_distance,
        "minhash": a.minhash.jaccard(b.minhash) >= _JACCARD,
        "text_dedup": a.text_dedup.jaccard(b.text_dedup) >= _JACCARD,
    }


class Originals:
    """Articles and their fingerprints, each computed once."""

    def __init__(self, articles: list[list[str]]) -> None:
        self.articles = articles
        self.prints = lru_cache(maxsize=None)(lambda number: prints_of(articles[number]))
