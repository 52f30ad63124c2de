"""A page as it came in to what is known of it: the whole of purify in one call."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from .attribution import Attribution, attribution_source, author_of, read_attribution
from .body import Body, extract_body, parse
from .decode import decode, is_binary
from .docview import DocView, Purified
from .language import declared_language, language_of
from .metadata import Metadata, read_metadata
from .named import publishers_of
from .owner_ids import read_owner_ids
from .page_type import page_type
from .published import Published, published_time
from .shown import read_shown
from .url import canonical_url, domain_of, page_id

if TYPE_CHECKING:
    from .raw import RawPage
    from .shown import Shown

_NOT_A_PAGE = re.compile(
    r"\s*(?:image/(?!svg)|audio/|video/|font/|text/(?:css|javascript|csv|calendar)|application/(?:pdf|zip|gzip|json|"
    r"javascript|x-javascript|octet-stream|msword|vnd\.|x-(?:rar|gzip|tar|7z|shockwave|font|msdownload|bittorrent)))",
    re.IGNORECASE,
)
_STARTS_AS_HTML = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE)
_ANY_TAG = re.compile(r"<(?:html|head|body|p|div|br|table|title|a)\b[^>]*>", re.IGNORECASE)
_SITE_ENDING = re.compile(r"[-_|–](?![-_|–—]).{1,24}$")
_UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]")
# Origins of a publication time that the markup declares.
_DECLARED = ("json-ld", "meta", "time", "feed")
# Text with more of these than one in twenty was never text.
_MOST_UNFIT = 20


def purify(raw: RawPage, *, min_chars: int = 200, max_code_share: float = 0.4) -> Purified:
    """Read a page: body, title, times, source, links.

    Every page gives a :class:`Purified`, those that are not judged too: ``view.skipped_because`` says why.
    ``min_chars`` counts characters of the fingerprint text without white space. Odd input does not raise.
    """
    content_type = raw.header("content-type")
    html = raw.html
    if html is None and raw.body is not None:
        head = raw.body[:400].decode("latin-1")
        if (_NOT_A_PAGE.match(content_type) and not _STARTS_AS_HTML.match(head)) or is_binary(raw.body, content_type):
            return _finish(raw, skipped="binary")
        html = decode(raw.body, content_type).text
    elif html is not None and len(_UNFIT.findall(html[:4000])) * _MOST_UNFIT > len(html[:4000]):
        return _finish(raw, skipped="binary" if html.strip("\0 \r\n\t") else "empty")
    if html is None:
        return _from_text(raw, raw.text or "", min_chars)
    if content_type.lower().lstrip().startswith("text/plain") and not _ANY_TAG.search(html[:20_000]):
        return _from_text(raw, html, min_chars)
    return _from_html(raw, html, min_chars, max_code_share)


def _from_html(raw: RawPage, html: str, min_chars: int, max_code_share: float) -> Purified:
    tree = parse(html)
    metadata = read_metadata(tree, raw.url)
    shown = read_shown(tree, metadata.title or raw.title or "")
    if not raw.title:
        metadata = _title_as_shown(metadata, shown)
    title = _fit(raw.title or metadata.title)
    published = published_time(
        tree, raw.url, hints=raw.date_hints, item_value=raw.published_at, fetched_at=raw.fetched_at, title=title,
        shown=shown,
    )
    body = extract_body(tree, raw.url)
    attribution = read_attribution(
        shown, raw.url, lines=body.attribution_lines, meta_source=metadata.source, meta_author=metadata.author,
        site_name=metadata.site_name,
    )
    kind = page_type(
        tree, raw.url, status=raw.status, title=title, body=body.text, paragraphs=len(body.paragraphs),
        body_links=len(body.links), dated=published.published_from in _DECLARED,
    )
    language = language_of(declared_language(tree), f"{title}\n{body.text[:3000]}")
    return _finish(
        raw, metadata=replace(metadata, title=title), published=published, body=body, attribution=attribution,
        kind=kind, language=language, skipped=_why_skipped(raw, kind, body, min_chars, max_code_share),
        owner_ids=read_owner_ids(tree, shown),
    )


def _title_as_shown(metadata: Metadata, shown: Shown) -> Metadata:
    """Cut the site's name from a title where the page shows the title without it."""
    if shown.title_run is None:
        return metadata
    visible = " ".join(shown.runs[shown.title_run].split())
    title = metadata.title
    rest = title[len(visible) :].strip()
    if len(visible) >= 6 and title.startswith(visible) and _SITE_ENDING.match(rest):
        return replace(metadata, title=visible, site_name=metadata.site_name or rest.strip(" -_|"))
    return metadata


