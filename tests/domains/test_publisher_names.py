"""Whose publisher a body means, and how little that is worth."""

from __future__ import annotations

import pytest
from scrapy_reprint.pipelines.domains.publisher_names import PublisherNames, same_publisher
from scrapy_reprint.pipelines.domains.site_names import SiteNames

from .factory import Crawl, at, taught


def chenbao(crawl: Crawl, articles: int = 6, **known) -> list:
    return [
        crawl.article("chenbao.test", f"own{i}", site_name="晨报网", named=("晨报",), **known)
        for i in range(articles)
    ]


def story(crawl: Crawl, name: object, **known):
    return crawl.article("chenbao.test", name, site_name="晨报网", **known)


def publishers(crawl: Crawl, partners: dict | None = None) -> PublisherNames:
    return taught(PublisherNames(taught(SiteNames(partners or {}), crawl), partners or {}), crawl)


@pytest.mark.parametrize(
    ("wanted", "known"),
    [
        ("晨报", "晨报"), ("晨报", "晨报网"), ("晨报网", "晨报网"), ("晨报客户端", "晨报网"), ("新浪科技", "新浪网"),
        ("新浪科技", "新浪"), ("thehill", "thehill"), ("dailyplanet", "thedailyplanet"),
    ],
)  # fmt: skip
def test_names_of_one_publisher(wanted, known):
    assert same_publisher(wanted, known)


@pytest.mark.parametrize(
    ("wanted", "known"),
    [
        # Places and common words.
        ("北京", "北京晚报"), ("温州", "温州网"), ("中国", "中国网"), ("中国新闻", "中国网"), ("today", "today"),
        ("people", "people"),
        # Other houses.
        ("北京日报", "北京晚报"), ("新华日报", "新华网"), ("人民法院报", "人民网"), ("晨", "晨报"),
        ("晨报", "海滨晨报"), ("晨报", "晨"), ("chinanews", "china"), ("linda", "lindalou"), ("sam", "sam"), ("", ""),
    ],
)  # fmt: skip
def test_names_that_could_mean_another(wanted, known):
    assert not same_publisher(wanted, known)


def test_a_body_means_a_crawled_site_by_name_or_host():
    crawl = Crawl()
    chenbao(crawl)
    by_name = crawl.article("thief.test", 1, named=("某人", "晨报"))
    by_host = crawl.article("thief.test", 2, named=("news.chenbao.test",))
    other = crawl.article("thief.test", 3, named=("海报", "haibao.test"))
    found = publishers(crawl, {by_name.page_id: {"chenbao.test"}, by_host.page_id: {"chenbao.test"}})
    assert found.naming(by_name, "chenbao.test") == "晨报"
    assert found.naming(by_host, "chenbao.test") == "news.chenbao.test"
    assert found.naming(other, "chenbao.test") == ""


def test_a_name_in_a_sites_own_template_says_nothing_of_its_copies():
    crawl = Crawl()
    chenbao(crawl)
    copy = crawl.article("partner.test", "copy", named=("晨报",))
    for i in range(9):
        crawl.article("partner.test", i, named=("晨报",) if i % 3 == 0 else ())
    assert publishers(crawl, {copy.page_id: {"chenbao.test"}}).naming(copy, "chenbao.test") == ""


def test_a_name_that_strangers_use_is_everybodys():
    crawl = Crawl()
    # A thief that calls itself as an agency is called: everybody's texts name it.
    for i in range(6):
        crawl.article("fake.test", i, site_name="远方通讯社")
    wired = crawl.article("paper.test", "story", named=("远方通讯社",))
    partners = {wired.page_id: {"fake.test"}}
    for i in range(2):
        crawl.article(f"stranger{i}.test", 1, named=("远方通讯社",))
    assert publishers(crawl, partners).naming(wired, "fake.test") == "远方通讯社"
    crawl.article("stranger2.test", 1, named=("远方通讯社",))
    assert publishers(crawl, partners).naming(wired, "fake.test") == ""


def test_thieves_of_one_victim_do_not_make_its_name_everybodys():
    crawl = Crawl()
    chenbao(crawl)
    partners = {}
    for i in range(5):
        copy = crawl.article(f"thief{i}.test", 1, named=("晨报",))
        crawl.article(f"thief{i}.test", 2, named=("晨报",))
        partners[copy.page_id] = {"chenbao.test"}
    assert publishers(crawl, partners).naming(copy, "chenbao.test") == "晨报"


def direction_of(crawl: Crawl) -> set[str]:
    return {f"{row.domain} {row.direction}" for row in crawl.matches()}


