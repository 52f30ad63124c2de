"""Sites of one owner, from pages to the report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .conftest import web, write_pages

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Bench

COUNTER, OTHER = "3f9a0c17d2b84e65a1c0f7d9e8b2461c", "11aa22bb33cc44dd55ee66ff77008899"
EVIDENCE = f"share licence 京ICP备12045678 and 百度统计 {COUNTER}: taken for sites of one owner"


def signed(rows: list[dict[str, Any]], **sites: str) -> list[dict[str, Any]]:
    """The pages with a counter in the head and a licence in the footer."""
    for row in rows:
        counter = sites[row["url"].split("/")[2].partition(".")[0]]
        head = f"<script src='https://hm.baidu.com/hm.js?{counter}'></script></head>"
        footer = "<div class=foot><a href='https://beian.miit.gov.cn/'>京ICP备12045678号-1</a></div></body>"
        row["html"] = row["html"].replace("</head>", head).replace("</body>", footer)
    return rows


def test_a_second_site_of_an_owner_is_no_scraper_and_the_report_says_why(bench: Bench, tmp_path: Path) -> None:
    done = bench.replay(write_pages(tmp_path / "p.jsonl", signed(web(), news=COUNTER, thief=COUNTER)))
    assert done.exit_code == 0, done.log
    row = bench.domains()["thief.test"]
    assert (row["verdict"], row["hits"], row["review"]) == ("original", "0", "queue")
    assert f"news.test and thief.test {EVIDENCE}" in row["reasons"]
    assert row["reasons"].endswith("hangs on whether it is of one owner with news.test")
    matches = bench.rows("matches.csv")
    assert len(matches) == 14
    assert all(EVIDENCE in match["reasons"] for match in matches)
    assert len([match for match in matches if match["review"] == "queue"]) == 1


def test_a_mirror_with_a_counter_of_its_own_is_a_scraper(bench: Bench, tmp_path: Path) -> None:
    done = bench.replay(write_pages(tmp_path / "p.jsonl", signed(web(), news=COUNTER, thief=OTHER)))
    assert done.exit_code == 0, done.log
    row = bench.domains()["thief.test"]
    assert (row["verdict"], row["hits"]) == ("scraper", "14")
    assert "share licence 京ICP备12045678, but 百度统计 of the two differ" in row["reasons"]
    assert bench.domains()["news.test"]["verdict"] == "original"
