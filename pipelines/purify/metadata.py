"""Title, canonical URL, keywords, summary, author and category of a page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit

from lxml import etree

from .shown import title_words
from .url import canonical_url, host_of

if TYPE_CHECKING:
    from lxml.html import HtmlElement

_METAS = etree.XPath("//meta[@content]")
_TITLES = etree.XPath("//title[not(ancestor::svg)]")
_H1 = etree.XPath("//h1")
_HEADINGS = etree.XPath(
    "//h2 | //h3 | //*[contains(translate(@class, 'TILE', 'tile'), 'title') and not(self::h1) and not(.//p)]"
)
_CANONICAL = etree.XPath("//link[@href and contains(translate(@rel, 'CANONICAL', 'canonical'), 'canonical')]")
_CRUMBS = etree.XPath(
    # By way of the attributes, which are fewer than the elements.
    "//@class[contains(., 'crumb') or contains(., 'position') or contains(., 'location')]/.."
    " | //@id[contains(., 'crumb')]/.."
)
_TITLE_PARTS = re.compile(r"\s*(?:_{1,3}|\s[-–—|｜·•»:]{1,2}\s|\||｜|--+|<<|>>|«|»|\s-(?=\S)|-(?=[^-]*$))\s*")
_SPACE = re.compile(r"\s+")
_SITE = re.compile(
    r"网$|网站$|[网站]$|频道$|在线$|门户$|论坛$|社区$|博客$|日报|晚报|新闻$|资讯$|首页$|powered by|"
    r"\.(?:com|net|org|cn)\b|"
    r"专栏$|中心$|正文$|百科$|杂志$", re.IGNORECASE,
)
# Headings of boxes beside an article.
_BOX = re.compile(
    r"统计|导航|公告|存档|归档|分类|评论|链接|最新|热门|推荐|搜索|登录|相关|日历|订阅|排行|^(?:about|recent)\b", re.I
)
_KEYWORD_MARKS = re.compile(r"[,，;；、|]+")
_CRUMB_MARKS = re.compile(r"[>＞»›/→]+")
_HOME = re.compile(
    r"^(?:首页|主页|home|您?(?:当前|现在|所在)(?:的)?位置|正文|文章正文|内容|当前位置|位置|您的位置|index)[:：]?$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a page says about itself in its head and its heading."""

    title: str = ""
    #: Absolute; empty where the page declares none.
    canonical_url: str = ""
    keywords: tuple[str, ...] = ()
    summary: str = ""
    author: str = ""
    #: Source that a meta element names; the site's own name is not among these.
    source: str = ""
    category: str = ""
    #: Name of the site by og:site_name or by the ending of the title.
    site_name: str = ""


def read_metadata(tree: HtmlElement, url: str) -> Metadata:
    """Read title, canonical URL, keywords, summary, author, source and category. Missing ones are empty."""
    metas = _metas(tree)
    title, site_name = page_title(tree, metas)
    return Metadata(
        title=title,
        canonical_url=_declared_canonical(tree, metas, url),
        keywords=_keywords(metas),
        summary=_clean(_first(metas, "description", "og:description", "twitter:description"))[:2000],
        author=_author(metas),
        source=_clean(_first(metas, "contentsource", "source", "article:source", "copyrightsource", "mediaid"))[:60],
        category=_category(tree, metas),
        site_name=site_name,
    )


def page_title(tree: HtmlElement, metas: dict[str, str]) -> tuple[str, str]:
    """The article's title without the site's name, and the site's name."""
    site = _clean(metas.get("og:site_name", ""))
    shared = _clean(metas.get("og:title", "") or metas.get("twitter:title", ""))
    full = next((text for node in _TITLES(tree)[:3] if (text := _clean("".join(node.itertext())))), "")
    headings = [
        text for node in _H1(tree)[:6] if 2 <= len(text := _clean("".join(node.itertext())[:600])) <= 200
    ]
    named = _clean(metas.get("articletitle", "") or metas.get("headline", ""))
    words = title_words(full)
    for text in (*headings, named, shared):
        own = title_words(text)
        # A heading further on in the window title, or a small piece of it, may be the site or a section.
        if len(own) >= 4 and not (site and own == title_words(site)) and (
            words.startswith(own) or (own in words and 2 * len(own) >= len(words))
        ):
            rest = full[full.find(text) + len(text) :] if text in full else ""
            return text, site or _SPACE.sub(" ", rest.strip(" -_|—–·»<>:"))[:60]
    cut, ending = without_site_name(full, site)
    if shared and (not cut or len(title_words(shared)) >= 4):
        shared_cut, _ = without_site_name(shared, site)
        return shared_cut, site or ending
    if cut and not (headings and _SITE.search(cut) and len(cut) < 12):
        return cut, site or ending
    headings += [
        text for node in _HEADINGS(tree)[:40] if 4 <= len(text := _clean("".join(node.itertext())[:600])) <= 100
    ]
    headings = [text for text in headings if not _BOX.search(text)]
    return (max(headings, key=lambda text: len(text) >= 6) if headings else cut), site or ending