def test_the_site_that_keeps_anothers_voice_is_the_copier():
    crawl = Crawl()
    chenbao(crawl)
    crawl.pair(story(crawl, 1, named=("晨报",)), crawl.article("thief.test", 1, named=("晨报",)))
    assert direction_of(crawl) == {"thief.test copies"}
    [row] = crawl.matches()
    assert "the body on thief.test speaks of 晨报, which is chenbao.test" in row.reasons
    thief = crawl.rows(min_judged=1)["thief.test"]
    assert thief.leftover_link_share == 1.0
    assert "1 still name the source's publisher" in thief.reasons


@pytest.mark.parametrize("mine", [("晨报", "thief.test"), ("晨报", "快讯头条")])
def test_a_body_that_names_both_sites_accuses_nobody(mine):
    crawl = Crawl()
    chenbao(crawl)
    for i in range(4):
        crawl.article("thief.test", f"own{i}", site_name="快讯头条")
    copy = crawl.article("thief.test", 1, named=mine)
    crawl.pair(story(crawl, 1, named=("晨报",)), copy)
    assert direction_of(crawl) == {"chenbao.test unclear"}


def test_news_about_a_company_that_the_company_took_over_accuses_no_newsroom():
    crawl = Crawl()
    for i in range(40):
        crawl.article("newsroom.test", f"own{i}", published_at=at(1 + i % 28), site_name="海滨在线")
    for i in range(8):
        news = crawl.article("newsroom.test", i, published_at=at(2 + i), named=("Rocketworks", "rocketworks.test"))
        taken = crawl.article("rocketworks.test", i, published_at=at(4 + i), named=("Rocketworks", "rocketworks.test"))
        crawl.pair(news, taken)
    rows = crawl.rows(min_judged=1)
    assert rows["newsroom.test"].hits == 0
    # Its own word against its later dates: nothing is believed.
    assert rows["rocketworks.test"].hits == 0
    assert {row.direction for row in crawl.matches()} == {"unclear"}


def test_without_times_it_is_doubted_where_the_accused_has_more_of_its_own():
    crawl = Crawl()
    for i in range(40):
        crawl.article("newsroom.test", f"own{i}")
    for i in range(8):
        named = ("rocketworks.test",)
        crawl.pair(
            crawl.article("newsroom.test", i, named=named), crawl.article("rocketworks.test", i, named=named)
        )
    assert crawl.rows(min_judged=1)["newsroom.test"].hits == 0
    assert any("names of the publisher alone" in row.reasons for row in crawl.matches())


def test_a_thief_that_back_dates_and_keeps_the_voice_does_not_turn_its_victim_into_the_copier():
    crawl = Crawl()
    chenbao(crawl)
    for i in range(20):
        source = story(crawl, i, published_at=at(9 + i % 18), named=("晨报",) if i < 6 else ())
        copy = crawl.article("thief.test", i, published_at=at(2 + i % 18), named=("晨报",) if i < 6 else ())
        crawl.pair(source, copy)
    rows = crawl.rows()
    assert rows["chenbao.test"].hits == 0
    assert rows["chenbao.test"].verdict == "original"


def test_one_name_among_forty_pairs_speaks_for_none_of_the_others():
    crawl = Crawl()
    chenbao(crawl)
    for i in range(40):
        named = ("晨报",) if i == 0 else ()
        crawl.pair(story(crawl, i, named=named), crawl.article("thief.test", i, named=named))
    assert {row.direction for row in crawl.matches()} == {"unclear"}
    crawl = Crawl()
    chenbao(crawl)
    for i in range(40):
        named = ("晨报",) if i < 4 else ()
        crawl.pair(story(crawl, i, named=named), crawl.article("thief.test", i, named=named))
    assert {f"{row.domain} {row.direction}" for row in crawl.matches()} == {"thief.test copies"}


def test_a_link_outweighs_names():
    crawl = Crawl()
    chenbao(crawl)
    one = story(crawl, 1, named=("晨报",), body_links=("https://thief.test/1",))
    crawl.pair(one, crawl.article("thief.test", 1, named=("晨报",)))
    assert direction_of(crawl) == {"chenbao.test copies"}


def test_a_name_in_the_text_makes_no_repost_of_a_copy():
    crawl = Crawl()
    chenbao(crawl)
    for i in range(12):
        source = story(crawl, i, published_at=at(1 + i), named=("晨报",))
        crawl.pair(source, crawl.article("thief.test", i, published_at=at(9 + i), named=("晨报",)))
    row = crawl.rows()["thief.test"]
    assert (row.verdict, row.hits, row.attributed_share, row.leftover_link_share) == ("scraper", 12, 0.0, 1.0)
