"""The same pages in whatever order, however many at a time, in one crawl or in three: the same report."""

from __future__ import annotations

import base64
import random
import time
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Any

import pytest
from scrapy_reprint.crawler.demo.sites import build_site_pages, true_verdicts

from .conftest import Bench, kill_group, write_pages

if TYPE_CHECKING:
    from pathlib import Path

FILES = ("domains.csv", "matches.csv", "articles.jsonl")


@pytest.fixture(scope="module")
def rows() -> list[dict[str, Any]]:
    """The demo web's pages."""
    return [
        {
            "url": f"https://{host}{path}", "status": page.status, "headers": {"Content-Type": page.content_type},
            "body": base64.b64encode(page.body).decode(), "fetched_at": "2026-09-01T08:00:00+08:00",
        }
        for (host, path), page in sorted(build_site_pages().items())
        if "html" in page.content_type
    ]


def crawl(folder: Path, rows: list[dict[str, Any]], *, kills: int = 0, **settings: Any) -> dict[str, bytes]:
    """Files of the report of a crawl that is killed and begun again so many times."""
    folder.mkdir()
    bench = Bench(folder)
    pages = write_pages(folder / "pages.jsonl", rows)
    for number in range(kills):
        process = bench.start("crawl", "replay", "-a", f"path={pages}", settings=settings)
        deadline = time.monotonic() + 60
        while not (bench.store / "data.mdb").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        time.sleep(0.6 * number + 0.4)
        kill_group(process)
    done = bench.replay(pages, **settings)
    assert done.exit_code == 0, done.log
    return {name: (bench.reports / name).read_bytes() for name in FILES}


def test_the_order_of_the_pages_changes_nothing(rows: list[dict[str, Any]], tmp_path: Path) -> None:
    by_host: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        by_host.setdefault(row["url"].split("/")[2], []).append(row)
    one_at_a_time = {"CONCURRENT_ITEMS": 1, "CONCURRENT_REQUESTS": 1}
    many = {"CONCURRENT_ITEMS": 32, "CONCURRENT_REQUESTS": 32, "REPRINT_WORKERS": 2}
    expected = crawl(tmp_path / "by domain", list(chain.from_iterable(by_host.values())), **one_at_a_time)

    orders = {f"random {seed}": random.Random(seed).sample(rows, len(rows)) for seed in range(3)}
    orders["interleaved"] = [row for turn in zip_longest(*by_host.values()) for row in turn if row]
    for name, order in orders.items():
        assert crawl(tmp_path / name, order, **many) == expected, name
    assert crawl(tmp_path / "killed", orders["random 0"], kills=2, **many) == expected


def test_the_report_tells_the_truth_of_the_demo(rows: list[dict[str, Any]], tmp_path: Path) -> None:
    crawl(tmp_path / "demo", random.Random(9).sample(rows, len(rows)))
    found = {domain: row["verdict"] for domain, row in Bench(tmp_path / "demo").domains().items()}
    assert found == true_verdicts()
