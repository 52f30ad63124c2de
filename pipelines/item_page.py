"""From an item of any crawler to the page it stands for, and back."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from itemadapter import ItemAdapter
from scrapy_reprint.errors import SettingError

from .purify.raw import RawPage

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

#: Our name of each thing an item may carry.
FIELDS = (
    "url", "html", "body", "text", "title", "published_at", "status", "headers", "fetched_at", "date_hints", "follows",
    "reprint",
)

# Only these tell anything of a page; an item may bring a hundred others.
_HEADERS = ("content-type", "last-modified", "etag", "date", "content-location", "link")


class ItemError(ValueError):
    """An item that no page can be made of; the message says what is missing."""


class ItemFields:
    """Reads pages out of items and writes results into them, by the names in REPRINT_FIELDS."""

    def __init__(self, names: Mapping[str, str]) -> None:
        """`names` maps our field names to the user's; those left out keep ours."""
        for name in names:
            if name not in FIELDS:
                raise SettingError(f"REPRINT_FIELDS has {name!r}, which is none of {', '.join(FIELDS)}.")
        self._names = {name: names.get(name, name) for name in FIELDS}

    def page_of(self, item: Any, evidence: RawPage | None) -> RawPage:
        """The page that an item stands for; what the item lacks comes from the response it was made of.

        Markup in the item goes before the response's, and both before plain text.
        """
        values = _fields(item)
        url = self._text(values, "url") or (evidence.url if evidence else "")
        if not url:
            raise ItemError(
                f"the item has no {self._names['url']!r} field; map its name with REPRINT_FIELDS = {{'url': ...}}"
            )
        page = replace(evidence, url=url) if evidence else RawPage(url=url)
        page = replace(page, **self._content(values, page))
        if page.html is None and page.body is None and page.text is None:
            raise ItemError(
                "the item has neither HTML nor text; map their names with REPRINT_FIELDS or switch on "
                "scrapy_reprint.middlewares.EvidenceMiddleware"
            )
        changes: dict[str, Any] = {}
        for name in ("title", "published_at", "fetched_at"):
            text = self._text(values, name)
            if text:
                changes[name] = text
        status = values.get(self._names["status"])
        if isinstance(status, int) or (isinstance(status, str) and status.isdigit()):
            changes["status"] = int(status)
        headers = values.get(self._names["headers"])
        if headers and not page.headers:
            changes["headers"] = plain_headers(_pairs(headers))
        hints = values.get(self._names["date_hints"])
        if isinstance(hints, (list, tuple)):
            changes["date_hints"] = tuple((str(origin), str(value)) for origin, value in hints)
        follows = values.get(self._names["follows"])
        if isinstance(follows, (list, tuple)):
            changes["follows"] = tuple(map(str, follows))
        page = replace(page, **changes)
        return page if page.fetched_at else replace(page, fetched_at=datetime.now(UTC).isoformat(timespec="seconds"))

    def takes_result(self, item: Any) -> bool:
        """Whether the item has a field for our findings."""
        if isinstance(item, dict):
            return self._names["reprint"] in item
        return self._names["reprint"] in ItemAdapter(item).field_names()

    def put_result(self, item: Any, result: Mapping[str, Any]) -> None:
        """Write our findings into the item's field for them."""
        ItemAdapter(item)[self._names["reprint"]] = dict(result)

    def _content(self, values: Mapping[str, Any], page: RawPage) -> dict[str, Any]:
        html, body = values.get(self._names["html"]), values.get(self._names["body"])
        if isinstance(html, (bytes, bytearray, memoryview)):
            html, body = None, html
        if isinstance(html, str) and html:
            return {"html": html, "body": None, "text": None}
        if isinstance(body, (bytes, bytearray, memoryview)):
            return {"html": None, "body": bytes(body), "text": None}
        if page.html is not None or page.body is not None:
            return {}
        text = values.get(self._names["text"])
        if not text and isinstance(body, str):
            text = body
        if isinstance(text, (list, tuple)):
            text = "\n".join(map(str, text))
        return {"text": text} if isinstance(text, str) else {}

    def _text(self, values: Mapping[str, Any], name: str) -> str:
        value = values.get(self._names[name])
        if isinstance(value, datetime):
            return value.isoformat()
        if isinstance(value, (list, tuple)) and value:
            value = value[0]  # item loaders make lists of everything
        return "" if value is None else str(value).strip()


def plain_headers(pairs: Iterable[tuple[Any, Any]]) -> tuple[tuple[str, str], ...]:
    """The headers that tell something of a page, as text with lower-case names; of a repeated one the first."""
    found: dict[str, str] = {}
    for key, value in pairs:
        name = _as_text(key).lower()
        if name in _HEADERS:
            found.setdefault(name, _as_text(value[0] if isinstance(value, (list, tuple)) and value else value))
    return tuple(found.items())


def _fields(item: Any) -> Mapping[str, Any]:
    try:
        return ItemAdapter(item)
    except TypeError as error:
        raise ItemError(f"items of type {type(item).__name__} cannot be read") from error


def _pairs(headers: Any) -> Iterable[tuple[Any, Any]]:
    if hasattr(headers, "items"):
        return list(headers.items())
    return [(pair[0], pair[1]) for pair in headers if isinstance(pair, (list, tuple)) and len(pair) == 2]


def _as_text(value: Any) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)
