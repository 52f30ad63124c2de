"""What a response knew of a page, kept for the pipelines while its items are on their way."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any

from scrapy import Request

from ..crawler.response_facts import first_headers, now
from ..pipelines.purify.raw import RawPage

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from typing import Self

    from scrapy.crawler import Crawler
    from scrapy.http import Response


class _Book:
    """Items that were yielded, by identity, with the page each came from.

    The item is kept beside the page: an id is only its own while the item lives.
    """

    def __init__(self) -> None:
        self._entries: dict[int, tuple[Any, RawPage]] = {}

    def write(self, item: Any, page: RawPage) -> None:
        self._entries[id(item)] = (item, page)

    def read(self, item: Any) -> RawPage | None:
        known = self._entries.get(id(item))
        return known[1] if known is not None and known[0] is item else None

    def strike(self, ids: list[int]) -> None:
        for key in ids:
            self._entries.pop(key, None)

    def __len__(self) -> int:
        return len(self._entries)


_BOOKS: weakref.WeakKeyDictionary[Crawler, _Book] = weakref.WeakKeyDictionary()


def evidence_of(crawler: Crawler, item: Any) -> RawPage | None:
    """The page that an item was yielded from; None when no response is known for it."""
    book = _BOOKS.get(crawler)
    return book.read(item) if book is not None else None


class EvidenceMiddleware:
    """Remembers the response of each item that a spider yields, so that items need no HTML field.

    The same object must reach the pipeline that asks. What is remembered goes when the response goes, which Scrapy
    holds until all its items are done. Items are never changed. ``request.meta["reprint_date_hints"]``, a list of
    (origin, value), is handed on with the page.
    """

    def __init__(self, book: _Book) -> None:
        self._book = book

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Open the crawler's book."""
        return cls(_BOOKS.setdefault(crawler, _Book()))

    async def process_spider_output(
        self, response: Response, result: AsyncIterator[Any]
    ) -> AsyncIterator[Any]:
        """Pass everything on; remember the items."""
        page = None
        ids: list[int] = []
        async for output in result:
            if output is not None and not isinstance(output, Request):
                if page is None:
                    page = _raw_page(response)
                    weakref.finalize(response, self._book.strike, ids).atexit = False
                ids.append(id(output))
                self._book.write(output, page)
            yield output


def _raw_page(response: Response) -> RawPage:
    hints = response.meta.get("reprint_date_hints", ()) if response.request is not None else ()
    return RawPage(
        url=response.url, status=response.status, headers=tuple(first_headers(response).items()), body=response.body,
        fetched_at=now(), date_hints=tuple((str(origin), str(value)) for origin, value in hints),
    )
