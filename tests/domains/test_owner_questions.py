"""What owners that are found change in the report, and what is asked of a person about them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from scrapy_reprint.pipelines.domains.rulings import Standing
from scrapy_reprint.pipelines.index.allow import Allowance, AllowList
from scrapy_reprint.pipelines.index.rulings import RuledPage, Ruling

from .factory import Crawl, at

if TYPE_CHECKING:
    from scrapy_reprint.pipelines.domains import ArticleFacts

COUNTER, OTHER_COUNTER = "baidu_tongji:3f9a0c17", "baidu_tongji:aaaa1111"
LICENCE = "icp:京ICP备12045678"


NOT_COUNTED = "20 more not counted (allowed, ruled on, gone or of one owner; see matches.csv)"

def site(crawl: Crawl, domain: str, *ids: str, pages: int = 20, first: int = 0) -> list[ArticleFacts]:
    return [
        crawl.article(domain, n, owner_ids=tuple(sorted(ids)), published_at=at(1 + n % 28))
        for n in range(first, first + pages)
    ]


def copied(crawl: Crawl, domain: str, sources: list[ArticleFacts], *ids: str) -> list[ArticleFacts]:
    """Later copies with links into the source."""
    copies = []
    for source in sources:
        links = (f"https://{source.domain}/more",)
        name = source.url.rpartition("/")[2]
        later = at(40, len(copies) // 3, 20 * (len(copies) % 3))
        copy = crawl.article(
            domain, f"{source.domain}-{name}", owner_ids=tuple(sorted(ids)), body_links=links, published_at=later
        )
        crawl.pair(copy, source)
        copies.append(copy)
    return copies


def ruled(kind: str, first: ArticleFacts, second: ArticleFacts) -> Standing:
    pages = RuledPage(first.url, "0" * 16), RuledPage(second.url, "0" * 16)
    return Standing(Ruling(kind, *pages, ruled_at="2026-11-30T08:00:00+00:00"))


def test_copying_between_sites_of_one_owner_is_no_hit_and_the_evidence_is_named():
    crawl = Crawl()
    copied(crawl, "b.test", site(crawl, "a.test", COUNTER, LICENCE), COUNTER, LICENCE)
    rows = crawl.rows()
    evidence = (
        "a.test and b.test share licence 京ICP备12045678 and 百度统计 3f9a0c17: taken for sites of one owner; copying "
        "between them is not counted"
    )
    assert (rows["b.test"].verdict, rows["b.test"].hits, rows["b.test"].score) == ("original", 0, 0)
    assert rows["a.test"].copied_by == 0
    assert rows["b.test"].reasons == (
        f"no copies among 20 judged articles; {NOT_COUNTED}; {evidence}; "
        "hangs on whether it is of one owner with a.test"
    )
    assert rows["a.test"].reasons == f"no copies among 20 judged articles; {evidence}"
    matches = crawl.matches()
    assert len(matches) == 20
    assert all(evidence in row.reasons for row in matches)


def test_a_verdict_that_hangs_on_a_found_owner_is_queued_with_one_pair():
    crawl = Crawl()
    copied(crawl, "b.test", site(crawl, "a.test", COUNTER), COUNTER)
    rows = crawl.rows()
    assert (rows["b.test"].review, rows["a.test"].review) == ("queue", "none")
    [asked] = [row for row in crawl.matches() if row.review == "queue"]
    assert asked.reasons.endswith("queued: are a.test and b.test of one owner?")


def test_a_verdict_that_does_not_hang_on_the_owner_is_not_queued():
    crawl = Crawl()
    sources = site(crawl, "a.test", COUNTER, pages=40)
    copied(crawl, "b.test", sources[:2], COUNTER)
    site(crawl, "b.test", COUNTER, pages=40)
    row = crawl.rows()["b.test"]
    assert (row.verdict, row.review) == ("original", "none")
    assert "taken for sites of one owner" in row.reasons
    assert not [match for match in crawl.matches() if match.review == "queue"]


def test_a_mirror_with_ids_of_its_own_stays_a_scraper_and_says_what_it_shares():
    crawl = Crawl()
    victim = site(crawl, "victim.test", COUNTER, pages=30)
    copied(crawl, "mirror.test", victim[:20], COUNTER, OTHER_COUNTER)
    row = crawl.rows()["mirror.test"]
    assert (row.verdict, row.hits, row.review) == ("scraper", 20, "none")
    assert row.reasons.endswith(
        "mirror.test and victim.test share 百度统计 3f9a0c17, but 百度统计 of the two differ: not taken for one owner's"
    )
    assert crawl.rows()["victim.test"].verdict == "original"


def test_a_shared_licence_beside_other_counters_is_asked():
    crawl = Crawl()
    copied(crawl, "b.test", site(crawl, "a.test", COUNTER, LICENCE), OTHER_COUNTER, LICENCE)
    row = crawl.rows()["b.test"]
    assert (row.verdict, row.review) == ("scraper", "queue")
    assert "share licence 京ICP备12045678, but 百度统计 of the two differ" in row.reasons
    assert row.reasons.endswith("hangs on whether it is of one owner with a.test")
    assert len([match for match in crawl.matches() if match.review == "queue"]) == 1
    assert crawl.rows()["a.test"].review == "none"
    # Other victims convict it anyhow.
    copied(crawl, "b.test", site(crawl, "c.test", "cnzz:1", pages=60), OTHER_COUNTER, LICENCE)
    assert (crawl.rows()["b.test"].verdict, crawl.rows()["b.test"].review) == ("scraper", "none")


def test_copies_of_others_count_whoever_the_owner_is():
    crawl = Crawl()
    copied(crawl, "b.test", site(crawl, "a.test", COUNTER), COUNTER)
    copied(crawl, "b.test", site(crawl, "victim.test", OTHER_COUNTER, pages=40), COUNTER)
    row = crawl.rows()["b.test"]
    assert (row.verdict, row.hits, row.top_sources) == ("scraper", 40, "victim.test (40)")


def test_two_sites_of_one_owner_are_one_source():
    crawl = Crawl()
    sources = site(crawl, "a.test", COUNTER, pages=8) + site(crawl, "b.test", COUNTER, pages=12)
    copied(crawl, "thief.test", sources)
    row = crawl.rows()["thief.test"]
    assert (row.hits, row.distinct_sources, row.top_sources) == (20, 1, "b.test (20)")
    for n, source in enumerate(sources):
        crawl.articles[source.page_id] = crawl.article(source.domain, n, url=source.url)
    assert crawl.rows()["thief.test"].distinct_sources == 2


def test_blogs_of_a_platform_that_copy_each_other_are_counted():
    crawl = Crawl()
    copied(crawl, "b.github.io", site(crawl, "a.github.io", COUNTER, pages=30)[:20], COUNTER)
    row = crawl.rows()["b.github.io"]
    assert (row.verdict, row.hits) == ("scraper", 20)


@pytest.mark.parametrize("word", ["allowed", "ruled"])
def test_the_word_of_a_person_goes_first_and_leaves_nothing_to_ask(word: str):
    crawl = Crawl()
    sources = site(crawl, "a.test", COUNTER)
    copies = copied(crawl, "b.test", sources, COUNTER)
    if word == "allowed":
        crawl.allow = AllowList.of([Allowance("owner", ("a.test", "b.test"))], "2026-11-30")
    else:
        crawl.rulings.append(ruled("same_owner", copies[0], sources[0]))
    assert crawl.rows()["b.test"].review == "none"
    words = "are allowed as sites of one owner" if word == "allowed" else "were ruled sites of one owner"
    assert all(words in row.reasons and "百度统计" not in row.reasons for row in crawl.matches())


def test_who_is_ruled_a_copier_is_not_of_one_owner_with_his_source():
    crawl = Crawl()
    sources = site(crawl, "a.test", COUNTER, pages=30)
    copies = copied(crawl, "b.test", sources[:20], COUNTER)
    crawl.rulings.append(ruled("copy", copies[0], sources[0]))
    row = crawl.rows()["b.test"]
    assert (row.verdict, row.hits) == ("scraper", 20)
    assert "but a person ruled that one copies the other" in row.reasons


def test_leads_alone_hang_on_the_owner_too():
    crawl = Crawl()
    for n, source in enumerate(site(crawl, "a.test", COUNTER)):
        crawl.lead(crawl.article("b.test", n, owner_ids=(COUNTER,), published_at=at(40 + n)), source)
    row = crawl.rows()["b.test"]
    assert (row.verdict, row.review) == ("original", "queue")
    assert "hangs on whether it is of one owner with a.test" in row.reasons
