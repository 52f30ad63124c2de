"""The demo's texts: original ones share next to nothing, copies hold their sources."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import opencc
import pytest
from lxml import html
from scrapy_reprint.crawler.demo.body import plain_text
from scrapy_reprint.crawler.demo.catalogue import SITES
from scrapy_reprint.crawler.demo.sites import articles, build_site_pages

if TYPE_CHECKING:
    from scrapy_reprint.crawler.demo.publish import Site

WRITERS = ("chenbao", "haibin", "blog", "official", "reposter")
ALL = {article.key: article for group in articles().values() for article in group}
ORIGINALS = [ALL[key] for key in ALL if key.partition("/")[0] in WRITERS and not ALL[key].taken_from]


def grams(text: str) -> set[str]:
    """Runs of 5 characters, or of 5 words where words are made of many letters."""
    units = text.split() if text.isascii() else text
    return {"".join(units[i : i + 5]) for i in range(len(units) - 4)}


def text_of(key: str) -> str:
    return "".join(plain_text(text) for text in ALL[key].paragraphs)


def containment(one: set[str], other: set[str]) -> float:
    return len(one & other) / min(len(one), len(other))


def test_originals_are_many_and_long_enough_to_be_judged() -> None:
    assert len(ORIGINALS) >= 50
    for article in ORIGINALS:
        assert 400 <= len(text_of(article.key)) <= 2000
        assert 5 <= len(article.paragraphs) <= 11, article.key


def test_originals_share_next_to_nothing() -> None:
    shingles = {article.key: grams(text_of(article.key)) for article in ORIGINALS}
    worst = max(
        (containment(shingles[a], shingles[b]), a, b) for a, b in combinations(sorted(shingles), 2)
    )
    assert worst[0] < 0.1, worst


@pytest.mark.parametrize("key", [key for key in ALL if ALL[key].taken_from])
def test_taken_articles_hold_their_source(key: str) -> None:
    to_simplified = opencc.OpenCC("t2s")
    copy = to_simplified.convert(text_of(key))
    source = grams(to_simplified.convert(text_of(ALL[key].taken_from)))
    share = len(source & grams(copy)) / len(source)
    if key.startswith("launderer/"):
        # In disguise: found once it is normalised, hard to find as it stands.
        assert 0.4 < share < 0.95
        plain_source = grams(text_of(ALL[key].taken_from))
        assert len(plain_source & grams(text_of(key))) / len(plain_source) < 0.25
    else:
        assert share == 1.0


@pytest.mark.parametrize("site", [site for site in SITES if site.role == "forum"], ids=lambda site: site.name)
def test_forum_threads_are_short_and_quote_newspapers(site: Site) -> None:
    threads = articles()[site.name]
    assert all(len(text_of(thread.key)) < 200 for thread in threads)
    assert sum(any(block.kind == "quote" for block in thread.blocks) for thread in threads) >= 5


def test_manual_pages_are_mostly_code_and_tables_and_share_the_blogs_commands() -> None:
    pages = build_site_pages()
    blog = [block.text for article in articles()["blog"] for block in article.blocks if block.kind == "code"]
    shared = 0
    for (host, path), page in pages.items():
        if host == "docs.tidelog.test" and path.startswith("/zh/"):
            main = html.fromstring(page.body.decode()).xpath("//div[@role='main']")[0]
            code = ["".join(node.itertext()) for node in main.xpath(".//pre | .//table")]
            assert sum(map(len, code)) > 0.4 * len("".join(main.itertext()))
            shared += sum(text in code for text in blog)
    assert shared == len(blog) == 3
