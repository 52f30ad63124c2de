"""With REPRINT_DROP set, copies leave the crawl; without it nothing does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .conftest import ADDON

if TYPE_CHECKING:
    from .conftest import UserProject

SPIDER = """
import json
import pathlib

import scrapy

STORIES = json.loads(pathlib.Path("stories.json").read_text())


class Sites(scrapy.Spider):
    name = "sites"
    start_urls = ["data:,"]

    def parse(self, response):
        for site in self.sites.split(","):
            for number, story in enumerate(STORIES[:3]):
                yield {"url": f"https://{site}.test/{number}", "text": story["text"]}
            yield {"url": f"https://{site}.test/own", "text": STORIES[4 + len(site)]["text"]}
"""


def test_copies_are_dropped_and_the_first_is_kept_in_every_crawl(project: UserProject) -> None:
    project.spider(SPIDER)
    project.settings(ADDON)
    for _ in ("first crawl", "the same again, into the store that knows both"):
        done = project.crawl("sites", "-s", "REPRINT_DROP=high", sites="news,thief")
        assert done.is_clean(), done.log
        assert sorted(item["url"] for item in done.items) == [
            *(f"https://news.test/{name}" for name in ("0", "1", "2", "own")), "https://thief.test/own",
        ]
        assert done.stats["sites"]["item_dropped_count"] == done.stats["sites"]["reprint/dropped"] == 3
        assert "Dropped: https://thief.test/0 matches https://news.test/0 (high, verbatim)" in done.log
        assert len(project.pairs()) == 3
    done = project.crawl("sites", sites="news,thief")
    assert done.is_clean(), done.log
    assert len(done.came_out) == 8
    assert "item_dropped_count" not in done.stats["sites"]
