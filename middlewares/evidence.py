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
    """Items that were yielded, by identity, with the page each came from; and the pages by URL.

    The item is kept beside the page: an id is only its own while the item lives.
    """

    def __init__(self) -> None:
        self._entries: dict[int, tuple[Any, RawPage]] = {}
        self._pages: dict[str, RawPage] = {}

    def write(self, item: Any, page: RawPage) -> None:
        self._entries[id(item)] = (item, page)
        self._pages[page.url] = page

    def read(self, item: Any, url: str) -> RawPage | None:
        known = self._entries.get(id(item))
        return known[1] if known is not None and known[0] is item else self._pages.get(url)

    def strike(self, page: RawPage, ids: list[int]) -> None:
        for key in ids:
            # The same object may have come from another response since.
            if key in self._entries and self._entries[key][1] is page:
                del self._entries[key]
        if self._pages.get(page.url) is page:
            del self._pages[page.url]

    def __len__(self) -> int:
        return len(self._entries) + len(self._pages)


_BOOKS: weakref.WeakKeyDictionary[Crawler, _Book] = weakref.WeakKeyDictionary()


def evidence_of(crawler: Crawler, item: Any, url: str = "") -> RawPage | None:
    """The page that an item was yielded from; None when no response is known for it.

    An item that some pipeline put in the place of the one that was yielded is known by the response's `url`.
    """
    book = _BOOKS.get(crawler)
    return book.read(item, url) if book is not None else None


class EvidenceMiddleware:
    """Remembers the response of each item that a spider yields, so that items need no HTML field.

    What is remembered goes when the response goes, which Scrapy holds until all its items are done. Items are never
    changed. ``request.meta["reprint_date_hints"]``, a list of
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
                    weakref.finalize(response, self._book.strike, page, ids).atexit = False
                ids.append(id(output))
                self._book.write(output, page)
            yield output


def _raw_page(response: Response) -> RawPage:
    hints = response.meta.get("reprint_date_hints", ()) if response.request is not None else ()
    return RawPage(
        url=response.url, status=response.status, headers=tuple(first_headers(response).items()), body=response.body,
        fetched_at=now(), date_hints=tuple((str(origin), str(value)) for origin, value in hints),
    )
