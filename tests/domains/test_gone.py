"""Pages that are no longer there: sources still, and nothing else."""

from __future__ import annotations

import pytest

from .factory import Crawl, at

GONE = "2026-06-01T08:00:00+08:00"


def copied(articles: int = 12, *, source_gone: int = 0, copies_gone: int = 0) -> Crawl:
    """A thief with links left in its copies of a newsroom's articles, some of either side gone."""
    crawl = Crawl()
    for number in range(articles):
        source = crawl.article(
            "news.test", number, published_at=at(1, 8, number), gone_since=GONE if number < source_gone else ""
        )
        copy = crawl.article(
            "thief.test", number, published_at=at(9, 8, number), body_links=("https://www.news.test/tag/0.html",),
            gone_since=GONE if number >= articles - copies_gone else "",
        )
        crawl.pair(copy, source)
    return crawl


def test_a_thief_is_not_cleared_because_the_victim_deleted_its_originals() -> None:
    rows = copied(source_gone=12).rows()
    assert (rows["thief.test"].hits, rows["thief.test"].verdict) == (12, "scraper")
    assert rows["thief.test"].top_sources == "news.test (12)"
    assert (rows["news.test"].judged, rows["news.test"].copied_by) == (0, 0)
    assert rows["news.test"].reasons.endswith("12 pages are gone and not counted")


def test_copies_that_are_gone_count_for_nothing_against_their_domain() -> None:
    crawl = copied(copies_gone=12)
    rows = crawl.rows()
    assert (rows["thief.test"].judged, rows["thief.test"].hits, rows["thief.test"].score) == (0, 0, 0.0)
    assert rows["thief.test"].first_published is None
    assert rows["thief.test"].burst_share is None
    assert rows["news.test"].copied_by == 0
    matches = crawl.matches()
    assert {row.direction for row in matches} == {"copies"}
    assert all("the copy is gone since 2026-06-01 and counts no more" in row.reasons for row in matches)


def test_a_pair_of_gone_pages_counts_for_nothing() -> None:
    crawl = copied(source_gone=12, copies_gone=12)
    assert {row.hits for row in crawl.rows().values()} == {0}
    assert all("both are gone, since 2026-06-01 and since 2026-06-01" in row.reasons for row in crawl.matches())


def test_what_a_thief_deleted_still_tells_who_copied() -> None:
    """Of the copies that stay none bears a trace; those that went do."""
    crawl = Crawl()
    for number in range(12):
        traced = number < 3
        copy = crawl.article(
            "thief.test", number, body_links=("https://www.news.test/tag/0.html",) if traced else (),
            gone_since=GONE if traced else "",
        )
        crawl.pair(copy, crawl.article("news.test", number))
    row = crawl.rows()["thief.test"]
    assert (row.judged, row.hits) == (9, 9)


def test_who_backdates_copies_and_deletes_them_does_not_convict_the_victim() -> None:
    crawl = Crawl()
    for number in range(12):
        crawl.article("victim.test", f"own{number}", published_at=at(3, 9, number))
        original = crawl.article("victim.test", number, published_at=at(3, 8, number))
        copy = crawl.article("thief.test", number, published_at=at(1, 8, number), gone_since=GONE)
        crawl.pair(copy, original)
    row = crawl.rows()["victim.test"]
    assert (row.hits, row.verdict) == (0, "original")


def test_who_copied_once_and_has_mended_is_no_known_copier() -> None:
    """Its old copies, all gone, do not decide who copied whom in the pairs that it has now."""

    def web(gone_since: str) -> Crawl:
        crawl = Crawl()
        for source in ("a.test", "b.test"):
            for number in range(15):
                link = (f"https://www.{source}/tag/0.html",)
                old = crawl.article("mended.test", f"{source}{number}", body_links=link, gone_since=gone_since)
                crawl.pair(old, crawl.article(source, number))
        for number in range(6):
            day = 5 if number < 4 else 1  # it dates some of its own later than the other site does
            mine = crawl.article("mended.test", f"own{number}", published_at=at(day))
            theirs = crawl.article("other.test", number, published_at=at(3))
            crawl.pair(mine, theirs)
        for number in range(20):
            crawl.article("other.test", f"own{number}")
        return crawl

    assert web("").rows()["mended.test"].hits == 36
    assert web(GONE).rows()["mended.test"].hits == 0


def test_a_gone_page_is_asked_about_by_nobody() -> None:
    crawl = Crawl()
    for number in range(12):
        crawl.pair(
            crawl.article("a.test", number, gone_since=GONE), crawl.article("b.test", number, gone_since=GONE)
        )
    assert {row.review for row in crawl.rows().values()} == {"none"}
    assert {row.review for row in crawl.matches()} == {"none"}


@pytest.mark.parametrize("new_address", [True, False])
def test_an_address_is_older_than_its_text(new_address: bool) -> None:
    """An old address has not had the text first; nor is it shown that it had it last: a first version may differ."""
    crawl = Crawl()
    watched = "2026-01-01T08:00:00+00:00"
    for number in range(12):
        late = "2026-03-08T08:00:00+00:00"
        copy = crawl.article(
            "thief.test", number, first_fetched_at=late if new_address else watched, text_since=late
        )
        crawl.pair(copy, crawl.article("news.test", number, first_fetched_at="2026-03-01T08:00:00+00:00"))
    for domain in ("thief.test", "news.test"):
        crawl.article(domain, "first", first_fetched_at=watched)
    rows = crawl.rows()
    assert rows["news.test"].hits == 0
    assert rows["thief.test"].hits == (12 if new_address else 0)
