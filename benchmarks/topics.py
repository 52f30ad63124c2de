"""How like each other sites of one field are, and of unrelated ones, and what cross_topic says of who copies from them.

    python benchmarks/topics.py FIELD.jsonl[.gz] [FIELD.jsonl[.gz] ...] [--draws 200]

Each file is a field: rows with ``paragraphs`` or ``text``, or pairs of such rows under ``a`` and ``b``, of which the
first counts. The local news of the demo web are one more collection, of no one field: it is compared with the others
only. Sites are drawn from a field without putting back.
The copiers take 40 articles from four sites of one field, or from two sites of one and two of another. The last line
is JSON.
"""

from __future__ import annotations

import argparse
import json
import random
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy_reprint.crawler.demo.article import load_articles
from scrapy_reprint.pipelines.domains.topics import RELATED, TERMS, Fields
from scrapy_reprint.pipelines.domains.topics import Terms as SiteTerms
from scrapy_reprint.pipelines.index.profile import compute_profile
from texts import read_rows, text_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    Terms = tuple[int, ...]

LOCAL = ("chenbao", "haibin")
SIZES = (5, 10, 30, 60)
COPIES = 10


def terms_of(paragraphs: Sequence[str]) -> Terms:
    """The heaviest terms of an article, as the report reads them from the store."""
    return tuple(compute_profile(tuple(paragraphs)).terms[:TERMS].tolist())


def load_field(path: str) -> list[Terms]:
    """Terms of each article of a file."""
    texts = (text_of(row.get("a", row)) for row in read_rows(path))
    return [terms_of(text.paragraphs) for text in texts if sum(map(len, text.paragraphs)) >= 200]


def sites(drawn: dict[str, Sequence[Terms]]) -> Fields:
    """What is known of sites with these articles."""
    return Fields({
        name: SiteTerms.of((f"{name}{i}", terms, "zh") for i, terms in enumerate(articles))
        for name, articles in drawn.items()
    })


def likenesses(a: list[Terms], b: list[Terms] | None, size: int, draws: int, chance: random.Random) -> list[float]:
    """Likeness of two sites of `size` articles each, of one field or of two; empty where there are too few articles."""
    found = []
    for _ in range(draws):
        if b is None:
            if len(a) < 2 * size:
                return []
            both = chance.sample(a, 2 * size)
            one, other = both[:size], both[size:]
        else:
            if min(len(a), len(b)) < size:
                return []
            one, other = chance.sample(a, size), chance.sample(b, size)
        found.append(sites({"one": one, "other": other}).likeness("one", "other"))
    return found


def spreads(a: list[Terms], b: list[Terms] | None, size: int, draws: int, chance: random.Random) -> list[float]:
    """cross_topic of a copier that takes as much from each of four sites."""
    found = []
    for _ in range(draws):
        drawn: dict[str, Sequence[Terms]] = {}
        for place, (field, count) in enumerate(((a, 4),) if b is None else ((a, 2), (b, 2))):
            if len(field) < count * size:
                return []
            chosen = chance.sample(field, count * size)
            drawn |= {f"{place}{i}": chosen[i * size : (i + 1) * size] for i in range(count)}
        spread = sites(drawn).spread(dict.fromkeys(drawn, COPIES))
        if spread is not None:
            found.append(spread[0])
    return found


def known(field: list[Terms], size: int, draws: int, chance: random.Random) -> float | None:
    """Share of the sites whose field is known."""
    if len(field) < size:
        return None
    return sum(sites({"one": chance.sample(field, size)}).knows("one") for _ in range(draws)) / draws


def row(name: str, size: int, values: Sequence[float]) -> dict[str, Any]:
    """Least, 5 %, median, 95 % and greatest of the values, and the share of them below :data:`RELATED`."""
    ranked = sorted(values)
    at = {label: round(ranked[int(part * (len(ranked) - 1))], 3) for label, part in
          (("least", 0), ("p5", 0.05), ("median", 0.5), ("p95", 0.95), ("most", 1))}
    below = round(sum(value < RELATED for value in values) / len(values), 3)
    print(f"{name:34}{size:5}" + "".join(f"{value:9}" for value in at.values()) + f"{below:9}")
    return {"what": name, "articles": size, **at, "unrelated": below}


def main() -> None:
    """Draw, compare, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FIELD")
    parser.add_argument("--draws", type=int, default=200)
    asked = parser.parse_args()
    fields = {Path(path).name.partition(".")[0]: load_field(path) for path in asked.files}
    local = [terms_of(article.paragraphs) for site in LOCAL for article in load_articles(site)]
    fields["local"] = [terms for terms in local if terms]
    print(", ".join(f"{name} {len(articles)}" for name, articles in fields.items()))
    print(f"{'':34}{'size':>5}{'least':>9}{'5 %':>9}{'median':>9}{'95 %':>9}{'most':>9}{'< ' + str(RELATED):>9}")
    rows = []
    for measure, label in ((likenesses, "likeness"), (spreads, "cross_topic")):
        for size in SIZES if measure is likenesses else (10, 30):
            chance = random.Random(size)
            chosen = {name: field for name, field in fields.items() if measure is likenesses or name != "local"}
            found = {name: measure(one, None, size, asked.draws, chance) for name, one in chosen.items()}
            rows += [row(f"{label}, {name}", size, values) for name, values in found.items() if values]
            apart = [
                value
                for one, other in combinations(chosen.values(), 2)
                for value in measure(one, other, size, asked.draws, chance)
            ]
            if apart:
                rows.append(row(f"{label}, two fields", size, apart))
    for size in SIZES:
        chance = random.Random(size)
        shares = {name: known(field, size, asked.draws, chance) for name, field in fields.items()}
        print(f"field known, {size} articles: " + ", ".join(f"{name} {share}" for name, share in shares.items()))
        rows.append({"what": "field known", "articles": size, **shares})
    print(json.dumps(rows))


if __name__ == "__main__":
    main()
