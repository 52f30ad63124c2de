"""What is allowed adds nothing to a domain and takes nothing off it."""

from __future__ import annotations

from scrapy_reprint.pipelines.index.allow import Allowance, AllowList

from .factory import Crawl, at

TODAY = "2026-11-30"


def allowed(*allowances: Allowance) -> AllowList:
    return AllowList.of(allowances, TODAY)


def thief_of_two(crawl: Crawl) -> None:
    """A site that took 20 articles of a paper, as claimed times alone say, and carries 6 releases of an office."""
    for i in range(20):
        source = crawl.article("paper.test", i, published_at=at(i + 1))
        crawl.pair(crawl.article("thief.test", i, published_at=at(i + 4)), source)
    for i in range(6):
        release = crawl.article("office.test", i, published_at=at(i + 1))
        crawl.pair(crawl.article("thief.test", f"r{i}", published_at=at(i + 2)), release)


def test_an_allowed_source_leaves_the_hits_by_other_pairs_as_they_were() -> None:
    crawl = Crawl()
    thief_of_two(crawl)
    assert crawl.rows()["thief.test"].hits == 26
    crawl.allow = allowed(Allowance("domain", ("office.test",)))
    row = crawl.rows()["thief.test"]
    assert (row.hits, row.verdict, row.top_sources) == (20, "scraper", "paper.test (20)")
    assert crawl.rows()["office.test"].copied_by == 0
    reasons = [row.reasons for row in crawl.matches() if "office.test" in {row.domain, row.matched_domain}]
    assert len(reasons) == 6
    assert all("office.test is an allowed domain" in words for words in reasons)


def test_two_that_carry_an_allowed_source_do_not_become_copies_of_each_other() -> None:
    crawl = Crawl()
    for i in range(12):
        release = crawl.article("office.test", i, published_at=at(i + 1))
        one = crawl.article("one.test", i, published_at=at(i + 2))
        two = crawl.article("two.test", i, published_at=at(i + 3))
        for a, b in ((one, release), (two, release), (two, one)):
            crawl.pair(a, b)
    crawl.allow = allowed(Allowance("domain", ("office.test",)))
    assert {name: row.hits for name, row in crawl.rows().items()} == {
        "office.test": 0, "one.test": 0, "two.test": 0
    }
    between = [row for row in crawl.matches() if {row.domain, row.matched_domain} == {"one.test", "two.test"}]
    assert all("both copy office.test" in row.reasons for row in between)


def test_a_sister_site_is_no_mark_against_a_newsroom_whose_thief_back_dates() -> None:
    """All of a newsroom stands on its sister site too; for all that it is the newsroom's own."""
    crawl = Crawl()
    for i in range(20):
        source = crawl.article("paper.test", i, published_at=at(i + 5))
        crawl.pair(crawl.article("paper-mobile.test", i, published_at=at(i + 5)), source)
        if i < 12:
            crawl.pair(crawl.article("thief.test", i, published_at=at(i + 1)), source)
    assert crawl.rows()["paper.test"].hits == 12
    crawl.allow = allowed(Allowance("owner", ("paper-mobile.test", "paper.test")))
    assert crawl.rows()["paper.test"].hits == 0
    listed = [row for row in crawl.matches() if "paper-mobile.test" in {row.domain, row.matched_domain}]
    assert len(listed) == 20
    assert all(
        "paper-mobile.test and paper.test are allowed as sites of one owner" in row.reasons and row.review == "none"
        for row in listed
    )


def test_an_allowance_past_its_day_no_longer_counts() -> None:
    crawl = Crawl()
    thief_of_two(crawl)
    before = repr(crawl.judge())
    crawl.allow = allowed(Allowance("domain", ("office.test",), until="2026-11-29"))
    assert repr(crawl.judge()) == before
    crawl.allow = allowed(Allowance("domain", ("office.test",), until=TODAY))
    assert repr(crawl.judge()) != before


def test_groups_of_one_owner_with_a_site_in_common_are_one() -> None:
    groups = [Allowance("owner", names) for names in (("a.test", "b.test"), ("c.test", "d.test"), ("b.test", "c.test"))]
    for order in (groups, groups[::-1], groups[1:] + groups[:1]):
        allow = allowed(*order)
        assert allow.one_owner("a.test", "b.test")
        assert allow.one_owner("d.test", "a.test")
        assert not allow.one_owner("a.test", "e.test")
