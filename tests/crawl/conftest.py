"""A Scrapy project made for one test, run the way a user runs it: ``scrapy crawl ...`` in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from .mockserver import MockServer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SETTINGS = """
SPIDER_MODULES = ["scrapy_reprint.crawler.spiders"]
TELNETCONSOLE_ENABLED = False
REMOTE_CONTROL_ENABLED = False
LOG_LEVEL = "INFO"
EXTENSIONS = {"settings.KeepStats": 1}
RETRY_ENABLED = False


class KeepStats:
    @classmethod
    def from_crawler(cls, crawler):
        from scrapy import signals
        self = cls()
        self.crawler = crawler
        crawler.signals.connect(self.closed, signal=signals.spider_closed)
        return self

    def closed(self, reason):
        import json, pathlib
        stats = self.crawler.stats.get_stats()
        pathlib.Path("stats.json").write_text(json.dumps(stats, default=str))

"""


@dataclass
class Crawl:
    """What a finished crawl left behind."""

    items: list[dict[str, Any]]
    stats: dict[str, Any]
    log: str
    exit_code: int

    def urls(self) -> list[str]:
        return sorted(item["url"] for item in self.items)

    def paths(self) -> list[str]:
        return sorted("/" + url.partition("://")[2].partition("/")[2] for url in self.urls())


class Project:
    """A project folder with a settings module; classes of the test's own can stand in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "scrapy.cfg").write_text("[settings]\ndefault = settings\n")
        self.write("")

    def write(self, source: str) -> None:
        """Add Python source to the settings module."""
        (self.folder / "settings.py").write_text(SETTINGS + source)

    def crawl(self, spider: str, *options: str, **arguments: Any) -> Crawl:
        """Run ``scrapy crawl``, warnings as errors, and read what came of it."""
        given = [part for name, value in arguments.items() for part in ("-a", f"{name}={value}")]
        for name in ("items.jsonl", "stats.json"):
            (self.folder / name).unlink(missing_ok=True)
        path = os.pathsep.join(filter(None, (str(self.folder), os.environ.get("PYTHONPATH", ""))))
        done = subprocess.run(
            [sys.executable, "-W", "error", "-m", "scrapy", "crawl", spider, "-o", "items.jsonl", *options, *given],
            cwd=self.folder, capture_output=True, text=True, timeout=60, check=False, stdin=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": path},
        )
        items = self.folder / "items.jsonl"
        stats = self.folder / "stats.json"
        return Crawl(
            [json.loads(line) for line in items.read_text().splitlines()] if items.exists() else [],
            json.loads(stats.read_text()) if stats.exists() else {},
            done.stderr, done.returncode,
        )


@pytest.fixture
def project(tmp_path: Path) -> Project:
    folder = tmp_path / "project"
    folder.mkdir()
    return Project(folder)


@pytest.fixture
def server() -> Iterator[MockServer]:
    with MockServer() as running:
        yield running
