"""One line switches everything on in a project that exists; what the project says itself holds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from scrapy.settings import Settings
from scrapy.utils.misc import load_object
from scrapy_reprint import Addon

from tests.crawl.mockserver import Answer

from .conftest import ADDON, BEFORE_AND_AFTER, stories

if TYPE_CHECKING:
    from tests.crawl.mockserver import MockServer

    from .conftest import UserProject

NEWS = """
import scrapy


class News(scrapy.Spider):
    name = "news"

    async def start(self):
        yield scrapy.Request(self.url)

    def parse(self, response):
        yield from response.follow_all(css="a.story", callback=self.parse_story)

    def parse_story(self, response):
        yield {"url": response.url, "title": response.css("h1::text").get()}
"""

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
BLOCKS = [block.partition("```")[0] for block in README.split("```python\n")[1:]]
ALONE = next(block for block in BLOCKS if block.startswith("ADDONS"))
BY_HAND = next(block for block in BLOCKS if "EvidenceMiddleware" in block)


def test_the_readme_lists_all_that_the_add_on_enters() -> None:
    settings = Settings()
    Addon().update_settings(settings)
    shown: dict[str, dict[str, int]] = {}
    exec(BY_HAND, {}, shown)
    for name, entries in shown.items():
        assert {load_object(path): place for path, place in entries.items()} == dict(settings[name])


@pytest.fixture
def news(server: MockServer) -> MockServer:
    """Four stories on one host, and the same on another that says utf-8 and serves GBK; all with an ETag."""
    links = ""
    for number, story in enumerate(stories()[:4]):
        for path, body in ((f"/a/{number}", story.page().encode()), (f"/b/{number}", story.page().encode("gbk"))):
            headers = {"Content-Type": "text/html; charset=utf-8", "ETag": f'"{number}"'}
            server.pages[path] = _conditional(Answer(body, headers=headers))
        links += f'<a class="story" href="{server.url(f"/a/{number}")}">{story.title}</a>'
        links += f'<a class="story" href="{server.url(f"/b/{number}", "localhost")}">{story.title}</a>'
    server.html("/", f"<html><body>{links}</body></html>")
    return server


def _conditional(answer: Answer):
    return lambda asked: Answer(status=304) if "if-none-match" in asked.headers else answer


@pytest.mark.parametrize("how", [ALONE, BY_HAND], ids=["the add-on alone", "all by hand"])
def test_an_existing_crawler_finds_its_copies(project: UserProject, news: MockServer, how: str) -> None:
    project.spider(NEWS)
    own = f"ITEM_PIPELINES.update({BEFORE_AND_AFTER})\n"
    project.settings("ITEM_PIPELINES = {}\n" + how + own)
    for _ in ("first crawl", "and again, with nothing skipped")[: 2 if how == ALONE else 1]:
        done = project.crawl("news", url=news.url())
        assert done.is_clean(), done.log
        assert len(done.came_out) == 8
        assert all(told["same"] and set(told["item"]) == {"url", "title"} for told in done.came_out)
        assert sorted(item["title"] for item in done.items) == sorted([story.title for story in stories()[:4]] * 2)
        assert done.stats["news"]["reprint/articles"] == 8
        assert project.pairs() == {
            (news.url(f"/a/{number}"), news.url(f"/b/{number}", "localhost")) for number in range(4)
        }
        assert {row["tier"] for row in project.rows("matches.csv")} == {"high"}
        assert {row["domain"] for row in project.rows("domains.csv")} == {"127.0.0.1", "localhost"}
        assert project.rows("problems.csv") == []
    assert ("pages/s" in done.log) == (how == ALONE)


def test_the_pipeline_alone_reads_items_that_carry_their_page(project: UserProject) -> None:
    project.spider("""
import json
import pathlib

import scrapy


class Plain(scrapy.Spider):
    name = "plain"

    start_urls = ["data:,"]

    def parse(self, response):
        for story in json.loads(pathlib.Path("stories.json").read_text())[:3]:
            for site in ("one", "two"):
                yield {"url": f"https://{site}.test/{story['title']}", "html": story["page"]}
""")
    project.settings('ITEM_PIPELINES = {"scrapy_reprint.pipelines.ReprintPipeline": 300}\n')
    done = project.crawl("plain")
    assert done.is_clean(), done.log
    assert done.stats["plain"]["item_scraped_count"] == 6
    assert len(project.pairs()) == 3


SHOW = """
import json

import scrapy
from scrapy.utils.misc import load_object

NAMES = ("ITEM_PIPELINES", "DOWNLOADER_MIDDLEWARES", "SPIDER_MIDDLEWARES", "EXTENSIONS")


