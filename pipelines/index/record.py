"""How what is known of a page is laid out as bytes in the store."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from ..purify.docview import DocView

if TYPE_CHECKING:
    from ..purify.docview import Purified

_TUPLES = ("keywords", "related_links", "images", "quotes")
_RECORD_TUPLES = ("body_links", "attribution_links", "markup", "owner_ids", "named", "gone_again", "follows")


@dataclass(frozen=True, slots=True)
class ArticleRecord:
    """A stored page: its DocView without the body, and the facts that domain signals are made of."""

    view: DocView
    first_fetched_at: str
    fetched_at: str
    body_links: tuple[str, ...] = ()
    attribution_links: tuple[str, ...] = ()
    markup: tuple[int, ...] = ()
    canonical_declared: bool = False
    site_name: str = ""
    owner_ids: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    #: ISO 8601 with offset: when the page was first found to be gone; empty while it is there.
    gone_since: str = ""
    #: Later fetches that found it gone too; see :mod:`.fetches`.
    gone_again: tuple[str, ...] = ()
    #: HTTP status that the stored page came with.
    status: int = 200
    #: SimHash of the stored text, hex, and a digest of its signatures; empty for a page that is not judged.
    text: str = ""
    digest: str = ""
    #: (SimHash, first fetch) of each text that was found at this address.
    texts_seen: tuple[tuple[str, str], ...] = ()
    #: The crawl that brought the stored page, the last crawl that asked for it, and its state before that crawl.
    crawl: int = 0
    asked_in: int = 0
    was: str = ""
    etag: str = ""
    last_modified: str = ""
    follows: tuple[str, ...] = ()

    @property
    def is_page(self) -> bool:
        """False for an error's answer; a redirect that was stored is no page either."""
        return 200 <= self.status < 300 and self.view.skipped_because != "status"

    @property
    def is_gone(self) -> bool:
        """True for a page that was there once and is not any more."""
        return bool(self.gone_since) and self.is_page

    @classmethod
    def of(cls, page: Purified, fetched_at: str, etag: str = "", last_modified: str = "",
           follows: tuple[str, ...] = (), status: int = 200) -> ArticleRecord:
        """Record of a purified page that was fetched now for the first time."""
        return cls(
            view=replace(page.view, body=""),
            first_fetched_at=fetched_at,
            fetched_at=fetched_at,
            body_links=page.body_links,
            attribution_links=page.attribution_links,
            markup=page.markup,
            canonical_declared=page.canonical_declared,
            site_name=page.site_name,
            owner_ids=page.owner_ids,
            named=page.named,
            etag=etag,
            last_modified=last_modified,
            follows=follows,
            status=status,
        )

    def pack(self) -> bytes:
        """The record as compressed JSON, without what is as usual."""
        values, view = _told(self), _told(self.view)
        if view["canonical_url"] == view["url"]:
            del view["canonical_url"]
        return pack_json({**values, "view": view})

    @classmethod
    def unpack(cls, data: bytes) -> ArticleRecord:
        """The record that :meth:`pack` made."""
        values = unpack_json(data)
        view = values.pop("view")
        view.setdefault("canonical_url", view["url"])
        for told, names in ((view, _TUPLES), (values, _RECORD_TUPLES)):
            told.update({name: tuple(told[name]) for name in names if name in told})
        if "texts_seen" in values:
            values["texts_seen"] = tuple((text, moment) for text, moment in values["texts_seen"])
        return cls(view=DocView(**view), **values)


def pack_json(value: Any) -> bytes:
    """Any JSON value, compressed."""
    packer = zlib.compressobj(6, zdict=_LIKELY)
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return packer.compress(text.encode("utf-8", "surrogatepass")) + packer.flush()


def unpack_json(data: bytes) -> Any:
    """The value that :func:`pack_json` took."""
    return json.loads(zlib.decompressobj(zdict=_LIKELY).decompress(data).decode("utf-8", "surrogatepass"))


def _told(item: Any) -> dict[str, Any]:
    """Fields of a dataclass that differ from their defaults."""
    return {
        field.name: value for field in fields(item)
        if (value := getattr(item, field.name)) != field.default and value != ()
    }


# What records hold again and again, the likeliest last: short texts are packed as if it stood before them. A store's
# format hangs on it.
_LIKELY = (
    '"status":200,"texts_seen":[["","was":"","gone_since":"20","gone_again":["20","named":["本站","owner_ids":["adsense:'
    'ca-pub-","cnzz:","gtm:GTM-","ga:G-","ga:UA-","gongan:","baidu_verification:","google_verification:","baidu:",'
    '"icp:","site_name":"网","canonical_declared":true,"canonical_url":"http://m.","attribution_links":["https://mp.'
    'weixin.qq.com/s","markup":[1,2,3,4,5,"body_links":["https://www.","http://www.","follows":["/","etag":"W/\\"",'
    '"last_modified":"Mon, 01 Jan 2024 00:00:00 GMT","quotes":["code_share":0.0,"related_links":["keywords":["新闻","'
    'category":"新闻","modified_at":"202","source_name":"新华社","新华网","人民网","中国新闻网","author":"记者","'
    'summary":"据悉，记者从日前获悉，今年以来，为了，近日，","published_from":"json-ld","published_from":"url","published_from":'
    '"byline","published_from":"meta","language":"en","images":["https://img.","https://www..com/uploads/allimg/.png",'
    '"https://","http://",".jpg","skipped_because":"short","page_type":"list","page_type":"article","language":"zh",'
    '"chars":1,"text":"","digest":"","crawl":1,"asked_in":1,"first_fetched_at":"2026-0","fetched_at":"2026-09-01T00:00:00+00:00",'
    '"published_at":"2026-01-01T08:00:00+08:00","title":"","view":{"page_id":"","url":"https://www.","domain":"example.com"'
).encode()
