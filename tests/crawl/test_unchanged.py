"""What a former crawl stored is skipped, and asked for again when it has grown old."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from .mockserver import Answer

if TYPE_CHECKING:
    from .conftest import Project
    from .mockserver import Asked, MockServer

SOURCE = """
import time
from dataclasses import dataclass
import scrapy
from scrapy_reprint.middlewares import Unchanged, UnchangedMiddleware

SPIDER_MODULES = ["settings"]
DOWNLOADER_MIDDLEWARES = {"settings.Middleware": 120}


@dataclass(frozen=True)
class Seen:
    stored_at: float
    page_type: str = "article"
    etag: str = ""
    last_modified: str = ""
    follows: tuple = ()


NOW = 2_000_000_000.0
KNOWN = {
    "/fresh": Seen(NOW - 3599, follows=("/behind",)),
    "/old": Seen(NOW - 3601, etag='"1"', last_modified="Sat, 01 Jan 2033 00:00:00 GMT", follows=("/behind-old",)),
    "/old-without-etag": Seen(NOW - 3601),
    "/list": Seen(NOW - 1, page_type="list"),
}


class Store:
    touched = []

    async def seen(self, url):
        return KNOWN.get("/" + url.rpartition("/")[2])

    async def touch(self, url):
        self.touched.append(url)


class Middleware(UnchangedMiddleware):
    @classmethod
    def from_crawler(cls, crawler):
        return cls(Store, 3600, lambda: crawler.stats, lambda: NOW)


class Asks(scrapy.Spider):
    name = "asks"

    async def start(self):
        meta = {"reprint_refetch": True} if getattr(self, "refetch", "") else {}
        headers = {"If-None-Match": '"mine"'} if getattr(self, "etag", "") else {}
        for url in self.urls.split(","):
            yield scrapy.Request(url, self.parse, errback=self.failed, meta=meta, headers=headers)

    def parse(self, response):
        yield {"status": response.status}

    def failed(self, failure):
        if failure.check(Unchanged):
            yield {"unchanged": str(failure.value), "follows": list(failure.value.follows), "touched": Store.touched}
        else:
            yield {"failed": repr(failure.value)}
"""


@pytest.fixture
def site(project: Project, server: MockServer) -> MockServer:
    project.write(SOURCE)

    def conditional(asked: Asked) -> Answer:
        unchanged = asked.headers.get("if-none-match") == '"1"'
        return Answer(status=304) if unchanged else Answer(b"<html>", headers={"ETag": '"1"'})

    for path in ("/fresh", "/old", "/old-without-etag", "/list", "/unknown"):
        server.pages[path] = conditional
    return server


def test_a_fresh_article_is_not_fetched(project: Project, site: MockServer) -> None:
    done = project.crawl("asks", urls=site.url("/fresh"))
    assert done.items == [{"unchanged": "stored already, and fresh", "follows": ["/behind"], "touched": []}]
    assert site.paths() == []
    assert done.stats["reprint/unchanged/fresh"] == 1


@pytest.mark.parametrize("cache", ["False", "True"])
def test_an_older_article_is_skipped_when_the_server_says_so(
    project: Project, site: MockServer, cache: str
) -> None:
    done = project.crawl("asks", "-s", f"HTTPCACHE_ENABLED={cache}", urls=site.url("/old"))
    assert done.items == [
        {"unchanged": "not modified", "follows": ["/behind-old"], "touched": [site.url("/old")]}
    ]
    assert site.asked[0].headers["if-modified-since"] == "Sat, 01 Jan 2033 00:00:00 GMT"
    assert done.stats["reprint/unchanged/not_modified"] == 1


def test_everything_else_is_fetched(project: Project, site: MockServer) -> None:
    urls = ",".join(site.url(path) for path in ("/old-without-etag", "/list", "/unknown"))
    done = project.crawl("asks", urls=urls)
    assert done.items == [{"status": 200}] * 3
    assert not any("if-none-match" in asked.headers for asked in site.asked)


def test_the_request_can_insist(project: Project, site: MockServer) -> None:
    assert project.crawl("asks", urls=site.url("/fresh"), refetch=1).items == [{"status": 200}]


def test_the_users_own_condition_stays(project: Project, site: MockServer) -> None:
    assert project.crawl("asks", urls=site.url("/old"), etag=1).items == [{"status": 200}]
    assert site.asked[0].headers["if-none-match"] == '"mine"'
    assert "if-modified-since" not in site.asked[0].headers


def test_the_real_store_is_asked(project: Project, server: MockServer) -> None:
    project.write(
        "DOWNLOADER_MIDDLEWARES = {'scrapy_reprint.middlewares.UnchangedMiddleware': 120}\n"
        "REPRINT_DB = 'store'\n"
        "AUTOTHROTTLE_ENABLED = False\n"
    )
    server.html("/", "<html>")
    assert project.crawl("site", urls=server.url()).paths() == ["/"]
