"""jieba and rjieba cut the same words; fingerprints may be compared whichever is installed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from scrapy_reprint.crawler.demo.article import load_articles
from scrapy_reprint.pipelines.fingerprint import normalize, tokenize, tokens

if TYPE_CHECKING:
    from collections.abc import Iterator

SITES = ("chenbao", "haibin", "blog", "official", "forum", "docs", "reposter")


@pytest.fixture
def without_rjieba(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """`tokenize` as on a machine where rjieba is not installed, until the patch is undone."""
    with monkeypatch.context() as patch:
        patch.setattr(tokens, "find_spec", lambda _name: None)
        tokens._cut.cache_clear()
        yield patch
    tokens._cut.cache_clear()


def all_texts() -> list[str]:
    return [
        normalize("\n".join((article.title, *article.paragraphs))) for site in SITES for article in load_articles(site)
    ]


def test_rjieba_gives_the_tokens_of_jieba(without_rjieba: pytest.MonkeyPatch) -> None:
    pytest.importorskip("rjieba")
    texts = all_texts()
    slow = [tokenize(text) for text in texts]
    without_rjieba.undo()
    tokens._cut.cache_clear()
    fast = [tokenize(text) for text in texts]
    assert sum(map(len, slow)) > 10_000
    assert fast == slow


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("海边的渔船", ["海边", "的", "渔船"]),
        ("Scrapy 2.14的爬虫don't停", ["scrapy", "2.14", "的", "爬虫", "don't", "停"]),
        ("3,400 steps, state-of-the-art.", ["3,400", "steps", "state-of-the-art"]),
        ("——……！？", []),
    ],
)
def test_words_without_rjieba(without_rjieba: pytest.MonkeyPatch, text: str, wanted: list[str]) -> None:
    assert tokenize(text) == wanted
