"""Stored pages that nothing leads to any more, asked for when a crawl has nothing else to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy import signals
from scrapy.exceptions import DontCloseSpider, IgnoreRequest
from scrapy.spidermiddlewares.httperror import HttpError

from ..pipelines.index.shared import store_in_use

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from scrapy import Request
    from scrapy.crawler import Crawler

#: Below all that links, sitemaps and feeds lead to.
_PRIORITY = -1000
#: Pages of one domain that are asked for before it must be heard from again, and of all domains at once.
_BATCH, _MOST = 100, 1000
#: Answers that say no more than that the site does not want to be asked.
_REFUSALS = frozenset({401, 403, 407, 429})


class StoredPages:
    """Looks after the pages of the crawl's domains that a former crawl stored and this one has not come upon.

    A page that lost its last link may be gone, or have another text: only asking tells. Each time the crawl runs dry,
    some of them are asked for, as far as `requests` lets them. A domain from which nothing was heard is left in peace.
    """

    def __init__(
        self, crawler: Crawler, domains: Collection[str], requests: Callable[[Iterable[str]], Iterator[Request]]
    ) -> None:
        """`domains` may grow; `requests` makes requests of addresses, those that the crawl has room for."""
        self._crawler = crawler
        self._domains = domains
        self._requests = requests
        self._heard: set[str] = set()
        #: Domain -> where to go on in its list of pages; None at its end.
        self._places: dict[str, int | None] = {}
        crawler.signals.connect(self._ask, signal=signals.spider_idle)

    def heard(self, domain: str) -> None:
        """Note that the domain answered."""
        self._heard.add(domain)

    def failed(self, domain: str, error: BaseException | None) -> None:
        """Note a failed request: one that was not sent, or was answered all the same, tells that the site is there."""
        silent = isinstance(error, HttpError) and (error.response.status >= 500 or error.response.status in _REFUSALS)
        if isinstance(error, IgnoreRequest) and not silent:
            self._heard.add(domain)

    def _ask(self) -> None:
        store, engine = store_in_use(self._crawler), self._crawler.engine
        if store is None or engine is None:
            return
        sent = 0
        for domain in sorted(self._heard.intersection(self._domains)):
            while sent < _MOST and (place := self._places.get(domain, 0)) is not None:
                urls, self._places[domain] = store.not_asked(domain, place, _BATCH)
                requests = list(self._requests(urls))
                for request in requests:
                    engine.crawl(request.replace(priority=_PRIORITY))
                sent += len(requests)
                if requests:
                    self._heard.discard(domain)
                    break
                if urls:
                    self._places[domain] = None  # no room for any of them, nor for more
        if sent:
            self._stats(sent)
            raise DontCloseSpider

    def _stats(self, sent: int) -> None:
        assert self._crawler.stats is not None
        self._crawler.stats.inc_value("reprint/site/not_linked", sent)
