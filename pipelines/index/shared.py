"""One store session for each crawler, shared by the pipeline and the middlewares."""

from __future__ import annotations

import weakref
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, TypeVar

from scrapy_reprint.options import Options

from ..fingerprint.signatures import SignatureParams
from ..purify.url import domain_of, page_id
from .articles import NewPage, domain_number, put_page, read_record
from .asked import Asked, not_asked
from .crawls import change_crawl, put_problem, start_crawl
from .fetches import last_asked
from .revisits import note_gone, note_unchanged
from .writer import StoreThread

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from concurrent.futures import Future

    from scrapy.crawler import Crawler

    from .store import Store, Txn

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Seen:
    """What the store remembers of a URL."""

    #: Seconds since the epoch when the page was last fetched, or missed.
    stored_at: float
    page_type: str
    etag: str
    last_modified: str
    #: In-domain links that were followed from the page.
    follows: tuple[str, ...]


def signature_params(options: Options) -> SignatureParams:
    """The signature parameters that the settings ask for."""
    return SignatureParams(
        simhash_bits=options.simhash_bits,
        segments=options.segments,
        shingle_words=options.shingle_words,
        shingle_chars=options.shingle_chars,
        winnow_window=options.winnow_window,
    )


class StoreSession:
    """The store as one crawl uses it: asynchronous, owned by one thread."""

    def __init__(self, options: Options) -> None:
        """Open the store; :exc:`StoreError` says what is wrong with it."""
        self.options = options
        stamp = signature_params(options).stamp()
        self._thread = StoreThread.shared(options.db, map_size=options.map_size, stamp=stamp)
        self._closed = False
        self._domains_seen: set[str] = set()
        self._asked = Asked()
        self.crawl = 0

    async def start(self, spider: str) -> None:
        """Enter the crawl in the store's list of crawls."""
        state = {"spider": spider, "started": datetime.now(UTC).isoformat(), "reason": ""}
        self.crawl = await self.write(lambda txn: start_crawl(txn, state))

    async def finish(self, reason: str, limited: list[str]) -> None:
        """Note how the crawl ended, and the domains it left at their page limit."""
        seen, self._domains_seen = sorted(self._domains_seen), set()

        def work(txn: Txn) -> None:
            change_crawl(txn, self.crawl, {"reason": reason, "limited": limited})
            for name in seen:
                key = domain_number(txn, name).to_bytes(4, "big")
                txn.put("visits", key, self.crawl.to_bytes(4, "big"))

        await self.write(work)

    async def put(self, page: NewPage) -> tuple[int, list[int]]:
        """Store a page of this crawl; its number and the numbers of articles to compare it with."""
        page = replace(page, crawl=self.crawl, text=page.text if self.options.keep_text else None)
        options = self.options
        number, partners = await self.write(
            lambda txn: put_page(txn, page, hot_gram=options.hot_gram, distance=options.simhash_distance)
        )
        self._asked.add(number)
        return number, partners

    def problem(self, where: str, why: str) -> Future[None]:
        """List a page or an input line that could not be used; need not be awaited."""
        return self._thread.write(lambda txn: put_problem(txn, where, why))

    async def seen(self, url: str) -> Seen | None:
        """What the store remembers of a URL, None when it was never stored."""
        key = bytes.fromhex(page_id(url))

        def work(txn: Txn) -> tuple[int, Seen] | None:
            number = txn.get("ids", key)
            if number is None:
                return None
            record = read_record(txn, int.from_bytes(number, "big"))
            return int.from_bytes(number, "big"), Seen(
                stored_at=last_asked(record).timestamp(),
                page_type=record.view.page_type,
                etag=record.etag,
                last_modified=record.last_modified,
                follows=record.follows,
            )

        found = await self.read(work)
        if found is None:
            return None
        self._domains_seen.add(domain_of(url))
        self._asked.add(found[0])
        return found[1]

    async def touch(self, url: str) -> None:
        """Note that a page was found unchanged now."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        await self.write(lambda txn: note_unchanged(txn, url, now, self.crawl))

    async def gone(self, url: str) -> bool:
        """Note that a page was not there any more when it was asked for just now; False for one never stored."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        known = await self.read(lambda txn: txn.get("ids", bytes.fromhex(page_id(url))) is not None)
        return known and await self.write(lambda txn: note_gone(txn, url, now, self.crawl))

    def not_asked(self, domain: str, behind: int, most: int) -> tuple[list[str], int | None]:
        """URLs of stored pages of a domain that this crawl has not asked for (:func:`.asked.not_asked`).

        Waits for the store; for a crawl that has nothing else to do.
        """
        return self._thread.read(lambda txn: not_asked(txn, domain, self._asked, behind, most)).result()

    def write(self, work: Callable[[Txn], T]) -> Awaitable[T]:
        """Run `work` in a write transaction; committed when this resolves."""
        return awaitable(self._thread.write(work))

    def read(self, work: Callable[[Txn], T]) -> Awaitable[T]:
        """Run `work` on a snapshot of the store."""
        return awaitable(self._thread.read(work))

    def run(self, work: Callable[[Store], T]) -> Awaitable[T]:
        """Run `work` with the store itself."""
        return awaitable(self._thread.run(work))

    def close(self) -> None:
        """Commit what was handed in and close the store."""
        if not self._closed:
            self._closed = True
            self._thread.close()


_SESSIONS: weakref.WeakKeyDictionary[Crawler, StoreSession] = weakref.WeakKeyDictionary()


def shared_store(crawler: Crawler) -> StoreSession:
    """The crawler's store session; opened at the first call, closed when its engine has stopped."""
    session = _SESSIONS.get(crawler)
    if session is None:
        from scrapy import signals  # noqa: PLC0415 - worker processes import this package without Scrapy

        session = StoreSession(Options.from_settings(crawler.settings))
        _SESSIONS[crawler] = session

        crawler.signals.connect(session.close, signals.engine_stopped, weak=False)
        # A crawl that never starts sends no signal.
        weakref.finalize(crawler, session.close)
    return session


def store_in_use(crawler: Crawler) -> StoreSession | None:
    """The crawler's store session if something has opened it, else None."""
    return _SESSIONS.get(crawler)


def awaitable(future: Future[T]) -> Awaitable[T]:
    """A thread's or process's future as something a Scrapy coroutine can await, with any reactor."""
    from scrapy.utils.asyncio import is_asyncio_available  # noqa: PLC0415

    if is_asyncio_available():
        import asyncio  # noqa: PLC0415

        return asyncio.wrap_future(future)
    from twisted.internet import defer, reactor  # noqa: PLC0415

    deferred: defer.Deferred[T] = defer.Deferred()

    def done(finished: Future[T]) -> None:
        error = finished.exception()
        act = (deferred.callback, finished.result()) if error is None else (deferred.errback, error)
        reactor.callFromThread(*act)

    future.add_done_callback(done)
    return deferred
