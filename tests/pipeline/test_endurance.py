"""Crawls that are killed, interrupted, doubled or run out of room."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest
from scrapy_reprint.pipelines.index.store import Store

from .conftest import kill_group, web, write_pages

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from .conftest import Bench

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")


def committed(bench: Bench) -> set[bytes]:
    """Page ids that the store holds."""
    store = Store(str(bench.store), map_size=2**20, stamp=None, create=False)
    try:
        return store.read(lambda txn: {bytes(key) for key in txn.cursor("ids").iternext(values=False)})
    finally:
        store.close()


def wait_for_store(bench: Bench, process: subprocess.Popen[str], at_least: int = 1) -> None:
    """Wait until a running crawl has committed some pages."""
    while process.poll() is None:
        if (bench.store / "data.mdb").exists() and len(committed_elsewhere(bench)) >= at_least:
            return
        time.sleep(0.05)
    pytest.fail("the crawl ended before it could be stopped:\n" + process.communicate()[1])


def committed_elsewhere(bench: Bench) -> set[bytes]:
    try:
        return committed(bench)
    except Exception:
        return set()


def test_killed_twenty_times_then_run_to_the_end(bench: Bench, tmp_path: Path) -> None:
    rows = web()
    pages = write_pages(tmp_path / "pages.jsonl", rows)
    done = bench.replay(pages)
    assert done.exit_code == 0, done.log
    expected = {name: (bench.reports / name).read_bytes() for name in ("domains.csv", "matches.csv", "articles.jsonl")}

    bench.store, bench.reports = tmp_path / "killed", tmp_path / "after"
    chance = random.Random(20)
    kept: set[bytes] = set()
    slow = tmp_path / "slow.py"
    slow.write_text(SLOW)
    for _ in range(20):
        process = bench.start("crawl", "replay", "-a", f"path={pages}", settings={
            "ITEM_PIPELINES": '{"slow.Slow": 200}', "CONCURRENT_ITEMS": 2, "REPRINT_WORKERS": 0,
        })
        wait_for_store(bench, process)
        time.sleep(chance.uniform(0, 0.5))
        kill_group(process)
        now = committed(bench)
        assert now >= kept
        kept = now
    done = bench.replay(pages)
    assert done.exit_code == 0, done.log
    assert len(committed(bench)) == len(rows)
    for name, content in expected.items():
        assert (bench.reports / name).read_bytes() == content


# Takes its time over each page, so that a kill falls into the middle of the work.
SLOW = """
import asyncio

class Slow:
    async def process_item(self, item):
        await asyncio.sleep(0.02)
        return item
"""


@pytest.mark.parametrize("workers", [0, 2])
def test_ctrl_c_once_closes_cleanly(bench: Bench, tmp_path: Path, workers: int) -> None:
    pages = write_pages(tmp_path / "pages.jsonl", web())
    (tmp_path / "slow.py").write_text(SLOW.replace("0.02", "0.2"))
    process = bench.start("crawl", "replay", "-a", f"path={pages}", settings={
        "ITEM_PIPELINES": '{"slow.Slow": 200}', "CONCURRENT_ITEMS": 1, "REPRINT_WORKERS": workers,
    })
    wait_for_store(bench, process, 3)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the workers too
    _, log = process.communicate(timeout=60)
    assert "Traceback" not in log
    assert "The crawl was cut short (shutdown)" in log
    assert 0 < len(bench.articles()) < 28
    assert {row["crawl_complete"] for row in bench.rows("domains.csv")} == {"no"}
    done = bench.replay(pages)
    assert done.exit_code == 0, done.log
    assert {row["crawl_complete"] for row in bench.rows("domains.csv")} == {"yes"}


def test_two_crawls_at_once_into_one_store(bench: Bench, pages: Path, tmp_path: Path) -> None:
    bench.replay(pages)
    expected = (bench.reports / "domains.csv").read_bytes()
    bench.store = tmp_path / "shared"
    rows = web()
    halves = [write_pages(tmp_path / f"half{part}.jsonl", rows[part::2]) for part in (0, 1)]
    settings = {"REPRINT_MAP_SIZE": 2**20}
    running = [bench.start("crawl", "replay", "-a", f"path={half}", settings=settings) for half in halves]
    for process in running:
        _, log = process.communicate(timeout=120)
        assert process.returncode == 0, log
        assert "ERROR" not in log
    assert bench.run("reprint", "report").exit_code == 0
    assert (bench.reports / "domains.csv").read_bytes() == expected


def test_store_with_other_parameters_is_one_sentence(bench: Bench, pages: Path) -> None:
    bench.replay(pages)
    done = bench.replay(pages, REPRINT_SHINGLE_WORDS=4)
    assert done.exit_code == 1
    assert "Traceback" not in done.log
    assert "shingle_words = 5 and this crawl uses shingle_words = 4" in done.log
    assert "REPRINT_SHINGLE_WORDS" in done.log
    told = bench.run("reprint", "report", settings={"REPRINT_SHINGLE_WORDS": 4})
    assert told.exit_code == 1
    assert told.log.startswith("scrapy reprint: The store in")
    assert told.log.count("\n") == 1


def test_setting_that_cannot_be_used_is_one_sentence(bench: Bench, pages: Path) -> None:
    done = bench.replay(pages, REPRINT_WORKERS="many")
    assert done.exit_code == 1
    assert "Traceback" not in done.log
    assert "REPRINT_WORKERS is 'many'; it must be a whole number" in done.log


def test_report_without_a_store_is_one_sentence(bench: Bench) -> None:
    done = bench.run("reprint", "report")
    assert done.exit_code == 1
    assert "REPRINT_DB" in done.log
    assert done.log.count("\n") == 1


def test_reports_that_cannot_be_written_leave_the_store_whole(bench: Bench, pages: Path) -> None:
    bench.reports.write_text("a file in the way")
    done = bench.replay(pages)
    assert "Traceback" not in done.log
    assert "REPRINT_OUTPUT_DIR" in done.log
    assert len(committed(bench)) == 28
    bench.reports.unlink()
    assert bench.run("reprint", "report").exit_code == 0
    assert bench.domains()["thief.test"]["verdict"] == "scraper"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A small file system."""
    folder = tmp_path / "small"
    folder.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", str(folder)], check=False,
                          capture_output=True)
    if made.returncode:
        pytest.skip("file systems cannot be mounted here")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_full_disk_is_one_sentence_and_what_was_committed_is_kept(
    bench: Bench, small_disk: Path, tmp_path: Path
) -> None:
    rows = web(28)
    pages = write_pages(tmp_path / "many.jsonl", rows)
    bench.store = small_disk / "store"
    done = bench.replay(pages)
    assert "Traceback" not in done.log
    assert done.log.count("is full; free space or set REPRINT_DB") == 1
    kept = committed(bench)
    assert 0 < len(kept) < len(rows)
    assert len(bench.articles()) == len(kept)
    subprocess.run(["mount", "-o", "remount,size=64m", str(small_disk)], check=True)
    done = bench.replay(pages)
    assert done.exit_code == 0, done.log
    assert committed(bench) >= kept
    assert len(committed(bench)) == len(rows)
