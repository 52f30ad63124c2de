"""What other components of the project do wrong does not cost the reports."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from .conftest import stories

if TYPE_CHECKING:
    from .conftest import UserProject

SPIDER = """
import json
import pathlib

import scrapy

STORIES = json.loads(pathlib.Path("stories.json").read_text())


class Two(scrapy.Spider):
    name = "two"
    start_urls = ["data:,"]

    def parse(self, response):
        for number, story in enumerate(STORIES[:2]):
            yield {"url": f"https://one.test/{number}", "text": story["text"]}
            yield {"url": f"https://two.test/{number}", "text": story["text"]}
        FAULT


class Faulty:
    def open_spider(self):
        OPEN

    def process_item(self, item):
        ITEM
        return item

    def close_spider(self):
        CLOSE
"""


def faulty(**places: str) -> str:
    source = SPIDER
    for place in ("FAULT", "OPEN", "ITEM", "CLOSE"):
        source = source.replace(place, places.get(place.lower(), "pass"))
    return source


@pytest.mark.parametrize("priority", [100, 900])
def test_reports_are_written_when_everything_around_fails(project: UserProject, priority: int) -> None:
    project.spider(faulty(
        close="raise RuntimeError('cannot close')", fault="raise ValueError('cannot parse')",
        item="if item['url'].endswith('two.test/1'): raise KeyError('cannot process')",
    ))
    project.settings(
        'ADDONS = {"scrapy_reprint.Addon": 500}\n'
        f'ITEM_PIPELINES = {{"newsdesk.spiders.spiders.Faulty": {priority}}}\n'
    )
    done = project.crawl("two")
    for fault in ("cannot close", "cannot parse", "cannot process"):
        assert fault in done.log
    assert "scrapy_reprint" not in "".join(line for line in done.log.splitlines() if "ERROR" in line)
    expected = {f"https://{site}.test/{number}" for site in ("one", "two") for number in range(2)}
    if priority == 100:
        expected.remove("https://two.test/1")
    assert set(project.articles()) == expected
    assert project.articles()["https://one.test/0"]["body"] == stories()[0].text
    assert len(project.pairs()) == len(expected) - 2
    assert done.stats["two"]["reprint/report/pairs"] == len(expected) - 2


def test_a_pipeline_that_cannot_open_ends_the_crawl_and_leaves_no_process(project: UserProject) -> None:
    project.spider(faulty(open="raise RuntimeError('cannot open')"))
    project.settings(
        'ADDONS = {"scrapy_reprint.Addon": 500}\n'
        'ITEM_PIPELINES = {"newsdesk.spiders.spiders.Faulty": 900}\n'
        'REPRINT_WORKERS = 2\n'
    )
    done = project.crawl("two")
    assert done.exit_code == 1
    assert "cannot open" in done.log
    assert "REPRINT" not in done.log.partition("cannot open")[2]
    project.spider(faulty())
    assert project.crawl("two", "-s", "REPRINT_WORKERS=0").is_clean()


@pytest.mark.parametrize("items", [1, 300])
def test_a_spider_that_yields_items_from_start_can_be_stopped(project: UserProject, items: int) -> None:
    project.spider("""
import json
import pathlib

import scrapy

STORIES = json.loads(pathlib.Path("stories.json").read_text())


class Start(scrapy.Spider):
    name = "start"

    async def start(self):
        for number in range(int(self.items)):
            yield {"url": f"https://one.test/{number}", "text": STORIES[number % 10]["text"]}
""")
    project.settings('ADDONS = {"scrapy_reprint.Addon": 500}\nCLOSESPIDER_ITEMCOUNT = 1\nREPRINT_WORKERS = 1\n')
    done = project.crawl("start", items=items)
    assert done.is_clean(), done.log
    assert done.stats["start"]["finish_reason"] == "closespider_itemcount"
    assert "The crawl was cut short (closespider_itemcount)" in done.log
    assert len(project.articles()) == done.stats["start"]["item_scraped_count"] >= 1
