"""Crawls started from a script, with every reactor, and several in one process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import scrapy

if TYPE_CHECKING:
    from .conftest import UserProject

#: As the documentation of Scrapy shows it: at the top level, without a guard.
SCRIPT = """
import json
import pathlib

import scrapy
from scrapy.crawler import PROCESS

with open("runs.txt", "a") as handle:
    handle.write("run\\n")

STORIES = json.loads(pathlib.Path("stories.json").read_text())


class Site(scrapy.Spider):
    start_urls = ["data:,"]

    def parse(self, response):
        for number, story in enumerate(STORIES[:4]):
            yield {"url": f"https://{self.name}.test/{number}", "html": story["page"], "reprint": None}
        yield f"no item of {self.name}"


class News(Site):
    name = "news"


class Thief(Site):
    name = "thief"


process = PROCESS({
    "ADDONS": {"scrapy_reprint.Addon": 500},
    "ITEM_PIPELINES": {"newsdesk.own.Before": 100, "newsdesk.own.After": 900},
    "EXTENSIONS": {"newsdesk.own.KeepStats": 1},
    "LOG_LEVEL": "INFO",
    "TELNETCONSOLE_ENABLED": False,
    "REMOTE_CONTROL_ENABLED": False,
    **SETTINGS,
})
process.crawl(News)
process.crawl(Thief)
process.start()
print("done")
"""
SELECT = "twisted.internet.selectreactor.SelectReactor"


@pytest.mark.parametrize(
    ("process", "settings"),
    [
        ("CrawlerProcess", {"REPRINT_WORKERS": 2}),
        ("CrawlerProcess", {"REPRINT_WORKERS": 1, "TWISTED_REACTOR": SELECT}),
        ("AsyncCrawlerProcess", {"REPRINT_WORKERS": 1}),
        pytest.param(
            "AsyncCrawlerProcess", {"REPRINT_WORKERS": 0, "TWISTED_REACTOR_ENABLED": False},
            marks=pytest.mark.skipif(scrapy.version_info < (2, 15), reason="this Scrapy needs a reactor"),
        ),
    ],
    ids=["asyncio", "select reactor", "async", "no reactor"],
)
def test_two_spiders_of_an_unguarded_script_fill_one_store(
    project: UserProject, process: str, settings: dict[str, Any]
) -> None:
    project.write("script.py", SCRIPT.replace("PROCESS", process).replace("SETTINGS", repr(settings)))
    done = project.run("script.py")
    assert done.is_clean(), done.log
    assert done.out == "done\n"
    assert (project.folder / "runs.txt").read_text() == "run\n"
    assert len(done.came_out) == 10
    assert all(told["same"] for told in done.came_out)
    assert all(item["reprint"]["simhash"] for item in done.items if isinstance(item, dict))
    assert {name: stats["reprint/articles"] for name, stats in done.stats.items()} == {"news": 4, "thief": 4}
    assert {name: stats["reprint/problems"] for name, stats in done.stats.items()} == {"news": 1, "thief": 1}
    assert sum(stats.get("reprint/pairs", 0) for stats in done.stats.values()) == 4
    assert project.pairs() == {(f"https://news.test/{n}", f"https://thief.test/{n}") for n in range(4)}
    assert {row["domain"]: row["judged"] for row in project.rows("domains.csv")} == {
        "news.test": "4", "thief.test": "4",
    }


def test_a_project_may_use_the_select_reactor(project: UserProject) -> None:
    project.spider("""
import json
import pathlib

import scrapy

STORY = json.loads(pathlib.Path("stories.json").read_text())[0]


class Two(scrapy.Spider):
    name = "two"
    start_urls = ["data:,"]

    def parse(self, response):
        yield {"url": "https://one.test/1", "text": STORY["text"]}
        yield {"url": "https://two.test/1", "text": STORY["text"]}
        yield {"url": "https://two.test/2"}
""")
    project.settings(f"""
ADDONS = {{"scrapy_reprint.Addon": 500}}
REPRINT_DROP = "high"
TWISTED_REACTOR = {SELECT!r}
""")
    done = project.crawl("two")
    assert done.is_clean(), done.log
    assert done.stats["two"]["item_scraped_count"] == 2
    assert done.stats["two"]["item_dropped_count"] == done.stats["two"]["reprint/problems"] == 1
    assert len(project.pairs()) == 1