def without_site_name(title: str, site: str = "") -> tuple[str, str]:
    """Part a window title in the article's title and the names of site and channel after it."""
    if site and title.endswith(site) and len(title) > len(site):
        head = title[: -len(site)].rstrip(" -_|｜—–·»:：")
        if head:
            title = head
            ending = site
        else:
            ending = ""
    else:
        ending = ""
    pieces = _TITLE_PARTS.split(title)
    marks = _TITLE_PARTS.findall(title)
    if len(pieces) < 2:
        return title, ending
    # The longest leading stretch stays; endings that are short or look like a site's name go.
    keep = len(pieces)
    while keep > 1:
        tail = pieces[keep - 1]
        head_length = len("".join(pieces[: keep - 1]))
        strong_mark = marks[keep - 2].strip() in ("_", "__", "___", "|", "｜", "--", "<<", "»")
        if _SITE.search(tail) or (
            len(tail) <= 20 and head_length >= max(4, len(tail) - 4) and (strong_mark or head_length >= 8)
            and (strong_mark or marks[keep - 2] != marks[keep - 2].strip())
        ):
            keep -= 1
        else:
            break
    if keep == len(pieces):
        return title, ending
    place = 0
    for index in range(keep):
        place = title.find(pieces[index], place) + len(pieces[index])
    head = title[:place].strip()
    if not head:
        return title, ending
    return head, ending or pieces[-1].strip() or pieces[keep].strip()


def _metas(tree: HtmlElement) -> dict[str, str]:
    found: dict[str, str] = {}
    for meta in _METAS(tree)[:300]:
        key = (meta.get("property") or meta.get("name") or meta.get("itemprop") or "").strip().lower()
        if key:
            found.setdefault(key, meta.get("content") or "")
    return found


def _first(metas: dict[str, str], *names: str) -> str:
    return next((metas[name] for name in names if metas.get(name, "").strip()), "")


def _clean(text: str) -> str:
    return _SPACE.sub(" ", text[:4000]).strip()


def _keywords(metas: dict[str, str]) -> tuple[str, ...]:
    text = _clean(_first(metas, "keywords", "news_keywords", "article:tag"))
    words = _KEYWORD_MARKS.split(text)
    if len(words) == 1 and " " in text and not text.isascii():
        words = text.split()
    return tuple(dict.fromkeys(word.strip()[:60] for word in words if word.strip()))[:30]


def _author(metas: dict[str, str]) -> str:
    author = _clean(_first(metas, "author", "article:author", "dc.creator", "og:article:author", "parsely-author"))
    if "://" in author or len(author) > 60:
        return ""
    return author


def _declared_canonical(tree: HtmlElement, metas: dict[str, str], url: str) -> str:
    links = [node.get("href") or "" for node in _CANONICAL(tree)[:3]]
    for link in (*links, metas.get("og:url", "")):
        link = link.strip()  # noqa: PLW2901
        if not link or len(link) > 2000:
            continue
        try:
            absolute = urljoin(url, link)
            parts, own = urlsplit(absolute), urlsplit(url)
            host = parts.hostname
        except ValueError:
            continue
        if parts.scheme not in ("http", "https") or not host or ("." not in host and host != host_of(url)):
            continue
        # A template that names the site's front page on every page says nothing of this one.
        if parts.path in ("", "/") and not parts.query and (own.path not in ("", "/") or own.query):
            continue
        return canonical_url(absolute)
    return ""


def _category(tree: HtmlElement, metas: dict[str, str]) -> str:
    named = _clean(_first(metas, "article:section", "og:article:section", "columnname", "category", "parsely-section"))
    if named:
        return named[:60]
    for element in _CRUMBS(tree)[:4]:
        names = _crumb_names(element)
        if names:
            return names[-1]
    return ""


def _crumb_names(element: Any) -> list[str]:
    links = [_clean("".join(node.itertext())) for node in element.iter("a")]
    if not 1 <= len(links) <= 8:
        return []
    names = [name for name in links if 1 < len(name) <= 20 and not _HOME.match(name) and not _CRUMB_MARKS.match(name)]
    return [] if len(names) < len(links) - 2 else names
