"""Who copies whom, one pair or one pool at a time."""

from __future__ import annotations

import pytest

from .factory import Crawl, at


def direction_of(crawl: Crawl) -> list[str]:
    return [f"{row.domain} {row.direction}" for row in crawl.matches()]


@pytest.mark.parametrize(
    ("mine", "expected"),
    [
        ({"canonical": "https://b.test/x", "canonical_declared": True}, "a.test copies"),
        ({"canonical": "https://b.test/x"}, "a.test unclear"),
        ({"source_name": "b.test"}, "a.test copies"),
        ({"attribution_links": ("https://b.test/1",)}, "a.test copies"),
        ({"body_links": ("https://b.test/1",)}, "a.test copies"),
        ({"images": ("https://img.b.test/1.png",)}, "a.test copies"),
        ({"published_at": at(5, 8, 11)}, "a.test copies"),
        ({"published_at": at(5, 8, 10)}, "a.test unclear"),
        ({"published_at": at(5, 7)}, "b.test copies"),
        ({"published_at": at(5, 7), "body_links": ("https://b.test/1",)}, "a.test copies"),
        ({"published_at": at(6), "source_name": "新华社"}, "a.test unclear"),
        ({"published_at": at(6), "source_name": "网络"}, "a.test copies"),
        ({"published_at": at(6), "source_name": "a.test"}, "a.test copies"),
    ],
)
def test_evidence_of_one_pair(mine, expected):
    crawl = Crawl()
    crawl.pair(crawl.article("a.test", 1, **mine), crawl.article("b.test", 1, published_at=at(5)))
    assert direction_of(crawl) == [expected]


def test_traces_both_ways_leave_it_unclear():
    crawl = Crawl()
    one = crawl.article("a.test", 1, body_links=("https://b.test/1",), published_at=at(6))
    crawl.pair(one, crawl.article("b.test", 1, body_links=("https://a.test/1",), published_at=at(5)))
    assert direction_of(crawl) == ["a.test unclear"]


def test_both_naming_one_agency_is_attributed():
    crawl = Crawl()
    one = crawl.article("a.test", 1, source_name="新华社", published_at=at(6))
    crawl.pair(one, crawl.article("b.test", 1, source_name="新华社", published_at=at(5)))
    [row] = crawl.matches()
    assert row.attributed == "yes"
    assert {row.domain: row.hits for row in crawl.judge(min_judged=1).domains} == {"a.test": 0, "b.test": 0}


def test_first_sight_counts_only_while_both_sites_were_watched():
    for watched, expected in ((False, "a.test unclear"), (True, "a.test copies")):
        crawl = Crawl()
        if watched:
            crawl.article("a.test", 0, first_fetched_at="2024-05-01T08:00:00+00:00")
        one = crawl.article("a.test", 1, first_fetched_at="2024-05-09T08:00:00+00:00")
        crawl.pair(one, crawl.article("b.test", 1, first_fetched_at="2024-05-02T08:00:00+00:00"))
        assert direction_of(crawl) == [expected]


def test_one_trace_among_forty_pairs_speaks_for_itself_only():
    crawl = Crawl()
    for i in range(40):
        one = crawl.article("a.test", i, body_links=("https://b.test/1",) if i == 0 else ())
        crawl.pair(one, crawl.article("b.test", i))
    assert sum(row.direction == "copies" for row in crawl.matches()) == 1


def test_a_trace_against_all_others_leaves_its_pair_unclear():
    crawl = Crawl()
    for i in range(20):
        one = crawl.article("a.test", i, body_links=("https://b.test/1",) if i else ())
        crawl.pair(one, crawl.article("b.test", i, body_links=() if i else ("https://a.test/1",)))
    rows = crawl.matches()
    assert sum(row.direction == "copies" and row.domain == "a.test" for row in rows) == 19
    assert sum(row.direction == "unclear" for row in rows) == 1
