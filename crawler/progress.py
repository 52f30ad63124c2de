"""How far a crawl is, while it runs."""

from __future__ import annotations

import logging
import os
import sys
import time
from typing import IO, TYPE_CHECKING, Any

from scrapy import signals
from scrapy.utils.asyncio import create_looping_call
from tqdm import tqdm

if TYPE_CHECKING:
    from typing import Self

    from scrapy.crawler import Crawler

logger = logging.getLogger(__name__)

_LIVE_SECONDS = 0.5
#: Stats of the pipeline that are shown beside the pages.
_ARTICLES = "reprint/articles"
_PAIRS = "reprint/pairs"


class Progress:
    """Shows pages, articles, pairs found and pages per second.

    On a terminal as one live line below the log, elsewhere as a log line every ``every_seconds``.
    """

    def __init__(self, crawler: Crawler, stream: IO[str] = sys.stderr, every_seconds: float = 30.0) -> None:
        self._crawler = crawler
        self._stream = stream
        self._live = is_terminal(stream)
        self._every_seconds = _LIVE_SECONDS if self._live else every_seconds
        self._bar: tqdm[Any] | None = None
        self._above = LogAboveBar(stream)
        self._pages = 0
        self._pages_told = 0
        self._told_at = 0.0
        self._loop: Any = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Follow the crawl by its signals."""
        progress = cls(crawler, sys.stderr)
        crawler.signals.connect(progress.spider_opened, signal=signals.spider_opened)
        crawler.signals.connect(progress.spider_closed, signal=signals.spider_closed)
        for signal in (signals.item_scraped, signals.item_dropped):
            crawler.signals.connect(progress.page_done, signal=signal)
        return progress

    def spider_opened(self) -> None:
        """Begin to show."""
        self._told_at = time.monotonic()
        if self._live:
            self._bar = tqdm(
                file=self._stream, unit=" pages", dynamic_ncols=True, mininterval=_LIVE_SECONDS,
                bar_format="{n_fmt} pages{postfix}  {rate_noinv_fmt}  {elapsed}",
            )
            self._above.start()
        self._loop = create_looping_call(self._tell)
        self._loop.start(self._every_seconds, now=False)

    def page_done(self) -> None:
        """Count a page."""
        self._pages += 1

    def spider_closed(self) -> None:
        """Show the last numbers and give the terminal back."""
        if self._loop is not None and self._loop.running:
            self._loop.stop()
        self._tell()
        self._above.stop()
        if self._bar is not None:
            self._bar.close()

    def _tell(self) -> None:
        stats = self._crawler.stats
        articles, pairs = stats.get_value(_ARTICLES, 0), stats.get_value(_PAIRS, 0)
        if self._bar is not None:
            self._bar.set_postfix_str(f"{articles} articles, {pairs} pairs", refresh=False)
            self._bar.update(self._pages - self._bar.n)
            self._bar.refresh()
            return
        now = time.monotonic()
        rate = (self._pages - self._pages_told) / max(now - self._told_at, 0.001)
        self._pages_told, self._told_at = self._pages, now
        logger.info("%d pages, %d articles, %d pairs found, %.1f pages/s", self._pages, articles, pairs, rate)


class LogAboveBar:
    """Has log lines for a terminal written by tqdm, which takes the bar away first."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream
        self._moved: list[tuple[logging.Handler, logging.Handler]] = []

    def start(self) -> None:
        """Take over the log lines that go to the stream."""
        for usual in list(logging.root.handlers):
            if type(usual) is logging.StreamHandler and usual.stream is self._stream:
                above = _AboveBar(self._stream)
                above.setFormatter(usual.formatter)
                above.setLevel(usual.level)
                for wanted in usual.filters:
                    above.addFilter(wanted)
                logging.root.removeHandler(usual)
                logging.root.addHandler(above)
                self._moved.append((usual, above))

    def stop(self) -> None:
        """Have them written as before."""
        for usual, above in self._moved:
            logging.root.removeHandler(above)
            logging.root.addHandler(usual)
        self._moved.clear()


def is_terminal(stream: IO[str]) -> bool:
    """Say whether a live line can be shown; some terminals, of containers above all, have no width."""
    try:
        return stream.isatty() and os.get_terminal_size(stream.fileno()).columns > 0
    except (OSError, ValueError):
        return False


class _AboveBar(logging.Handler):
    def __init__(self, stream: IO[str]) -> None:
        super().__init__()
        self._stream = stream

    def emit(self, record: logging.LogRecord) -> None:
        try:
            tqdm.write(self.format(record), file=self._stream)
        except Exception:
            self.handleError(record)
