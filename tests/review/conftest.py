"""A desk on a small store, asked without a browser."""

from __future__ import annotations

import re
import shutil
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from scrapy_reprint.crawler.review.app import make_app
from scrapy_reprint.crawler.review.desk import Desk
from scrapy_reprint.crawler.review.guard import Guard
from scrapy_reprint.options import Options
from scrapy_reprint.pipelines.index.shared import signature_params
from scrapy_reprint.pipelines.index.writer import StoreThread

from tests.pipeline.conftest import Bench, page, stories, write_pages

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

PORT = 8765
HERE = f"http://127.0.0.1:{PORT}"
START = datetime.fromisoformat("2026-03-02T07:40:00+08:00")
#: A title and a paragraph that would run, were they not shown as text.
HOSTILE = "</mark></div><script>document.title='taken'</script><img src=x onerror=\"document.title='taken'\">"


def two_sites(articles: int = 12) -> list[dict[str, Any]]:
    """Two sites with the same articles of the same minute, full of markup, and nothing that tells who was first."""
    rows = []
    for number, (title, paragraphs) in enumerate(stories()[:articles]):
        published = START + timedelta(hours=7 * number)
        rows += [
            page(f"https://{host}/{number:02d}.html", f"{HOSTILE}{title}", [HOSTILE + paragraphs[0], *paragraphs[1:]],
                 published)
            for host in ("here.test", "there.test")
        ]
    return rows


@dataclass
class Visitor:
    """A browser's requests to a desk, with or without what they need to be let in."""

    client: FlaskClient
    desk: Desk
    token: str

    def get(self, path: str, **how: Any) -> TestResponse:
        return self.client.get(path, **{"base_url": HERE, **how})

    def post(self, path: str, data: dict[str, Any] | None = None, *, origin: str = HERE, **how: Any) -> TestResponse:
        form = {"token": self.token, **(data or {})}
        return self.client.post(path, data=form, **{"base_url": HERE, "headers": {"Origin": origin}, **how})

    def pairs(self, query: str = "?pairs=all") -> list[str]:
        """Addresses of the pairs of a list, in order; without `query` those that are queued."""
        return re.findall(r'class="pick" href="(/pair/[^"?]+)', self.get(f"/{query}").text)


@pytest.fixture(scope="session")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store of two sites."""
    folder = tmp_path_factory.mktemp("review")
    bench = Bench(folder)
    done = bench.replay(write_pages(folder / "pages.jsonl", two_sites()))
    assert done.exit_code == 0, done.log
    return bench.store


def open_desk(store: Path, reports: Path, **settings: Any) -> tuple[StoreThread, Desk]:
    """A desk on a store, judged."""
    options = Options(db=str(store), output_dir=str(reports), semantic="off", **settings)
    thread = StoreThread.shared(options.db, map_size=options.map_size, stamp=signature_params(options).stamp())
    desk = Desk(thread, options, "Li")
    desk.judge()
    return thread, desk


@contextmanager
def open_visitor(store: Path, reports: Path, **settings: Any) -> Iterator[Visitor]:
    """A visitor of a desk on a store."""
    thread, desk = open_desk(store, reports, **settings)
    guard = Guard(PORT)
    try:
        yield Visitor(make_app(desk, guard).test_client(), desk, guard.token)
    finally:
        thread.close()


@pytest.fixture
def visitor(crawled: Path, tmp_path: Path) -> Iterator[Visitor]:
    """A visitor of a desk on the store of two sites, without a ruling."""
    shutil.copytree(crawled, tmp_path / "store")
    with open_visitor(tmp_path / "store", tmp_path / "reports") as found:
        yield found
