"""Which addresses are worth fetching when the aim is articles."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urldefrag, urlsplit

from scrapy.linkextractors import IGNORED_EXTENSIONS
from scrapy.linkextractors.lxmlhtml import LxmlLinkExtractor
from w3lib.url import url_query_cleaner

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy.http import TextResponse

MAX_URL_CHARS = 2083
#: Real sites nest less deep; relative links that resolve wrong go on without end.
_MAX_SEGMENTS = 20
_MAX_SAME_SEGMENT = 3
_MAX_PARAMETERS = 12

_EXTENSIONS = frozenset(extension.lower() for extension in IGNORED_EXTENSIONS) | {"xml.gz", "json", "webmanifest"}
_SESSION_PARAMETERS = ("jsessionid", "JSESSIONID", "phpsessid", "PHPSESSID", "sessionid", "session_id", "sid", "osCsid",
                       "zenid", "cftoken", "cfid", "aspsessionid")
_SESSION_PATH = re.compile(r";(?:jsessionid|phpsessid|sid)=[^/?#]*", re.IGNORECASE)
# ASP.NET sites put the session in the path: /(S(lit3py55t21z5v55vlm25s55))/page.aspx
_SESSION_SEGMENT = re.compile(r"/\(S\([a-z0-9]{24}\)\)(?=/)", re.IGNORECASE)
_CALENDAR = re.compile(r"(?:^|[/_.-])(?:calendar|kalender|rili|wannianli|ical)(?:[/_.-]|$)", re.IGNORECASE)
_CALENDAR_PARAMETERS = frozenset({"ical", "tribe-bar-date", "outlook-ical", "calendar", "replytocom", "add-to-cart"})

_extractor = LxmlLinkExtractor(deny_extensions=[], unique=True)


def clean_url(url: str) -> str:
    """The address without fragment and session id."""
    url = _SESSION_SEGMENT.sub("", _SESSION_PATH.sub("", urldefrag(url)[0]))
    if "?" in url:
        url = str(url_query_cleaner(url, _SESSION_PARAMETERS, remove=True))
    return url


def is_worth_fetching(url: str) -> bool:
    """Say whether an address may be a web page: no media, no calendar, no trap of endless addresses."""
    if len(url) > MAX_URL_CHARS or not url.lower().startswith(("http://", "https://")):
        return False
    try:
        parts = urlsplit(url)
        if not parts.hostname:
            return False
        parameters = parse_qsl(parts.query, keep_blank_values=True)
    except ValueError:
        return False
    segments = [segment for segment in parts.path.split("/") if segment]
    if len(segments) > _MAX_SEGMENTS or len(parameters) > _MAX_PARAMETERS:
        return False
    if segments and max(Counter(segments).values()) >= _MAX_SAME_SEGMENT:
        return False
    last = segments[-1].lower() if segments else ""
    if last.rpartition(".")[2] in _EXTENSIONS and "." in last:
        return False
    return not (_CALENDAR.search(parts.path) or any(name.lower() in _CALENDAR_PARAMETERS for name, _ in parameters))


def links_of(response: TextResponse) -> Iterator[str]:
    """Yield the cleaned addresses that a page links to and that are worth fetching, each once."""
    seen = set()
    for link in _extractor.extract_links(response):
        url = clean_url(link.url)
        if url not in seen and is_worth_fetching(url):
            seen.add(url)
            yield url


def feed_urls_of(response: TextResponse) -> list[str]:
    """Addresses of the RSS and Atom feeds that a page names, each once, in order."""
    found = response.xpath(
        "//link[contains(concat(' ', normalize-space(@rel), ' '), ' alternate ')]"
        "[contains(@type, 'rss+xml') or contains(@type, 'atom+xml')]/@href"
    ).getall()
    urls = [response.urljoin(href.strip()) for href in found if href.strip()]
    return list(dict.fromkeys(url for url in urls if url.startswith(("http://", "https://"))))
