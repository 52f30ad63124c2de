"""What must hold for every crawl."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import given, settings
from hypothesis import strategies as st
from scrapy_reprint.options import Options
from scrapy_reprint.pipelines.domains import judge_domains

from .factory import Crawl, at

if TYPE_CHECKING:
    import random

DOMAINS = ("a.test", "b.test", "c.test", "d.test")


@st.composite
def crawls(draw: st.DrawFn) -> Crawl:
    crawl = Crawl()
    facts = []
    for i in range(draw(st.integers(2, 30))):
        domain = draw(st.sampled_from(DOMAINS))
        known: dict[str, Any] = {
            "published_at": draw(
                st.sampled_from([None, "2024-05", "2024-05-04", "2024-05-04T00:00", at(4), at(4, 9)])
            ),
            "body_links": draw(
                st.sampled_from(
                    [(), ("https://a.test/x",), ("https://b.test/y",), (f"https://{domain}/tag/x",), ("https://c.test/tag/y",)]
                )
            ),
            "named": draw(st.sampled_from([(), ("a.test",), ("乙报",), ("乙报", "c.test")])),
            "site_name": draw(st.sampled_from(["", "乙报网" if domain == "b.test" else "丁网"])),
            "terms": tuple(draw(st.lists(st.integers(0, 12), max_size=5))),
            "images": draw(st.sampled_from([(), ("https://img.cdn.test/x.png",), ("https://c.test/y.png",)])),
            "source_name": draw(st.sampled_from(["", "网络", "新华社", "a.test", "d"])),
            "judged": draw(st.booleans()) or i % 3 > 0,
            "markup": tuple(draw(st.sets(st.integers(0, 9)))),
            "owner_ids": draw(st.sampled_from([(), ("cnzz:1",), ("cnzz:1", "icp:京ICP备1"), ("icp:京ICP备2",)])),
        }
        if draw(st.integers(0, 5)) == 0:
            known |= {"canonical": "https://b.test/c", "canonical_declared": True}
        facts.append(crawl.article(domain, i, **known))
    for i, one in enumerate(facts):
        for other in facts[:i]:
            if one.domain != other.domain and draw(st.integers(0, 3)) == 0:
                crawl.pair(
                    one, other, finding=draw(st.booleans()), tier=draw(st.sampled_from(["high", "suspected"]))
                )
    return crawl


@settings(max_examples=60, deadline=None)
@given(crawls(), st.randoms(use_true_random=False))
def test_the_order_of_what_is_given_changes_nothing(crawl: Crawl, dice: random.Random) -> None:
    options = Options(min_judged=1)
    expected = judge_domains(
        crawl.articles, crawl.pairs, options, crawl_complete={"a.test": True, "z.test": False}
    )
    articles, pairs = list(crawl.articles.items()), list(crawl.pairs)
    dice.shuffle(articles)
    dice.shuffle(pairs)
    given_again = judge_domains(
        dict(articles), pairs + pairs[:2], options, crawl_complete={"z.test": False, "a.test": True}
    )
    assert repr(given_again) == repr(expected)


@settings(max_examples=60, deadline=None)
@given(crawls())
def test_rows_keep_their_bounds(crawl: Crawl) -> None:
    judgement = crawl.judge(min_judged=1)
    assert [row.domain for row in judgement.domains] == sorted(
        {fact.domain for fact in crawl.articles.values()}
    )
    assert len(judgement.matches) == len(crawl.pairs)
    for row in judgement.domains:
        assert 0 <= row.score <= 100
        assert 0 <= row.hits_high <= row.hits <= row.judged <= row.pages
        assert row.distinct_sources <= row.hits
        assert row.hits or row.score == 0
        for share in (
            row.hit_rate,
            row.burst_share,
            row.leftover_link_share,
            row.markup_share,
            row.attributed_share,
            row.cross_topic,
        ):
            assert share is None or 0 <= share <= 1
    judged = sum(row.judged for row in judgement.domains)
    assert sum(row.review == "queue" for row in judgement.matches) <= max(1, judged * 0.05)


@settings(max_examples=60, deadline=None)
@given(crawls())
def test_a_pair_never_has_both_for_copies(crawl: Crawl) -> None:
    rows = {row.domain: row for row in crawl.judge().domains}
    copies = [row for row in crawl.judge().matches if row.direction == "copies" and row.attributed == "no"]
    accused = {row.domain for row in copies}
    assert {domain for domain, row in rows.items() if row.hits} <= accused
