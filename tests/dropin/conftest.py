"""A crawler that somebody already has: a project of its own, with items, pipelines and settings of its own."""

from __future__ import annotations

import csv
import html
import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from scrapy_reprint.crawler.demo.article import load_articles

from tests.crawl.mockserver import MockServer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SETTINGS = """
BOT_NAME = "newsdesk"
SPIDER_MODULES = ["newsdesk.spiders"]
TELNETCONSOLE_ENABLED = False
REMOTE_CONTROL_ENABLED = False
RETRY_ENABLED = False
LOG_LEVEL = "INFO"
EXTENSIONS = {"newsdesk.own.KeepStats": 1}
REPRINT_WORKERS = 0
"""
OWN = """
import json
import pathlib

from itemadapter import ItemAdapter
from scrapy import signals


class KeepStats:
    def __init__(self, crawler):
        self.crawler = crawler
        crawler.signals.connect(self.stopped, signal=signals.engine_stopped)

    @classmethod
    def from_crawler(cls, crawler):
        return cls(crawler)

    def stopped(self):
        name = f"stats-{self.crawler.spider.name}.json"
        pathlib.Path(name).write_text(json.dumps(self.crawler.stats.get_stats(), default=str))


class Before:
    going_in = {}

    def process_item(self, item):
        self.going_in[id(item)] = item
        return item


class After:
    def process_item(self, item):
        told = {"same": Before.going_in.get(id(item)) is item, "type": type(item).__name__}
        if ItemAdapter.is_item(item):
            told["item"] = dict(ItemAdapter(item))
        else:
            told["item"] = item
        with open("came-out.jsonl", "a") as handle:
            handle.write(json.dumps(told, default=str) + "\\n")
        return item
"""
#: Put before and after our pipeline, these tell whether an item comes out as it went in.
BEFORE_AND_AFTER = '{"newsdesk.own.Before": 100, "newsdesk.own.After": 900}'
ADDON = f"""
ADDONS = {{"scrapy_reprint.Addon": 500}}
ITEM_PIPELINES = {BEFORE_AND_AFTER}
"""

PAGE = """<!doctype html><html lang="zh"><head><meta charset="{charset}"><title>{title}</title></head>
<body><div class="nav"><a href="/">首页</a></div><div class="main"><h1>{title}</h1>{paragraphs}</div></body></html>"""


@dataclass(frozen=True)
class Story:
    """An article, as text and as a page."""

    title: str
    paragraphs: tuple[str, ...]

    @property
    def text(self) -> str:
        return "\n".join(self.paragraphs)

    def page(self, charset: str = "utf-8") -> str:
        paragraphs = "".join(f"<p>{html.escape(text)}</p>" for text in self.paragraphs)
        return PAGE.format(title=html.escape(self.title), paragraphs=paragraphs, charset=charset)


@cache
def stories() -> tuple[Story, ...]:
    """Articles of which none resembles another."""
    found = load_articles("chenbao")
    return tuple(Story(story.title, story.paragraphs) for story in found if sum(map(len, story.paragraphs)) > 300)


@dataclass
class Done:
    """What a command left behind."""

    exit_code: int
    log: str
    out: str
    #: What went through the project's last pipeline: type, item, and whether it is the object of its first one.
    came_out: list[dict[str, Any]] = field(default_factory=list)
    #: Stats by spider.
    stats: dict[str, dict[str, Any]] = field(default_factory=dict)

    def is_clean(self) -> bool:
        return self.exit_code == 0 and not any(word in self.log for word in ("Traceback", "ERROR", "Warning:"))

    @property
    def items(self) -> list[dict[str, Any]]:
        return [told["item"] for told in self.came_out]


class UserProject:
    """A project folder as ``scrapy startproject newsdesk`` makes it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.python = sys.executable
        self.write("scrapy.cfg", "[settings]\ndefault = newsdesk.settings\n")
        self.write("newsdesk/__init__.py", "")
        self.write("newsdesk/spiders/__init__.py", "")
        self.write("newsdesk/own.py", OWN)
        told = [{"title": story.title, "text": story.text, "page": story.page()} for story in stories()]
        self.write("stories.json", json.dumps(told))
        self.settings("")

    def write(self, name: str, source: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source, encoding="utf-8")
        return path

    def settings(self, source: str) -> None:
        """Add to the settings that every project here has."""
        self.write("newsdesk/settings.py", SETTINGS + source)

    def spider(self, source: str) -> None:
        self.write("newsdesk/spiders/spiders.py", source)

    def run(self, *arguments: str) -> Done:
        """Run ``python``, warnings as errors, in the project's folder."""
        for path in (*self.folder.glob("stats-*.json"), self.folder / "came-out.jsonl"):
            path.unlink(missing_ok=True)
        kept = {name: value for name, value in os.environ.items() if name != "SCRAPY_SETTINGS_MODULE"}
        done = subprocess.run(
            [self.python, "-W", "error", *arguments], cwd=self.folder, capture_output=True, text=True, timeout=60,
            check=False, stdin=subprocess.DEVNULL, env={**kept, "PYTHONPATH": str(self.folder)},
        )
        came_out = self.folder / "came-out.jsonl"
        return Done(
            done.returncode, done.stderr, done.stdout,
            [json.loads(line) for line in came_out.read_text().splitlines()] if came_out.exists() else [],
            {path.stem.removeprefix("stats-"): json.loads(path.read_text())
             for path in self.folder.glob("stats-*.json")},
        )

    def crawl(self, spider: str, *options: str, **arguments: Any) -> Done:
        given = [part for name, value in arguments.items() for part in ("-a", f"{name}={value}")]
        return self.run("-m", "scrapy", "crawl", spider, *options, *given)

    def rows(self, name: str) -> list[dict[str, str]]:
        """A report file, in the place where it is when nothing is set."""
        with (self.folder / "reports" / name).open(encoding="utf-8", newline="") as handle:
            return list(csv.DictReader(handle))

    def articles(self) -> dict[str, dict[str, Any]]:
        lines = (self.folder / "reports/articles.jsonl").read_text(encoding="utf-8").splitlines()
        return {row["url"]: row for row in map(json.loads, lines)}

    def pairs(self) -> set[tuple[str, str]]:
        rows = self.rows("matches.csv")
        return {(min(row["url"], row["matched_url"]), max(row["url"], row["matched_url"])) for row in rows}


@pytest.fixture
def project(tmp_path: Path) -> UserProject:
    return UserProject(tmp_path)


@pytest.fixture
def server() -> Iterator[MockServer]:
    with MockServer() as running:
        yield running
