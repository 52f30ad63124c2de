"""Articles for the benchmarks: read from JSON Lines, or those of the demo web, which were written for this project."""

from __future__ import annotations

import gzip
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy_reprint.crawler.demo.article import load_articles

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

#: Sites of the demo that wrote their articles themselves.
DEMO_SITES = ("chenbao", "haibin", "blog", "official")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_LONGEST_TITLE = 80


@dataclass(frozen=True, slots=True)
class Text:
    """A text with a title."""

    title: str
    paragraphs: tuple[str, ...]


def read_rows(path: str | Path) -> Iterator[dict[str, Any]]:
    """Rows of a file of JSON Lines (``.jsonl`` or ``.jsonl.gz``)."""
    data = Path(path).read_bytes()
    text = (gzip.decompress(data) if str(path).endswith(".gz") else data).decode("utf-8")
    yield from map(json.loads, filter(None, text.split("\n")))


def text_of(row: Mapping[str, Any]) -> Text:
    """Text of a row with `paragraphs` or `text`, and maybe a `title`; a short first paragraph will do for one."""
    paragraphs = row.get("paragraphs") or str(row["text"]).split("\n")
    kept = tuple(line for part in paragraphs if (line := str(part).strip()))
    title = str(row.get("title") or "")
    if not title and len(kept) > 1 and len(kept[0]) <= _LONGEST_TITLE:
        title, kept = kept[0], kept[1:]
    return Text(title or kept[0][:30], kept)


def load_texts(path: str | None, limit: int | None = None) -> list[Text]:
    """Articles of a file, or of the demo; those of 200 characters and more, evenly drawn where there is a limit."""
    if path is None:
        found = [
            Text(article.title, tuple(_LINK.sub(r"\1", line) for line in article.paragraphs))
            for site in DEMO_SITES
            for article in load_articles(site)
        ]
    else:
        found = [text_of(row) for row in read_rows(path)]
    found = [text for text in found if sum(map(len, text.paragraphs)) >= 200]
    step = max(1, len(found) // limit) if limit else 1
    return found[::step][:limit]
