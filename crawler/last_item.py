"""Lets a crawl end that is stopped while items of ``start()`` are in the pipelines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy import signals
from scrapy.utils.asyncio import call_later

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

_RECHECK_SECONDS = 0.2


class LastItem:
    """Closes a stopped spider when the pipelines are done with the last item.

    Scrapy (2.14 to 2.19) looks whether they are when they are done with a response's items, and not again when they are
    done with an item that ``start()`` yielded. With a pipeline that takes its time, a crawl stopped by Ctrl-C or
    CLOSESPIDER_ITEMCOUNT then waits for ever.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._looks = False
        for signal in (signals.item_scraped, signals.item_dropped, signals.item_error):
            crawler.signals.connect(self._left, signal=signal)

    def _left(self) -> None:
        # The signal comes a moment before Scrapy counts the item as done, and its handlers may take their time.
        if not self._looks:
            self._looks = True
            call_later(_RECHECK_SECONDS, self._look)

    def _look(self) -> None:
        self._looks = False
        engine = self._crawler.engine
        slot = engine.scraper.slot if engine is not None else None
        if slot is None or (slot.closing is not None and slot.closing.called):
            return
        if not slot.is_idle():
            self._left()
        elif slot.closing is not None:
            slot.closing.callback(self._crawler.spider)  # type: ignore[arg-type]
