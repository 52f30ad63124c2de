"""Dates that a page states for machines: JSON-LD, meta elements, microdata and ``<time>``."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lxml import etree

from .byline_words import PUBLISHED
from .dates import parse_stamp
from .shown import title_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.html import HtmlElement

    from .shown import Shown
    from .stamp import Stamp


@dataclass(frozen=True, slots=True)
class Claim:
    """A date that somebody states for the page: where ("json-ld", "meta", "time", "feed", ...) and what."""

    origin: str
    stamp: Stamp
    #: False for fields that often hold the time of a rebuild or a creation.
    strong: bool = True


# Names without punctuation, lower case.
_META_PUBLISHED = frozenset({
    "articlepublishedtime", "articlepublished", "ogpublishedtime", "ogarticlepublishedtime", "ogpubdate",
    "ogreleasedate", "ogpublishdate", "articlecreateat", "weiboarticlecreateat", "bytedancepublishedtime",
    "pubdate", "publishdate", "publisheddate", "publishtime", "publishedtime", "publicationdate", "publishedat",
    "datepublished", "pubtime", "publicdate", "articledateoriginal", "originalpublicationdate",
    "parselypubdate", "sailthrudate", "releasedate", "citationdate", "citationpublicationdate",
    "citationonlinedate", "prismpublicationdate", "dcdateissued", "dctermsissued", "dcdatepublished",
    "cxenseparserecspublishtime", "apubtime", "articlepubdate", "newspublishdate", "displaydate", "ptime",
    "ogtime",
})
_META_WEAK = frozenset({
    "date", "dcdate", "dctermsdate", "dctermscreated", "dcdatecreated", "datecreated", "articlecreated", "createdate",
    "created", "createtime", "ogcreatedtime", "contentdate", "issuetime", "dccreated",
})
_META_MODIFIED = frozenset({
    "articlemodifiedtime", "articlemodified", "articleupdated", "ogupdatedtime", "ogmodifiedtime", "datemodified",
    "lastmodified", "lastmod", "dctermsmodified", "dcdatemodified", "modifieddate", "updatetime", "dateupdate",
    "bytedanceupdatedtime", "weiboarticleupdateat", "revised",
})
_PUNCTUATION = re.compile(r"[\W_]+")
_METAS = etree.XPath("//meta[@content]")
_LD = etree.XPath("//script[contains(@type, 'ld+json')]")
_SCRIPTS = etree.XPath("//script[not(@src) and not(contains(@type, 'ld+json'))]")
_SCRIPT_NAMES = ("var ct", "ublish", "pubtime", "pubTime", "pubdate", "pubDate", "ptime")
_SCRIPT_TIME = re.compile(
    r"(?:\bvar\s+ct|[\"']?\b(?:news_?|article_?)?(?:publish_?(?:time|date|ed_?at)|pub_?(?:time|date)|ptime)[\"']?)"
    r"\s*[:=]\s*[\"']?(\d{4}-\d\d?-\d\d?(?:[ T]\d\d:\d\d(?::\d\d)?)?|\d{13}|\d{10})(?!\d)", re.IGNORECASE,
)
_MICRODATA = etree.XPath(
    "//@itemprop[contains(., 'ate') or contains(., 'ublished')]/parent::*[not(self::meta)]"
)
_TIMES = etree.XPath("//time | //abbr[@title and contains(@class, 'published')]"
    # Forums that show "3 days ago" keep the moment in the title.
    " | //span[(starts-with(@title, '20') or starts-with(@title, '19')) and string-length(@title) > 13]")
_LD_PUBLISHED = re.compile(r'"(datePublished|pubDate|dateModified|upDate)"\s*:\s*"([^"\\]{4,60})"')
_MODIFIED_KEYS = ("dateModified", "upDate")
_ARTICLE = re.compile(r"article|posting|newsitem|report|webpage|creativework|recipe|review$|story|book", re.IGNORECASE)
_PASSED_OVER = frozenset({
    "comment", "comments", "review", "reviews", "image", "video", "author", "publisher", "itemlistelement", "haspart",
    "ispartof", "about", "mentions", "associatedmedia", "thumbnail", "offers", "event", "logo", "potentialaction",
    "citation", "isbasedon", "relatedlink",
})
_NOT_ARTICLE = re.compile(r"video|image|audio|event|comment|person|organization|product|breadcrumb|itemlist|question",
                          re.IGNORECASE)
_OTHER_ZONE = re.compile(
    r"comment|related|relate|sidebar|footer|recommend|widget|recent|latest|ticker|hot|rank|nav|reply|popular|more-",
    re.IGNORECASE,
)


def page_claims(tree: HtmlElement, shown: Shown, title: str) -> tuple[list[Claim], list[Claim]]:
    """What the page states: (publication, modification), the most trusted first, not checked for plausibility."""
    published: list[Claim] = []
    modified: list[Claim] = []
    for collect in (_json_ld(tree, title), _metas(tree), _microdata(tree, shown), _time_elements(tree, shown)):
        for claim, is_modified in collect:
            (modified if is_modified else published).append(claim)
    published.sort(key=lambda claim: not claim.strong)
    return published, modified


def script_claim(tree: HtmlElement) -> Claim | None:
    """The publication time in a page's script variables, for pages that write their byline by script.

    Only where all that the scripts say of it is one day.
    """
    found: list[Stamp] = []
    for script in _SCRIPTS(tree)[:60]:
        text = (script.text or "")[:200_000]
        if any(name in text for name in _SCRIPT_NAMES):
            found += [stamp for value in _SCRIPT_TIME.findall(text)[:20] if (stamp := parse_stamp(value))]
    if not found or len({stamp.bare for stamp in found}) != 1:
        return None
    return Claim("meta", max(found, key=lambda stamp: stamp.hour is not None))


def _json_ld(tree: HtmlElement, title: str) -> Iterator[tuple[Claim, bool]]:
    nodes: list[dict[str, Any]] = []
    broken: list[tuple[str, str]] = []
    for script in _LD(tree)[:20]:
        text = (script.text or "")[:400_000].strip().removeprefix("<!--").removesuffix("-->").strip().rstrip(";")
        if "ate" not in text:
            continue
        try:
            _walk(json.loads(text, strict=False), nodes, 0)
        except (ValueError, RecursionError):
            broken += _LD_PUBLISHED.findall(text)[:4]
    wanted = title_words(title)

    def rank(node: dict[str, Any]) -> tuple[bool, bool]:
        headline = title_words(str(node.get("headline") or node.get("name") or node.get("title") or ""))
        matches = bool(headline and wanted) and (headline in wanted or wanted in headline)
        return not matches, "webpage" in str(node.get("@type", "")).lower()

    nodes.sort(key=rank)
    if len(nodes) > 3 and rank(nodes[0])[0]:
        nodes = [node for node in nodes if "webpage" in str(node.get("@type", "")).lower()][:1]
    for node in nodes[:3]:
        for key in ("datePublished", "pubDate", "dateModified", "upDate"):
            yield from _claim("json-ld", node.get(key), key in _MODIFIED_KEYS)
        if "datePublished" not in node and "pubDate" not in node:
            for claim, _ in _claim("json-ld", node.get("dateCreated"), is_modified=False):
                yield Claim(claim.origin, claim.stamp, strong=False), False
    for key, value in broken:
        yield from _claim("json-ld", value, key in _MODIFIED_KEYS)


def _walk(value: Any, nodes: list[dict[str, Any]], depth: int) -> None:
    if depth > 6 or len(nodes) > 50:
        return
    if isinstance(value, list):
        for item in value[:100]:
            _walk(item, nodes, depth + 1)
    elif isinstance(value, dict):
        kind = str(value.get("@type", ""))
        dated = any(key in value for key in ("datePublished", "pubDate", "dateModified", "dateCreated"))
        if dated and not (_NOT_ARTICLE.search(kind) and not _ARTICLE.search(kind)):
            nodes.append(value)
        for key, item in value.items():
            if isinstance(item, (dict, list)) and key.lower() not in _PASSED_OVER:
                _walk(item, nodes, depth + 1)


def _metas(tree: HtmlElement) -> Iterator[tuple[Claim, bool]]:
    for meta in _METAS(tree)[:300]:
        content = meta.get("content")
        if not content or len(content) > 100 or not any(c.isdigit() for c in content):
            continue
        for attribute in ("property", "name", "itemprop", "http-equiv"):
            key = _PUNCTUATION.sub("", meta.get(attribute) or "").lower()
            if key in _META_PUBLISHED:
                yield from _claim("meta", content, is_modified=False)
            elif key in _META_WEAK:
                for claim, _ in _claim("meta", content, is_modified=False):
                    yield Claim("meta", claim.stamp, strong=False), False
            elif key in _META_MODIFIED:
                yield from _claim("meta", content, is_modified=True)
            else:
                continue
            break


def _microdata(tree: HtmlElement, shown: Shown) -> Iterator[tuple[Claim, bool]]:
    found: list[tuple[Claim, bool]] = []
    for element in _MICRODATA(tree)[:40]:
        key = _PUNCTUATION.sub("", element.get("itemprop")).lower()
        if key not in ("datepublished", "published", "datemodified", "datecreated") or _elsewhere(element, shown):
            continue
        value = element.get("content") or element.get("datetime") or "".join(element.itertext())[:100]
        origin = "time" if element.tag == "time" else "meta"
        found += [
            (Claim(claim.origin, claim.stamp, key != "datecreated"), is_modified)
            for claim, is_modified in _claim(origin, value, key == "datemodified")
        ]
    # Many different ones are a list of posts, not one article.
    if len({claim.stamp for claim, is_modified in found if not is_modified and claim.strong}) <= 3:
        yield from found


def _time_elements(tree: HtmlElement, shown: Shown) -> Iterator[tuple[Claim, bool]]:
    published: list[Claim] = []
    plain: list[Claim] = []
    updated: list[Claim] = []
    first_labelled = False
    for element in _TIMES(tree)[:60]:
        value = element.get("datetime") or element.get("title") or "".join(element.itertext())[:60]
        if not value or element.get("itemprop") or _elsewhere(element, shown):
            continue
        for claim, _ in _claim("time", value, is_modified=False):
            names = (element.get("class") or "").lower()
            if element.get("pubdate") is not None or "publish" in names or "pubdate" in names:
                published.append(claim)
            elif "updat" in names or "modif" in names:
                updated.append(claim)
            else:
                if not plain:
                    before = element.getparent().text if element.getparent() is not None else ""
                    first_labelled = bool(PUBLISHED.search((before or "")[-20:]))
                plain.append(Claim("time", claim.stamp, strong=False))
    if published:
        yield published[0], False
    elif plain and (len({claim.stamp.bare for claim in plain}) <= 2 or first_labelled):
        yield plain[0], False
    elif updated and not plain:
        yield Claim("time", updated[0].stamp, strong=False), False
    if updated and (published or plain):
        yield updated[0], True


def _elsewhere(element: Any, shown: Shown) -> bool:
    """Whether an element belongs to comments, lists or the page's rim rather than to the article."""
    for _ in range(12):
        if element is None or shown.is_spine(element):
            return False
        if element.tag in ("aside", "footer", "nav", "li"):
            return True
        if _OTHER_ZONE.search(f"{element.get('class') or ''} {element.get('id') or ''}"):
            return True
        element = element.getparent()
    return False


def _claim(origin: str, value: Any, is_modified: bool) -> Iterator[tuple[Claim, bool]]:
    if isinstance(value, list) and value:
        value = value[0]
    if isinstance(value, (str, int)) and not isinstance(value, bool):
        stamp = parse_stamp(str(value))
        if stamp is not None:
            yield Claim(origin, stamp), is_modified
