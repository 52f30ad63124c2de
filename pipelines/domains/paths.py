"""URL paths that a mirror kept from its source."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

if TYPE_CHECKING:
    from .facts import ArticleFacts

#: Letters a slug needs: /news/1.html and /2026/03/a-1 are the same on unrelated sites.
MIN_LETTERS = 6
_EXTENSION = re.compile(r"\.(?:s?html?|php\d?|aspx?|jspx?|do|cgi|xml|amp)$")
_PAGE_NUMBER = re.compile(r"[-_/](?:p|page)?\d{1,2}$")
#: Last path segments that content systems use for any article.
_GENERIC = frozenset(
    [
        "article",
        "articles",
        "artical",
        "content",
        "contents",
        "default",
        "detail",
        "details",
        "display",
        "index",
        "newsdetail",
        "newsinfo",
        "newsshow",
        "newsview",
        "newscontent",
        "showarticle",
        "shownews",
        "showinfo",
        "story",
        "viewnews",
        "viewthread",
        "viewarticle",
        "readnews",
        "archives",
        "articleview",
        "articledetail",
        "infodetail",
        "newdetail",
    ]
)


def slug(url: str) -> str:
    """Telling last part of a URL's path, lower-case and without extension; empty where it tells nothing.

    Empty for digits and dates, for fewer than :data:`MIN_LETTERS` letters (a Han character counts as two) and
    for names that content systems give to every article.
    """
    try:
        path = unquote(urlsplit(url).path).casefold().rstrip("/")
    except ValueError:
        return ""
    last = _EXTENSION.sub("", path.rpartition("/")[2])
    if last in {"index", "default"}:
        last = path.rpartition("/")[0].rpartition("/")[2]
    last = _PAGE_NUMBER.sub("", last)
    letters = sum((2 if character > "\u2e7f" else 1) for character in last if character.isalpha())
    words = re.sub(r"[\W\d_]+", "", last)
    return "" if letters < MIN_LETTERS or words in _GENERIC else last


class Slugs:
    """How often each domain uses each slug, learned from its stored pages."""

    def __init__(self) -> None:
        #: Domain -> slugs that it uses for more than one page.
        self._again: dict[str, set[str]] = {}
        self._here: set[str] = set()

    def add(self, article: ArticleFacts) -> None:
        """Take in a page of the domain that is being read."""
        name = slug(article.url)
        if name in self._here:
            self._again.setdefault(article.domain, set()).add(name)
        self._here.add(name)

    def end(self, domain: str) -> None:  # noqa: ARG002 - as learners are told
        """Sum up the domain that was read."""
        self._here.clear()

    def done(self) -> None:
        """Sum up the crawl."""

    def same_path(self, copy: ArticleFacts, source: ArticleFacts) -> bool:
        """True where both pages have one telling slug that neither site uses again.

        A slug that a site uses for several pages (/newsroom/press-release?id=7) is its content system's.
        """
        name = slug(copy.url)
        return (
            bool(name)
            and name == slug(source.url)
            and name not in self._again.get(copy.domain, ())
            and name not in self._again.get(source.domain, ())
        )
