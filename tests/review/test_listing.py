from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from scrapy_reprint.crawler.review import listing
from scrapy_reprint.crawler.review.language import moment

from tests.pipeline.conftest import Bench, stories, write_pages

from .conftest import HOSTILE, START, Visitor, open_visitor, two_sites

if TYPE_CHECKING:
    from pathlib import Path


def test_the_list_shows_both_titles_and_when_they_were_published(visitor: Visitor) -> None:
    text = visitor.get("/?pairs=all").text
    for title, _ in stories()[:12]:
        assert text.count(title) == 2
    assert text.count("Published 2026-03-0") == 24
    assert "2026-03-02 07:40 +08:00" in text
    for host in ("here", "there"):
        assert f'<bdi class="address">https://{host}.test/00.html</bdi>' in text
    assert HOSTILE not in text
    assert "&lt;script&gt;" in text


def test_a_page_without_title_and_date_is_listed_by_its_address(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    rows = [{**row, "title": "", "html": re.sub(r"<title>.*?</title>|<h1>.*?</h1>", "", row.get("html", ""))}
            for row in two_sites()]
    done = bench.replay(write_pages(tmp_path / "pages.jsonl", rows))
    assert done.exit_code == 0, done.log
    with open_visitor(bench.store, tmp_path / "reports") as visitor:
        text = visitor.get("/?pairs=all").text
    picks = re.findall(r'class="pick"[^>]*><bdi class="address">(.*?)</bdi>', text)
    assert picks == [f"https://here.test/{number:02d}.html" for number in range(12)]


def test_titles_are_read_for_the_pairs_of_the_page_alone(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    heads = listing.read_heads
    monkeypatch.setattr("scrapy_reprint.crawler.review.desk.read_heads",
                        lambda txn, row: read.append(row.url) or heads(txn, row))
    monkeypatch.setattr("scrapy_reprint.crawler.review.app.PAGE", 5)
    assert len(visitor.pairs("?pairs=all&page=2")) == 5
    assert len(read) == 5
    assert len(visitor.pairs("?pairs=all&page=3")) == 2
    assert len(read) == 7


@pytest.mark.parametrize(
    ("time", "shown"),
    [
        (START.isoformat(), "2026-03-02 07:40 +08:00"), ("2026-03-02", "2026-03-02"),
        ("2026-03-02T07:40:12Z", "2026-03-02 07:40:12 Z"), ("2026-03-02T07:40:00.000", "2026-03-02 07:40"), ("", ""),
    ],
)
def test_times_are_shown_to_be_read(time: str, shown: str) -> None:
    assert moment(time) == shown
