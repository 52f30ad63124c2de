"""Absolute addresses of the links and images of a body."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

if TYPE_CHECKING:
    from lxml.html import HtmlElement

# Where lazy loaders keep the picture, before src, which then holds a placeholder.
_LAZY = (
    "data-original",
    "data-src",
    "data-lazy-src",
    "data-actualsrc",
    "data-url",
    "original",
    "file",
    "zoomfile",
)
_TRACKERS = re.compile(
    r"(?:^|[/_.-])(?:blank|spacer|pixel|transparent|1x1|clear|loading|placeholder|beacon)[\w-]*\.(?:gif|png)",
    re.IGNORECASE,
)


def base_url(tree: HtmlElement, url: str) -> str:
    """URL that relative links of a page start from: its ``base`` element, else its own."""
    for element in tree.iter("base"):
        href = element.get("href")
        if href:
            return absolute(href, url) or url
    return url


def absolute(href: str, base: str) -> str:
    """Absolute http(s) URL without fragment, or an empty string."""
    href = "".join(href.split()) if "\n" in href or "\t" in href else href.strip()
    if not href or href[0] == "#":
        return ""
    try:
        joined = urljoin(base, href)
        parts = urlsplit(joined)
    except ValueError:
        return ""
    if parts.scheme.lower() not in ("http", "https") or not parts.netloc:
        return ""
    return joined.partition("#")[0]


def link_of(element: HtmlElement, base: str) -> str:
    """Where an ``a`` element leads, or an empty string."""
    return absolute(element.get("href") or "", base)


def image_of(element: HtmlElement, base: str) -> str:
    """Picture of an ``img`` element, or an empty string for data URIs and tracking pixels."""
    if element.get("width") in ("0", "1") or element.get("height") in ("0", "1"):
        return ""
    sources = [element.get(name) or "" for name in _LAZY]
    srcset = element.get("srcset") or element.get("data-srcset") or ""
    sources += [element.get("src") or "", srcset.strip().partition(" ")[0].rstrip(",")]
    for source in sources:
        if source and not source.startswith("data:"):
            found = absolute(source, base)
            if found and not _TRACKERS.search(found):
                return found
    return ""
