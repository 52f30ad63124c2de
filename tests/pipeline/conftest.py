"""A folder with pages and a store, worked on the way a user does: ``scrapy`` in a process of its own."""

from __future__ import annotations

import csv
import html
import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from scrapy_reprint.crawler.demo.article import load_articles

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

PAGE = """<!doctype html><html lang="zh"><head><meta charset="utf-8"><title>{title}_{site}</title>
<meta property="article:published_time" content="{published}"></head><body><div class="nav"><a href="/">首页</a></div>
<div class="main {site}"><h1>{title}</h1><p class="info">{shown}</p>{body}</div></body></html>"""


@cache
def stories() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Titles and paragraphs of original articles; none resembles another."""
    found = [*load_articles("chenbao"), *load_articles("haibin")]
    return tuple((story.title, story.paragraphs) for story in found if sum(map(len, story.paragraphs)) > 300)


def page(url: str, title: str, paragraphs: Iterable[str], published: datetime, extra: str = "") -> dict[str, Any]:
    """A row of pages.jsonl."""
    site = url.split("/")[2]
    body = "".join(f"<p>{html.escape(text)}</p>" for text in paragraphs) + extra
    return {
        "url": url,
        "status": 200,
        "headers": {"Content-Type": "text/html; charset=utf-8"},
        "html": PAGE.format(title=html.escape(title), site=site, body=body, published=published.isoformat(),
                            shown=published.strftime("%Y-%m-%d %H:%M")),
        "fetched_at": "2026-05-01T08:00:00+08:00",
    }


def web(articles: int = 14) -> list[dict[str, Any]]:
    """A newsroom with its own articles, and a thief that took each of them in one burst a week later."""
    rows = []
    start = datetime.fromisoformat("2026-03-02T07:40:00+08:00")
    for number, (title, paragraphs) in enumerate(stories()[:articles]):
        rows.append(page(f"https://news.test/2026/{number}.html", title, paragraphs,
                         start + timedelta(hours=7 * number, minutes=13 * number % 60)))
        left = '<p><a href="https://news.test/2026/more.html">相关报道</a></p>'
        rows.append(page(f"https://thief.test/p/{900 + number}", title, paragraphs,
                         start + timedelta(days=7, seconds=20 * number), left))
    return rows


def write_pages(path: Path, rows: Iterable[dict[str, Any]]) -> Path:
    """Write a pages.jsonl."""
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path


@dataclass
class Done:
    """What a command left behind."""

    exit_code: int
    log: str
    out: str


class Bench:
    """A working folder: pages, store, reports."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store = folder / "store"
        self.reports = folder / "reports"

    def command(self, *arguments: str, settings: dict[str, Any] | None = None) -> list[str]:
        given = {"REPRINT_DB": self.store, "REPRINT_OUTPUT_DIR": self.reports, "REPRINT_WORKERS": 0,
                 "REMOTE_CONTROL_ENABLED": False, **(settings or {})}
        flags = [part for name, value in given.items() for part in ("-s", f"{name}={value}")]
        return [sys.executable, "-W", "error", "-m", "scrapy", *arguments, *flags]

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "SCRAPY_SETTINGS_MODULE": "scrapy_reprint.crawler.settings"}

    def run(self, *arguments: str, settings: dict[str, Any] | None = None, timeout: float = 120) -> Done:
        done = subprocess.run(
            self.command(*arguments, settings=settings), cwd=self.folder, env=self.environment, capture_output=True,
            text=True, timeout=timeout, check=False, stdin=subprocess.DEVNULL,
        )
        return Done(done.returncode, done.stderr, done.stdout)

    def start(self, *arguments: str, settings: dict[str, Any] | None = None) -> subprocess.Popen[str]:
        """Start a command in a process group of its own, as a shell does."""
        return subprocess.Popen(
            self.command(*arguments, settings=settings), cwd=self.folder, env=self.environment, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, start_new_session=True,
        )

    def replay(self, path: Path, **settings: Any) -> Done:
        return self.run("crawl", "replay", "-a", f"path={path}", settings=settings)

    def rows(self, name: str) -> list[dict[str, str]]:
        with (self.reports / name).open(encoding="utf-8", newline="") as handle:
            return list(csv.DictReader(handle))

    def articles(self) -> list[dict[str, Any]]:
        text = (self.reports / "articles.jsonl").read_text(encoding="utf-8")
        return [json.loads(line) for line in text.splitlines()]

    def domains(self) -> dict[str, dict[str, str]]:
        return {row["domain"]: row for row in self.rows("domains.csv")}


def kill_group(process: subprocess.Popen[str]) -> None:
    """SIGKILL to a started command and its workers."""
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    return write_pages(tmp_path / "pages.jsonl", web())
