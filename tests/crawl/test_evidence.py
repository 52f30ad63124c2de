"""Pipelines can ask what response an item came from; nothing of it stays behind."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .conftest import Project
    from .mockserver import MockServer

SOURCE = """
import dataclasses, gc, json
import scrapy
from scrapy.exceptions import DropItem
from scrapy_reprint.middlewares import evidence, evidence_of

SPIDER_MODULES = ["settings"]
SPIDER_MIDDLEWARES = {"scrapy_reprint.middlewares.EvidenceMiddleware": 50}
ITEM_PIPELINES = {"settings.DropSome": 100, "settings.Ask": 200}


@dataclasses.dataclass
class Row:
    url: str
    number: int
    known: dict | None = None


class Classic(scrapy.Item):
    url = scrapy.Field()
    number = scrapy.Field()
    known = scrapy.Field()


MAKE = {"dict": dict, "dataclass": Row, "item": Classic}


class Rows(scrapy.Spider):
    name = "rows"

    async def start(self):
        for number in range(20):
            meta = {"reprint_date_hints": [["feed", "2026-01-01"]]}
            yield scrapy.Request(f"{self.url}{number}", meta=meta, cb_kwargs={"number": number})

    SYNC

    def closed(self, reason):
        gc.collect()
        books = list(evidence._BOOKS.values())
        self.crawler.stats.set_value("left", sum(map(len, books)))


class DropSome:
    def process_item(self, item):
        if (item.number if isinstance(item, Row) else item["number"]) % 4 == 0:
            raise DropItem("a quarter goes")
        return item


class Ask:
    def __init__(self, crawler):
        self.crawler = crawler

    @classmethod
    def from_crawler(cls, crawler):
        return cls(crawler)

    async def process_item(self, item):
        page = evidence_of(self.crawler, item)
        assert evidence_of(self.crawler, dict(url="another")) is None
        known = {"url": page.url, "status": page.status, "body": page.body.decode(),
                 "type": page.header("content-type"), "hints": page.date_hints}
        self.crawler.stats.max_value("most", len(evidence._BOOKS[self.crawler]))
        if isinstance(item, Row):
            item.known = known
        else:
            item["known"] = known
        return item
"""
SYNC = """
    def parse(self, response, number):
        yield MAKE[self.kind](url=response.url, number=number)
        yield MAKE[self.kind](url=response.url, number=number)
"""
ASYNC = SYNC.replace("def parse", "async def parse")


@pytest.mark.parametrize(("kind", "parse"), [("dict", SYNC), ("dataclass", ASYNC), ("item", SYNC)])
def test_each_item_finds_its_response_and_nothing_is_left(
    project: Project, server: MockServer, kind: str, parse: str
) -> None:
    project.write(SOURCE.replace("    SYNC\n", parse).replace("", ""))
    for number in range(20):
        server.html(f"/{number}", f"<html>{number}")
    done = project.crawl("rows", url=server.url(), kind=kind)
    assert len(done.items) == 30
    for item in done.items:
        number = item["number"]
        assert item["known"] == {
            "url": server.url(f"/{number}"), "status": 200, "body": f"<html>{number}",
            "type": "text/html; charset=utf-8", "hints": [["feed", "2026-01-01"]],
        }
    assert done.stats["item_dropped_count"] == 10
    assert done.stats["left"] == 0
    assert "ERROR" not in done.log
