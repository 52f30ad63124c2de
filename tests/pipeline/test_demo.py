from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_reprint.crawler.demo import build_copies, true_verdicts

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Bench


def test_demo_calls_each_site_by_its_name(bench: Bench, tmp_path: Path) -> None:
    done = bench.run("crawl", "demo")
    assert done.exit_code == 0, done.log
    domains = bench.domains()
    assert {name: row["verdict"] for name, row in domains.items()} == true_verdicts()
    assert all(row["crawl_complete"] == "yes" for row in domains.values())
    assert bench.rows("problems.csv") == []
    last = done.log.rstrip().splitlines()
    assert "Reports: " in last[-1]
    assert any(line.startswith("kuaixun-toutiao.test") and "scraper" in line for line in last[-15:])

    found = {(row["url"], row["matched_url"]): row for row in bench.rows("matches.csv")}
    copies = build_copies()
    missed = [pair for pair in copies.items() if pair not in found and pair[::-1] not in found]
    assert missed == []
    right = sum(found[pair]["direction"] == "copies" for pair in copies.items() if pair in found)
    wrong = [pair for pair in copies.items() if found.get(pair[::-1], {}).get("direction") == "copies"]
    assert wrong == []
    assert right >= 0.9 * len(copies)

    victim = domains["tidepool.test"]
    assert int(victim["copied_by"]) >= 4
    assert (victim["hits"], float(victim["score"])) == ("0", 0)

    expected = (bench.reports / "domains.csv").read_bytes()
    again = bench.run("crawl", "demo", settings={"CONCURRENT_REQUESTS": 1, "REPRINT_WORKERS": 1})
    assert again.exit_code == 0, again.log
    assert (bench.reports / "domains.csv").read_bytes() == expected
    bench.store = tmp_path / "other"
    bench.run("crawl", "demo", settings={"CONCURRENT_REQUESTS": 32, "CONCURRENT_REQUESTS_PER_DOMAIN": 32})
    assert (bench.reports / "domains.csv").read_bytes() == expected

