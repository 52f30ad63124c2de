"""The demo web put together: what every site publishes, and all its pages."""

from __future__ import annotations

from base64 import b64decode
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from .article import CHINA, Article, Block, load_articles
from .body import plain_text, render_body
from .catalogue import LAUNDERED, SCRAPED, SITES
from .launder import copy_whole, launder
from .page import Page
from .publish import publish

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .publish import Site

#: One grey pixel: what is on a picture is nobody's business here, where it lies is.
_PIXEL = b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="
)


@cache
def _sites() -> dict[str, Site]:
    return {site.name: site for site in SITES}


@cache
def articles() -> dict[str, tuple[Article, ...]]:
    """The articles of every site by the site's name, thieves' and reposters' among them."""
    written = {
        site.name: load_articles(site.name) for site in SITES if site.role not in {"scraper", "launderer", "hub"}
    }
    by_key = {article.key: article for article in chain.from_iterable(written.values())}
    found = {name: tuple(_completed(article, by_key) for article in group) for name, group in written.items()}
    by_key = {article.key: article for article in chain.from_iterable(found.values())}
    found["scraper"] = tuple(_scraped(by_key, _addresses(found)))
    found["launderer"] = tuple(
        launder(by_key[key], f"launderer/{number}", _moment(claimed), section)
        for number, (claimed, section, key) in enumerate(LAUNDERED)
    )
    return found


def _completed(article: Article, by_key: dict[str, Article]) -> Article:
    """Fill in what an article takes from another: the quote or code it includes, or the whole text of a repost."""
    blocks = [
        _included(block.text, by_key) if block.kind == "include" else block for block in article.blocks
    ]
    if article.taken_from:
        blocks += [Block("paragraph", plain_text(text)) for text in by_key[article.taken_from].paragraphs]
    return replace(article, blocks=tuple(blocks))


def _included(reference: str, by_key: dict[str, Article]) -> Block:
    kind, key, number = reference.split()
    of_kind = "paragraph" if kind == "quote" else kind
    chosen = [block for block in by_key[key].blocks if block.kind == of_kind]
    return Block(kind, plain_text(chosen[int(number) - 1].text))


def _scraped(by_key: dict[str, Article], addresses: dict[str, str]) -> Iterator[Article]:
    for start, seconds_apart, keys in SCRAPED:
        for number, key in enumerate(keys):
            source = by_key[key]
            site = _sites()[source.site]
            yield copy_whole(
                source,
                f"scraper/{key.replace('/', '-')}",
                _moment(start) + timedelta(seconds=seconds_apart * number),
                render_body(source, site.style, addresses.__getitem__),
            )


def _addresses(found: dict[str, tuple[Article, ...]]) -> dict[str, str]:
    urls: dict[str, str] = {}
    for name, group in found.items():
        site = _sites()[name]
        for index, article in enumerate(group):
            path = site.article_path(article, index) if site.path else urlsplit(urls[article.taken_from]).path
            urls[article.key] = site.url.rstrip("/") + path
    return urls


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=CHINA)


@cache
def addresses() -> dict[str, str]:
    """The address of every article by its key."""
    return _addresses(articles())


def build_site_pages() -> dict[tuple[str, str], Page]:
    """Every page of the demo web by host and path; the same bytes in every run."""
    urls = addresses()
    pages: dict[tuple[str, str], Page] = {}
    for site in SITES:
        pages |= publish(site, _listed(site), urls.__getitem__, lambda name: _sites()[name].title)
    pages |= {(host, path): Page(_PIXEL, "image/png") for host, path in _image_places()}
    return pages


def _listed(site: Site) -> tuple[Article, ...]:
    """What a site shows: its own articles, or, at the hub, those of all who write."""
    if site.role != "hub":
        return articles()[site.name]
    return tuple(article for name in ("chenbao", "haibin", "blog", "reposter") for article in articles()[name])


def build_copies() -> dict[str, str]:
    """The truth: the address of each stolen article, and that of the article it was taken from.

    Reposts that name their source are not among them.
    """
    urls = addresses()
    return {
        urls[article.key]: urls[article.taken_from]
        for group in articles().values()
        for article in group
        if article.taken_from and not article.credit
    }


def true_verdicts() -> dict[str, str]:
    """The truth: the verdict each registrable domain deserves, image hosts' left out."""
    return {".".join(site.host.split(".")[-2:]): site.verdict for site in SITES}


def seeds() -> tuple[str, ...]:
    """The home page of every site."""
    return tuple(site.url for site in SITES)


def _image_places() -> Iterable[tuple[str, str]]:
    for name, group in articles().items():
        host, _, folder = _sites()[name].style.image_base.removeprefix("http://").partition("/")
        for article in group:
            for block in article.blocks:
                if block.kind == "image" and host:
                    yield host, f"/{folder}{block.text.split()[0]}"
