"""A web crawled in May and again in June: what changed, what went, what came, and what is told of it."""

from __future__ import annotations

import csv
import random
import shutil
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from .conftest import Bench, page, stories, write_pages

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

START = datetime.fromisoformat("2026-03-02T07:40:00+08:00")
MAY, JUNE = "2026-05-01T08:00:00+08:00", "2026-06-01T08:00:00+08:00"
#: What pages that have gone explain: they are stored, and told of.
BY_GONE_PAGES = {"pages", "articles", "reasons"}


def at(row: dict[str, Any], fetched_at: str) -> dict[str, Any]:
    return {**row, "fetched_at": fetched_at}


def article(site: str, number: int, story: int, day: int = 0) -> dict[str, Any]:
    """Story `story` at address `number` of a site; a late one has a link of its source left in it."""
    title, paragraphs = stories()[story]
    left = '<p>此事的来龙去脉，见<a href="https://news.test/2026/more.html">记者上月的报道</a>。</p>' if day else ""
    published = START + timedelta(days=day, hours=7 * number, minutes=13 * number % 60)
    return page(f"https://{site}.test/2026/{number}.html", title, paragraphs, published, left)


def gone(site: str, number: int, status: int = 404) -> dict[str, Any]:
    """A row without a body: the status says all."""
    return {"url": f"https://{site}.test/2026/{number}.html", "status": status, "fetched_at": JUNE}


def may() -> list[dict[str, Any]]:
    """A newsroom and a site of its own stories, and a thief that has the newsroom's."""
    rows = [article("news", number, number) for number in range(12)]
    rows += [article("own", number, 12 + number) for number in range(12)]
    rows += [article("thief", number, number, day=7) for number in range(12)]
    return [at(row, MAY) for row in rows]


def june() -> list[dict[str, Any]]:
    """Two originals went, their copies stay; three copies went; one copy made way for an own article; the other site
    put a copy in the place of one of its own; the newsroom has one article more.
    """
    changed = {
        "https://news.test/2026/0.html": gone("news", 0),
        "https://news.test/2026/1.html": gone("news", 1, 410),
        "https://thief.test/2026/2.html": gone("thief", 2),
        "https://thief.test/2026/3.html": gone("thief", 3),
        "https://thief.test/2026/4.html": gone("thief", 4, 451),
        "https://thief.test/2026/5.html": article("thief", 5, 24),
        "https://own.test/2026/6.html": article("own", 6, 6, day=50),
    }
    rows = [changed.get(row["url"], row) for row in may()]
    return [at(row, JUNE) for row in [*rows, article("news", 12, 25)]]


