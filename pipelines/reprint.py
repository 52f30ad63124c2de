"""The item pipeline: hands each page to the steps, and closes the books when the spider closes."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from scrapy import signals
from scrapy.exceptions import DropItem
from scrapy_reprint.errors import ReprintError
from scrapy_reprint.options import Options

from ..crawler import signals as reprint_signals
from ..crawler.arguments import tell_errors_plainly
from ..crawler.close_progress import CloseProgress
from ..crawler.last_item import LastItem
from ..middlewares.evidence import evidence_of
from .analyse import PageLimits
from .index.articles import NewPage
from .index.record import ArticleRecord
from .index.shared import awaitable, shared_store, signature_params
from .item_page import ItemError, ItemFields
from .match.arrival import matches_of
from .match.pair import TIERS
from .report.build import write_report
from .report.history import record_states
from .report.plan import thresholds_of
from .report.terminal import domain_table
from .workers import PageError, WorkerPool, worker_count

if TYPE_CHECKING:
    from typing import Self

    from scrapy.crawler import Crawler

    from .analyse import Analysis
    from .index.shared import StoreSession
    from .match.arrival import Match
    from .purify.raw import RawPage
    from .report.build import Report

logger = logging.getLogger(__name__)


class ReprintPipeline:
    """Finds reprints among the pages of a crawl.

    Each item goes through unchanged, and comes out the same object; one with a ``reprint`` field finds in it what was
    found so far. With REPRINT_DROP set, copies of stored articles are dropped.
    """

    def __init__(self, crawler: Crawler) -> None:
        """Read the settings and open the store; a :exc:`ReprintError` ends the crawl with its sentence."""
        self._crawler = crawler
        self._options = Options.from_settings(crawler.settings)
        self._fields = ItemFields(self._options.fields)
        self._thresholds = thresholds_of(self._options)
        self._session: StoreSession | None = shared_store(crawler)
        options = self._options
        self._pool = WorkerPool(
            worker_count(options.workers),
            PageLimits(options.min_chars, options.max_code_share),
            signature_params(options),
            options.page_seconds,
        )
        self._failed = False
        self._last_item = LastItem(crawler)
        self._told: set[str] = set()
        self._report: Report | None = None
        self._reason = ""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Make the pipeline of a crawler."""
        tell_errors_plainly()
        pipeline = cls(crawler)
        crawler.signals.connect(pipeline.spider_closed, signals.spider_closed)
        crawler.signals.connect(pipeline.engine_stopped, signals.engine_stopped)
        crawler.signals.connect(pipeline.note_problem, reprint_signals.problem)
        return pipeline

    async def open_spider(self) -> None:
        """Enter the crawl in the store."""
        assert self._crawler.spider is not None
        assert self._session is not None
        await self._session.start(self._crawler.spider.name)

    async def process_item(self, item: Any) -> Any:
        """Analyse and store the item's page; awaiting this is what holds a fast crawl back."""
        if self._session is None or self._failed:
            self._count("not_stored")
            return item
        url = self._fields.url_of(item)
        try:
            raw = self._fields.page_of(item, evidence_of(self._crawler, item, url))
            self._check_size(raw)
            analysis = await awaitable(self._pool.submit(raw))
        except (ItemError, PageError) as error:
            await self._problem(url or f"item {type(item).__name__}", error)
            return item
        except ReprintError as error:
            self._stop(error)
            self._count("not_stored")
            return item
        partners = await self._store(raw, analysis)
        if partners is None:
            return item
        self._count_page(analysis)
        number, others = partners
        matches: list[Match] = []
        if others:
            matches = await self._session.read(lambda txn: matches_of(txn, number, others, self._thresholds))
        self._count("pairs", len(matches))
        self._hand_back(item, _result(analysis, matches))
        self._drop(raw, [match for match in matches if match.number < number])
        return item

    async def spider_closed(self, reason: str) -> None:
        """Write the reports of what the store now holds."""
        session, self._session = self._session, None
        if session is None:
            return
        self._pool.close()
        if self._pool.deaths:
            self._set("worker_deaths", self._pool.deaths)
        try:
            await session.finish(reason, self._limited_domains())
        except ReprintError as error:
            logger.error("%s", error)
        if not self._options.report:
            return
        options = self._options
        try:
            with CloseProgress() as phases:
                result = await session.run(lambda store: write_report(store, options, phases=phases))
            now = datetime.now(UTC).isoformat(timespec="seconds")
            await session.write(lambda txn: record_states(txn, result.judgement.domains, session.crawl, now))
        except ReprintError as error:
            logger.error("%s", error)
            return
        for name, value in result.counts.items():
            self._set(f"report/{name}", value)
        self._report, self._reason = result, reason

    def engine_stopped(self) -> None:
        """Tell what was found; last of all, so that it stands at the end of the log."""
        if self._report is None:
            return
        if self._reason != "finished":
            logger.warning("The crawl was cut short (%s): the report is of what was fetched until then.", self._reason)
        for line in self._report.warnings:
            logger.warning("%s", line)
        logger.info("Domains, worst first:\n%s", domain_table(self._report.judgement.domains))
        look = f"; to look at: {self._report.page}" if self._report.page else ""
        logger.info("Reports: %s%s", ", ".join(str(path) for path in self._report.files), look)

    def note_problem(self, where: str, why: str) -> None:
        """List input that a spider could not read; the spider has told it already."""
        if self._session is not None:
            self._session.problem(where, why)

    async def _store(self, raw: RawPage, analysis: Analysis) -> tuple[int, list[int]] | None:
        """Store a page; None when the store failed, which ends the crawl."""
        assert self._session is not None
        record = ArticleRecord.of(
            analysis.page, raw.fetched_at, raw.header("etag"), raw.header("last-modified"), raw.follows, raw.status
        )
        text = (analysis.page.view.body, analysis.page.paragraphs)
        try:
            return await self._session.put(
                NewPage(record, text, analysis.signatures, analysis.paragraph_sums, 0, analysis.profile)
            )
        except ReprintError as error:
            self._stop(error)
            self._count("not_stored")
            return None

    def _stop(self, error: ReprintError) -> None:
        if self._failed:
            return
        self._failed = True
        logger.error("%s", error)
        engine = self._crawler.engine
        assert engine is not None
        from scrapy.utils.defer import deferred_from_coro  # noqa: PLC0415

        deferred_from_coro(engine.close_spider_async(reason="reprint_error"))

    def _check_size(self, raw: RawPage) -> None:
        size = len(raw.html or raw.body or raw.text or "")
        if size > self._options.max_page_bytes:
            raise PageError(f"it has {size} bytes, more than REPRINT_MAX_PAGE_BYTES ({self._options.max_page_bytes})")

    def _hand_back(self, item: Any, result: dict[str, Any]) -> None:
        if not self._fields.takes_result(item):
            return
        try:
            self._fields.put_result(item, result)
        except (AttributeError, KeyError, TypeError, ValueError) as error:  # frozen, or validated as something else
            self._count("results_refused")
            kind = type(item).__name__
            if kind not in self._told:
                self._told.add(kind)
                reason = " ".join(str(error).split())[:200]
                logger.warning("%s items do not let their field for results be filled: %s", kind, reason)

    def _drop(self, raw: RawPage, matches: list[Match]) -> None:
        """Drop what matches articles stored before it; an original that is crawled again stays."""
        if not self._options.drop or not matches:
            return
        best = matches[0]
        if TIERS.index(best.tier) <= TIERS.index(self._options.drop):
            self._count("dropped")
            raise DropItem(f"{raw.url} matches {best.url} ({best.tier}, {best.kind})")

    async def _problem(self, where: str, fault: ItemError | PageError) -> None:
        why = str(fault)
        if isinstance(fault, PageError):
            logger.warning("Not analysed: %s: %s", where, why)
        elif why not in self._told:
            self._told.add(why)
            logger.warning("Not analysed: %s: %s. More items like it are listed in problems.csv only.", where, why)
        self._count("problems")
        assert self._session is not None
        try:
            await awaitable(self._session.problem(where, why))
        except ReprintError as error:
            self._stop(error)

    def _limited_domains(self) -> list[str]:
        prefix = "reprint/page_limit/"
        stats = self._crawler.stats
        assert stats is not None
        return sorted(name.removeprefix(prefix) for name in stats.get_stats() if name.startswith(prefix))

    def _count_page(self, analysis: Analysis) -> None:
        self._count("pages")
        skipped = analysis.page.view.skipped_because
        self._count(f"skipped/{skipped.partition(':')[0]}" if skipped else "articles")

    def _count(self, name: str, more: int = 1) -> None:
        assert self._crawler.stats is not None
        if more:
            self._crawler.stats.inc_value(f"reprint/{name}", more)

    def _set(self, name: str, value: Any) -> None:
        assert self._crawler.stats is not None
        self._crawler.stats.set_value(f"reprint/{name}", value)


def _result(analysis: Analysis, matches: list[Match]) -> dict[str, Any]:
    view, signatures = analysis.page.view, analysis.signatures
    return {
        "page_id": view.page_id,
        "simhash": f"{signatures.simhash:016x}" if signatures else None,
        "skipped_because": view.skipped_because,
        "matches": [
            {"url": match.url, "domain": match.domain, "tier": match.tier, "kind": match.kind} for match in matches
        ],
    }


