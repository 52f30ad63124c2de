"""A crawl that fetches faster than its pages can be analysed waits; it does not pile them up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .conftest import stories

if TYPE_CHECKING:
    from tests.crawl.mockserver import MockServer

    from .conftest import UserProject

PAGES = 120

SPIDER = f"""
import scrapy


class Many(scrapy.Spider):
    name = "many"

    async def start(self):
        for number in range({PAGES}):
            yield scrapy.Request(f"{{self.url}}{{number}}")

    def parse(self, response):
        yield {{"url": response.url, "html": response.text}}
"""

# Pages wait in the pool's queue, and most of all while its process starts.
WATCHED = """
from scrapy_reprint.pipelines import ReprintPipeline


class Watched(ReprintPipeline):
    async def process_item(self, item):
        self._crawler.stats.max_value("waiting", self._pool._jobs.qsize())
        return await super().process_item(item)
"""

SETTINGS = """
ITEM_PIPELINES = {"newsdesk.watched.Watched": 300}
REPRINT_WORKERS = 1
CONCURRENT_REQUESTS = 4
SCRAPER_SLOT_MAX_ACTIVE_SIZE = 200_000
"""


def test_pages_that_wait_are_bounded(project: UserProject, server: MockServer) -> None:
    page = stories()[0].page().replace("<body>", f"<body><!--{'x' * 40_000}-->")
    for number in range(PAGES):
        server.html(f"/{number}", page)
    project.write("newsdesk/watched.py", WATCHED)
    project.spider(SPIDER)
    project.settings(SETTINGS)
    done = project.crawl("many", url=server.url("/"))
    assert done.exit_code == 0, done.log
    stats = done.stats["many"]
    assert stats["reprint/pages"] == PAGES
    # Five pages fill the 200 kB, and requests that are under way then still come back.
    assert 2 <= stats["waiting"] <= 5 + 4 + 1
