"""Skips what a former crawl stored and what has not changed since."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Protocol

from scrapy.exceptions import IgnoreRequest, NotConfigured
from scrapy_reprint.options import Options

from ..pipelines.index.shared import shared_store

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self

    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from scrapy.statscollectors import StatsCollector

#: Key in request.meta: the links of the article that is asked for conditionally.
_FOLLOWS = "reprint_follows"


class Unchanged(IgnoreRequest):
    """An article was not fetched again; ``follows`` are the in-domain links that were found on it."""

    def __init__(self, why: str, follows: tuple[str, ...] = ()) -> None:
        super().__init__(why)
        self.follows = follows


class SeenPage(Protocol):
    """What the store knows of a page it has."""

    @property
    def stored_at(self) -> float:
        """Seconds since 1970."""

    @property
    def page_type(self) -> str:
        """Kind of page; only "article" is ever skipped."""

    @property
    def etag(self) -> str:
        """The ETag header it came with, or an empty string."""

    @property
    def last_modified(self) -> str:
        """The Last-Modified header it came with, or an empty string."""

    @property
    def follows(self) -> tuple[str, ...]:
        """In-domain links found on it."""


class PageStore(Protocol):
    """The part of the store that is asked here."""

    async def seen(self, url: str) -> SeenPage | None:
        """What is known of a page; None when it is not stored."""

    async def touch(self, url: str) -> None:
        """Note that a page was found unchanged just now."""


class UnchangedMiddleware:
    """Does not fetch articles again that are fresh, and asks the server about the others.

    An article stored less than ``REPRINT_REVISIT_AFTER`` seconds ago is skipped. An older one is asked for with
    ``If-None-Match`` and ``If-Modified-Since``; where the server answers 304 it is skipped too. Either raises
    :exc:`Unchanged`, whose ``follows`` an errback can go on with. Lists, and whatever is no article, are always
    fetched. ``request.meta["reprint_refetch"] = True`` fetches regardless.
    """

    def __init__(
        self, store: Callable[[], PageStore], revisit_after: float, stats: Callable[[], StatsCollector],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._store = store
        self._revisit_after = revisit_after
        self._stats = stats
        self._clock = clock

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Use the crawl's store; off while ``REPRINT_REVISIT_AFTER`` is 0, for a skipped page yields no item."""
        options = Options.from_settings(crawler.settings)
        if not options.revisit_after:
            raise NotConfigured
        return cls(lambda: shared_store(crawler), options.revisit_after, lambda: crawler.stats)

    async def process_request(self, request: Request) -> None:
        """Skip a fresh article; ask conditionally for an older one."""
        if request.method != "GET" or request.meta.get("reprint_refetch"):
            return
        seen = await self._store().seen(request.url)
        if seen is None or seen.page_type != "article":
            return
        if self._clock() - seen.stored_at < self._revisit_after:
            self._stats().inc_value("reprint/unchanged/fresh")
            raise Unchanged("stored already, and fresh", seen.follows)
        conditions = {"If-None-Match": seen.etag, "If-Modified-Since": seen.last_modified}
        if any(name in request.headers for name in conditions):
            return  # the user's own condition, and so the user's own 304
        for name, value in conditions.items():
            if value:
                request.headers[name] = value
                request.meta[_FOLLOWS] = list(seen.follows)

    async def process_response(self, request: Request, response: Response) -> Response:
        """Turn a 304 that this middleware asked for into :exc:`Unchanged`."""
        if response.status != 304 or _FOLLOWS not in request.meta:
            return response
        await self._store().touch(request.url)
        self._stats().inc_value("reprint/unchanged/not_modified")
        raise Unchanged("not modified", tuple(request.meta[_FOLLOWS]))
