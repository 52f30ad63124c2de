"""Whole crawls, judged: the sites that a verdict must tell apart."""

from __future__ import annotations

import itertools
import random

from .factory import Crawl, at


def victim(crawl: Crawl, domain: str = "victim.test", articles: int = 20, **known: object) -> list:
    return [
        crawl.article(domain, f"story-of-number-{i}x", published_at=at(i + 1, 8 + i % 9, 7 * i % 60), **known)
        for i in range(articles)
    ]


def copies(crawl: Crawl, domain: str, sources: list, *, later_days: int = 3, **known: object) -> list:
    made = []
    for i, source in enumerate(sources):
        day = int(source.published_at[8:10]) + 30 * (int(source.published_at[5:7]) - 5) + later_days
        known.setdefault("published_at", None)
        stamp = known["published_at"] or at(day, 3 + i % 20, 11 * i % 60)
        copy = crawl.article(domain, f"a{i}", **{**known, "published_at": stamp})
        crawl.pair(copy, source)
        made.append(copy)
    return made


def test_wholesale_scraper_is_named_with_its_numbers():
    crawl = Crawl()
    sources = victim(crawl, articles=16)
    for i, source in enumerate(sources):
        links = ("https://www.victim.test/tag/x",) if i < 9 else ()
        images = ("https://img.victim.test/1.jpg",) if i < 4 else ()
        copy = crawl.article(
            "thief.test", i, published_at=at(40, 3 + i // 8, i % 3), body_links=links, images=images
        )
        crawl.pair(copy, source, layers=("whole",) if i else ("fragment", "semantic"))
    rows = crawl.rows()
    thief = rows["thief.test"]
    assert thief.verdict == "scraper"
    assert thief.review == "none"
    assert (thief.hits, thief.hits_high, thief.distinct_sources) == (16, 16, 1)
    assert (thief.leftover_link_share, thief.hotlink_share) == (0.5625, 0.25)
    assert (thief.burst_share, thief.largest_burst) == (1.0, 8)
    assert thief.top_sources == "victim.test (16)"
    assert thief.reasons == (
        "16 of 16 judged articles copy others (15 whole, 1 in parts), "
        "more than the 60% that mark a scraper; all from victim.test (16); "
        "9 keep links into the source; 4 show images from the source's hosts; "
        "16 published within 5 minutes of others in 2 bursts"
    )
    assert (rows["victim.test"].verdict, rows["victim.test"].score) == ("original", 0.0)


def test_launderer_that_strips_links_is_named_by_claimed_times():
    crawl = Crawl()
    copies(crawl, "launder.test", victim(crawl))
    rows = crawl.rows()
    assert rows["launder.test"].verdict == "scraper"
    assert rows["victim.test"].verdict == "original"


def test_launderer_known_by_leads_only_is_suspected_and_a_sample_is_queued():
    crawl = Crawl()
    others = victim(crawl, "other.test", 80)
    assert others
    for i, source in enumerate(victim(crawl, articles=18)):
        crawl.lead(crawl.article("rewrite.test", i, published_at=at(40 + i)), source)
    rows = crawl.rows()
    assert rows["rewrite.test"].verdict == "suspected"
    assert rows["rewrite.test"].review == "queue"
    assert rows["rewrite.test"].hits == 0
    assert "18 more resemble victim.test (18), not enough for a copy, all one way" in rows["rewrite.test"].reasons
    assert (rows["victim.test"].verdict, rows["victim.test"].review) == ("original", "none")
    queued = [row for row in crawl.matches() if row.review == "queue"]
    assert len(queued) == 3
    assert "queued, for 18 alike" in queued[0].reasons


def test_victim_of_three_thieves_scores_nothing():
    crawl = Crawl()
    sources = victim(crawl)
    thieves = [
        copies(crawl, domain, sources, later_days=2 + number)
        for number, domain in enumerate(("t1.test", "t2.test", "t3.test"))
    ]
    for one, other in itertools.combinations(thieves, 2):
        for a, b in zip(one, other, strict=True):
            crawl.pair(a, b)
    rows = crawl.rows()
    assert (rows["victim.test"].verdict, rows["victim.test"].score, rows["victim.test"].hits) == (
        "original",
        0.0,
        0,
    )
    assert (rows["victim.test"].copied_by, rows["victim.test"].reasons) == (20, "20 copied by others")
    for domain in ("t1.test", "t2.test", "t3.test"):
        assert rows[domain].verdict == "scraper"
        assert rows[domain].top_sources == "victim.test (20)"


def test_without_any_evidence_of_direction_nobody_is_accused_and_a_few_pairs_are_queued():
    crawl = Crawl()
    for i in range(40):
        crawl.pair(crawl.article("a.test", i), crawl.article("b.test", i))
    judgement = crawl.judge()
    assert {row.verdict for row in judgement.domains} == {"original"}
    assert {row.score for row in judgement.domains} == {0.0}
    assert {row.review for row in judgement.domains} == {"queue"}
    assert {row.direction for row in judgement.matches} == {"unclear"}
    assert sum(row.review == "queue" for row in judgement.matches) == 3
    assert sum("not queued: a sample of 40 alike is" in row.reasons for row in judgement.matches) == 37


def test_honest_reposter_is_a_reposter():
    crawl = Crawl()
    sources = victim(crawl)
    copies(crawl, "reader.test", sources, source_name="www.victim.test", attribution_links=(sources[0].url,))
    rows = crawl.rows()
    assert rows["reader.test"].verdict == "reposter"
    assert (rows["reader.test"].hits, rows["reader.test"].attributed_share) == (0, 1.0)
    assert rows["reader.test"].score == 0.0
    assert rows["victim.test"].verdict == "original"
    assert rows["victim.test"].reasons == f"{len(sources)} reposted by others who say so"
    assert {row.attributed for row in crawl.matches()} == {"yes"}
    assert {row.domain for row in crawl.matches()} == {"reader.test"}


def test_reposter_matching_another_copy_of_what_it_credits_is_not_accused_of_that():
    crawl = Crawl()
    sources = victim(crawl)
    early = copies(crawl, "thief.test", sources, later_days=1)
    honest = copies(crawl, "reader.test", sources, later_days=9, source_name="victim.test")
    for one, other in zip(early, honest, strict=True):
        crawl.pair(one, other)
    rows = crawl.rows()
    assert rows["reader.test"].verdict == "reposter"
    assert rows["thief.test"].verdict == "scraper"


def test_attribution_to_the_internet_is_none():
    crawl = Crawl()
    copies(crawl, "net.test", victim(crawl), source_name="网络")
    assert crawl.rows()["net.test"].verdict == "scraper"


def test_syndication_partner_declares_by_canonical():
    crawl = Crawl()
    for i, source in enumerate(victim(crawl)):
        copy = crawl.article("partner.test", i, canonical=source.url, canonical_declared=True)
        crawl.pair(copy, source)
    row = crawl.rows()["partner.test"]
    assert (row.verdict, row.score) == ("syndicated", 0.0)
    assert "20 declared as reposts (20 by canonical)" in row.reasons


def test_busy_newsroom_has_no_bursts():
    crawl = Crawl()
    dice = random.Random(7)
    for i in range(30 * 8):
        minute = dice.randrange(60)
        crawl.article("busy.test", i, published_at=at(3, 9 + i // 30, minute))
    row = crawl.rows()["busy.test"]
    assert (row.verdict, row.burst_share, row.largest_burst) == ("original", 0.0, 0)


def test_back_dating_is_seen_through_by_a_few_leftover_links():
    crawl = Crawl()
    for i in range(40):
        source = crawl.article("victim.test", i, published_at=at(20, 8, i))
        links = ("https://victim.test/more",) if i < 5 else ()
        crawl.pair(crawl.article("liar.test", i, published_at=at(10, 8, i), body_links=links), source)
    rows = crawl.rows()
    assert rows["liar.test"].verdict == "scraper"
    assert rows["liar.test"].hits == 40
    assert (rows["victim.test"].hits, rows["victim.test"].verdict) == (0, "original")
    assert any("direction from all pairs" in row.reasons for row in crawl.matches())


def test_a_wire_story_on_25_sites_is_one_source_and_makes_nobody_a_scraper():
    crawl = Crawl()
    carriers = []
    for site in range(25):
        domain = f"paper{site}.test"
        for i in range(12):
            crawl.article(domain, f"own{i}", published_at=at(1 + i, 6, site))
        carriers.append(crawl.article(domain, "wire", published_at=at(15, 1 + site % 20, 2 * site)))
    for i, one in enumerate(carriers):
        for other in carriers[:i]:
            crawl.pair(one, other)
    rows = crawl.rows()
    assert {row.verdict for row in rows.values()} == {"original"}
    assert max(row.distinct_sources for row in rows.values()) <= 1
    assert {row.review for row in rows.values()} == {"none"}


def test_scraper_of_a_popular_story_has_one_source_for_it():
    crawl = Crawl()
    source = crawl.article("origin.test", "story", published_at=at(1))
    others = [crawl.article(f"copy{i}.test", "story", published_at=at(2 + i % 20, i % 20)) for i in range(23)]
    late = crawl.article("late.test", "story", published_at=at(29), body_links=("https://origin.test/a",))
    for other in others:
        crawl.pair(other, source)
        crawl.pair(late, other)
    crawl.pair(late, source)
    row = crawl.rows(min_judged=1)["late.test"]
    assert (row.distinct_sources, row.top_sources) == (1, "origin.test (1)")


def test_four_articles_are_too_few_to_judge():
    crawl = Crawl()
    copies(crawl, "small.test", victim(crawl)[:4])
    row = crawl.rows()["small.test"]
    assert (row.verdict, row.hits, row.review) == ("insufficient", 4, "none")
    assert row.reasons.startswith("only 4 judged articles of 10 needed")


def test_two_sites_that_exchange_wire_stories_accuse_each_other_of_nothing():
    crawl = Crawl()
    for i in range(30):
        one = crawl.article("p.test", i, published_at=at(i + 1, 8))
        other = crawl.article("q.test", i, published_at=at(i + 1, 9 if i % 2 else 7))
        crawl.pair(one, other)
    for row in crawl.rows().values():
        assert (row.verdict, row.hits, row.score) == ("original", 0, 0.0)


def test_one_early_repost_does_not_turn_the_victim_into_the_copy():
    crawl = Crawl()
    sources = [
        crawl.article("victim.test", i, published_at=at(i + 1), source_name="thief.test" if i == 0 else "")
        for i in range(40)
    ]
    for i, source in enumerate(sources):
        crawl.pair(crawl.article("thief.test", i, published_at=at(i + 5)), source)
    rows = crawl.rows()
    assert rows["victim.test"].verdict == "original"
    assert rows["victim.test"].hits == 0
    assert rows["thief.test"].verdict == "scraper"


def test_one_copy_among_a_hundred_with_every_trace_leaves_a_site_original():
    crawl = Crawl()
    source = crawl.article("src.test", "very-long-story-name", published_at=at(1))
    copy = crawl.article(
        "blog.test",
        "very-long-story-name",
        published_at=at(2),
        body_links=("https://src.test/another-story.html",),
        images=("https://src.test/i.png",),
    )
    crawl.pair(copy, source)
    for i in range(99):
        crawl.article("blog.test", i, published_at=at(3, i // 20, i % 3))
    row = crawl.rows()["blog.test"]
    assert (row.verdict, row.hits) == ("original", 1)
    assert (row.leftover_link_share, row.same_path_share) == (1.0, 1.0)
    assert row.score < 3


def test_pairs_of_a_proven_scraper_are_settled_with_it():
    crawl = Crawl()
    sources = victim(crawl, articles=30)
    copies(crawl, "thief.test", sources[:20])
    for i, source in enumerate(sources[20:]):
        crawl.lead(crawl.article("thief.test", f"r{i}", published_at=at(45)), source)
    rows = crawl.rows()
    assert rows["thief.test"].verdict == "scraper"
    assert {row.review for row in rows.values()} == {"none"}
    leads = [row for row in crawl.matches() if row.tier == "suspected"]
    assert all("settled: thief.test is a scraper by its other pairs" in row.reasons for row in leads)


def test_a_site_suspected_by_proven_copies_alone_has_nothing_to_ask():
    crawl = Crawl()
    sources = victim(crawl, articles=45)
    for i in range(60):
        crawl.article("victim.test", f"only-here-{i}")
    copies(crawl, "half.test", sources)
    for i in range(55):
        crawl.article("half.test", f"own{i}")
    row = crawl.rows()["half.test"]
    assert (row.verdict, row.hit_rate, row.review) == ("suspected", 0.45, "none")


def test_a_clock_that_calls_local_time_utc_does_not_accuse_its_owner():
    crawl = Crawl()
    for i in range(20):
        source = crawl.article("victim.test", i, published_at=at(i + 1, 8) + ":00Z")
        crawl.pair(crawl.article("thief.test", i, published_at=at(i + 1, 9) + ":00+08:00"), source)
    rows = crawl.rows()
    assert (rows["victim.test"].hits, rows["victim.test"].verdict) == (0, "original")


def test_a_thief_that_back_dates_does_not_turn_its_victims_into_copiers():
    crawl = Crawl()
    for name in ("one.test", "two.test"):
        sources = victim(crawl, name, articles=14)
        copies(crawl, "thief.test", sources[:12], later_days=-1)
    rows = crawl.rows()
    assert {name: rows[name].verdict for name in ("one.test", "two.test")} == {
        "one.test": "original", "two.test": "original"
    }
    assert rows["one.test"].hits == rows["two.test"].hits == 0
    assert rows["thief.test"].review == "queue"
    assert any("claimed times alone" in row.reasons for row in crawl.matches())


def test_two_copies_of_one_source_did_not_copy_each_other():
    crawl = Crawl()
    sources = victim(crawl, articles=12)
    first = copies(crawl, "first.test", sources, later_days=2)
    second = copies(crawl, "second.test", sources, later_days=5)
    for one, two in zip(first, second, strict=True):
        crawl.pair(one, two)
    between = [row for row in crawl.matches() if {row.domain, row.matched_domain} == {"first.test", "second.test"}]
    assert {row.direction for row in between} == {"unclear"}
    assert all("both copy victim.test" in row.reasons for row in between)
    rows = crawl.rows()
    assert rows["first.test"].copied_by == 0
    assert rows["first.test"].verdict == rows["second.test"].verdict == "scraper"
    assert rows["victim.test"].verdict == "original"


def test_a_named_third_source_makes_a_repost_and_leftovers_beside_it_an_alibi():
    crawl = Crawl()
    sources = victim(crawl, articles=12)
    copies(crawl, "wire.test", sources, source_name="远方通讯社")
    assert crawl.rows()["wire.test"].verdict == "reposter"
    crawl = Crawl()
    sources = victim(crawl, articles=12)
    copies(crawl, "liar.test", sources, source_name="远方通讯社", body_links=("https://www.victim.test/tag/x",))
    assert crawl.rows()["liar.test"].verdict == "scraper"
