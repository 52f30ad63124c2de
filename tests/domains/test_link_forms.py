"""Forms of links that only the inside of one site has."""

from __future__ import annotations

import pytest
from scrapy_reprint.pipelines.domains.link_forms import LinkForms, asked_domains, link_form

from .factory import Crawl, at, taught


@pytest.mark.parametrize(
    ("url", "path", "whole"),
    [
        ("https://www.a.test/tag/robot", "/tag/w", ":/tag/w"),
        ("https://www.a.test/tag/%E6%9C%BA%E5%99%A8%E4%BA%BA/", "/tag/w", ":/tag/w"),
        ("https://tags.a.test/tag/robot?from=body", "/tag/w?from", "tags:/tag/w?from"),
        ("https://a.test/a/17.html?from=body&utm_source=x", "/a/N.html?from", ":/a/N.html?from"),
        ("https://a.test/news/2024-05-01/story-of-a-day.shtml", "/news/N/w.shtml", ":/news/N/w.shtml"),
        ("https://a.test/search.php?word=x&page=2", "/search.php?page&word", ":/search.php?page&word"),
        ("https://stock.a.test/600123", "", "stock:/N"),
        # Nothing is kept, or nothing varies.
        ("https://a.test/2024/05/story-of-a-day.html", "", ""),
        ("https://a.test/about", "", ""),
        ("https://a.test/", "", ""),
        ("https://m.a.test/123.html", "", ""),
    ],
)
def test_a_form_keeps_what_all_links_of_a_kind_share(url, path, whole):
    assert link_form(url) == ("a.test", path, whole)


@pytest.mark.parametrize("url", ["bad://[", "/x/y", ""])
def test_what_is_no_address_has_no_form(url):
    assert link_form(url)[1:] == ("", "")


def forms(crawl: Crawl) -> LinkForms:
    partners: dict[str, set[str]] = {}
    for pair in crawl.pairs:
        for page, other in ((pair.a, pair.b), (pair.b, pair.a)):
            partners.setdefault(page, set()).add(crawl.articles[other].domain)
    facts = crawl.articles.values()
    return taught(LinkForms(asked_domains(facts, partners, {fact.domain for fact in facts}), partners), crawl)


def site(crawl: Crawl, domain: str, *links: str, articles: int = 4) -> None:
    for i in range(articles):
        crawl.article(domain, f"own{i}", body_links=links)


def test_links_into_a_third_site_by_its_internal_forms_show_where_a_copy_comes_from():
    crawl = Crawl()
    site(crawl, "third.test", "https://www.third.test/tag/bridge", "https://www.third.test/own9.html")
    source = crawl.article("source.test", 1)
    copy = crawl.article("thief.test", 1, body_links=("https://www.third.test/tag/ferry",))
    crawl.pair(copy, source)
    assert forms(crawl).foreign(copy, "source.test") == {"third.test"}
    assert forms(crawl).foreign(copy, "third.test") == frozenset()


def test_whoever_cites_an_article_leaves_nothing_over():
    crawl = Crawl()
    for i in range(4):
        links = ("https://third.test/news/9.html",)
        crawl.article("third.test", i, url=f"https://third.test/news/{i}.html", body_links=links)
    copy = crawl.article("thief.test", 1, body_links=("https://third.test/news/8.html",))
    crawl.pair(copy, crawl.article("source.test", 1))
    assert forms(crawl).foreign(copy, "source.test") == frozenset()
    marked = crawl.article("thief.test", 2, body_links=("https://third.test/news/8.html?from=body",))
    crawl.pair(marked, crawl.article("source.test", 2))
    assert forms(crawl).foreign(marked, "source.test") == frozenset()
    site(crawl, "third.test", "https://third.test/news/7.html?from=body")
    assert forms(crawl).foreign(marked, "source.test") == {"third.test"}


def test_a_form_that_others_link_by_is_no_internal_one():
    crawl = Crawl()
    site(crawl, "third.test", "https://third.test/wiki/bridge")
    copy = crawl.article("thief.test", 1, body_links=("https://third.test/wiki/ferry",))
    crawl.pair(copy, crawl.article("source.test", 1))
    assert forms(crawl).foreign(copy, "source.test")
    site(crawl, "reader.test", "https://third.test/wiki/tide", articles=1)
    assert forms(crawl).foreign(copy, "source.test")
    site(crawl, "other.test", "https://third.test/wiki/tide", articles=1)
    assert not forms(crawl).foreign(copy, "source.test")


def test_a_site_that_always_links_so_to_another_left_nothing_over():
    crawl = Crawl()
    site(crawl, "third.test", "https://third.test/tag/bridge")
    site(crawl, "thief.test", "https://third.test/tag/tide", articles=1)
    copy = crawl.article("thief.test", 1, body_links=("https://third.test/tag/ferry",))
    crawl.pair(copy, crawl.article("source.test", 1))
    assert not forms(crawl).foreign(copy, "source.test")


