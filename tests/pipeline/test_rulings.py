from __future__ import annotations

import csv
import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from .conftest import page, stories, write_pages

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Bench

START = datetime.fromisoformat("2026-03-02T07:40:00+08:00")
YESTERDAY = (datetime.now(UTC).date() - timedelta(days=1)).isoformat()
TOMORROW = (datetime.now(UTC).date() + timedelta(days=1)).isoformat()
#: The day of a ruling, which may not be that on which the tests began.
DAY = r"20\d\d-\d\d-\d\d"


def two_sites(articles: int = 12) -> list[dict[str, Any]]:
    """Two sites with the same articles of the same minute, and nothing that tells who had them first."""
    rows = []
    for number, (title, paragraphs) in enumerate(stories()[:articles]):
        published = START + timedelta(hours=7 * number)
        rows += [
            page(f"https://{host}/{number:02d}.html", title, paragraphs, published)
            for host in ("here.test", "there.test")
        ]
    return rows


@pytest.fixture
def ruled(bench: Bench, tmp_path: Path) -> Bench:
    """A bench whose report queues pairs of two sites."""
    bench.replay(write_pages(tmp_path / "p.jsonl", two_sites()))
    assert bench.domains()["there.test"]["review"] == "queue"
    return bench


def queued(bench: Bench) -> list[dict[str, str]]:
    return [row for row in bench.rows("matches.csv") if row["review"] == "queue"]


def row_of(bench: Bench, number: int) -> dict[str, str]:
    name = f"/{number:02d}.html"
    [row] = [row for row in bench.rows("matches.csv") if row["url"].endswith(name)]
    return row


def pair(number: int) -> tuple[str, str]:
    """The copy and its source, as the tests rule."""
    return f"https://there.test/{number:02d}.html", f"https://here.test/{number:02d}.html"


def test_rulings_on_the_queue_change_the_next_report_and_settle_the_rest(ruled: Bench) -> None:
    for number in range(3):
        [question, *_] = queued(ruled)
        source, copy = sorted((question["url"], question["matched_url"]))
        done = ruled.run("reprint", "rule", "copy", copy, source, "--reviewer", "Li", "--note", "their photos")
        assert done.exit_code == 0, done.log
        assert done.out == f"Ruled: {copy} copies {source}; run scrapy reprint report to see the effect.\n"
        ruled.run("reprint", "report")
        row = row_of(ruled, int(copy.split("/")[-1][:2]))
        assert (row["url"], row["direction"], row["review"]) == (copy, "copies", "none")
        assert re.search(f"ruled a copy on {DAY} by Li: their photos", row["reasons"])
        assert ruled.domains()["there.test"]["hits"] == ("12" if number == 2 else str(number + 1))
    domains = ruled.domains()
    assert (domains["there.test"]["verdict"], domains["there.test"]["review"]) == ("scraper", "none")
    assert (domains["here.test"]["hits"], domains["here.test"]["copied_by"]) == ("0", "12")
    assert sum("settled with 3 rulings on alike pairs" in row["reasons"] for row in ruled.rows("matches.csv")) == 9
    assert ruled.run("reprint", "rule", "list").out.count(" copies https://here.test/") == 3


def test_a_ruling_past_its_day_has_no_effect_and_one_taken_back_is_gone(ruled: Bench) -> None:
    copy, source = pair(4)
    ruled.run("reprint", "rule", "copy", copy, source, "--until", YESTERDAY)
    ruled.run("reprint", "report")
    assert ruled.domains()["there.test"]["hits"] == "0"
    assert re.search(f"a ruling of {DAY} has lapsed: it held until {YESTERDAY}", row_of(ruled, 4)["reasons"])
    assert f"[without effect: it held until {YESTERDAY}]" in ruled.run("reprint", "rule", "list").out

    ruled.run("reprint", "rule", "quote", source, copy, "--until", TOMORROW)
    ruled.run("reprint", "report")
    assert re.search(f"ruled a fair quotation on {DAY}$", row_of(ruled, 4)["reasons"])
    assert ruled.run("reprint", "rule", "copy", copy, source, "--remove").exit_code == 1
    done = ruled.run("reprint", "rule", "quote", copy, source, "--remove")
    assert done.exit_code == 0, done.log
    assert ruled.run("reprint", "rule", "list").out == "Nothing is ruled.\n"
    ruled.run("reprint", "report")
    assert "ruled" not in row_of(ruled, 4)["reasons"]


