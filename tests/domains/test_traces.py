"""Traces that copying leaves: links, image hosts, formats, paths, names."""

from __future__ import annotations

import pytest
from scrapy_reprint.pipelines.domains.image_hosts import ImageHosts
from scrapy_reprint.pipelines.domains.leftover_links import linked_domains
from scrapy_reprint.pipelines.domains.markup import keeps_markup, own_format
from scrapy_reprint.pipelines.domains.paths import Slugs, slug
from scrapy_reprint.pipelines.domains.site_names import SiteNames, plain_name

from .factory import Crawl, taught


def test_links_into_the_source_count_and_others_do_not():
    copy = Crawl().article(
        "a.test", 1, body_links=("https://www.b.test/x", "http://a.test/", "bad://[", "/x")
    )
    assert linked_domains(copy) == {"b.test"}


def test_attribution_links_are_no_leftovers():
    assert not linked_domains(Crawl().article("a.test", 1, attribution_links=("https://b.test/x",)))


@pytest.mark.parametrize(
    "url",
    [
        "https://a.test/1.html",
        "https://a.test/index.html",
        "https://a.test/2026/03/12",
        "https://a.test/2026/03/abc",
        "https://a.test/news/article.php?id=4",
        "https://a.test/",
        "https://a.test/20260312-11.shtml",
        "https://[/",
    ],
)
def test_trivial_paths_tell_nothing(url):
    assert slug(url) == ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://a.test/p/how-to-bake-bread.html", "http://b.test/2024/How-To-Bake-Bread/"),
        ("https://a.test/J5ABCXYZ000189FH.html", "https://b.test/news/J5ABCXYZ000189FH.html"),
        ("https://a.test/%E6%98%A5%E8%8A%82%E6%99%9A%E4%BC%9A", "https://b.test/x/春节晚会.html"),
        ("https://a.test/how-to-bake/index.html", "https://b.test/how-to-bake"),
    ],
)
def test_mirrors_keep_the_slug(one, other):
    assert slug(one) == slug(other) != ""


def test_a_slug_that_a_site_uses_again_is_its_systems_own():
    crawl = Crawl()
    source = crawl.article("a.test", "", url="https://a.test/press-release?id=1")
    copy = crawl.article("b.test", "", url="https://b.test/press-release?id=7")
    assert taught(Slugs(), crawl).same_path(copy, source)
    crawl.article("a.test", "", url="https://a.test/press-release?id=2")
    assert not taught(Slugs(), crawl).same_path(copy, source)


def test_a_kept_format_is_the_sources_and_not_the_domains_own():
    crawl = Crawl()
    source = crawl.article("a.test", 1, markup=tuple(range(10)))
    copy = crawl.article("b.test", 1, markup=tuple(range(9)))
    foreign = own_format([crawl.article("b.test", f"o{i}", markup=tuple(range(50, 60))) for i in range(3)])
    alike = own_format([crawl.article("b.test", f"p{i}", markup=tuple(range(8))) for i in range(3)])
    assert keeps_markup(copy, source, foreign)
    assert not keeps_markup(copy, source, alike)
    assert not keeps_markup(copy, source, foreign[:2])
    plain = crawl.article("b.test", 2, markup=(1, 2))
    assert not keeps_markup(plain, crawl.article("a.test", 2, markup=(1, 2)), foreign)


def test_image_hosts_are_learned_from_articles_outside_pairs():
    crawl = Crawl()
    for i in range(4):
        crawl.article("a.test", i, images=("https://static.acdn.test/1.png", "https://cdn.public.test/j.png"))
        crawl.article("b.test", i, images=("https://cdn.public.test/k.png",))
    copy = crawl.article(
        "thief.test",
        1,
        images=(
            "https://static.acdn.test/1.png",
            "https://cdn.public.test/j.png",
            "https://img.c.test/2.png",
            "https://img.thief.test/3.png",
        ),
    )
    hosts = taught(ImageHosts({copy.page_id}), crawl)
    assert hosts.owner("static.acdn.test") == "a.test"
    assert hosts.owner("img.c.test") == "c.test"
    assert {"a.test", "c.test"} <= hosts.owners_of(copy)
    assert not {"b.test", "thief.test"} & hosts.owners_of(copy)


def test_a_host_that_many_strangers_use_belongs_to_nobody():
    crawl = Crawl()
    crawl.article("pics.test", 1, images=("https://i.pics.test/0.png",))
    for i in range(3):
        crawl.article(f"user{i}.test", 1, images=("https://i.pics.test/1.png",))
    assert taught(ImageHosts(set()), crawl).owner("i.pics.test") == ""


@pytest.mark.parametrize("name", ["网络", "来源：网络", " 互联网 ", "Internet", "本站原创", ""])
def test_some_names_name_nobody(name):
    assert plain_name(name.replace("来源：", "来源")) == ""


def test_a_site_is_known_by_host_title_tail_and_links():
    crawl = Crawl()
    for i in range(4):
        crawl.article("daily163.test", i, title=f"第{i}条新闻_网易新闻")
        crawl.article("reader.test", i, source_name="晨报", attribution_links=("https://chenbao.test/1",))
    names = taught(SiteNames({}), crawl)
    assert names.means("www.daily163.test", "daily163.test")
    assert names.means("网易", "daily163.test")
    assert names.means("Daily163", "daily163.test")
    assert names.means("晨报", "chenbao.test")
    assert not names.means("新华社", "daily163.test")
    assert not names.means("网络", "daily163.test")


@pytest.mark.parametrize(
    ("name", "domain", "means"),
    [
        ("The Daily Planet", "dailyplanet.com", True),
        ("Daily Planet", "dailyplanet.com", True),
        ("来源 https://news.dailyplanet.com/x", "dailyplanet.com", True),
        ("chinanews", "china.com", False),
        ("News", "newsweek.com", False),
    ],
)
def test_latin_names_are_matched_nearly_whole(name, domain, means):
    crawl = Crawl()
    crawl.article(domain, 1)
    assert taught(SiteNames({}), crawl).means(name, domain) is means


def test_a_brand_of_its_own_is_no_attribution():
    crawl = Crawl()
    made = [crawl.article("x.test", i, source_name="某某财经") for i in range(12)]
    partners = {fact.page_id: {f"source{i % 4}.test"} for i, fact in enumerate(made)}
    assert taught(SiteNames(partners), crawl).names_itself(made[0])
    one_partner = {fact.page_id: {"source.test"} for fact in made}
    assert taught(SiteNames(one_partner), crawl).names_another(made[0])
