"""Articles on given hosts through the whole pipeline, without a network: pages, store, report.

Each article becomes a simple page with a publication time; pages are analysed in two processes and stored as a crawl
stores them, and the report is the one that a crawl writes.
"""

from __future__ import annotations

import html
import multiprocessing
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy_reprint.crawler.allowing import allow
from scrapy_reprint.options import Options
from scrapy_reprint.pipelines.analyse import analyse
from scrapy_reprint.pipelines.fingerprint import SignatureParams
from scrapy_reprint.pipelines.index.articles import NewPage, put_page
from scrapy_reprint.pipelines.index.record import ArticleRecord
from scrapy_reprint.pipelines.index.store import Store
from scrapy_reprint.pipelines.purify.raw import RawPage
from scrapy_reprint.pipelines.report.build import write_report
from scrapy_reprint.pipelines.report.case import read_case
from scrapy_reprint.pipelines.report.meaning import Meaning
from scrapy_reprint.pipelines.report.plan import make_plan
from scrapy_reprint.pipelines.report.stored_pages import StoredPages

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Self

    from scrapy_reprint.pipelines.domains import MatchRow
    from scrapy_reprint.pipelines.index.store import Txn
    from scrapy_reprint.pipelines.report.build import Report
    from scrapy_reprint.pipelines.report.case import Case
    from scrapy_reprint.pipelines.report.plan import Decisions, Plan
    from scrapy_reprint.pipelines.semantic.encoders import Encoder
    from texts import Text

BEGIN = datetime(2026, 3, 2, 6, 0, tzinfo=UTC)
FETCHED = "2026-09-01T00:00:00+00:00"
_BATCH = 64


@dataclass(frozen=True, slots=True)
class WebArticle:
    """A text on a host. `name` is unique in a crawl; `minute` is when it was published, counted from BEGIN."""

    name: str
    host: str
    text: Text
    minute: int = 0

    @property
    def page(self) -> RawPage:
        """The page that shows it."""
        published = (BEGIN + timedelta(minutes=self.minute)).isoformat()
        title, lines = html.escape(self.text.title), map(html.escape, self.text.paragraphs)
        markup = (
            f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{title}</title>'
            f'<meta property="article:published_time" content="{published}"></head><body>'
            f'<nav><a href="/">{self.host}</a></nav><article><h1>{title}</h1>\n'
            + "\n".join(f"<p>{line}</p>" for line in lines)
            + f'\n</article><footer>© {self.host} <a href="/about">about</a></footer></body></html>'
        )
        return RawPage(url=f"https://{self.host}/a/{self.name}.html", html=markup, fetched_at=FETCHED)


class PageStore:
    """A store in a temporary folder, filled with pages; `options` are settings without ``REPRINT_``."""

    def __init__(self, pages: Sequence[RawPage], **options: Any) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="reprint-benchmark-")
        folder = Path(self._folder.name)
        self._params = SignatureParams()
        self.options = Options(db=str(folder / "store"), output_dir=str(folder / "reports"), **options)
        #: Seconds that analysing and storing took, and the last report.
        self.seconds = {"analyse": 0.0, "store": 0.0, "report": 0.0}
        # A fork server, begun before LMDB is open: an open environment must not be carried over a fork.
        context = multiprocessing.get_context("forkserver")
        begun = time.perf_counter()
        with ProcessPoolExecutor(2, mp_context=context) as pool:
            analysed = pool.map(analyse, pages, chunksize=8)
            self.store = Store(self.options.db, map_size=self.options.map_size, stamp=self._params.stamp())
            waiting: list[NewPage] = []
            for page, found in zip(pages, analysed, strict=True):
                record = ArticleRecord.of(found.page, page.fetched_at)
                text = (found.page.view.body, found.page.paragraphs)
                waiting.append(NewPage(record, text, found.signatures, found.paragraph_sums, 1, found.profile))
                if len(waiting) == _BATCH:
                    self._put(waiting)
                    waiting = []
            self._put(waiting)
        self.seconds["analyse"] = time.perf_counter() - begun - self.seconds["store"]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.store.close()
        self._folder.cleanup()

    def _put(self, pages: list[NewPage]) -> None:
        begun = time.perf_counter()
        most, distance = self.options.hot_gram, self.options.simhash_distance
        self.store.write(lambda txn: [put_page(txn, page, hot_gram=most, distance=distance) for page in pages])
        self.seconds["store"] += time.perf_counter() - begun

    def allow_texts(self, path: str) -> str:
        """Allow the texts of a file as ``scrapy reprint allow text`` does."""
        return allow(self.store, self._params, ["text", path])

    def report(self, encoder: Encoder | None = None) -> Report:
        """Write the report of what is stored; `encoder` in place of the one that the options name."""
        begun = time.perf_counter()
        report = write_report(self.store, self.options, encoder)
        self.seconds["report"] = time.perf_counter() - begun
        return report

    def case(self, encoder: Encoder | None = None) -> Case:
        """What the domain step judges of what is stored, all pages held."""
        begun = time.perf_counter()
        meaning = Meaning(self.options, encoder)
        plan = self.store.read(lambda txn: make_plan(txn, self.options, with_candidates=meaning.on))
        decisions = meaning.decide(self.store, plan)
        case = self.store.read(lambda txn: _held(txn, self.options, plan, decisions))
        self.seconds["report"] = time.perf_counter() - begun
        return case

    def rounded_seconds(self) -> dict[str, float]:
        """Seconds of each step."""
        return {step: round(seconds, 1) for step, seconds in self.seconds.items()}


def _held(txn: Txn, options: Options, plan: Plan, decisions: Decisions) -> Case:
    case, _ = read_case(txn, options, plan, decisions)
    assert isinstance(case.articles, StoredPages)
    return replace(case, articles=case.articles.all())


class SmallCrawl(PageStore):
    """A store filled with articles that have names."""

    def __init__(self, articles: Iterable[WebArticle], **options: Any) -> None:
        pages = [(article, article.page) for article in articles]
        self._articles = {page.url: article for article, page in pages}
        super().__init__([page for _, page in pages], **options)

    def names(self, row: MatchRow) -> tuple[str, str]:
        """Names of the two articles of a row, the copy first where the direction is known."""
        return self._articles[row.url].name, self._articles[row.matched_url].name

    def pair(self, row: MatchRow) -> frozenset[str]:
        """Names of the two articles of a row."""
        return frozenset(self.names(row))

    def title(self, name: str) -> str:
        """Title of an article."""
        return next(article.text.title for article in self._articles.values() if article.name == name)
