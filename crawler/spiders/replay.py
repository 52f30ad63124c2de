"""Stored pages instead of a crawl: ``scrapy crawl replay -a path=FILE_OR_DIR``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy import Spider
from scrapy_reprint.options import Options

from ..arguments import ArgumentError, tell_errors_plainly
from ..backpressure import Gate
from ..pages_file import Fault
from ..replay_files import find_files, read_file, require_pages
from ..response_facts import now
from ..signals import problem
from ..warc_file import NotHtml

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from typing import Self

    from scrapy.crawler import Crawler

    from ..items import Page


class ReplaySpider(Spider):
    """Yields each page of ``pages.jsonl[.gz]`` and WARC files as an item; nothing is fetched.

    ``path`` is a file or a folder, whose files are read in the order of their names. A line or record that cannot be
    used is a problem, named by file and line, and the rest is read. :exc:`ArgumentError` when there is no page at all.
    """

    name = "replay"

    def __init__(self, path: str = "", max_page_bytes: int = 16 * 2**20, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if not path:
            raise ArgumentError("The replay spider needs -a path= with a pages.jsonl, a WARC or a folder of them.")
        self._max_page_bytes = int(max_page_bytes)
        self._files = find_files(Path(path))
        require_pages(self._files, self._max_page_bytes)

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        """Take the size limit of a page from ``REPRINT_MAX_PAGE_BYTES``."""
        tell_errors_plainly()
        kwargs.setdefault("max_page_bytes", Options.from_settings(crawler.settings).max_page_bytes)
        return super().from_crawler(crawler, *args, **kwargs)

    async def start(self) -> AsyncIterator[Page]:
        """Yield the pages, no faster than the pipelines take them."""
        gate = Gate.from_crawler(self.crawler)
        # One moment for all pages that do not tell theirs: of two versions of one, the file's order must not decide.
        read_at = now()
        for path in self._files:
            for found in read_file(path, self._max_page_bytes):
                if isinstance(found, Fault):
                    self.problem(found.where, found.why)
                elif isinstance(found, NotHtml):
                    self.crawler.stats.inc_value("reprint/replay/not_html")
                else:
                    found.fetched_at = found.fetched_at or read_at
                    await gate.room()
                    if gate.closing:
                        return
                    gate.enter(found)
                    yield found
        await gate.drained()

    def problem(self, where: str, why: str) -> None:
        """Report input that could not be used: log line, stat ``reprint/bad_input`` and signal."""
        self.logger.warning("Cannot use %s: %s", where, why)
        self.crawler.stats.inc_value("reprint/bad_input")
        self.crawler.signals.send_catch_log(signal=problem, where=where, why=why)
