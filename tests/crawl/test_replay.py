"""Replaying stored pages in real crawls."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING

import pytest
from scrapy.core.scraper import Slot
from scrapy_reprint.crawler.arguments import ArgumentError
from scrapy_reprint.crawler.spiders.replay import ReplaySpider

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Project


def _scrapy_waits_for_items_of_start() -> bool:
    slot = Slot()
    slot.itemproc_size = 1
    return not slot.is_idle()


# Older ones (2.14) close the feed export of a stopped crawl while such items are still on their way.
SCRAPY_WAITS = _scrapy_waits_for_items_of_start()


def rows(count: int, size: int = 10) -> str:
    return "".join(
        json.dumps({"url": f"https://a.test/{number}", "html": "x" * size}) + "\n" for number in range(count)
    )


def test_every_page_of_a_folder_becomes_an_item(project: Project, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.jsonl.gz").write_bytes(gzip.compress(rows(250).encode()))
    (folder / "b.jsonl").write_text('{"url": "https://b.test/", "body": "PGh0bWw+"}\n')
    done = project.crawl("replay", path=folder)
    assert done.exit_code == 0
    assert len(done.items) == 251
    assert done.items[-1]["body"] == "PGh0bWw+"
    assert done.stats["finish_reason"] == "finished"
    assert "Traceback" not in done.log


def test_what_a_feed_export_wrote_can_be_replayed(project: Project, tmp_path: Path) -> None:
    first = tmp_path / "first.jsonl"
    first.write_text('{"url": "https://b.test/", "body": "PGh0bWw+", "date_hints": [["feed", "2026-01-01"]]}\n')
    items = project.crawl("replay", path=first).items
    again = tmp_path / "again.jsonl"
    again.write_text("".join(json.dumps(item) + "\n" for item in items))
    assert project.crawl("replay", path=again).items == items


def test_bad_lines_are_told_and_counted_and_signalled(project: Project, tmp_path: Path) -> None:
    project.write(
        "from scrapy_reprint.crawler.signals import problem\n"
        "class Listen:\n"
        "    def __init__(self, crawler):\n"
        "        self.stats = crawler.stats\n"
        "        crawler.signals.connect(self.heard, signal=problem)\n"
        "    def heard(self, where, why):\n"
        "        self.stats.set_value('heard', f'{where} | {why}')\n"
        "    @classmethod\n"
        "    def from_crawler(cls, crawler):\n"
        "        return cls(crawler)\n"
        "EXTENSIONS['settings.Listen'] = 2\n"
    )
    path = tmp_path / "p.jsonl"
    path.write_text(rows(1) + "nonsense\n" + rows(2))
    done = project.crawl("replay", path=path)
    assert len(done.items) == 3
    assert done.stats["reprint/bad_input"] == 1
    assert done.stats["heard"].startswith(f"{path}, line 2 | not JSON")
    assert f"Cannot use {path}, line 2: not JSON" in done.log


def test_nothing_to_replay_is_one_sentence(project: Project, tmp_path: Path) -> None:
    done = project.crawl("replay", path=tmp_path / "p.jsonl")
    assert done.exit_code == 1
    assert f" ERROR: There is no file or folder {tmp_path}/p.jsonl; " in done.log.splitlines()[-1]
    assert "Traceback" not in done.log


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "There is no file or folder"),
        ("", "There is no page in"),
        ("nonsense\n", "line 1: not JSON"),
    ],
)
def test_what_cannot_be_replayed_is_said(tmp_path: Path, content: str | None, sentence: str) -> None:
    path = tmp_path / "p.jsonl"
    if content is not None:
        path.write_text(content)
    with pytest.raises(ArgumentError, match=sentence):
        ReplaySpider(str(path))


def test_the_path_is_asked_for(tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match="needs -a path="):
        ReplaySpider()
    with pytest.raises(ArgumentError, match="holds no"):
        ReplaySpider(str(tmp_path))


PIPELINE = """
import asyncio

class Slow:
    def __init__(self, crawler):
        self.crawler = crawler
        self.inside = self.most = 0

    @classmethod
    def from_crawler(cls, crawler):
        return cls(crawler)

    async def process_item(self, item):
        from scrapy.exceptions import DropItem
        self.inside += 1
        self.most = max(self.most, self.inside)
        self.crawler.stats.set_value("most", self.most)
        for _ in range(20):
            await asyncio.sleep(0)
        self.inside -= 1
        number = int(item.url.rpartition("/")[2])
        if number % 3 == 0:
            raise DropItem("a third is dropped")
        if number % 3 == 1:
            return {"url": item.url}
        return item

ITEM_PIPELINES = {"settings.Slow": 1}
"""


@pytest.mark.parametrize(("options", "page_bytes", "most"), [
    (["CONCURRENT_ITEMS=8"], 10, 8),
    (["SCRAPER_SLOT_MAX_ACTIVE_SIZE=50000"], 10_000, 6),
])
def test_no_more_pages_are_read_than_the_pipelines_take(
    project: Project, tmp_path: Path, options: list[str], page_bytes: int, most: int
) -> None:
    project.write(PIPELINE)
    path = tmp_path / "p.jsonl"
    path.write_text(rows(300, page_bytes))
    done = project.crawl("replay", *(part for option in options for part in ("-s", option)), path=path)
    assert len(done.items) == 200
    assert done.stats["item_dropped_count"] == 100
    assert 1 < done.stats["most"] <= most


def test_items_that_a_middleware_takes_out_do_not_stop_the_replay(project: Project, tmp_path: Path) -> None:
    project.write(
        PIPELINE
        + "class Sieve:\n"
        "    async def process_start(self, start):\n"
        "        async for item in start:\n"
        "            if int(item.url.rpartition('/')[2]) >= 50:\n"
        "                yield item\n"
        "SPIDER_MIDDLEWARES = {'settings.Sieve': 1}\n"
    )
    path = tmp_path / "p.jsonl"
    path.write_text(rows(100))
    done = project.crawl("replay", "-s", "CONCURRENT_ITEMS=5", path=path)
    assert done.stats["item_scraped_count"] + done.stats["item_dropped_count"] == 50


def test_a_replay_can_be_stopped(project: Project, tmp_path: Path) -> None:
    project.write(PIPELINE)
    path = tmp_path / "p.jsonl"
    path.write_text(rows(3000))
    options = ["-s", "CONCURRENT_ITEMS=5", "-s", "CLOSESPIDER_ITEMCOUNT=20"]
    done = project.crawl("replay", *options, path=path)
    assert done.stats["finish_reason"] == "closespider_itemcount"
    assert 20 <= len(done.items) < 100
    assert not SCRAPY_WAITS or "Traceback" not in done.log


def test_ctrl_c_stops_a_replay_and_what_was_read_is_kept(project: Project, tmp_path: Path) -> None:
    # The pipeline presses Ctrl-C itself, so that it comes while items are on their way.
    project.write(PIPELINE.replace("self.inside += 1", "self.inside += 1\n        if item.url.endswith('/50'):\n"
                                   "            import os, signal; os.kill(os.getpid(), signal.SIGINT)"))
    path = tmp_path / "p.jsonl"
    path.write_text(rows(3000))
    done = project.crawl("replay", "-s", "CONCURRENT_ITEMS=5", path=path)
    assert done.stats["finish_reason"] == "shutdown"
    assert 30 < len(done.items) < 100
    assert not SCRAPY_WAITS or len(done.items) == done.stats["item_scraped_count"]
    assert not SCRAPY_WAITS or "Traceback" not in done.log