def test_a_ruling_on_a_page_that_has_changed_lapses(ruled: Bench, tmp_path: Path) -> None:
    copy, source = pair(2)
    ruled.run("reprint", "rule", "copy", copy, source)
    title, text = stories()[2]
    later = page(copy, title, [*text[: len(text) // 2], *stories()[20][1]], START)
    later["fetched_at"] = "2026-05-03T08:00:00+08:00"
    ruled.replay(write_pages(tmp_path / "later.jsonl", [later]))
    ruled.run("reprint", "report")
    assert re.search(f"a ruling of {DAY} has lapsed: the page has changed", row_of(ruled, 2)["reasons"])
    assert ruled.domains()["there.test"]["hits"] == "0"
    assert "[without effect: the page has changed]" in ruled.run("reprint", "rule", "list").out


def test_a_ruling_on_two_pages_that_nothing_joins_waits_and_is_said(ruled: Bench) -> None:
    ruled.run("reprint", "rule", "copy", pair(1)[0], pair(2)[1])
    done = ruled.run("reprint", "report")
    assert "1 ruling is on a pair that nothing joins now" in done.out
    assert "[without effect: in the last report nothing joined the two; it waits]" in ruled.run(
        "reprint", "rule", "list"
    ).out


def test_rulings_go_out_and_come_back_as_they_were(ruled: Bench, tmp_path: Path) -> None:
    ruled.run("reprint", "rule", "copy", *pair(1), "--note", "=1+1, 不是巧合", "--until", "2099-01-31")
    ruled.run("reprint", "rule", "same_owner", *pair(2), "--reviewer", "Li")
    listed = ruled.run("reprint", "rule", "list").out
    done = ruled.run("reprint", "rule", "export", "out/rulings.csv")
    assert done.out == "2 rulings written to out/rulings.csv.\n", done.log
    text = (tmp_path / "out" / "rulings.csv").read_text(encoding="utf-8")
    assert "'=1+1" in text
    for kind, number in (("copy", 1), ("same_owner", 2)):
        ruled.run("reprint", "rule", kind, *pair(number), "--remove")
    assert ruled.run("reprint", "rule", "list").out == "Nothing is ruled.\n"
    (tmp_path / "excel.csv").write_text(text.replace("\n", "\r\n"), encoding="utf-8-sig", newline="")
    done = ruled.run("reprint", "rule", "import", "excel.csv")
    assert done.exit_code == 0, done.log
    assert ruled.run("reprint", "rule", "list").out == listed
    ruled.run("reprint", "rule", "export", "again.csv")
    assert (tmp_path / "again.csv").read_text(encoding="utf-8") == text


def test_a_file_with_bad_lines_is_refused_whole_and_says_which(ruled: Bench, tmp_path: Path) -> None:
    copy, source = pair(1)
    lines = [
        ["ruling", "url", "matched_url", "until"],
        ["not_copy", copy, source, ""],
        ["theft", copy, source, ""],
        ["quote", "https://none.test/1", source, ""],
        ["quote", source, copy, ""],
        ["quote", *pair(2), "soon"],
    ]
    with (tmp_path / "r.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(lines)
    done = ruled.run("reprint", "rule", "import", "r.csv")
    assert done.exit_code == 1
    assert done.log.count("\n") == 1
    for told in ("line 3: 'theft' is no ruling", "line 4: https://none.test/1", "line 5: the pair of line 2 again",
                 "line 6: 'soon' is no date"):
        assert told in done.log
    assert ruled.run("reprint", "rule", "list").out == "Nothing is ruled.\n"
    with (tmp_path / "r.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(lines[:2])
    assert ruled.run("reprint", "rule", "import", "r.csv").exit_code == 0
    assert f"no copy between {copy} and {source}" in ruled.run("reprint", "rule", "list").out


def test_what_cannot_be_ruled_is_one_sentence(ruled: Bench) -> None:
    copy, source = pair(1)
    for words in (["copy", copy, "https://here.test/none"], ["copy", copy, copy], ["copy", copy, pair(2)[0]],
                  ["copy", copy, source, "--until", "soon"], ["theft", copy, source], ["copy", copy], [],
                  ["quote", copy, source, "--remove"], ["import", "none.csv"], ["export", "."]):
        done = ruled.run("reprint", "rule", *words)
        assert done.exit_code == 1, words
        assert done.log.count("\n") == 1, done.log
        assert "Traceback" not in done.log
