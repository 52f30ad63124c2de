"""The item that the spiders of this package yield."""

from __future__ import annotations

import base64
from dataclasses import dataclass, field
from typing import Any


def _to_base64(body: bytes | None) -> str | None:
    return None if body is None else base64.b64encode(body).decode("ascii")


# The serializer makes `scrapy crawl site -o pages.jsonl` write a file that the replay spider reads.
_BODY = {"serializer": _to_base64}


@dataclass(repr=False)
class Page:
    """One fetched page. Of ``html``, ``body`` and ``text`` one is set; a feed export shows ``body`` in base64."""

    url: str
    status: int = 200
    #: Response headers with lower-case names; of a repeated header the first.
    headers: dict[str, str] = field(default_factory=dict)
    html: str | None = None
    body: bytes | None = field(default=None, metadata=_BODY)
    #: Plain text without markup, one paragraph a line.
    text: str | None = None
    #: ISO 8601 with offset; empty when unknown.
    fetched_at: str = ""
    #: Dates that a feed or sitemap gave for this URL, as (origin, value).
    date_hints: list[tuple[str, str]] = field(default_factory=list)
    title: str | None = None
    published_at: str | None = None
    #: In-domain links that the spider follows from this page.
    follows: list[str] = field(default_factory=list)
    #: What the pipeline found; None until then.
    reprint: dict[str, Any] | None = None

    @property
    def size(self) -> int:
        """Bytes of the body, or characters of the text that stands for it."""
        return len(self.body or self.html or self.text or "")

    def __repr__(self) -> str:
        # Scrapy logs each item it scraped: a page must not print itself there.
        return f"Page({self.url!r}, {self.status}, {self.size} bytes)"
