"""Pairs of articles for the benchmarks: copies that were edited, and other articles that are no copies.

Read from JSON lines (``.jsonl`` or ``.jsonl.gz``), a pair or an article a line, each a list of paragraphs: ``draft``
and ``final`` are a copy, ``a`` and ``b`` (objects with ``paragraphs``) are two articles in one formula, ``paragraphs``
is an article alone. Without files, the demo's articles with edits made here.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from scrapy_reprint.crawler.demo.article import load_articles
from texts import read_rows

if TYPE_CHECKING:
    from collections.abc import Iterable

ADVERT = "关注我们的公众号，每天第一时间获取更多精彩资讯。"


@dataclass(frozen=True, slots=True)
class ArticlePair:
    """Two articles, and whether the second is an edited copy of the first."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    copy: bool


def load_pairs(paths: Iterable[str]) -> list[ArticlePair]:
    """All pairs of these files, and each article alone with the next one, which is no copy of it."""
    pairs: list[ArticlePair] = []
    alone: list[tuple[str, ...]] = []
    for path in paths:
        for row in read_rows(path):
            if "draft" in row:
                pairs.append(ArticlePair(tuple(row["draft"]), tuple(row["final"]), copy=True))
            elif "a" in row:
                pairs.append(ArticlePair(tuple(row["a"]["paragraphs"]), tuple(row["b"]["paragraphs"]), copy=False))
            else:
                alone.append(tuple(row["paragraphs"]))
    if not pairs and not alone:
        alone = [article.paragraphs for site in ("chenbao", "haibin") for article in load_articles(site)]
        alone = [paragraphs for paragraphs in alone if paragraphs]
        pairs = [ArticlePair(text, edited(text, 3 + number % 30), copy=True) for number, text in enumerate(alone * 3)]
    return [*pairs, *(ArticlePair(first, second, copy=False) for first, second in pairwise(alone))]


def edited(paragraphs: tuple[str, ...], edits: int) -> tuple[str, ...]:
    """The text with so many small edits, an advertisement inside and its last paragraph moved to the front."""
    chance = random.Random(f"{edits} {paragraphs[0]}")
    lines = [paragraphs[-1], *paragraphs[:-1]]
    for _ in range(edits):
        place = chance.randrange(len(lines))
        line = lines[place]
        at = chance.randrange(max(1, len(line) - 2))
        put = chance.choice(["", "也", "这时", "其实", "当地", line[at : at + 2][::-1]])
        lines[place] = line[:at] + put + line[at + chance.choice([0, 2]) :]
    lines.insert(len(lines) // 2, ADVERT)
    return tuple(lines)
