"""The sites of the demo web: two newsrooms and a blog that write, and those who live off them."""

from __future__ import annotations

from base64 import b64decode
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from .article import CHINA, Article, Block, load_articles
from .body import BodyStyle, plain_text, render_body
from .launder import copy_whole, launder
from .page import Page
from .publish import Site, publish

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SITES = (
    Site(
        "chenbao", "www.chenbao.test", "晨报网", "newsroom", "/{y}/{m}{d}/{n}.html", first_number=10421,
        style=BodyStyle(
            paragraph='<p class="art-p">{}</p>',
            image='<figure class="art-fig"><img src="{0}" alt="{1}"><figcaption>{1}</figcaption></figure>',
            image_base="http://img.chenbao.test/2026/",
        ),
        has_sitemap=True, etags=True, last_modified=True, disallow=("/member/",),
    ),
    Site(
        # Says gb2312, as old pages do, and writes GB18030: rare names would not fit otherwise.
        "haibin", "www.haibin.test", "海滨在线", "newsroom", "/news/{y}-{m}/{d}/content_{n}.htm", first_number=7730,
        style=BodyStyle(
            paragraph="<p>　　{}</p>",
            image='<div align="center"><img src="{0}" border="0"><br><font color="#666666">{1}</font></div>',
            image_base="http://static.haibin-img.test/pic/",
        ),
        encoding="gb18030", content_type="text/html", feed="rss",
    ),
    Site(
        "blog", "tidepool.test", "潮间带笔记", "blog", "/posts/{id}/",
        style=BodyStyle(
            code='<pre class="highlight"><code>{}</code></pre>',
            image='<p class="photo"><img src="{0}" alt="{1}" loading="lazy"></p>',
            image_base="http://tidepool.test/images/",
        ),
        feed="atom", etags=True,
    ),
    Site(
        "official", "www.lanwan-gov.test", "澜湾市政务公开", "official", "/zwgk/{y}{m}/t{y}{m}{d}_{n}.html",
        first_number=3301, last_modified=True, has_sitemap=True,
    ),
    Site(
        "reposter", "www.lanwan-life.test", "澜湾生活", "reposter", "/life/{id}.html",
        style=BodyStyle(paragraph="<section><p>{}</p></section>", image_base="http://www.lanwan-life.test/upload/"),
        content_type="text/html", has_sitemap=True,
    ),
    # No path of its own: it mirrors those of its sources.
    Site("scraper", "www.kuaixun-toutiao.test", "快讯头条", "scraper", ""),
    Site(
        "launderer", "www.wanxiang-wenzhai.test", "萬象文摘", "launderer", "/read.php/{n}", first_number=501,
        encoding="big5hkscs", content_type="text/html; charset=Big5",
    ),
    Site(
        "forum", "bbs.wangchao.test", "望潮论坛", "forum", "/thread-{n}-1-1.html", first_number=2207,
        style=BodyStyle(
            paragraph='<div class="t_f">{}</div>', heading='<div class="authi">{}</div>',
            quote='<div class="quote"><blockquote>{}</blockquote></div>',
        ),
        encoding="gbk", content_type="text/html; charset=gbk",
    ),
    Site(
        "docs", "docs.tidelog.test", "潮位记录仪手册", "docs", "/zh/{id}.html",
        style=BodyStyle(code='<div class="highlight"><pre>{}</pre></div>'), has_sitemap=True,
    ),
)  # fmt: skip

#: What the scraper took, in batches of (first minute, seconds between articles, keys).
_SCRAPED = (
    ("2026-04-06T02:10:04", 21, (
        "chenbao/ferry-night", "chenbao/bookstore", "haibin/rain-school", "chenbao/rice-drone", "haibin/oyster",
        "blog/knots", "haibin/clinic", "chenbao/bus-elder",
    )),
    ("2026-04-27T02:10:05", 25, (
        "chenbao/bridge-open", "haibin/salt-field", "blog/sourdough", "chenbao/rowing", "haibin/tea",
        "blog/tide-logger",
    )),
    ("2026-05-25T02:10:03", 24, (
        "haibin/night-market", "chenbao/lighthouse", "blog/barometer", "haibin/football", "chenbao/kindergarten",
    )),
)  # fmt: skip

#: What the launderer took: (time it claims, section, key). Times before the source's are back-dated.
_LAUNDERED = (
    ("2026-03-09T21:03:00", "生活百味", "chenbao/bus-elder"),
    ("2026-03-10T21:04:00", "鄉土風物", "haibin/oyster"),
    ("2026-03-02T08:30:00", "生活百味", "chenbao/bookstore"),
    ("2026-04-02T21:01:00", "科技前沿", "chenbao/rice-drone"),
    ("2026-04-02T21:01:00", "健康養生", "haibin/clinic"),
    ("2026-04-02T21:02:00", "鄉土風物", "blog/knots"),
    ("2026-04-02T21:02:00", "生活百味", "chenbao/ferry-night"),
    ("2026-04-02T21:03:00", "歷史鉤沉", "haibin/rain-school"),
    ("2026-04-08T09:15:00", "歷史鉤沉", "chenbao/lighthouse"),
    ("2026-04-10T10:00:00", "鄉土風物", "haibin/tea"),
    ("2026-05-20T21:02:00", "生活百味", "blog/sourdough"),
    ("2026-05-20T21:02:00", "體壇風雲", "haibin/football"),
    ("2026-05-20T21:03:00", "鄉土風物", "reposter/noodle"),
    ("2026-05-21T21:00:00", "體壇風雲", "chenbao/rowing"),
)

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
        site.name: load_articles(site.name) for site in SITES if site.role not in {"scraper", "launderer"}
    }
    by_key = {article.key: article for article in chain.from_iterable(written.values())}
    found = {name: tuple(_completed(article, by_key) for article in group) for name, group in written.items()}
    by_key = {article.key: article for article in chain.from_iterable(found.values())}
    found["scraper"] = tuple(_scraped(by_key, _addresses(found)))
    found["launderer"] = tuple(
        launder(by_key[key], f"launderer/{number}", _moment(claimed), section)
        for number, (claimed, section, key) in enumerate(_LAUNDERED)
    )
    return {site.name: found[site.name] for site in SITES}


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
    for start, seconds_apart, keys in _SCRAPED:
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
        pages |= publish(site, articles()[site.name], urls.__getitem__, lambda name: _sites()[name].title)
    pages |= {(host, path): Page(_PIXEL, "image/png") for host, path in _image_places()}
    return pages


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


def seeds() -> tuple[str, ...]:
    """The home page of every site."""
    return tuple(site.url for site in SITES)


def _image_places() -> Iterable[tuple[str, str]]:
    for site in SITES:
        host, _, folder = site.style.image_base.removeprefix("http://").partition("/")
        for article in articles()[site.name]:
            for block in article.blocks:
                if block.kind == "image" and host:
                    yield host, f"/{folder}{block.text.split()[0]}"
