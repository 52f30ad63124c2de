"""Evidence that speaks against the wrong site: habits, migrations, time zones, agencies, names, alibis."""

from __future__ import annotations

import random

import pytest
from scrapy_reprint.pipelines.domains.time_doubts import gives_one_day, is_agency, is_collector

from .factory import Crawl, at

ACCUSED = ("scraper", "suspected")


def own(crawl: Crawl, domain: str, articles: int, **known: object) -> None:
    for number in range(articles):
        crawl.article(domain, f"own{number}", published_at=at(1 + number), **known)


def test_a_blog_that_always_links_to_a_platform_does_not_copy_who_pastes_its_posts_there() -> None:
    def rows(links: tuple[str, ...]) -> tuple[str, int]:
        crawl = Crawl()
        own(crawl, "blog.test", 10, body_links=links)
        for number in range(20):
            post = crawl.article("blog.test", number, body_links=("https://platform.test/u/blog",))
            crawl.pair(post, crawl.article("platform.test", number))
        own(crawl, "platform.test", 60)
        row = crawl.rows()["blog.test"]
        return row.verdict, row.hits

    assert rows(()) == ("scraper", 20)
    assert rows(("https://platform.test/u/blog",)) == ("original", 0)


def test_a_blog_that_keeps_its_images_on_a_platform_does_not_copy_it() -> None:
    crawl = Crawl()
    image = ("https://img.platform.test/7.jpg",)
    own(crawl, "blog.test", 10, images=image)
    for number in range(20):
        crawl.pair(crawl.article("blog.test", number, images=image), crawl.article("platform.test", number))
    own(crawl, "platform.test", 60)
    assert crawl.rows()["blog.test"].verdict == "original"


def test_a_host_in_a_crawled_sites_name_is_not_given_to_who_uses_it_most() -> None:
    crawl = Crawl()
    image = ("https://img.victim.test/7.jpg",)
    for number in range(25):
        source = crawl.article("victim.test", number, images=image)
        crawl.pair(crawl.article("thief.test", number, images=image), source)
    own(crawl, "thief.test", 20, images=image)
    rows = crawl.rows()
    assert rows["victim.test"].verdict not in ACCUSED
    assert rows["victim.test"].hits == 0


def test_who_warns_of_a_thief_by_its_front_page_does_not_copy_it() -> None:
    crawl = Crawl()
    for number in range(24):
        links = ("https://thief.test/",) if number % 6 == 0 else ()
        crawl.pair(crawl.article("victim.test", number, body_links=links), crawl.article("thief.test", number))
    assert crawl.rows()["victim.test"].hits == 0


def test_a_link_to_the_very_page_is_a_declaration() -> None:
    crawl = Crawl()
    for number in range(12):
        source = crawl.article("news.test", number, published_at=at(1 + number))
        copy = crawl.article("digest.test", number, published_at=at(9 + number), body_links=(source.url,))
        crawl.pair(copy, source)
    row = crawl.rows()["digest.test"]
    assert (row.verdict, row.hits, row.attributed_share) == ("reposter", 0, 1.0)


def test_an_office_that_names_its_department_is_no_reposter_of_what_others_copy() -> None:
    crawl = Crawl()
    for number in range(12):
        release = crawl.article("office.test", number, published_at=at(1 + number), source_name="镇农业办公室")
        crawl.pair(crawl.article("paper.test", number, published_at=at(3 + number)), release)
    row = crawl.rows()["office.test"]
    assert (row.verdict, row.attributed_share) == ("original", 0.0)


def test_a_name_alone_convicts_its_own_article_only() -> None:
    crawl = Crawl()
    for number in range(24):
        name = "新华社" if number % 6 == 0 else ""
        mine = crawl.article("victim.test", number, source_name=name)
        crawl.pair(mine, crawl.article("thief.test", number, site_name="新华社"))
    row = crawl.rows()["victim.test"]
    assert (row.verdict, row.hits) == ("original", 0)


def test_days_that_time_zones_explain_accuse_nobody() -> None:
    def hits(difference: int) -> int:
        crawl = Crawl()
        for number in range(30):
            mine = crawl.article("victim.test", number, published_at=at(5 + number)[:10])
            day = at(5 + number - (difference if number % 3 == 0 else 0))[:10]
            crawl.pair(mine, crawl.article("thief.test", number, published_at=day))
        return crawl.rows()["victim.test"].hits

    assert hits(1) == 0
    assert hits(2) == 30


