"""Keeps a spider that yields items from ``start()`` no further ahead than the pipelines can follow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy import signals
from scrapy.utils.asyncio import call_later, create_looping_call
from scrapy.utils.defer import maybe_deferred_to_future
from twisted.internet.defer import Deferred

if TYPE_CHECKING:
    from scrapy.core.scraper import Slot
    from scrapy.crawler import Crawler

    from .items import Page

_RECHECK_SECONDS = 0.05


class Gate:
    """Bounds the pages that are inside the item pipelines, by number and by bytes.

    Scrapy asks ``start()`` for the next item at once, whether or not the pipelines are done with the last one; the
    limit it has, in bytes, counts responses only.
    """

    def __init__(self, crawler: Crawler, max_items: int, max_bytes: int) -> None:
        self._crawler = crawler
        self._max_items = max(2, max_items)
        self._max_bytes = max_bytes
        self._sizes: dict[int, int] = {}
        self._bytes = 0
        self._waiting: Deferred[None] | None = None
        for signal in (signals.item_scraped, signals.item_dropped, signals.item_error):
            crawler.signals.connect(self._left, signal=signal)
        # Scrapy (2.14 to 2.19) closes a spider when the pipelines are done with the items of its responses; it does not
        # look again when they are done with an item of start(), and a crawl that is stopped then waits for ever.
        self._watch = create_looping_call(self._close_if_idle)
        self._watch.start(_RECHECK_SECONDS)
        crawler.signals.connect(self._stop_watching, signal=signals.spider_closed)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Gate:
        """Read the limits from CONCURRENT_ITEMS and SCRAPER_SLOT_MAX_ACTIVE_SIZE."""
        settings = crawler.settings
        return cls(crawler, settings.getint("CONCURRENT_ITEMS"), settings.getint("SCRAPER_SLOT_MAX_ACTIVE_SIZE"))

    def enter(self, page: Page) -> None:
        """Count a page that is about to be yielded."""
        self._sizes[id(page)] = page.size
        self._bytes += page.size

    async def room(self) -> None:
        """Wait until one more page may enter."""
        while self._full() and not self.closing:
            await self._change()

    async def drained(self) -> None:
        """Wait until the pipelines are done with everything.

        A spider whose last items are still on their way when ``start()`` ends is closed by Scrapy's heartbeat only, up
        to five seconds later.
        """
        await self._change()
        while self._inside() and not self.closing:
            await self._change()

    async def _change(self) -> None:
        self._waiting = Deferred()
        # The signal comes a moment before Scrapy counts the item as done, and an item that a middleware took out of
        # start() sends none: look again after a while.
        timer = call_later(_RECHECK_SECONDS, self._wake)
        try:
            await maybe_deferred_to_future(self._waiting)
        finally:
            timer.cancel()

    @property
    def closing(self) -> bool:
        """True once the spider is to be closed: nothing more should be yielded."""
        slot = self._slot
        return slot is None or slot.closing is not None

    @property
    def _slot(self) -> Slot | None:
        return self._crawler.engine.scraper.slot if self._crawler.engine else None

    def _inside(self) -> int:
        return self._slot.itemproc_size if self._slot is not None else 0

    def _close_if_idle(self) -> None:
        slot = self._slot
        if slot is not None and slot.closing is not None and not slot.closing.called and slot.is_idle():
            slot.closing.callback(self._crawler.spider)  # type: ignore[arg-type]

    def _stop_watching(self) -> None:
        if self._watch.running:
            self._watch.stop()

    def _full(self) -> bool:
        if not self._inside():
            self._sizes.clear()
            self._bytes = 0
        return len(self._sizes) >= self._max_items or self._bytes > self._max_bytes

    def _left(self, item: Any) -> None:
        # A pipeline may have put another object in the page's place: then the oldest is taken for it.
        key = id(item) if id(item) in self._sizes else next(iter(self._sizes), None)
        if key is not None:
            self._bytes -= self._sizes.pop(key)
        self._wake()

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.called:
            self._waiting.callback(None)
