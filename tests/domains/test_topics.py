"""How unrelated the fields are from which a domain copies."""

from __future__ import annotations

import random

import pytest
from scrapy_reprint.pipelines.domains.learning import by_domain
from scrapy_reprint.pipelines.domains.topics import Fields, Terms

from .factory import Crawl, at

THREE = ("a.test", "b.test", "c.test")
WORDS = {field: range(1000 * place, 1000 * place + 30) for place, field in enumerate(("law", "sea", "cars"), 1)}


def site(crawl: Crawl, domain: str, field: str | None, articles: int = 16, **known) -> list:
    """A site whose articles have words of one field, or of none."""
    chance = random.Random(domain)
    made = []
    for i in range(articles):
        words = chance.sample(WORDS[field], 10) if field else [chance.randrange(10**6, 10**9) for _ in range(10)]
        made.append(crawl.article(domain, i, terms=tuple(words), published_at=at(1 + i), **known))
    return made


def fields(crawl: Crawl, *sources: str) -> Fields:
    sites = by_domain(crawl.articles.values())
    return Fields({
        name: Terms.of((fact.page_id, fact.terms, fact.language) for fact in sites.get(name, ())) for name in sources
    })


@pytest.mark.parametrize(
    ("sites", "copies", "expected"),
    [
        ({"a.test": "law", "b.test": "law"}, {"a.test": 5, "b.test": 5}, (0.0, 1)),
        ({"a.test": "law", "b.test": "sea"}, {"a.test": 5, "b.test": 5}, (1 - 40 / 90, 2)),
        ({"a.test": "law", "b.test": "sea", "c.test": "cars"}, dict.fromkeys(THREE, 2), (0.8, 3)),
        ({"a.test": "law", "b.test": "sea"}, {"a.test": 9, "b.test": 1}, (1 - 72 / 90, 2)),
        # Too few copies, one source, an unknown source, a source of no one field.
        ({"a.test": "law", "b.test": "sea"}, {"a.test": 2, "b.test": 2}, None),
        ({"a.test": "law"}, {"a.test": 20}, None),
        ({"a.test": "law"}, {"a.test": 20, "nowhere.test": 20}, None),
        ({"a.test": "law", "b.test": None}, {"a.test": 20, "b.test": 20}, None),
        (dict.fromkeys(THREE), dict.fromkeys(THREE, 9), None),
        ({}, {}, None),
    ],
)
def test_spread_is_the_chance_that_two_copies_come_from_unrelated_fields(sites, copies, expected):
    crawl = Crawl()
    for domain, field in sites.items():
        site(crawl, domain, field)
    found = fields(crawl, *copies).spread(copies)
    assert found == (pytest.approx(expected) if expected else None)


def test_a_newsroom_that_covers_two_fields_joins_them():
    crawl = Crawl()
    site(crawl, "law.test", "law")
    site(crawl, "sea.test", "sea")
    for i, half in enumerate(("law", "sea") * 12):
        crawl.article("news.test", i, terms=tuple(random.Random(i).sample(WORDS[half], 10)))
    copies = {"law.test": 5, "sea.test": 5, "news.test": 5}
    assert fields(crawl, *copies).spread(copies) == (0.0, 1)


def test_words_of_a_sites_own_template_do_not_make_a_field():
    crawl = Crawl()
    for domain in ("a.test", "b.test"):
        for i, fact in enumerate(site(crawl, domain, "law", 40)):
            own = tuple(range(ord(domain[0]) * 10**6, ord(domain[0]) * 10**6 + 4))
            crawl.article(domain, i, terms=own + fact.terms[:6])
    copies = {"a.test": 5, "b.test": 5}
    assert fields(crawl, *copies).spread(copies) == (0.0, 1)


def test_few_articles_show_no_field():
    crawl = Crawl()
    site(crawl, "a.test", "law", 9)
    site(crawl, "b.test", "sea", 40)
    assert not fields(crawl, "a.test").knows("a.test")
    assert fields(crawl, "b.test").knows("b.test")


def test_texts_in_two_languages_are_not_two_fields():
    crawl = Crawl()
    site(crawl, "a.test", "law", language="zh")
    site(crawl, "b.test", "sea", language="en")
    assert fields(crawl, "a.test", "b.test").spread({"a.test": 9, "b.test": 9}) is None
    site(crawl, "c.test", "cars", language="zh")
    found = fields(crawl, "a.test", "b.test", "c.test").spread({"a.test": 9, "b.test": 9, "c.test": 9})
    assert found == (pytest.approx(1 - 144 / 306), 2)


def thief(*chosen: str) -> Crawl:
    crawl = Crawl()
    for domain, field in zip(("a.test", "b.test"), chosen, strict=True):
        for i, source in enumerate(site(crawl, domain, field)):
            copy = crawl.article("thief.test", f"{domain}-{i}", terms=source.terms, published_at=at(30 + i))
            crawl.pair(copy, source)
    return crawl


def test_a_row_says_from_how_many_fields_a_domain_copies():
    one, two = thief("law", "law").rows()["thief.test"], thief("law", "sea").rows()["thief.test"]
    assert (one.cross_topic, two.cross_topic) == (0.0, pytest.approx(1 - 480 / 992, abs=1e-4))
    assert "copies from 2 unrelated fields" in two.reasons
    assert "unrelated" not in one.reasons
    assert two.score - one.score == pytest.approx(3 * two.cross_topic, abs=0.11)


def test_a_newsroom_that_writes_of_everything_and_copies_nothing_has_no_spread():
    crawl = Crawl()
    for field in WORDS:
        site(crawl, f"{field}.test", field)
    for i, field in enumerate(tuple(WORDS) * 9):
        crawl.article("news.test", i, terms=tuple(random.Random(i).sample(WORDS[field], 10)))
    row = crawl.rows()["news.test"]
    assert (row.cross_topic, row.score) == (None, 0.0)


def test_one_copy_in_a_hundred_from_each_of_two_fields_adds_next_to_nothing():
    crawl = thief("law", "sea")
    for i in range(3000):
        crawl.article("thief.test", f"own{i}")
    row = crawl.rows()["thief.test"]
    assert row.verdict == "original"
    assert row.score < 3
