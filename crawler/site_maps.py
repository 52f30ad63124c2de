"""What robots.txt, sitemaps and feeds say of a site's pages: addresses and dates."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urljoin

import feedparser
import lxml.etree
from scrapy.utils.gz import gunzip

if TYPE_CHECKING:
    from collections.abc import Iterator

_GZIP_MAGIC = b"\x1f\x8b"


@dataclass(frozen=True, slots=True)
class Entry:
    """A page, or with ``is_sitemap`` a further sitemap, and the date that was given for it (empty if none)."""

    url: str
    date: str = ""
    is_sitemap: bool = False


def sitemaps_in_robots(body: bytes, base_url: str) -> list[str]:
    """Addresses of the ``Sitemap:`` lines of a robots.txt."""
    urls = []
    for line in body.decode("utf-8", "replace").lstrip("\ufeff").splitlines():
        name, colon, value = line.partition(":")
        if colon and name.strip().lower() == "sitemap" and value.strip():
            urls.append(urljoin(base_url, value.strip()))
    return list(dict.fromkeys(urls))


def read_sitemap(body: bytes, base_url: str, max_bytes: int) -> Iterator[Entry]:
    """Yield the entries of a sitemap or sitemap index: XML, a list of lines, or either in gzip.

    Yields what can be read of a damaged one. :exc:`ValueError` when it unpacks to more than ``max_bytes``,
    :exc:`OSError` or :exc:`EOFError` when it is no gzip after all.
    """
    if body.startswith(_GZIP_MAGIC):
        body = gunzip(body, max_size=max_bytes)
    if b"<" not in body[:1024]:
        for line in body.decode("utf-8-sig", "replace").splitlines():
            if line.strip().startswith(("http://", "https://")):
                yield Entry(line.strip())
        return
    try:
        for _, element in lxml.etree.iterparse(
            io.BytesIO(body.lstrip()), events=("end",), recover=True, resolve_entities=False, no_network=True,
            remove_comments=True, remove_pis=True,
        ):
            name = _local_name(element)
            if name in {"url", "sitemap"}:
                yield from _entry(element, base_url, is_sitemap=name == "sitemap")
                element.clear()
    except lxml.etree.XMLSyntaxError:
        return


def _entry(element: lxml.etree._Element, base_url: str, *, is_sitemap: bool) -> Iterator[Entry]:
    texts: dict[str, str] = {}
    for child in element.iterdescendants():
        texts.setdefault(_local_name(child), (child.text or "").strip())
    if texts.get("loc"):
        # A news sitemap says when the article came out; lastmod only when it last changed.
        date = texts.get("publication_date") or texts.get("lastmod", "")
        yield Entry(urljoin(base_url, texts["loc"]), date, is_sitemap)


def _local_name(element: lxml.etree._Element) -> str:
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def read_feed(body: bytes, base_url: str) -> Iterator[Entry]:
    """Yield the entries of an RSS or Atom feed, with the date as the feed writes it; nothing for anything else."""
    # A stream, never the bytes themselves: feedparser takes those for a file name when there is such a file.
    feed = feedparser.parse(
        io.BytesIO(body), response_headers={"content-location": base_url}, sanitize_html=False,
        resolve_relative_uris=False,
    )
    for entry in feed.entries:
        link = entry.get("link")
        if isinstance(link, str) and link:
            yield Entry(urljoin(base_url, link), str(entry.get("published") or entry.get("updated") or ""))
