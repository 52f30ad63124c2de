"""Saved pages with their truth: from a folder, or, without one, the demo web's own articles."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from scrapy_reprint.crawler.demo.body import plain_text
from scrapy_reprint.crawler.demo.sites import addresses, articles, build_site_pages
from scrapy_reprint.pipelines.purify import decode

if TYPE_CHECKING:
    from collections.abc import Sequence


class SavedPage(NamedTuple):
    """A page as bytes and decoded, its main text, and its publication time as the page shows it (or empty)."""

    name: str
    url: str
    data: bytes
    decoded: str
    truth: str
    published: str


def read_pages(arguments: Sequence[str]) -> list[SavedPage]:
    """Pages of the folder that the command line names; of the demo web when it names none.

    The folder holds ``truth.jsonl`` (``id``, ``text``, ``published``, ``url``, all but the first optional) and
    ``html/<id>.html`` or ``.html.gz``.
    """
    return _from_folder(Path(arguments[0])) if arguments else _from_demo()


def _from_folder(folder: Path) -> list[SavedPage]:
    pages = []
    for line in (folder / "truth.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        plain = folder / "html" / f"{row['id']}.html"
        data = plain.read_bytes() if plain.exists() else gzip.decompress(plain.with_suffix(".html.gz").read_bytes())
        url = row.get("url") or f"https://pages.test/{row['id']}.html"
        pages.append(
            SavedPage(row["id"], url, data, decode(data).text, row.get("text") or "", row.get("published") or "")
        )
    return pages


def _from_demo() -> list[SavedPage]:
    served, urls = build_site_pages(), addresses()
    pages = []
    for site in ("chenbao", "haibin", "blog", "official", "reposter"):
        for article in articles()[site]:
            url = urls[article.key]
            parts = urlsplit(url)
            data = served[parts.netloc, parts.path].body
            text = "\n".join(plain_text(paragraph) for paragraph in article.paragraphs)
            published = article.published.strftime("%Y-%m-%d %H:%M")
            pages.append(SavedPage(article.key, url, data, decode(data).text, text, published))
    return pages
