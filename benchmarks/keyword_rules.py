"""Precision and recall of the five keyword rules over N, the number of keywords, and `a`, the weight gap.

    python benchmarks/keyword_rules.py [ARTICLES.jsonl.gz ...]

Copies are the edited pairs of the files (`edited`) and their first articles with five small edits, an advertisement and
a moved paragraph (`light`). Not copies are the files' pairs on different events in one formula (`formula`; of the demo,
neighbours on one site) and each article with the next ten (`unrelated`). Recall is the share of the copies that a rule
fires on. Precision is that among light copies and formula pairs, the two kinds weighing the same. Articles come without
a description, so rule 1 reads their first 512 bytes and cannot meet the light copies, whose last paragraph comes first.
The last line is JSON.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import numpy as np
from article_pairs import edited, load_pairs
from scrapy_reprint.pipelines.fingerprint.keywords import KeywordProfile, keyword_profile, rules_fired, weight_gap
from scrapy_reprint.pipelines.fingerprint.normalize import normalize
from scrapy_reprint.pipelines.fingerprint.tokens import tokenize

NUMBERS = (5, 8, 10, 12, 15, 20)
GAPS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.1)
UNRELATED = 10
QUANTILES = (0.5, 0.9, 0.95, 0.99)
LIGHT_EDITS = 5

Text = tuple[list[str], str]


def _read(paragraphs: tuple[str, ...]) -> Text:
    text = normalize("\n".join(paragraphs))
    return tokenize(text), text


def texts_of(paths: list[str]) -> dict[str, list[tuple[Text, Text]]]:
    """Pairs of tokens and text, by kind."""
    pairs = load_pairs(paths)
    kinds: dict[str, list[tuple[Text, Text]]] = {"edited": [], "light": [], "formula": [], "unrelated": []}
    for pair in pairs:
        first, second = _read(pair.first), _read(pair.second)
        kinds["edited" if pair.copy else "formula"].append((first, second))
        if pair.copy:
            kinds["light"].append((first, _read(edited(pair.first, LIGHT_EDITS))))
    firsts = [first for first, _ in (*kinds["edited"], *kinds["formula"])]
    for place, text in enumerate(firsts):
        kinds["unrelated"] += [
            (text, other) for other in firsts[place + 1 : place + 1 + UNRELATED] if other[1] != text[1]
        ]
    return kinds


def profiles_of(
    texts: dict[str, list[tuple[Text, Text]]], n: int
) -> dict[str, list[tuple[KeywordProfile, KeywordProfile]]]:
    """The pairs' profiles with `n` keywords."""
    known: dict[int, KeywordProfile] = {}

    def profile(text: Text) -> KeywordProfile:
        if id(text) not in known:
            known[id(text)] = keyword_profile(text[0], "", text[1], n)
        return known[id(text)]

    return {kind: [(profile(a), profile(b)) for a, b in pairs] for kind, pairs in texts.items()}


def measure(profiles: dict[str, list[tuple[KeywordProfile, KeywordProfile]]], gap: float) -> dict[str, list[float]]:
    """Share of the pairs of each kind that rules 1 to 5 fire on."""
    rates = {}
    for kind, pairs in profiles.items():
        fired = [rules_fired(a, b, gap) for a, b in pairs]
        rates[kind] = [round(sum(rule in rules for rules in fired) / max(1, len(fired)), 4) for rule in range(1, 6)]
    return rates


def _precision(good: float, bad: float) -> float | None:
    return round(good / (good + bad), 3) if good + bad else None


def _gaps(pairs: list[tuple[KeywordProfile, KeywordProfile]]) -> list[float]:
    gaps = [weight_gap(a, b) for a, b in pairs if a.in_order == b.in_order]
    return [round(float(value), 4) for value in np.quantile(gaps, QUANTILES)] if gaps else []


def main() -> None:
    """Print rules 1 to 3 by N, then rules 4 and 5 by N and a."""
    texts = texts_of(sys.argv[1:])
    result: dict[str, Any] = {"pairs": {kind: len(pairs) for kind, pairs in texts.items()}, "rows": [], "gaps": {}}
    print(result["pairs"])
    for n in NUMBERS:
        profiles = profiles_of(texts, n)
        for number, gap in enumerate(GAPS):
            rates = measure(profiles, gap)
            for rule in (4, 5) if number else (1, 2, 3, 4, 5):
                row: dict[str, Any] = {"N": n, "a": gap if rule > 3 else None, "rule": rule}
                row |= {kind: rates[kind][rule - 1] for kind in rates}
                row["precision"] = _precision(row["light"], row["formula"])
                result["rows"].append(row)
                print(*(f"{name}={value}" for name, value in row.items()))
        result["gaps"][n] = {kind: _gaps(pairs) for kind, pairs in profiles.items()}
        print(f"N={n} gaps of pairs with the same keywords, quantiles {QUANTILES}:", result["gaps"][n])
    print(json.dumps(result))


if __name__ == "__main__":
    main()
