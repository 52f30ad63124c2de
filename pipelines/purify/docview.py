"""What is known of a page once it is purified."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class DocView:
    """One page as the search-engine model of a document sees it; a line of ``articles.jsonl``."""

    #: 64-bit hash of the canonical form of the URL, 16 hex digits.
    page_id: str
    url: str
    #: What the page itself names as canonical (absolute), else the canonical form of ``url``.
    canonical_url: str
    domain: str
    #: "article", "list", "index", "error", "login" or "other".
    page_type: str
    category: str = ""
    title: str = ""
    keywords: tuple[str, ...] = ()
    summary: str = ""
    #: Main text as shown, paragraphs parted by one line feed.
    body: str = ""
    #: Links of "related reading" kind, absolute.
    related_links: tuple[str, ...] = ()
    author: str = ""
    #: Whom the page itself names as its source (来源：, 转载自).
    source_name: str = ""
    #: ISO 8601 as the page shows it, as fine as it is known: "2005-08", "2005-08-12", "2005-08-12T16:12",
    #: "2005-08-12T16:12:21+08:00". None when unknown.
    published_at: str | None = None
    #: Where that came from: "item", "json-ld", "meta", "time", "feed", "sitemap", "byline", "url"; empty if unknown.
    published_from: str = ""
    modified_at: str | None = None
    #: "zh", "en", ... or empty.
    language: str = ""
    #: Absolute URLs of the images in the body.
    images: tuple[str, ...] = ()
    #: Quoted passages (blockquote, 引用), left out of the fingerprint text.
    quotes: tuple[str, ...] = ()
    #: Characters of code and tables / characters of code, tables and text; 0 to 1.
    code_share: float = 0.0
    #: Characters of the fingerprint text without white space.
    chars: int = 0
    #: Why the page is not judged: "short", "code", "list", "index", "error", "login", "empty", "binary", "status",
    #: or "problem: ..."; empty when it is judged.
    skipped_because: str = ""


@dataclass(frozen=True, slots=True)
class Purified:
    """A DocView and what the later steps need of the page beside it."""

    view: DocView
    #: Fingerprint text: the body's paragraphs without quotes, code, tables, attribution lines and disclaimers.
    paragraphs: tuple[str, ...] = ()
    #: Absolute URLs the body links to, in order; attribution links are not among them.
    body_links: tuple[str, ...] = ()
    #: Absolute URLs in or beside attribution lines (来源：<a>, 原文链接).
    attribution_links: tuple[str, ...] = ()
    #: Hashes (32 bits, sorted, distinct) of tag-and-class shingles of the body, for format likeness.
    markup: tuple[int, ...] = field(default=())
    #: True where the page's rel=canonical or og:url was present and named `view.canonical_url`.
    canonical_declared: bool = False
    #: Name of the site, by og:site_name or the tail of its title; empty where the page tells none.
    site_name: str = ""
    #: What tells whose site it is, "kind:id": analytics accounts, verification codes, licence numbers.
    owner_ids: tuple[str, ...] = ()
    #: Names and hosts by which the body speaks of its own publisher ("晨报记者", "www.chenbao.test"), in order.
    named: tuple[str, ...] = ()
