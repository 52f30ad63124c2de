"""From an item of any crawler to the page it stands for, and back."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from itemadapter import ItemAdapter
from scrapy_reprint.errors import SettingError

from .index.fetches import GONE_STATUSES
from .purify.raw import RawPage
from .purify.url import host_of, page_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

#: Our name of each thing an item may carry.
FIELDS = (
    "url", "html", "body", "text", "title", "published_at", "status", "headers", "fetched_at", "date_hints", "follows",
    "reprint",
)

# How a whole page begins that an item carries in a field for text.
_PAGE_STARTS = ("<!doctype html", "<html")

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

        Markup in the item goes before the response's, and both before plain text. An item with the URL of another page
        than its response, as a list yields them, stands for that page with what it carries itself; where it carries
        neither markup nor text, the response's page is taken as it is.
        """
        values = _fields(item)
        if evidence is not None and not host_of(evidence.url):
            # A file or a data URL: what it holds was saved from the page that the item names.
            evidence = replace(evidence, url=self._text(values, "url")) if _has_markup(evidence) else None
        url = self._url(values, evidence)
        content = self._markup(values) or self._plain_text(values)
        if not content and evidence is None:
            content = {"html": ""} if self._status(values) in GONE_STATUSES else self._nothing(values)
        same = evidence is None or page_id(url) == page_id(evidence.url)
        if evidence is None:
            page = RawPage(url=url)
        elif same:
            page = replace(evidence, url=url)
        else:
            page = RawPage(url=url, fetched_at=evidence.fetched_at) if content else evidence
        if content and not ("text" in content and same and _has_markup(page)):
            page = replace(page, **{"html": None, "body": None, "text": None, **content})
        if page.html is None and page.body is None and page.text is None:
            raise ItemError(
                "the item has neither HTML nor text, and no response is known for it; name its fields in "
                "REPRINT_FIELDS, or switch on scrapy_reprint.middlewares.EvidenceMiddleware"
            )
        if same or content:
            page = replace(page, **self._told(values, page))
        return page if page.fetched_at else replace(page, fetched_at=datetime.now(UTC).isoformat(timespec="seconds"))

    def url_of(self, item: Any) -> str:
        """The URL that an item carries, or an empty string."""
        return self._text(ItemAdapter(item), "url") if ItemAdapter.is_item(item) else ""

    def takes_result(self, item: Any) -> bool:
        """Whether the item has a field for our findings."""
        if isinstance(item, dict):
            return self._names["reprint"] in item
        return self._names["reprint"] in ItemAdapter(item).field_names()

    def put_result(self, item: Any, result: Mapping[str, Any]) -> None:
        """Write our findings into the item's field for them."""
        ItemAdapter(item)[self._names["reprint"]] = dict(result)

    def _url(self, values: Mapping[str, Any], evidence: RawPage | None) -> str:
        url = self._text(values, "url")
        if evidence is not None:
            url = _joined(evidence.url, url)
        elif not url:
            raise ItemError(
                f"the item has no {self._names['url']!r} field; map its name with REPRINT_FIELDS = {{'url': ...}}"
            )
        if not host_of(url):
            raise ItemError(f"the item's {self._names['url']!r} is no web address with a host")
        return url

    def _markup(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The markup that an item carries, decoded or not, as fields of the page."""
        for name in ("html", "body", "text"):
            value = _single(values.get(self._names[name]))
            if isinstance(value, (bytes, bytearray, memoryview)) and len(value) and name != "text":
                return {"body": bytes(value)}
            if isinstance(value, str) and value and (name == "html" or _is_page(value)):
                return {"html": str(value)}  # of a subclass, as lxml has one, the text only
        return {}

    def _plain_text(self, values: Mapping[str, Any]) -> dict[str, Any]:
        for name in ("text", "body"):
            value = values.get(self._names[name])
            if isinstance(value, (list, tuple)):
                value = "\n".join(map(str, value))
            if isinstance(value, str) and value.strip():
                return {"text": value}
        return {}

    def _nothing(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """An empty page, where the item has a field for content with nothing in it."""
        empty = any(isinstance(values.get(self._names[name]), (str, bytes)) for name in ("html", "body", "text"))
        return {"html": ""} if empty else {}

    def _told(self, values: Mapping[str, Any], page: RawPage) -> dict[str, Any]:
        """What an item says of its page beside the content. Fields of other kinds than ours are not meant for us."""
        changes: dict[str, Any] = {}
        for name in ("title", "published_at", "fetched_at"):
            text = self._text(values, name)
            if text and (name != "fetched_at" or _is_time(text)):
                changes[name] = text
        status = self._status(values)
        if status and not page.headers:
            changes["status"] = status
        headers = values.get(self._names["headers"])
        if headers and not page.headers:
            changes["headers"] = plain_headers(_pairs(headers))
        hints = values.get(self._names["date_hints"])
        if isinstance(hints, (list, tuple)):
            changes["date_hints"] = tuple((str(origin), str(value)) for origin, value in _pairs(hints))
        follows = values.get(self._names["follows"])
        if isinstance(follows, (list, tuple)):
            changes["follows"] = tuple(map(str, follows))
        return changes

    def _status(self, values: Mapping[str, Any]) -> int:
        """The HTTP status that an item tells, 0 for none."""
        status = str(_single(values.get(self._names["status"])))
        return int(status) if len(status) == 3 and status.isdecimal() and 100 <= int(status) <= 599 else 0

    def _text(self, values: Mapping[str, Any], name: str) -> str:
        value = _single(values.get(self._names[name]))
        if isinstance(value, datetime):
            return value.isoformat()
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


def _single(value: Any) -> Any:
    """The value itself; of a list, as item loaders make them of everything, the first."""
    return value[0] if isinstance(value, (list, tuple)) and value else value


def _joined(base: str, url: str) -> str:
    try:
        return urljoin(base, url)
    except ValueError:
        return url


def _is_page(text: str) -> bool:
    return text[:200].lstrip("\ufeff \t\r\n").lower().startswith(_PAGE_STARTS)


def _has_markup(page: RawPage) -> bool:
    kind = page.header("content-type").lower()
    return bool(page.html or page.body) and (not kind or "html" in kind or "xml" in kind)


def _is_time(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def _pairs(values: Any) -> Iterable[tuple[Any, Any]]:
    if hasattr(values, "items"):
        return list(values.items())
    if not isinstance(values, (list, tuple)):
        return []
    return [(pair[0], pair[1]) for pair in values if isinstance(pair, (list, tuple)) and len(pair) == 2]


def _as_text(value: Any) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)