def without(row: dict[str, str], columns: Iterable[str]) -> dict[str, str]:
    return {name: value for name, value in row.items() if name not in columns}


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the store and the reports of both months."""
    bench = Bench(tmp_path_factory.mktemp("months"))
    for name, rows in (("may", may()), ("june", june())):
        done = bench.replay(write_pages(bench.folder / f"{name}.jsonl", rows))
        assert done.exit_code == 0, done.log
        assert bench.rows("problems.csv") == []
    return bench.folder


@pytest.fixture
def months(bench: Bench, crawled: Path) -> Bench:
    """A copy of it for each test."""
    shutil.copytree(crawled, bench.folder, dirs_exist_ok=True)
    return bench


def test_the_report_is_right_for_the_new_state(months: Bench, tmp_path: Path) -> None:
    domains = months.domains()
    thief, news, own = domains["thief.test"], domains["news.test"], domains["own.test"]
    # Of twelve copies three went and one was replaced; the two whose originals went are copies all the same.
    assert (thief["judged"], thief["hits"], thief["verdict"]) == ("9", "8", "insufficient")
    assert "3 pages are gone" in thief["reasons"]
    assert (news["judged"], news["hits"], news["copied_by"], news["pages"]) == ("11", "0", "6", "13")
    assert "2 pages are gone" in news["reasons"]
    assert (own["judged"], own["hits"], own["top_sources"]) == ("12", "1", "news.test (1)")

    skipped = {row["url"]: row["skipped_because"] for row in months.articles()}
    assert sorted(url for url, why in skipped.items() if why == "gone") == [
        f"https://{site}.test/2026/{number}.html"
        for site, number in (("news", 0), ("news", 1), ("thief", 2), ("thief", 3), ("thief", 4))
    ]
    matches = {(row["url"][8:], row["matched_url"][8:]): row for row in months.rows("matches.csv")}
    by_gone = matches["thief.test/2026/0.html", "news.test/2026/0.html"]
    assert by_gone["direction"] == "copies"
    assert "the page on news.test is gone since 2026-06-01" in by_gone["reasons"]
    gone_copy = matches["thief.test/2026/2.html", "news.test/2026/2.html"]
    assert "the copy is gone since 2026-06-01" in gone_copy["reasons"]
    assert ("own.test/2026/6.html", "news.test/2026/6.html") in matches

    months.store = tmp_path / "fresh"
    months.replay(write_pages(tmp_path / "fresh.jsonl", [row for row in june() if row["status"] == 200]))
    fresh = months.domains()
    for name in ("news.test", "own.test"):
        assert without(domains[name], BY_GONE_PAGES) == without(fresh[name], BY_GONE_PAGES)
    # To who has not seen the originals that went, their copies are the thief's own.
    assert (fresh["thief.test"]["judged"], fresh["thief.test"]["hits"]) == ("9", "6")


def test_all_orders_and_one_crawl_or_two_give_one_report(months: Bench, tmp_path: Path) -> None:
    names = ("domains.csv", "matches.csv", "articles.jsonl")
    expected = {name: (months.reports / name).read_bytes() for name in names}
    rows = [*may(), *june()]
    for seed in range(3):
        random.Random(seed).shuffle(rows)
        months.store = tmp_path / f"store{seed}"
        done = months.replay(write_pages(tmp_path / "shuffled.jsonl", rows))
        assert done.exit_code == 0, done.log
        for name in names:
            assert (months.reports / name).read_bytes() == expected[name], name


def test_pages_that_come_back_count_again(months: Bench, tmp_path: Path) -> None:
    july = [{**row, "fetched_at": "2026-07-01T08:00:00+08:00"} for row in may()]
    months.replay(write_pages(tmp_path / "july.jsonl", july))
    domains = months.domains()
    assert domains["thief.test"]["hits"] == "12"
    assert "gone" not in domains["thief.test"]["reasons"]
    assert not any(row["skipped_because"] == "gone" for row in months.articles())


def test_a_server_that_fails_takes_no_article_away(bench: Bench, tmp_path: Path) -> None:
    bench.replay(write_pages(tmp_path / "may.jsonl", may()))
    before = {name: (bench.reports / name).read_bytes() for name in ("domains.csv", "matches.csv", "articles.jsonl")}
    html = "<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>"
    failed = [
        {**row, "status": status, "html": html, "fetched_at": JUNE}
        for row, status in zip(may(), [500, 502, 503, 403, 401, 429, 301, 302] * 5, strict=False)
    ]
    bench.replay(write_pages(tmp_path / "june.jsonl", failed))
    for name, content in before.items():
        assert (bench.reports / name).read_bytes() == content


def test_an_article_that_moved_is_no_repetition_of_its_old_address(bench: Bench, tmp_path: Path) -> None:
    bench.replay(write_pages(tmp_path / "may.jsonl", may()))
    moved = [at({**row, "url": row["url"].replace("/2026/", "/z/")}, JUNE) for row in may() if "thief" in row["url"]]
    bench.replay(write_pages(tmp_path / "june.jsonl", [*moved, *(gone("thief", number) for number in range(12))]))
    thief = bench.domains()["thief.test"]
    assert (thief["judged"], thief["hits"], thief["verdict"]) == ("12", "12", "scraper")


def test_stats_tell_how_many_are_gone(months: Bench) -> None:
    line = next(line for line in months.run("reprint", "stats").out.splitlines() if "gone" in line)
    assert line.split()[3] == "5"


def history(bench: Bench) -> list[list[str]]:
    with (bench.reports / "history.csv").open(encoding="utf-8", newline="") as handle:
        rows = list(csv.DictReader(handle))
    names = ("domain", "crawl", "verdict", "judged", "hits", "new", "changed", "unchanged", "gone")
    return [[row[name] for name in names] for row in rows]


def test_history_is_told_crawl_by_crawl(months: Bench) -> None:
    before = {path.name: path.read_bytes() for path in months.reports.iterdir() if path.is_file()}
    done = months.run("reprint", "report", "--since", "2026-01-01")
    assert done.exit_code == 0, done.log
    assert history(months) == [
        ["news.test", "1", "original", "12", "0", "12", "0", "0", "0"],
        ["news.test", "2", "original", "11", "0", "1", "0", "10", "2"],
        ["news.test", "", "original", "11", "0", "", "", "", ""],
        ["own.test", "1", "original", "12", "0", "12", "0", "0", "0"],
        ["own.test", "2", "original", "12", "1", "0", "1", "11", "0"],
        ["own.test", "", "original", "12", "1", "", "", "", ""],
        ["thief.test", "1", "scraper", "12", "12", "12", "0", "0", "0"],
        ["thief.test", "2", "insufficient", "9", "8", "0", "1", "8", "3"],
        ["thief.test", "", "insufficient", "9", "8", "", "", "", ""],
    ]
    [line] = [line for line in done.out.splitlines() if "scraper" in line]
    assert line.split()[0] == "thief.test"
    assert line.split()[-4:] == ["12/12", "12", "0", "0"]
    assert {name: (months.reports / name).read_bytes() for name in before} == before


def test_history_of_one_domain_and_from_its_last_state_on(months: Bench) -> None:
    assert months.run("reprint", "report", "--domain", "https://www.thief.test/").exit_code == 0
    assert [row[:3] for row in history(months)] == [
        ["thief.test", "1", "scraper"], ["thief.test", "2", "insufficient"], ["thief.test", "", "insufficient"],
    ]
    tomorrow = "2199-01-01"
    done = months.run("reprint", "report", "--since", tomorrow)
    assert history(months) == []
    assert "No domain was touched" in done.out
    # Judged otherwise by other settings: the last state, and what is made of it now.
    done = months.run("reprint", "report", "--since", tomorrow, settings={"REPRINT_MIN_JUDGED": 9})
    assert [row[:3] for row in history(months)] == [
        ["thief.test", "2", "insufficient"], ["thief.test", "", "scraper"],
    ]


def test_a_crawl_writes_no_state_of_what_it_did_not_touch(months: Bench, tmp_path: Path) -> None:
    rows = [at(row, "2026-07-01T08:00:00+08:00") for row in may() if "own" in row["url"]]
    months.replay(write_pages(tmp_path / "july.jsonl", rows))
    months.run("reprint", "report", "--since", "30d")
    told = [(row[0], row[1]) for row in history(months)]
    # The newsroom was not crawled, but is copied by one site less now; nothing is new of the thief.
    assert ("own.test", "3") in told
    assert ("thief.test", "3") not in told


@pytest.mark.parametrize("since", ["soon", "2026-13-01", "d", "9999999d", "-3"])
def test_a_bad_date_is_one_sentence(bench: Bench, since: str) -> None:
    done = bench.run("reprint", "report", f"--since={since}")
    assert done.exit_code == 1
    told = f"--since {since} is no date; give one as 2026-10-01, or a number of days as 30d."
    assert done.log == f"scrapy reprint: {told}\n"


def test_an_unknown_domain_is_one_sentence(months: Bench) -> None:
    done = months.run("reprint", "report", "--domain", "none.test")
    assert done.exit_code == 1
    assert "There is no domain none.test in the store" in done.log
    assert done.log.count("\n") == 1