class Show(scrapy.Spider):
    name = "show"
    custom_settings = CUSTOM

    async def start(self):
        print(json.dumps({
            name: {load_object(key).__name__: place for key, place in self.settings[name].items()} for name in NAMES
        }))
        return
        yield
"""
DEFAULTS = {
    "ITEM_PIPELINES": {"ReprintPipeline": 300},
    "DOWNLOADER_MIDDLEWARES": {"CharsetMiddleware": 580, "UnchangedMiddleware": 120, "GoneMiddleware": 121},
    "SPIDER_MIDDLEWARES": {"EvidenceMiddleware": 50},
    "EXTENSIONS": {"KeepStats": 1, "Progress": 0},
}
OWN_PLACES = """
from scrapy_reprint.middlewares import EvidenceMiddleware

ITEM_PIPELINES = {"scrapy_reprint.pipelines.ReprintPipeline": 850}
DOWNLOADER_MIDDLEWARES = {
    "scrapy_reprint.middlewares.CharsetMiddleware": None,
    "scrapy_reprint.middlewares.unchanged.UnchangedMiddleware": 130,
    "scrapy_reprint.middlewares.gone.GoneMiddleware": None,
}
SPIDER_MIDDLEWARES = {EvidenceMiddleware: 75}
EXTENSIONS["scrapy_reprint.crawler.progress.Progress"] = None
"""


@pytest.mark.parametrize(
    ("own", "custom", "expected"),
    [
        ("", "{}", DEFAULTS),
        (OWN_PLACES, "{}", {
            "ITEM_PIPELINES": {"ReprintPipeline": 850},
            "DOWNLOADER_MIDDLEWARES": {
                "CharsetMiddleware": None, "UnchangedMiddleware": 130, "GoneMiddleware": None,
            },
            "SPIDER_MIDDLEWARES": {"EvidenceMiddleware": 75},
            "EXTENSIONS": {"KeepStats": 1, "Progress": None},
        }),
        ("", '{"ITEM_PIPELINES": {"newsdesk.own.Before": 100}}', {
            **DEFAULTS, "ITEM_PIPELINES": {"Before": 100, "ReprintPipeline": 300},
        }),
    ],
    ids=["nothing set", "own places", "a spider's own pipelines"],
)
def test_entries_that_the_project_has_stay_as_they_are(
    project: UserProject, own: str, custom: str, expected: dict[str, dict[str, int | None]]
) -> None:
    project.spider(SHOW.replace("CUSTOM", custom))
    project.settings(ALONE + own)
    done = project.crawl("show")
    assert done.is_clean(), done.log
    assert json.loads(done.out) == expected


def test_a_page_that_has_gone_is_noted_though_no_item_comes_of_it(project: UserProject, news: MockServer) -> None:
    project.spider(NEWS)
    project.settings(ADDON)
    project.crawl("news", url=news.url())
    news.pages["/a/1"] = Answer(b"<p>none", 404, {"Content-Type": "text/html"})
    news.pages["/a/2"] = Answer(status=302, headers={"Location": "/nowhere"})
    news.pages["/a/3"] = Answer(b"<p>busy", 503, {"Content-Type": "text/html"})
    done = project.crawl("news", url=news.url())
    assert done.is_clean(), done.log
    assert done.stats["news"]["reprint/gone"] == 2
    articles = project.articles()
    told = {path: articles[news.url(path)]["skipped_because"] for path in ("/a/0", "/a/1", "/a/2", "/a/3")}
    assert told == {"/a/0": "", "/a/1": "gone", "/a/2": "gone", "/a/3": ""}
    assert stories()[1].paragraphs[0] in articles[news.url("/a/1")]["body"]


HANDLES_404 = NEWS.replace("    name = \"news\"\n", "    name = \"news\"\n    handle_httpstatus_list = [404]\n")


def test_an_item_of_an_error_page_does_not_replace_the_page(project: UserProject, news: MockServer) -> None:
    project.spider(HANDLES_404)
    project.settings(ADDON + 'DOWNLOADER_MIDDLEWARES = {"scrapy_reprint.middlewares.GoneMiddleware": None}\n')
    project.crawl("news", url=news.url())
    news.pages["/a/1"] = Answer(b"<h1>404</h1><p>none", 404, {"Content-Type": "text/html"})
    done = project.crawl("news", url=news.url())
    assert done.is_clean(), done.log
    article = project.articles()[news.url("/a/1")]
    assert (article["skipped_because"], article["title"]) == ("gone", stories()[1].title)
