"""Sites of one owner, by what their pages bear."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scrapy_reprint.pipelines.domains.borne_ids import MOST_DOMAINS
from scrapy_reprint.pipelines.domains.owner_sorts import in_words, sort_of, speaks_against, words_of
from scrapy_reprint.pipelines.domains.owners import Owners

from .factory import Crawl, owners_of

if TYPE_CHECKING:
    import random

    from scrapy_reprint.pipelines.domains import ArticleFacts

COUNTER, LICENCE = "baidu_tongji:3f9a0c17", "icp:京ICP备12045678"
MINE = "baidu_tongji:aaaa1111"


def site(crawl: Crawl, domain: str, *ids: str, pages: int = 6, first: int = 0) -> list[ArticleFacts]:
    return [crawl.article(domain, n, owner_ids=tuple(sorted(ids))) for n in range(first, first + pages)]


def copies(crawl: Crawl, ones: list[ArticleFacts], others: list[ArticleFacts]) -> None:
    for one, other in zip(ones, others, strict=False):
        crawl.pair(one, other)


def owners(crawl: Crawl) -> Owners:
    return owners_of(crawl)


def alike(*sites: tuple[str, ...]) -> Owners:
    """Owners of sites that bear the given ids on all pages, the domain first; none stands in a pair."""
    crawl = Crawl()
    for domain, *ids in sites:
        site(crawl, domain, *ids)
    return owners(crawl)


def test_twins_are_merged_and_the_evidence_is_named():
    found = alike(("a.test", COUNTER, LICENCE), ("b.test", COUNTER, LICENCE), ("c.test", MINE))
    assert (
        found.excuse("a.test", "b.test")
        == found.excuse("b.test", "a.test")
        == (
            "a.test and b.test share licence 京ICP备12045678 and 百度统计 3f9a0c17: taken for sites of one owner; "
            "copying between them is not counted"
        )
    )
    assert found.excuse("a.test", "c.test") == ""
    assert [found.owner_of(domain) for domain in ("a.test", "b.test", "c.test", "d.test")] == [
        "a.test",
        "a.test",
        "c.test",
        "d.test",
    ]
    assert found.others("b.test") == ["a.test"]
    assert found.others("c.test") == []


@pytest.mark.parametrize(
    "owner_id",
    [
        COUNTER,
        LICENCE,
        "icp:京ICP证030173",
        "police:11010502030143",
        "ga:UA-244507",
        "ga:G-8KD2J0PLQ4",
        "gtm:GTM-PNTW78",
        "cnzz:1274893188",
        "51la:KFunBsxDl2bThYnS",
        "adsense:pub-0856444517921492",
        "verify:bing:9451CA04",
        "verify:facebook_pages:155677885272",
    ],
)
def test_every_kind_of_id_may_tell_the_owner(owner_id: str):
    found = alike(("a.test", owner_id), ("b.test", owner_id))
    assert words_of(owner_id) in found.excuse("a.test", "b.test")


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        (["icp:京ICP备1111111"], ["icp:京ICP备2222222"]),
        (["baidu_tongji:aa"], ["baidu_tongji:bb"]),
        (["ga:UA-1111"], ["ga:UA-2222"]),
        (["adsense:pub-1111"], ["adsense:pub-2222"]),
        ([], []),
    ],
)
def test_a_mirror_that_adds_ids_of_its_own_is_not_merged(mine: list[str], theirs: list[str]):
    shared = ["cnzz:12345", "verify:baidu:codeva-1"]
    crawl = Crawl()
    victim = site(crawl, "victim.test", *shared, *mine, pages=12)
    mirror = site(crawl, "mirror.test", *shared, *theirs, pages=10)
    copies(crawl, mirror, victim)
    found = owners(crawl)
    assert found.same("mirror.test", "victim.test") is not bool(mine)
    assert bool(found.doubt("mirror.test", "victim.test")) is bool(mine)


@pytest.mark.parametrize("shared", [[COUNTER], [COUNTER, LICENCE], [COUNTER, "verify:google:code"]])
def test_a_mirror_that_counts_for_itself_beside_the_victims_counter_is_not_merged(shared: list[str]):
    found = alike(("victim.test", *shared), ("mirror.test", *shared, MINE))
    assert not found.same("mirror.test", "victim.test")
    assert "but 百度统计 of the two differ" in found.doubt("mirror.test", "victim.test")


def test_ids_that_came_with_the_copies_do_not_excuse_them():
    crawl = Crawl()
    victim = site(crawl, "victim.test", COUNTER, pages=20)
    copied = site(crawl, "thief.test", COUNTER, pages=15)
    site(crawl, "thief.test", pages=5, first=100)
    copies(crawl, copied, victim)
    found = owners(crawl)
    assert not found.same("thief.test", "victim.test")
    assert found.doubt("thief.test", "victim.test") == (
        "thief.test and victim.test share 百度统计 3f9a0c17, but of thief.test they stand on its copies alone: not "
        "taken for one owner's"
    )
    assert not found.may_be_same("thief.test", "victim.test")


def test_lists_of_a_mirror_are_not_its_own_articles():
    crawl = Crawl()
    victim = site(crawl, "victim.test", COUNTER, pages=20)
    copies(crawl, site(crawl, "thief.test", COUNTER, pages=15), victim)
    for n in range(9):
        crawl.article("thief.test", f"list-{n}", owner_ids=(COUNTER,), judged=False, skipped_because="list")
    site(crawl, "thief.test", pages=3, first=100)
    assert not owners(crawl).same("thief.test", "victim.test")


def test_an_id_must_stand_on_most_pages():
    crawl = Crawl()
    site(crawl, "a.test", COUNTER, pages=6)
    site(crawl, "b.test", COUNTER, pages=4)
    site(crawl, "b.test", pages=4, first=50)
    assert owners(crawl).same("a.test", "b.test")
    site(crawl, "b.test", pages=1, first=90)
    assert not owners(crawl).same("a.test", "b.test")


@pytest.mark.parametrize(("with_id", "without", "same"), [(2, 0, True), (2, 2, False), (3, 3, True), (1, 0, True)])
def test_few_pages_must_all_bear_it(with_id: int, without: int, same: bool):
    crawl = Crawl()
    site(crawl, "a.test", COUNTER)
    site(crawl, "b.test", COUNTER, pages=with_id)
    site(crawl, "b.test", pages=without, first=50)
    assert owners(crawl).same("a.test", "b.test") is same


def test_answers_of_errors_and_files_do_not_count_as_pages():
    crawl = Crawl()
    site(crawl, "a.test", COUNTER)
    site(crawl, "b.test", COUNTER, pages=3)
    for n in range(9):
        crawl.article("b.test", f"x{n}", judged=False, skipped_because="binary" if n % 2 else "status")
    assert owners(crawl).same("a.test", "b.test")


@pytest.mark.parametrize("others", [2, 5])
def test_blogs_of_a_hosting_platform_are_not_one_owners(others: int):
    blogs = [f"{name}.github.io" for name in "abcdefgh"[:others]]
    found = alike(*((blog, COUNTER) for blog in blogs), ("custom.test", COUNTER))
    assert not any(found.same(one, other) for one in [*blogs, "custom.test"] for other in blogs if one != other)


def test_a_writers_blog_and_his_site_may_be_one_owners():
    assert alike(("a.github.io", COUNTER), ("a.test", COUNTER), ("b.github.io", MINE)).same("a.github.io", "a.test")


def test_many_names_under_one_parent_are_a_platform_and_two_are_not():
    three = alike(*((f"{name}.blog.test", COUNTER) for name in "abc"))
    assert not three.same("a.blog.test", "b.blog.test")
    assert alike(("news.a.test", COUNTER), ("shop.a.test", COUNTER)).same("news.a.test", "shop.a.test")


def test_an_id_of_a_template_is_nobodys():
    vendor = "51la:18759442"
    found = alike(
        ("a.test", vendor, "icp:京ICP备1111111"),
        ("b.test", vendor, "icp:沪ICP备2222222"),
        ("c.test", vendor),
        ("d.test", vendor),
    )
    names = ["a.test", "b.test", "c.test", "d.test"]
    assert not any(found.same(one, other) for one in names for other in names if one != other)
    assert "does not agree" in found.doubt("c.test", "d.test")


def test_an_account_on_very_many_domains_is_a_vendors_and_a_licence_is_not():
    names = [f"s{n}.test" for n in range(MOST_DOMAINS + 1)]
    assert not alike(*((name, COUNTER) for name in names)).same(*names[:2])
    assert alike(*((name, COUNTER) for name in names[1:])).same(*names[1:3])
    assert alike(*((name, LICENCE) for name in names)).same(*names[:2])


def test_a_thief_among_the_sites_of_an_owner_does_not_part_them():
    network = [(f"n{n}.test", LICENCE, COUNTER) for n in range(4)]
    found = alike(*network, ("a-thief.test", LICENCE, MINE))
    assert found.same("n0.test", "n3.test")
    assert not found.same("a-thief.test", "n0.test")
    assert "百度统计 of the two differ" in found.doubt("n0.test", "a-thief.test")
    assert found.may_be_same("n0.test", "a-thief.test")


def test_numbered_sites_of_one_licence_may_have_their_own_counters():
    one = ("a.test", LICENCE, "icp_site:京ICP备12045678-1", COUNTER)
    other = ("b.test", LICENCE, "icp_site:京ICP备12045678-2", MINE)
    copied = ("c.test", LICENCE, "icp_site:京ICP备12045678-1", "baidu_tongji:cccc")
    found = alike(one, other)
    assert "licence 京ICP备12045678" in found.excuse("a.test", "b.test")
    # A mirror has the number of its victim.
    found = alike(one, copied)
    assert not found.same("a.test", "c.test")
    assert found.may_be_same("a.test", "c.test")
    assert not alike((*one, "ga:UA-1111"), (*other, "ga:UA-2222")).same("a.test", "b.test")


def test_owners_are_joined_by_a_third_site():
    found = alike(("a.test", LICENCE), ("b.test", LICENCE, COUNTER), ("c.test", COUNTER))
    assert found.excuse("a.test", "c.test") == (
        "a.test and b.test share licence 京ICP备12045678, b.test and c.test share 百度统计 3f9a0c17: taken for sites "
        "of one owner; copying between them is not counted"
    )
    assert found.owner_of("c.test") == "a.test"


def test_a_contradiction_breaks_the_chain_at_its_weaker_link():
    found = alike(("a.test", LICENCE, "ga:UA-1111"), ("b.test", LICENCE, COUNTER), ("c.test", COUNTER, "ga:UA-2222"))
    assert found.same("a.test", "b.test")
    assert not found.same("a.test", "c.test")
    assert not found.same("b.test", "c.test")


def test_codes_of_search_engines_may_differ_but_not_be_added():
    codes = "verify:baidu:codeva-1", "verify:baidu:codeva-2"
    assert alike(("a.test", COUNTER, codes[0]), ("b.test", COUNTER, codes[1])).same("a.test", "b.test")
    assert not alike(("a.test", COUNTER, codes[0]), ("b.test", COUNTER, *codes)).same("a.test", "b.test")
    assert not alike(("a.test", codes[0]), ("b.test", codes[1])).same("a.test", "b.test")


def test_sorts_tell_forms_and_engines_apart():
    assert (
        len({sort_of(i) for i in ("ga:UA-1", "ga:G-1", "verify:bing:1", "verify:baidu:1", LICENCE, "icp:京ICP证1")})
        == 6
    )
    assert words_of("verify:google:a:b") == "verification code (google) a:b"
    assert in_words(["cnzz:2", "cnzz:1", LICENCE]) == "licence 京ICP备12045678, CNZZ 1 and CNZZ 2"
    assert in_words(f"cnzz:{n}" for n in range(5)).endswith("CNZZ 2 and 2 more")
    assert not speaks_against("icp", frozenset({"x"}), frozenset({"x", "y"}))
    assert speaks_against("cnzz", frozenset({"x"}), frozenset({"x", "y"}))
    assert not speaks_against("cnzz", frozenset({"x", "z"}), frozenset({"x", "y"}))


IDS = ("icp:京ICP备1", "icp:京ICP备2", "cnzz:1", "cnzz:2", "ga:UA-1", "ga:UA-2", "verify:bing:1")
NAMES = ("a.test", "b.test", "c.test", "d.test", "e.github.io", "f.github.io")


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(NAMES), st.sets(st.sampled_from(IDS))), max_size=24),
    st.lists(st.tuples(st.integers(0, 23), st.integers(0, 23)), max_size=12),
    st.randoms(use_true_random=False),
)
def test_owners_hang_on_no_order_and_hold_no_contradiction(
    pages: list[tuple[str, set[str]]], joined: list[tuple[int, int]], dice: random.Random
):
    crawl = Crawl()
    facts = [crawl.article(domain, n, owner_ids=tuple(sorted(ids))) for n, (domain, ids) in enumerate(pages)]
    for a, b in joined:
        if a < len(facts) and b < len(facts) and facts[a].domain != facts[b].domain:
            crawl.pair(facts[a], facts[b])
    found = owners(crawl)
    articles, pairs = list(crawl.articles.items()), list(crawl.pairs)
    dice.shuffle(articles)
    dice.shuffle(pairs)
    again = owners_of(Crawl(dict(articles), pairs))
    for one in NAMES:
        for other in NAMES:
            assert found.excuse(one, other) == again.excuse(other, one)
            assert found.doubt(one, other) == again.doubt(one, other)
            assert bool(found.may_be_same(one, other)) == bool(again.may_be_same(other, one))
            if one != other and found.same(one, other):
                assert found.excuse(one, other)
                assert not found._against(one, other)


def test_a_hundred_thousand_pages_take_seconds():
    crawl = Crawl()
    for n in range(1000):
        ids = (f"baidu_tongji:{n // 3}", f"icp:京ICP备{n // 10}", f"verify:google:{n}")
        for page in range(20):
            crawl.article(f"s{n}.test", page, owner_ids=ids)
    began = time.process_time()
    found = owners(crawl)
    assert time.process_time() - began < 3
    assert found.same("s0.test", "s1.test")


def test_hundreds_of_sites_under_one_licence_take_seconds():
    names = [f"s{n}.test" for n in range(400)]
    found = alike(*((name, LICENCE, f"icp_site:京ICP备12045678-{n}", f"cnzz:{n}") for n, name in enumerate(names)))
    began = time.process_time()
    found = Owners(found._borne)
    assert found.same(names[0], names[-1])
    assert all(found.excuse(names[0], name) for name in names[1:])
    assert time.process_time() - began < 5


def test_a_counter_that_two_sites_alone_share_may_be_their_owners_and_a_vendors_is_not():
    sites = [(f"{name}.test", COUNTER, f"cnzz:{name}") for name in "abc"]
    assert "but CNZZ of the two differ" in alike(*sites[:2]).may_be_same("a.test", "b.test")
    assert alike(*sites).may_be_same("a.test", "b.test") == ""
    assert alike(*sites).doubt("a.test", "b.test")


def test_who_is_ruled_a_copier_is_not_of_one_owner_with_his_source():
    crawl = Crawl()
    for domain in ("a.test", "b.test", "c.test"):
        site(crawl, domain, LICENCE)
    found = owners_of(crawl, {("a.test", "c.test")})
    assert not found.same("a.test", "c.test")
    assert found.may_be_same("a.test", "c.test") == ""
    assert "a person ruled" in found.doubt("c.test", "a.test")
    assert found.same("a.test", "b.test")