def relative(crawl: Crawl, copies: int = 4) -> None:
    """A thief's copies with links that now point at its own host, and their sources."""
    for i in range(copies):
        source = crawl.article("source.test", i, body_links=("https://www.source.test/tag/robot",))
        crawl.pair(source, crawl.article("thief.test", i, body_links=("https://www.thief.test/tag/robot",)))


def test_a_relative_link_to_a_place_that_only_the_source_has_is_a_leftover_and_tells_who_copied():
    crawl = Crawl()
    site(crawl, "source.test", "https://www.source.test/tag/bridge")
    site(crawl, "thief.test", "https://www.thief.test/read/1.html")
    relative(crawl)
    assert {f"{row.domain} {row.direction}" for row in crawl.matches()} == {"thief.test copies"}
    rows = crawl.rows(min_judged=1)
    assert (rows["thief.test"].hits, rows["thief.test"].leftover_link_share) == (4, 1.0)
    assert (rows["source.test"].hits, rows["source.test"].score) == (0, 0.0)
    assert "thief.test links to /tag/w on its own host, as only source.test has it" in crawl.matches()[0].reasons


def test_pages_of_the_source_with_such_addresses_will_do():
    crawl = Crawl()
    crawl.article("source.test", "tag", url="https://www.source.test/tag/robot", page_type="list", judged=False)
    site(crawl, "thief.test", "https://www.thief.test/read/1.html")
    relative(crawl)
    assert {f"{row.domain} {row.direction}" for row in crawl.matches()} == {"thief.test copies"}


def test_copies_of_other_sites_stand_for_the_thiefs_own_format():
    crawl = Crawl()
    site(crawl, "source.test", "https://www.source.test/tag/bridge")
    relative(crawl)
    for i in range(4):
        copy = crawl.article("thief.test", f"b{i}", body_links=("https://elsewhere.test/x",))
        crawl.pair(copy, crawl.article("b.test", i))
    facts = forms(crawl)
    copy = next(fact for fact in crawl.articles.values() if fact.url == "https://www.thief.test/0.html")
    assert facts.kept(copy, "source.test") == "/tag/w"


def test_where_little_is_known_of_a_sites_links_nothing_is_said():
    crawl = Crawl()
    site(crawl, "source.test", "https://www.source.test/tag/bridge")
    site(crawl, "thief.test", "https://www.thief.test/read/1.html", articles=2)
    relative(crawl)
    assert {row.direction for row in crawl.matches()} == {"unclear"}


def test_one_article_with_a_link_that_its_site_rarely_sets_accuses_nobody():
    crawl = Crawl()
    site(crawl, "copier.test", "https://www.copier.test/topic/bridge")
    site(crawl, "author.test", "https://www.author.test/read/1.html", articles=9)
    source = crawl.article("author.test", 1, body_links=("https://www.author.test/topic/robot",))
    crawl.pair(source, crawl.article("copier.test", 1))
    crawl.pair(crawl.article("author.test", 2), crawl.article("copier.test", 2))
    assert {row.direction for row in crawl.matches()} == {"unclear"}


@pytest.mark.parametrize("own", ["https://www.thief.test/tag/tide", "page"])
def test_two_sites_of_one_content_system_accuse_each_other_of_nothing(own):
    crawl = Crawl()
    site(crawl, "source.test", "https://www.source.test/tag/bridge")
    if own == "page":
        site(crawl, "thief.test", "https://www.thief.test/read/1.html")
        crawl.article("thief.test", "tag", url="https://www.thief.test/tag/tide", page_type="list", judged=False)
    else:
        site(crawl, "thief.test", own)
    relative(crawl)
    assert {row.direction for row in crawl.matches()} == {"unclear"}


def test_an_author_with_a_new_kind_of_link_is_not_accused_by_who_copied_it():
    crawl = Crawl()
    # The author's site links so for the first time; the copier never does elsewhere and has no such pages.
    site(crawl, "author.test", "https://www.author.test/read/1.html")
    site(crawl, "thief.test", "https://www.thief.test/read/1.html")
    for i in range(4):
        mine, theirs = (f"https://www.{domain}/topic/robot" for domain in ("author.test", "thief.test"))
        source = crawl.article("author.test", i, body_links=(mine,), published_at=at(1))
        crawl.pair(source, crawl.article("thief.test", i, body_links=(theirs,), published_at=at(5)))
    assert {f"{row.domain} {row.direction}" for row in crawl.matches()} == {"thief.test copies"}
    assert crawl.rows()["thief.test"].leftover_link_share == 0