def test_one_day_for_all_is_a_migration() -> None:
    days = [at(1 + number) for number in range(20)]
    moved = [at(40)] * 18 + [at(41), at(42)]
    assert gives_one_day(moved, days)
    assert not gives_one_day(days, moved)
    assert not gives_one_day(moved, moved)
    assert not gives_one_day([at(40)] * 4, days)
    crawl = Crawl()
    for number in range(20):
        mine = crawl.article("victim.test", number, published_at=at(40, 8, number))
        crawl.pair(mine, crawl.article("thief.test", number, published_at=at(1 + number)))
    for number in range(10):
        crawl.article("victim.test", f"own{number}", published_at=at(40))
    own(crawl, "thief.test", 20)
    row = crawl.rows()["victim.test"]
    assert (row.verdict, row.hits) == ("original", 0)
    assert "gives one day for nearly all" in crawl.matches()[0].reasons


@pytest.mark.parametrize("seed", range(20))
def test_a_collector_is_told_from_a_source_that_many_draw_from(seed: int) -> None:
    chance = random.Random(seed)
    stock = [str(number) for number in range(100)]
    drawn = [set(chance.sample(stock, 25)) for _ in range(4)]
    parts = [set(stock[start : start + 25]) for start in range(0, 100, 25)]
    assert not is_collector(100, drawn)
    assert is_collector(100, parts)
    assert not is_collector(100, parts[:2])


def test_who_back_dates_what_it_collected_from_four_sites_convicts_none_of_them() -> None:
    crawl = Crawl()
    for site in range(4):
        for number in range(12):
            mine = crawl.article(f"small{site}.test", number, published_at=at(10 + number))
            crawl.pair(mine, crawl.article("hub.test", f"{site}-{number}", published_at=at(2 + number)))
    rows = crawl.rows()
    assert [rows[f"small{site}.test"].hits for site in range(4)] == [0, 0, 0, 0]


def test_papers_that_carry_an_agency_without_naming_it_are_not_accused() -> None:
    assert is_agency([f"{n}.test" for n in range(5)], {})
    assert not is_agency([f"{n}.test" for n in range(4)], {})
    assert not is_agency([f"{n}.test" for n in range(5)], {f"{n}.test": 0.9 for n in range(5)})
    crawl = Crawl()
    stories = [crawl.article("agency.test", number, published_at=at(1 + number)) for number in range(30)]
    for paper in range(8):
        own(crawl, f"paper{paper}.test", 12)
        carried = [crawl.article(f"paper{paper}.test", number, published_at=at(2 + number)) for number in range(30)]
        for story, copy in zip(stories, carried, strict=True):
            crawl.pair(copy, story)
    rows = crawl.rows()
    assert {rows[f"paper{paper}.test"].verdict for paper in range(8)} == {"original"}


def test_a_canonical_to_a_third_beside_leftovers_is_an_alibi() -> None:
    def verdict(links: tuple[str, ...]) -> str:
        crawl = Crawl()
        for number in range(15):
            source = crawl.article("victim.test", number, published_at=at(1 + number))
            copy = crawl.article(
                "thief.test", number, published_at=at(5 + number), body_links=links, canonical_declared=True,
                canonical="https://innocent.test/1.html",
            )
            crawl.pair(copy, source)
        return crawl.rows()["thief.test"].verdict

    assert verdict(("https://www.victim.test/tag/a",)) == "scraper"
    assert verdict(()) == "syndicated"


def test_two_thieves_that_name_each_other_as_canonical_are_none_the_safer() -> None:
    crawl = Crawl()
    for number in range(15):
        source = crawl.article("victim.test", number, published_at=at(1 + number))
        left = ("https://www.victim.test/tag/a",)
        made = [
            crawl.article(
                f"{one}.test", number, published_at=at(5 + number), body_links=left, canonical_declared=True,
                canonical=f"https://{other}.test/{number}.html",
            )
            for one, other in (("a", "b"), ("b", "a"))
        ]
        crawl.pair(*made)
        for copy in made:
            crawl.pair(copy, source)
    rows = crawl.rows()
    assert (rows["a.test"].verdict, rows["b.test"].verdict) == ("scraper", "scraper")


def test_a_policy_that_all_sites_have_is_no_copy_by_the_times_of_others() -> None:
    crawl = Crawl()
    for number in range(6):
        source = crawl.article("news.test", number, published_at=at(1 + number))
        crawl.pair(crawl.article("site.test", number, published_at=at(4 + number)), source)
    crawl.pair(crawl.article("site.test", "privacy"), crawl.article("news.test", "privacy"))
    assert crawl.rows()["site.test"].hits == 6