def _from_text(raw: RawPage, text: str, min_chars: int) -> Purified:
    lines = tuple(line for part in text.splitlines() if (line := _fit(part)))
    title = _fit(raw.title or "")
    body = Body(text="\n".join(lines), paragraphs=lines)
    published = published_time(
        None, raw.url, hints=raw.date_hints, item_value=raw.published_at, fetched_at=raw.fetched_at, title=title
    )
    short = [line for line in (*lines[:3], *lines[-3:]) if len(line) <= 80]
    attribution = Attribution(
        next((name for line in short if (name := attribution_source(line))), ""),
        next((name for line in short if (name := author_of(line))), ""),
    )
    kind = page_type(None, raw.url, status=raw.status, title=title, body=body.text, paragraphs=len(lines))
    if kind in ("index", "list") and lines:
        kind = "article"
    return _finish(
        raw, metadata=Metadata(title=title), published=published, body=body, attribution=attribution, kind=kind,
        language=language_of("", f"{title}\n{body.text[:3000]}"), skipped=_why_skipped(raw, kind, body, min_chars, 1.0),
    )


def _why_skipped(raw: RawPage, kind: str, body: Body, min_chars: int, max_code_share: float) -> str:
    if raw.status >= 400:
        return "status"
    if kind in ("error", "login"):
        return kind
    if not body.text.strip():
        return kind if kind in ("list", "index") else "empty"
    if kind in ("list", "index"):
        return kind
    if body.code_share > max_code_share:
        return "code"
    return "short" if _chars(body) < min_chars else ""


def _finish(raw: RawPage, *, metadata: Metadata | None = None, published: Published | None = None,
            body: Body | None = None, attribution: Attribution | None = None, kind: str = "other",
            language: str = "", skipped: str = "", owner_ids: tuple[str, ...] = ()) -> Purified:
    metadata = metadata or Metadata(title=_fit(raw.title or ""))
    published = published or published_time(
        None, raw.url, hints=raw.date_hints, item_value=raw.published_at, fetched_at=raw.fetched_at
    )
    body = body or Body()
    attribution = attribution or Attribution()
    sources = tuple(dict.fromkeys((*body.attribution_links, *attribution.links)))
    view = DocView(
        page_id=page_id(raw.url),
        url=raw.url,
        canonical_url=metadata.canonical_url or canonical_url(raw.url),
        domain=domain_of(raw.url),
        page_type="error" if raw.status >= 400 else kind,
        category=metadata.category,
        title=metadata.title,
        keywords=metadata.keywords,
        summary=metadata.summary,
        body=body.text,
        related_links=body.related_links,
        author=attribution.author,
        source_name=attribution.source_name,
        published_at=published.published_at,
        published_from=published.published_from,
        modified_at=published.modified_at,
        language=language,
        images=body.images,
        quotes=body.quotes,
        code_share=round(body.code_share, 4),
        chars=_chars(body),
        skipped_because="status" if raw.status >= 400 else skipped,
    )
    return Purified(
        view,
        paragraphs=body.paragraphs,
        body_links=tuple(link for link in body.links if link not in sources),
        attribution_links=sources,
        markup=body.markup,
        canonical_declared=bool(metadata.canonical_url),
        site_name=metadata.site_name[:60],
        named=publishers_of(body, raw.url, metadata.site_name),
        owner_ids=owner_ids,
    )


def _chars(body: Body) -> int:
    return sum(map(len, "".join(body.paragraphs).split()))


def _fit(text: str) -> str:
    return " ".join(_UNFIT.sub(" ", text).split())
