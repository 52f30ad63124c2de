"""qSign sentence search against comparing all pairs of sentences: speed, recall and false positives over the risk R.

    python benchmarks/qsign.py [ARTICLES.jsonl.gz ...] [--sentences 20000]

The sentences of the articles come in article by article, each looked up and then added. Two peers compare a sentence
with all that came before, by a hash join of word counts: one in numpy (a gather and a sum over all words), whose
matches are the truth, and one pair after pair in Python, timed on a sample. Times are CPU time.

`recall` is the share of the true matches that the index finds, `recall_edited` that among sentences not equal word for
word. `predicted` is the formula's P_m at the radius used, averaged over the pairs that differ in one word too many and
whose lengths alone do not tell; `measured` is the share of those that pass as candidates. `unverified` is the share of
candidates that the hash join refuses. The last line is JSON.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from article_pairs import load_pairs
from scrapy_reprint.pipelines.fingerprint.normalize import normalize
from scrapy_reprint.pipelines.fingerprint.qsign import (
    DEFAULTS,
    QSignParams,
    counts,
    match_probabilities,
    radius_table,
    sentence_signatures,
    sentence_words,
    word_keys,
)
from scrapy_reprint.pipelines.index.qsign_index import QSignIndex

RISKS = (0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9)
SHAPES = ((64, 2), (64, 3), (128, 2), (128, 4), (256, 3))
SHAPE_RISKS = (0.2, 0.5)
SAMPLE = 200_000


@dataclass(frozen=True)
class Truth:
    """Pairs of sentences (later, earlier) by comparing all: those that match, and those with one word too many."""

    matches: dict[tuple[int, int], int]
    outside: dict[tuple[int, int], int]
    seconds: float


def pairwise_seconds(sentences: list[list[str]]) -> float:
    """Seconds to join the word counts of two sentences, one pair after another."""
    word_counts = [Counter(words) for words in sentences]
    chance = random.Random(1)
    pairs = [(chance.choice(word_counts), chance.choice(sentences)) for _ in range(SAMPLE)]
    shared = 0
    begun = time.process_time()
    for counted, words in pairs:
        left = dict(counted)
        for word in words:
            if left.get(word, 0):
                left[word] -= 1
                shared += 1
    return (time.process_time() - begun) / SAMPLE


def read_articles(paths: list[str], most: int) -> list[list[list[str]]]:
    """Words of the sentences that count, by article."""
    articles, total = [], 0
    for pair in load_pairs(paths):
        for paragraphs in (pair.first, pair.second):
            words = [part for part in sentence_words(normalize("\n".join(paragraphs))) if counts(part)]
            if total + len(words) > most:
                return articles
            articles.append(words)
            total += len(words)
    return articles


def compare_all(articles: list[list[list[str]]], params: QSignParams) -> Truth:
    """Compare each sentence with all of the articles before; values are the words not in common."""
    sentences = [words for article in articles for words in article]
    keys, lengths = word_keys(sentences, params)
    terms = np.unique(keys, return_inverse=True)[1]
    starts = np.concatenate([[0], np.cumsum(lengths)])
    mark = np.zeros(terms.max() + 1, bool)
    matches, outside = {}, {}
    first = 0
    begun = time.process_time()
    for article in articles:
        for number in range(first, first + len(article)):
            own = terms[starts[number] : starts[number + 1]]
            mark[own] = True
            before = mark[terms[: starts[first]]].astype(np.uint8)
            mark[own] = False
            if not first:
                continue
            unlike = lengths[:first] + len(own) - 2 * np.add.reduceat(before, starts[:first], dtype=np.intp)
            allowed = (params.slack * np.minimum(lengths[:first], len(own)) + 1e-9).astype(np.intp)
            for other in np.flatnonzero(unlike <= allowed + 2).tolist():
                missing, most = int(unlike[other]), int(allowed[other])
                if missing <= most:
                    matches[number, other] = missing
                elif abs(len(own) - int(lengths[other])) <= most:  # the next one that their lengths allow
                    outside[number, other] = missing
        first += len(article)
    return Truth(matches, outside, time.process_time() - begun)


def search(articles: list[list[list[str]]], params: QSignParams) -> tuple[float, dict[str, set[tuple[int, int]]]]:
    """Look up and add all articles; seconds of the verified search, and the pairs found with and without verifying."""
    radius_table(params)
    found: dict[str, set[tuple[int, int]]] = {}
    seconds = 0.0
    for name, verify in (("candidates", False), ("verified", True)):
        index = QSignIndex(params)
        pairs = set()
        begun = time.process_time()
        for article in articles:
            first = len(index)
            answers = index.query_then_add(article) if verify else index.query(article, verify=False)
            if not verify:
                index.add(article)
            pairs.update((first + place, other) for place, answer in enumerate(answers) for other in answer.tolist())
        seconds = time.process_time() - begun
        found[name] = pairs
    return seconds, found


def measure(articles: list[list[list[str]]], truth: Truth, params: QSignParams) -> dict[str, Any]:
    """One row of the table."""
    seconds, found = search(articles, params)
    sentences = [words for article in articles for words in article]
    sizes = [min(len(words), params.max_words) for words in sentences]
    table = radius_table(params)
    predicted = [
        match_probabilities(params.bits, params.bits_per_word, (sizes[a] + sizes[b] - missing) // 2, missing)[
            int(table[sizes[a], sizes[b]])
        ]
        for (a, b), missing in truth.outside.items()
    ]
    edited = [pair for pair, missing in truth.matches.items() if missing]
    passed = [pair in found["candidates"] for pair in truth.outside]
    assert found["verified"] <= truth.matches.keys()
    return {
        "m": params.bits,
        "l": params.bits_per_word,
        "R": params.risk,
        "recall": round(len(found["verified"]) / len(truth.matches), 4),
        "recall_edited": round(sum(pair in found["verified"] for pair in edited) / max(1, len(edited)), 4),
        "predicted": round(float(np.mean(predicted)), 4) if predicted else None,
        "measured": round(float(np.mean(passed)), 4) if passed else None,
        "unverified": round(1 - len(found["verified"]) / max(1, len(found["candidates"])), 4),
        "us_a_sentence": round(seconds / len(sentences) * 1e6, 1),
        "times_faster": round(truth.seconds / seconds, 1),
    }


def main() -> None:
    """Print the grid."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("articles", nargs="*")
    parser.add_argument("--sentences", type=int, default=20_000)
    options = parser.parse_args()
    articles = read_articles(options.articles, options.sentences)
    sentences = [words for article in articles for words in article]
    begun = time.process_time()
    sentence_signatures(*word_keys(sentences))
    signing = (time.process_time() - begun) / len(sentences) * 1e6
    truth = compare_all(articles, DEFAULTS)
    pairwise = pairwise_seconds(sentences) * len(sentences) / 2
    result: dict[str, Any] = {
        "articles": len(articles),
        "sentences": len(sentences),
        "matching_pairs": len(truth.matches),
        "edited_pairs": sum(missing > 0 for missing in truth.matches.values()),
        "outside_pairs": len(truth.outside),
        "all_pairs_us_a_sentence": round(truth.seconds / len(sentences) * 1e6, 1),
        "pair_by_pair_us_a_sentence": round(pairwise * 1e6, 1),
        "signing_us_a_sentence": round(signing, 1),
        "rows": [],
    }
    print(*(f"{name}={value}" for name, value in result.items() if name != "rows"))
    tried = [replace(DEFAULTS, risk=risk) for risk in RISKS]
    tried += [
        replace(DEFAULTS, bits=bits, bits_per_word=bits_per_word, risk=risk)
        for bits, bits_per_word in SHAPES
        for risk in SHAPE_RISKS
    ]
    for params in tried:
        row = measure(articles, truth, params)
        row["times_faster_than_pair_by_pair"] = round(pairwise / row["us_a_sentence"] * 1e6)
        result["rows"].append(row)
        print(*(f"{name}={value}" for name, value in row.items()), flush=True)
    print(json.dumps(result))


if __name__ == "__main__":
    main()
