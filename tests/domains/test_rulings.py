"""What a person ruled changes the pair, what is alike, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scrapy_reprint.pipelines.domains.rulings import Standing, standing
from scrapy_reprint.pipelines.index.allow import Allowance, AllowList
from scrapy_reprint.pipelines.index.rulings import RuledPage, Ruling

from .factory import Crawl, at
from .test_properties import crawls

if TYPE_CHECKING:
    import random

    from scrapy_reprint.pipelines.domains import ArticleFacts, MatchRow

DAY = "2026-11-30"


def ruling(kind: str, first: ArticleFacts, second: ArticleFacts, **known: str) -> Ruling:
    known.setdefault("ruled_at", f"{DAY}T08:00:00+00:00")
    return Ruling(kind, RuledPage(first.url, "0" * 16), RuledPage(second.url, "0" * 16), **known)


def rule(crawl: Crawl, kind: str, first: ArticleFacts, second: ArticleFacts, **known: str) -> None:
    crawl.rulings.append(Standing(ruling(kind, first, second, **known)))


def row_of(crawl: Crawl, one: ArticleFacts, other: ArticleFacts, **options: Any) -> MatchRow:
    [row] = [row for row in crawl.matches(**options) if {row.url, row.matched_url} == {one.url, other.url}]
    return row


def leads(crawl: Crawl, number: int = 18, domain: str = "rewrite.test") -> list[tuple[ArticleFacts, ArticleFacts]]:
    """A site whose articles are like those of another, all later, and nothing more."""
    for i in range(60):
        crawl.article("other.test", i)
    pairs = []
    for i in range(number):
        source = crawl.article("victim.test", i, published_at=at(i + 1))
        copy = crawl.article(domain, i, published_at=at(i + 5))
        crawl.lead(copy, source)
        pairs.append((copy, source))
    return pairs


def undirected(crawl: Crawl, number: int = 20) -> list[tuple[ArticleFacts, ArticleFacts]]:
    """Two sites with the same articles and no evidence who had them first."""
    for i in range(60):
        crawl.article("other.test", i)
    pairs = []
    for i in range(number):
        pairs.append((crawl.article("a.test", f"{i:02d}"), crawl.article("b.test", f"{i:02d}")))
        crawl.pair(*pairs[-1])
    return pairs


def test_a_lead_ruled_a_copy_counts_as_a_hit_with_its_reason() -> None:
    crawl = Crawl()
    copy, source = leads(crawl)[0]
    rule(crawl, "copy", copy, source, reviewer="Li", note="the same three anecdotes")
    row = row_of(crawl, copy, source)
    assert (row.url, row.direction, row.tier, row.review) == (copy.url, "copies", "suspected", "none")
    assert row.reasons.endswith("ruled a copy on 2026-11-30 by Li: the same three anecdotes")
    domain = crawl.rows()["rewrite.test"]
    assert (domain.hits, domain.hits_high, domain.top_sources) == (1, 0, "victim.test (1)")
    assert crawl.rows()["victim.test"].copied_by == 1


@pytest.mark.parametrize("turned", [False, True])
def test_an_unclear_pair_takes_the_direction_that_is_ruled(turned: bool) -> None:
    crawl = Crawl()
    copy, source = undirected(crawl)[3][:: -1 if turned else 1]
    rule(crawl, "copy", copy, source)
    row = row_of(crawl, copy, source)
    assert (row.url, row.direction, row.matched_url) == (copy.url, "copies", source.url)
    assert crawl.rows()[copy.domain].hits_high == 1
    assert crawl.rows()[source.domain].hits == 0


def test_a_person_stands_above_traces_for_this_pair_alone() -> None:
    crawl = Crawl()
    pairs = []
    for i in range(12):
        source = crawl.article("victim.test", i)
        copy = crawl.article("thief.test", i, body_links=("https://victim.test/x",))
        crawl.pair(copy, source)
        pairs.append((copy, source))
    rule(crawl, "copy", pairs[0][1], pairs[0][0])
    rows = crawl.rows()
    assert (rows["thief.test"].hits, rows["victim.test"].hits) == (11, 1)


def test_a_copy_that_names_its_source_is_no_hit_whatever_is_ruled() -> None:
    crawl = Crawl()
    copy, source = crawl.article("reader.test", 1, source_name="victim.test"), crawl.article("victim.test", 1)
    crawl.lead(copy, source)
    rule(crawl, "copy", copy, source)
    row = crawl.rows(min_judged=1)["reader.test"]
    assert (row.hits, row.attributed_share) == (0, 1.0)
    assert row_of(crawl, copy, source).attributed == "yes"


@pytest.mark.parametrize(
    ("kind", "words"), [("not_copy", "ruled no copy on 2026-11-30"), ("quote", "ruled a fair quotation on 2026-11-30")]
)
def test_what_is_no_copy_is_listed_and_counts_for_nothing(kind: str, words: str) -> None:
    crawl = Crawl()
    for i in range(12):
        crawl.pair(crawl.article("thief.test", i, published_at=at(9)), crawl.article("v.test", i, published_at=at(2)))
    copy, source = (fact for fact in crawl.articles.values() if fact.url.endswith("/0.html"))
    assert crawl.rows()["thief.test"].hits == 12
    rule(crawl, kind, copy, source)
    row = row_of(crawl, copy, source)
    assert (row.direction, row.review, row.reasons) == ("unclear", "none", words)
    rows = crawl.rows()
    assert (rows["thief.test"].hits, rows["v.test"].copied_by) == (11, 11)


def test_two_that_quote_one_text_do_not_become_copies_of_each_other() -> None:
    crawl = Crawl()
    text = crawl.article("office.test", 1, published_at=at(1))
    one, two = crawl.article("one.test", 1, published_at=at(3)), crawl.article("two.test", 1, published_at=at(5))
    for a, b in ((one, text), (two, text), (two, one)):
        crawl.pair(a, b)
    rule(crawl, "quote", two, text)
    assert crawl.rows(min_judged=1)["two.test"].hits == 0
    assert "both share text with office.test" in row_of(crawl, one, two).reasons


def test_an_official_release_may_be_carried_by_all_that_have_it() -> None:
    crawl = Crawl()
    release = crawl.article("office.test", "r", published_at=at(1))
    carriers = [crawl.article(f"paper{i}.test", "r", published_at=at(2 + i)) for i in range(3)]
    for i, paper in enumerate(carriers):
        crawl.pair(paper, release)
        for other in carriers[:i]:
            crawl.pair(paper, other)
    assert sum(row.hits for row in crawl.rows().values()) == 3
    rule(crawl, "official", carriers[2], carriers[0])
    assert {row.hits for row in crawl.rows().values()} == {0}
    assert {row.copied_by for row in crawl.rows().values()} == {0}
    assert "ruled an official release" in row_of(crawl, carriers[0], carriers[2]).reasons
    assert "both carry what was ruled an official release" in row_of(crawl, carriers[1], release).reasons
    assert {row.review for row in crawl.matches()} == {"none"}


def test_a_page_that_holds_a_release_and_a_stolen_article_is_not_cleared_of_the_article() -> None:
    crawl = Crawl()
    release = crawl.article("office.test", "r", published_at=at(1))
    stolen = crawl.article("victim.test", "s", published_at=at(1))
    spliced = crawl.article("thief.test", "x", published_at=at(9))
    for source, half in ((release, 0b0000011111), (stolen, 0b1111100000)):
        side = "parts_of_a" if spliced.page_id < source.page_id else "parts_of_b"
        crawl.pair(spliced, source, tier="medium", kind="spliced", **{side: half})
    rule(crawl, "official", spliced, release)
    rows = crawl.rows(min_judged=1)
    assert (rows["thief.test"].hits, rows["thief.test"].top_sources) == (1, "victim.test (1)")


def test_a_ruling_on_the_pair_itself_goes_before_what_a_release_says() -> None:
    crawl = Crawl()
    release, one, two = (crawl.article(f"{name}.test", "r") for name in ("office", "one", "two"))
    for a, b in ((one, release), (two, release), (two, one)):
        crawl.pair(a, b)
    rule(crawl, "official", one, release)
    rule(crawl, "copy", two, one)
    assert {name: row.hits for name, row in crawl.rows(min_judged=1).items()} == {
        "office.test": 0, "one.test": 0, "two.test": 1
    }


def test_sites_ruled_to_be_one_owners_copy_each_other_for_nothing() -> None:
    crawl = Crawl()
    pairs = undirected(crawl)
    for i in range(12):
        crawl.pair(crawl.article("thief.test", i, published_at=at(9)), crawl.article("a.test", f"v{i}",
                                                                                     published_at=at(2)))
    rule(crawl, "same_owner", *pairs[0], until="2027-01-31")
    rows = crawl.rows()
    assert {row.review for row in rows.values()} == {"none"}
    assert rows["thief.test"].hits == 12
    assert "a.test and b.test were ruled sites of one owner on 2026-11-30" in row_of(crawl, *pairs[7]).reasons


def test_an_allowance_goes_before_a_ruling_and_both_are_said() -> None:
    crawl = Crawl()
    copy, source = leads(crawl)[0]
    rule(crawl, "copy", copy, source)
    crawl.allow = AllowList.of([Allowance("domain", ("rewrite.test",))], DAY)
    assert crawl.rows()["rewrite.test"].hits == 0
    assert row_of(crawl, copy, source).reasons.endswith(
        "; rewrite.test is an allowed domain; ruled a copy on 2026-11-30"
    )


def test_the_sample_brackets_the_pairs_alike_and_shrinks_as_it_is_answered() -> None:
    crawl = Crawl()
    pairs = undirected(crawl)
    # The higher the number, the less is shared.
    crawl.pairs = [replace(pair, char_containment=0.9 - 0.01 * i) for i, pair in enumerate(crawl.pairs)]

    def queued() -> set[int]:
        return {
            i for i, pair in enumerate(pairs) if row_of(crawl, *pair).review == "queue"
        }

    assert queued() == {0, 9, 19}
    rule(crawl, "not_copy", *pairs[9])
    assert queued() == {0, 19}
    rule(crawl, "quote", *pairs[0])
    assert queued() == {19}
    assert (crawl.rows()["a.test"].review, crawl.rows()["b.test"].review) == ("queue", "queue")


def test_three_rulings_the_same_way_settle_the_pairs_alike() -> None:
    crawl = Crawl()
    pairs = undirected(crawl)
    for place, kind in ((0, "not_copy"), (9, "quote"), (19, "not_copy")):
        rule(crawl, kind, *pairs[place])
    assert {row.review for row in crawl.rows().values()} == {"none"}
    assert "hangs on a ruling" not in "".join(row.reasons for row in crawl.rows().values())
    rest = [row_of(crawl, *pair) for i, pair in enumerate(pairs) if i not in {0, 9, 19}]
    assert {row.reasons for row in rest} == {"settled with 3 rulings on alike pairs: no copy"}


def test_three_rulings_of_one_direction_make_copies_of_the_pairs_alike() -> None:
    crawl = Crawl()
    pairs = leads(crawl)
    assert crawl.rows()["rewrite.test"].verdict == "suspected"
    for copy, source in pairs[:3]:
        rule(crawl, "copy", copy, source)
    row = crawl.rows()["rewrite.test"]
    assert (row.verdict, row.hits, row.hits_high, row.review) == ("scraper", 18, 0, "none")
    assert "3 of the copies ruled so by a person; 15 of the copies settled with rulings on alike pairs" in row.reasons
    assert "settled with 3 rulings on alike pairs: a copy" in row_of(crawl, *pairs[8]).reasons
    assert crawl.rows()["victim.test"].verdict == "original"


def test_two_rulings_do_not_speak_for_the_rest() -> None:
    crawl = Crawl()
    pairs = leads(crawl)
    for copy, source in pairs[:2]:
        rule(crawl, "copy", copy, source)
    assert (crawl.rows()["rewrite.test"].hits, crawl.rows()["rewrite.test"].review) == (2, "queue")


@pytest.mark.parametrize("other", ["not_copy", "official", "copy the other way"])
def test_mixed_rulings_settle_nothing_and_the_next_sample_is_asked(other: str) -> None:
    crawl = Crawl()
    pairs = undirected(crawl)
    for place in (0, 9, 19):
        rule(crawl, "copy", *pairs[place])
    if other == "copy the other way":
        rule(crawl, "copy", *pairs[5][::-1])
    else:
        rule(crawl, other, *pairs[5])
    assert sum(row.hits for row in crawl.rows().values()) == (3 if other in ("not_copy", "official") else 4)
    queued = [row for row in crawl.matches() if row.review == "queue"]
    assert len(queued) == 3
    assert all("ruled" not in row.reasons and "settled" not in row.reasons for row in queued)


def test_rulings_do_not_speak_for_a_pair_that_points_the_other_way() -> None:
    crawl = Crawl()
    pairs = undirected(crawl, 8)
    against = crawl.article("a.test", "x"), crawl.article("b.test", "x", body_links=("https://a.test/1",))
    crawl.lead(*against)
    for place in (0, 4, 7):
        rule(crawl, "copy", *pairs[place])
    assert crawl.rows(min_judged=1)["a.test"].hits == 8
    assert "settled with" not in row_of(crawl, *against, min_judged=1).reasons


def test_rulings_speak_for_pairs_of_the_same_two_sites_only() -> None:
    crawl = Crawl()
    ours, theirs = leads(crawl), leads(crawl, domain="second.test")
    for copy, source in ours[:3]:
        rule(crawl, "copy", copy, source)
    assert crawl.rows()["second.test"].hits == 0
    assert "settled" not in row_of(crawl, *theirs[9]).reasons


def test_ruled_pairs_are_not_asked_again_of_a_suspected_site() -> None:
    crawl = Crawl()
    pairs = leads(crawl, 5)
    for domain in ("rewrite.test", "victim.test"):
        crawl.article(domain, "own")
    rule(crawl, "copy", *pairs[0])
    assert crawl.rows(min_judged=1)["rewrite.test"].verdict == "suspected"
    queued = [row for row in crawl.matches(min_judged=1) if row.review == "queue"]
    assert len(queued) == 2
    assert pairs[0][0].url not in {row.url for row in queued}
    for copy, source in pairs[1:3]:
        rule(crawl, "copy", copy, source)
    assert {row.review for row in crawl.rows(min_judged=1).values()} == {"none"}


def test_a_suspected_site_is_not_asked_about_what_was_ruled() -> None:
    """Medium findings of a suspected site are asked, for a ruling could clear it."""
    crawl = Crawl()
    copied = []
    for i in range(30):
        if i < 12:
            copy = crawl.article("half.test", i, published_at=at(9))
            source = crawl.article("victim.test", i, published_at=at(2))
            crawl.pair(copy, source, tier="medium")
            copied.append((copy, source))
        else:
            crawl.article("half.test", i)
            crawl.article("victim.test", i)
    assert crawl.rows()["half.test"].verdict == "suspected"
    asked = [pair for pair in copied if row_of(crawl, *pair).review == "queue"]
    assert asked
    for pair in asked:
        rule(crawl, "copy", *pair)
    assert (crawl.rows()["half.test"].verdict, crawl.rows()["half.test"].review) == ("suspected", "none")
    assert crawl.rows()["half.test"].hits == 12


def test_findings_that_show_a_copier_are_cleared_one_by_one() -> None:
    crawl = Crawl()
    pairs = []
    for i in range(12):
        copy = crawl.article("thief.test", i, published_at=at(9))
        source = crawl.article("v.test", i, published_at=at(2))
        crawl.pair(copy, source, tier="medium")
        pairs.append((copy, source))
    for pair in pairs[:5]:
        rule(crawl, "not_copy", *pair)
    assert crawl.rows()["thief.test"].hits == 7


def test_one_ruling_takes_no_direction_from_the_others_of_a_known_copier() -> None:
    crawl = Crawl()
    for name in ("one.test", "two.test"):
        for i in range(10):
            crawl.pair(crawl.article("thief.test", f"{name}{i}", published_at=at(i + 9)),
                       crawl.article(name, i, published_at=at(i + 2)))
    doubtful = []
    for i in range(10):  # back-dated in four of ten
        source = crawl.article("three.test", i, published_at=at(i + 9))
        copy = crawl.article("thief.test", f"t{i}", published_at=at(i + (12 if i < 6 else 2)))
        crawl.pair(copy, source)
        doubtful.append((copy, source))
    for i in range(20):
        crawl.article("three.test", f"own{i}")
    assert crawl.rows()["thief.test"].hits == 30
    rule(crawl, "copy", *doubtful[0])
    assert crawl.rows()["thief.test"].hits == 30


def test_a_ruling_past_its_day_or_on_a_changed_page_has_lapsed() -> None:
    crawl = Crawl()
    copy, source = leads(crawl)[0]
    same = {copy.page_id: "0" * 16, source.page_id: "0" * 15 + "7"}
    one = ruling("copy", copy, source, until=DAY)

    def told(today: str = DAY, **simhashes: str) -> str:
        crawl.rulings = list(standing([one], {**same, **simhashes}, today=today, distance=3))
        hits = crawl.rows()["rewrite.test"].hits
        reasons = row_of(crawl, copy, source).reasons
        assert hits == ("has lapsed" not in reasons)
        return reasons

    assert "ruled a copy on 2026-11-30" in told()
    changed = "a ruling of 2026-11-30 has lapsed: the page has changed"
    assert changed in told(**{copy.page_id: "0" * 15 + "f"})
    assert changed in told(**{source.page_id: ""})
    assert changed in told(**{source.page_id: "0" * 32})
    assert "a ruling of 2026-11-30 has lapsed: it held until 2026-11-30" in told(today="2026-12-01")


def test_who_owns_two_sites_does_not_hang_on_the_text_of_a_page() -> None:
    crawl = Crawl()
    pairs = undirected(crawl)
    [one] = standing([ruling("same_owner", *pairs[0], until=DAY)], {}, today=DAY, distance=3)
    assert one.lapsed == ""
    [one] = standing([ruling("same_owner", *pairs[0], until=DAY)], {}, today="2026-12-01", distance=3)
    crawl.rulings = [one]
    assert "has lapsed: it held until" in row_of(crawl, *pairs[0]).reasons
    assert row_of(crawl, *pairs[0]).review == "queue"


def test_a_lapsed_ruling_speaks_for_nothing_and_its_pair_may_be_settled_with_the_others() -> None:
    crawl = Crawl()
    pairs = undirected(crawl)
    for place in (0, 9):
        rule(crawl, "not_copy", *pairs[place])
    crawl.rulings.append(Standing(ruling("not_copy", *pairs[19]), "the page has changed"))
    assert row_of(crawl, *pairs[19]).review == "queue"
    rule(crawl, "not_copy", *pairs[4])
    assert row_of(crawl, *pairs[19]).reasons == (
        "a ruling of 2026-11-30 has lapsed: the page has changed; settled with 3 rulings on alike pairs: no copy"
    )


def test_a_ruling_on_what_nothing_joins_waits() -> None:
    crawl = Crawl()
    pairs = leads(crawl)
    before = crawl.judge()
    rule(crawl, "copy", pairs[0][0], pairs[1][1])
    rule(crawl, "official", pairs[0][0], crawl.article("other.test", 3))
    rule(crawl, "same_owner", pairs[0][0], crawl.article("other.test", 3))
    gone = replace(pairs[0][0], page_id="f" * 16, url="https://gone.test/1")
    rule(crawl, "not_copy", gone, pairs[1][1])
    after = crawl.judge()
    assert after.waiting == tuple(sorted(one.ruling.pair for one in (crawl.rulings[0], crawl.rulings[3])))
    assert (after.domains, after.matches) == (before.domains, before.matches)


def test_of_two_rulings_on_one_pair_the_later_holds() -> None:
    crawl = Crawl()
    copy, source = leads(crawl)[0]
    rule(crawl, "copy", copy, source, ruled_at="2026-11-30T09:00:00+00:00")
    rule(crawl, "quote", source, copy, ruled_at="2026-11-30T08:00:00+00:00")
    assert crawl.rows()["rewrite.test"].hits == 1
    crawl.rulings.reverse()
    assert crawl.rows()["rewrite.test"].hits == 1


@st.composite
def ruled_crawls(draw: st.DrawFn) -> Crawl:
    crawl = draw(crawls())
    for number, pair in enumerate(crawl.pairs):
        if draw(st.booleans()):
            sides = [crawl.articles[pair.a], crawl.articles[pair.b]]
            if draw(st.booleans()):
                sides.reverse()
            kind = draw(st.sampled_from(["copy", "copy", "copy", "not_copy", "quote", "official", "same_owner"]))
            if kind == "same_owner" and number % 4:
                kind = "copy"
            lapsed = draw(st.sampled_from(["", "", "", "the page has changed"]))
            crawl.rulings.append(Standing(ruling(kind, *sides), lapsed))
    return crawl


@settings(max_examples=80, deadline=None)
@given(ruled_crawls(), st.randoms(use_true_random=False))
def test_the_order_of_rulings_and_pairs_changes_nothing(crawl: Crawl, dice: random.Random) -> None:
    expected = crawl.judge(min_judged=1)
    for given_list in (crawl.rulings, crawl.pairs):
        dice.shuffle(given_list)
    articles = list(crawl.articles.items())
    dice.shuffle(articles)
    crawl.articles = dict(articles)
    assert repr(crawl.judge(min_judged=1)) == repr(expected)


@settings(max_examples=80, deadline=None)
@given(ruled_crawls())
def test_ruled_pairs_are_listed_with_their_ruling_and_never_queued(crawl: Crawl) -> None:
    judgement = crawl.judge(min_judged=1)
    assert len(judgement.matches) == len(crawl.pairs)
    assert judgement.waiting == ()
    holding = {frozenset((one.ruling.first.url, one.ruling.second.url)) for one in crawl.rulings if not one.lapsed}
    for row in judgement.matches:
        if frozenset((row.url, row.matched_url)) in holding:
            assert row.review == "none"
            assert "ruled" in row.reasons
    for row in judgement.domains:
        assert row.hits_high <= row.hits <= row.judged
        assert row.distinct_sources <= row.hits
