from __future__ import annotations

import random

import numpy as np
import pytest
from scrapy_reprint.pipelines.fingerprint.key_terms import term_hashes
from scrapy_reprint.pipelines.semantic.candidates import propose


def terms(*words: str) -> np.ndarray:
    return np.unique(term_hashes(words))


def crowd(count: int, seed: int = 1) -> dict[str, np.ndarray]:
    """Articles of one field: 40 words each, of 3,000."""
    source = random.Random(seed)
    return {f"crowd{n:04d}": terms(*(f"w{source.randrange(3000)}" for _ in range(40))) for n in range(count)}


def test_a_rewrite_is_proposed_with_its_source_and_the_crowd_is_not() -> None:
    articles = crowd(300)
    articles["source"] = terms(*(f"own{n}" for n in range(30)), *(f"w{n}" for n in range(10)))
    articles["rewrite"] = terms(*(f"own{n}" for n in range(12)), *(f"other{n}" for n in range(25)))
    found = propose(articles, {name: name for name in articles})
    assert ("rewrite", "source") in found.pairs
    assert len({name for pair in found.pairs for name in pair}) < 20


def test_articles_of_one_domain_are_never_proposed() -> None:
    articles = {"a": terms(*"abcdefghij"), "b": terms(*"abcdefghij"), "c": terms(*"abcdefghij")}
    assert set(propose(articles, {"a": "x", "b": "x", "c": "y"}).pairs) == {("a", "c"), ("b", "c")}


def test_the_order_of_the_articles_leaves_no_trace() -> None:
    articles = crowd(200, seed=3)
    articles |= {f"copy{n}": articles[f"crowd{n:04d}"] for n in range(20)}
    names = list(articles)
    domain = {name: hash_of(name) % 7 for name in names}
    straight = propose(articles, domain)
    random.Random(2).shuffle(names)
    shuffled = propose({name: articles[name] for name in names}, domain)
    assert straight == shuffled
    assert straight.pairs


def hash_of(name: str) -> int:
    return sum(name.encode())


def test_terms_of_too_many_articles_propose_nothing_and_are_counted() -> None:
    articles = {f"a{n:03d}": terms("t1", "t2", "t3", "t4", "t5", f"own{n}") for n in range(30)}
    found = propose(articles, {name: name for name in articles}, hot_term=20)
    assert found.hot_terms == 5
    assert not found.pairs


def test_each_article_proposes_few() -> None:
    articles = {f"a{n:02d}": terms(*(f"t{k}" for k in range(10)), f"own{n}") for n in range(15)}
    found = propose(articles, {name: name for name in articles}, per_article=2)
    assert 15 <= len(found.pairs) <= 30


def test_a_story_on_many_domains_does_not_hide_its_rewrite() -> None:
    articles = crowd(3000)
    story = [f"own{n}" for n in range(40)]
    articles |= {f"wire{n:02d}": terms(*story) for n in range(25)}
    articles["rewrite"] = terms(*story[:14], *(f"other{n}" for n in range(26)))
    domain = {name: int(name[-2:]) if name.startswith("wire") else hash_of(name) % 40 for name in articles}
    domain["rewrite"] = 99
    assert any("rewrite" in pair for pair in propose(articles, domain).pairs)


@pytest.mark.parametrize("articles", [{}, {"a": terms()}, {"a": terms("x")}, {"a": terms(), "b": terms()}])
def test_little_or_nothing_proposes_nothing(articles: dict[str, np.ndarray]) -> None:
    assert propose(articles, {name: name for name in articles}).pairs == {}
