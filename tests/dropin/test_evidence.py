"""What a response knew stands in for what its items lack, and only for items of that page."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.crawl.mockserver import Answer

from .conftest import ADDON, stories

if TYPE_CHECKING:
    from tests.crawl.mockserver import MockServer

    from .conftest import UserProject

SPIDER = """
import dataclasses

import scrapy
from scrapy.exceptions import DropItem


@dataclasses.dataclass
class Row:
    url: str
    title: str
    reprint: dict | None = None


@dataclasses.dataclass
class Comment:
    words: str


class Mixed(scrapy.Spider):
    name = "mixed"

    async def start(self):
        for path in ("list", "api", "story/0", "story/1", "story/2", "story/3", "moved/4"):
            yield scrapy.Request(f"{self.url}/{path}", getattr(self, "parse_" + path.split("/")[0]))

    def parse_list(self, response):
        for link in response.css("a.elsewhere"):
            yield {"url": link.attrib["href"], "title": link.css("::text").get()}

    def parse_api(self, response):
        for row in response.json():
            yield {"url": row["link"], "text": row["text"], "title": row["title"]}

    def parse_story(self, response):
        yield {"url": response.url, "title": "Own title"}
        yield Row(response.urljoin(response.url), "Own title")
        path = response.url.removeprefix(self.url)
        yield {"url": path, "title": "Own title"}
        if path == "/story/3":
            yield Comment("no URL at all")

    def parse_moved(self, response):
        yield {"url": f"{self.url}/moved/4", "title": "Its first address"}


class Meddle:
    def process_item(self, item):
        url = item.get("url", "") if isinstance(item, dict) else getattr(item, "url", "")
        if url.endswith("story/1"):
            raise DropItem("not this one")
        if url.endswith("story/2"):
            return Row(url, "Put in its place") if isinstance(item, dict) else {"url": url}
        if url.endswith("story/3"):
            return Comment("put in its place, without the URL")
        return item
"""


@pytest.fixture
def site(server: MockServer) -> MockServer:
    pages = [story.page() for story in stories()]
    for number in range(4):
        server.html(f"/story/{number}", pages[number])
    server.html("/new/4", pages[4])
    server.pages["/moved/4"] = Answer(status=301, headers={"Location": "/new/4"})
    server.html("/list", "<html><title>Elsewhere</title>" + "".join(
        f'<p><a class="elsewhere" href="https://elsewhere.test/{number}">{story.title}</a></p>'
        for number, story in enumerate(stories()[:8])
    ))
    rows = [{"link": f"https://{name}.test/1", "text": stories()[5].text, "title": stories()[5].title}
            for name in ("one", "two")]
    server.pages["/api"] = Answer(json.dumps(rows).encode(), headers={"Content-Type": "application/json"})
    return server


def test_items_without_content_stand_for_their_response(project: UserProject, site: MockServer) -> None:
    project.spider(SPIDER)
    project.settings(ADDON.replace("ITEM_PIPELINES = {", 'ITEM_PIPELINES = {"newsdesk.spiders.spiders.Meddle": 50, '))
    done = project.crawl("mixed", url=site.url().rstrip("/"))
    assert done.is_clean(), done.log
    articles = project.articles()
    judged = {url for url, row in articles.items() if not row["skipped_because"]}
    assert judged == {
        *(site.url(f"/story/{number}") for number in (0, 2, 3)), site.url("/new/4"),
        "https://one.test/1", "https://two.test/1",
    }
    # The list's own page, not the eight that it names.
    assert set(articles) - judged == {site.url("/list")}
    assert articles[site.url("/list")]["title"] == "Elsewhere"
    assert articles[site.url("/story/0")]["title"] == "Own title"
    assert articles[site.url("/story/0")]["body"] == stories()[0].text
    assert articles[site.url("/new/4")]["title"] == stories()[4].title
    assert project.pairs() == {("https://one.test/1", "https://two.test/1")}
    assert {row["where"]: row["why"] for row in project.rows("problems.csv")} == {
        "/story/2": "the item's 'url' is no web address with a host",
        "item Comment": "the item has no 'url' field; map its name with REPRINT_FIELDS = {'url': ...}",
    }
    assert done.stats["mixed"]["item_dropped_count"] == 3
    assert done.stats["mixed"]["item_scraped_count"] == len(done.came_out) == 8 + 2 + 4 * 3 + 1 + 1 - 3


def test_items_without_page_or_response_pass_and_are_listed(project: UserProject, site: MockServer) -> None:
    project.spider(SPIDER)
    project.settings('ITEM_PIPELINES = {"scrapy_reprint.pipelines.ReprintPipeline": 300}\n')
    done = project.crawl("mixed", url=site.url().rstrip("/"))
    assert done.is_clean(), done.log
    assert done.stats["mixed"]["item_scraped_count"] == 8 + 2 + 4 * 3 + 1 + 1
    assert done.stats["mixed"]["reprint/problems"] == 8 + 4 * 3 + 1 + 1
    assert done.stats["mixed"]["reprint/articles"] == 2
    told = [line for line in done.log.splitlines() if "WARNING" in line and "Not analysed" in line]
    assert len(told) == 3
    assert sum("the item has neither HTML nor text, and no response is known for it; " in line for line in told) == 1
    problems = {row["where"] for row in project.rows("problems.csv")}
    assert problems == {
        "item Comment", *(f"https://elsewhere.test/{number}" for number in range(8)), site.url("/moved/4"),
        *(site.url(f"/story/{number}") for number in range(4)), *(f"/story/{number}" for number in range(4)),
    }
