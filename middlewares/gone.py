"""Notes stored pages that are no longer there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from ..pipelines.index.fetches import GONE_STATUSES
from ..pipelines.index.shared import store_in_use

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self

    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from scrapy.statscollectors import StatsCollector


class PageStore(Protocol):
    """The part of the store that is told here."""

    async def gone(self, url: str) -> bool:
        """Note that a page is not there; False for one that is not stored."""


class GoneMiddleware:
    """Notes in the store when a page that it holds answers 404, 410 or 451; Scrapy hands such answers to no callback.

    A page that redirects to one that is not there is gone too. Failures of other kinds say nothing of the page. The
    response is passed on as it is.
    """

    def __init__(self, store: Callable[[], PageStore | None], stats: Callable[[], StatsCollector]) -> None:
        self._store = store
        self._stats = stats

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Use the crawl's store, if its pipeline has opened one."""
        return cls(lambda: store_in_use(crawler), lambda: crawler.stats)

    async def process_response(self, request: Request, response: Response) -> Response:
        """Note the page that was asked for, and those that led to it."""
        # What a cache answers is what a former crawl was told.
        if response.status in GONE_STATUSES and request.method == "GET" and "cached" not in response.flags:
            store = self._store()
            for url in dict.fromkeys([*request.meta.get("redirect_urls", ()), request.url]):
                if store is not None and await store.gone(url):
                    self._stats().inc_value("reprint/gone")
        return response
