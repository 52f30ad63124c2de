"""A site's articles as the pages of its host."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC
from email.utils import format_datetime
from hashlib import blake2b
from html import escape
from typing import TYPE_CHECKING

from .body import BodyStyle, plain_text, render_body
from .feeds import atom, robots, rss, sitemap
from .page import Page
from .theme import Theme

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from .article import Article

_SUMMARY_CHARS = 60


@dataclass(frozen=True, slots=True)
class Site:
    """One site of the demo web, and how it is built."""

    #: Name of its ``.txt`` and ``.html`` files.
    name: str
    host: str
    title: str
    #: What it is in truth: "newsroom", "blog", "scraper", "launderer", "reposter", "forum", "docs", "official", "hub".
    role: str
    #: The verdict its domain deserves.
    verdict: str
    #: Path of an article; may use id, n (serial number), y, m and d. Empty where the source's path is kept.
    path: str
    style: BodyStyle = field(default_factory=BodyStyle)
    #: How the bytes are really encoded, and what the header says.
    encoding: str = "utf-8"
    content_type: str = "text/html; charset=utf-8"
    first_number: int = 1
    #: "rss", "atom" or empty.
    feed: str = ""
    has_sitemap: bool = False
    etags: bool = False
    last_modified: bool = False
    disallow: tuple[str, ...] = ()

    @property
    def url(self) -> str:
        """Address of the home page."""
        return f"http://{self.host}/"

    def article_path(self, article: Article, index: int) -> str:
        """Path of the article that stands at ``index`` of the site's list."""
        return self.path.format(
            id=article.key.partition("/")[2], n=self.first_number + index, **_date_parts(article.published)
        )


def publish(
    site: Site, articles: Sequence[Article], url_of: Callable[[str], str], title_of: Callable[[str], str]
) -> dict[tuple[str, str], Page]:
    """All pages of a site: articles, lists, home page, feed, sitemap and robots.txt.

    ``url_of`` gives the address of any article of the demo web, ``title_of`` the title of any site.
    """
    return _Press(site, articles, url_of, title_of).pages()


class _Press:
    def __init__(
        self, site: Site, articles: Sequence[Article], url_of: Callable[[str], str], title_of: Callable[[str], str]
    ) -> None:
        self._site = site
        self._theme = Theme(site.name)
        self._articles = sorted(articles, key=lambda article: article.published, reverse=True)
        self._url_of = url_of
        self._title_of = title_of
        self._sections = list(dict.fromkeys(article.section for article in articles))

    def pages(self) -> dict[tuple[str, str], Page]:
        site = self._site
        pages = {"/": self._list(site.title, self._articles[:12]), "/robots.txt": self._plain(robots(site))}
        for section in self._sections:
            chosen = [article for article in self._articles if article.section == section]
            pages[self._section_path(section)] = self._list(section, chosen)
        if site.role == "hub":
            return {(site.host, path): page for path, page in pages.items()}
        for index, article in enumerate(self._articles):
            path = self._url_of(article.key).removeprefix(site.url.rstrip("/"))
            pages[path] = self._article(article, index)
        if "login" in self._theme:
            pages["/member/login.html"] = self._framed("登录", self._theme.fill("login", {"site": site.title}))
        if site.has_sitemap:
            addresses = [(self._url_of(article.key), article.published) for article in self._articles]
            pages["/sitemap.xml"] = self._xml(sitemap(site, addresses), "application/xml")
        entries = [
            (article.title, self._url_of(article.key), article.published, _summary(article))
            for article in self._articles
        ]
        if site.feed == "rss":
            pages["/rss.xml"] = self._xml(rss(site, entries), "application/rss+xml; charset=utf-8")
        if site.feed == "atom":
            pages["/atom.xml"] = self._xml(atom(site, entries), "application/atom+xml; charset=utf-8")
        return {(site.host, path): page for path, page in pages.items()}

    def _section_path(self, section: str) -> str:
        return f"/list/{self._sections.index(section) + 1}.html"

    def _article(self, article: Article, index: int) -> Page:
        others = self._articles[index + 1 : index + 4] or self._articles[:3]
        values = {
            "title": escape(article.title, quote=False),
            "site": self._site.title,
            "section": article.section,
            "section_url": self._section_path(article.section),
            "author": article.author,
            "credit": self._credit(article),
            "body": article.body_html or render_body(article, self._site.style, self._url_of),
            "related": self._items(others, "link"),
            "url": self._url_of(article.key),
            "summary": escape(_summary(article)),
            "iso": article.published.isoformat(),
            **_date_parts(article.published),
        }
        canonical = self._url_of(article.taken_from if article.credit == "canonical" else article.key)
        head = self._theme.fill("head", values | {"canonical": canonical})
        return self._framed(article.title, self._theme.fill("article", values), head, article.published)

    def _credit(self, article: Article) -> str:
        if not article.credit:
            return self._site.title
        name = self._title_of(article.taken_from.partition("/")[0])
        if article.credit == "name":
            return name
        return f'<a href="{self._url_of(article.taken_from)}" target="_blank">{name}</a>'

    def _list(self, title: str, articles: Sequence[Article]) -> Page:
        main = self._theme.fill("list", {"title": title, "items": self._items(articles, "item")})
        return self._framed(title, main, published=max(article.published for article in articles))

    def _items(self, articles: Sequence[Article], part: str) -> str:
        return "\n".join(
            self._theme.fill(
                part,
                {
                    "url": self._url_of(article.key),
                    "title": escape(article.title, quote=False),
                    "summary": escape(_summary(article), quote=False),
                    **_date_parts(article.published),
                },
            )
            for article in articles
        )

    def _framed(self, title: str, main: str, head: str = "", published: datetime | None = None) -> Page:
        nav = "\n".join(
            self._theme.fill("nav", {"url": self._section_path(section), "title": section})
            for section in self._sections
        )
        values = {
            "title": escape(title, quote=False),
            "site": self._site.title,
            "head": head,
            "nav": nav,
            "main": main,
            "latest": self._items(self._articles[:5], "link"),
        }
        html = self._theme.fill("frame", values)
        # What the encoding cannot write goes out as a character reference, as content systems do it.
        body = html.encode(self._site.encoding, errors="xmlcharrefreplace")
        headers: list[tuple[str, str]] = []
        if self._site.etags:
            headers.append(("ETag", f'"{blake2b(body, digest_size=8).hexdigest()}"'))
        if self._site.last_modified and published:
            headers.append(("Last-Modified", format_datetime(published.astimezone(UTC), usegmt=True)))
        return Page(body, self._site.content_type, tuple(headers))

    def _xml(self, text: str, content_type: str) -> Page:
        return Page(text.encode(), content_type)

    def _plain(self, text: str) -> Page:
        return Page(text.encode(), "text/plain; charset=utf-8")


def _summary(article: Article) -> str:
    text = plain_text(article.paragraphs[0])
    return text if len(text) <= _SUMMARY_CHARS else text[:_SUMMARY_CHARS] + "……"


def _date_parts(moment: datetime) -> dict[str, str]:
    names = {"y": "%Y", "m": "%m", "d": "%d", "hh": "%H", "mm": "%M", "ss": "%S"}
    return {name: moment.strftime(form) for name, form in names.items()}
