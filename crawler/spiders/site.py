"""Whole sites: ``scrapy crawl site -a urls=https://a.example,https://b.example``."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, ClassVar
from urllib.parse import urljoin

from scrapy import Request, Spider, signals
from scrapy.exceptions import IgnoreRequest
from scrapy.http import HtmlResponse, XmlResponse

from ...middlewares.unchanged import Unchanged
from ...pipelines.purify.url import domain_of, page_id
from ..arguments import ArgumentError, tell_errors_plainly
from ..items import Page
from ..links import clean_url, feed_urls_of, is_worth_fetching, links_of
from ..page_budget import PageBudget, Taken
from ..response_facts import first_headers, now
from ..seeds import read_seeds
from ..signals import problem
from ..site_maps import Entry, read_feed, read_sitemap, sitemaps_in_robots
from ..stored_pages import StoredPages

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Iterator
    from typing import Self

    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from scrapy.settings import BaseSettings
    from twisted.python.failure import Failure

_ROBOTS_PRIORITY = 1000
_MAX_SITEMAPS = 1000
_MAX_HINTS = 2_000_000
_MAX_FEEDS = 20  # of one domain
#: Key in request.meta: the domain whose budget the request has a page of.
_DOMAIN = "reprint_domain"
_PAGES_KEPT = "reprint_pages"
_MOVED_KEPT = "reprint_moved"


class SiteSpider(Spider):
    """Yields a :class:`Page` for every HTML page of the seeds' registrable domains.

    Pages are found by sitemaps, feeds and links; those that a former crawl stored are asked for when nothing leads to
    them. Sitemaps are read before a site's first page, and a page's feeds
    before its links are followed, so that the dates they give go with the pages (``date_hints``). ``max_pages`` limits
    the pages of each domain; 0 sets no limit.
    """

    name = "site"

    #: Set below the project's own settings and the command line, which win.
    default_settings: ClassVar[dict[str, Any]] = {
        "ROBOTSTXT_OBEY": True,
        "AUTOTHROTTLE_ENABLED": True,
        "AUTOTHROTTLE_START_DELAY": 1.0,
        "DEPTH_LIMIT": 20,
        # Breadth first: a crawl cut by max_pages then has the pages nearest to the home page.
        "DEPTH_PRIORITY": 1,
        "SCHEDULER_DISK_QUEUE": "scrapy.squeues.PickleFifoDiskQueue",
        "SCHEDULER_MEMORY_QUEUE": "scrapy.squeues.FifoMemoryQueue",
        # The largest sitemap allowed has 50 MB; Scrapy's own limit, 1 GiB, would let a gzip bomb fill the memory.
        "DOWNLOAD_MAXSIZE": 64 * 2**20,
        # A host that never answers is asked a dozen times before it is given up.
        "DOWNLOAD_TIMEOUT": 30,
    }

    def __init__(self, urls: str = "", max_pages: str | int = 0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._seeds = read_seeds(urls)
        try:
            self._max_pages = int(max_pages)
        except ValueError:
            self._max_pages = -1
        if self._max_pages < 0:
            raise ArgumentError(f"-a max_pages={max_pages} is not a number of pages; 0 sets no limit.")
        self._domains = {domain_of(seed) for seed in self._seeds}
        self._hints: dict[str, list[tuple[str, str]]] = {}
        self._known_maps: set[str] = set()
        self._feeds_read: Counter[str] = Counter()
        self._kept: dict[str, Any] = {}
        self._budget = PageBudget(self._max_pages)
        self._stored: StoredPages | None = None

    @classmethod
    def update_settings(cls, settings: BaseSettings) -> None:
        """Fill in what neither the project nor the command line sets."""
        settings.setdict(cls.default_settings, priority="addon")
        super().update_settings(settings)

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        """Connect the spider to what tells it that a request came to nothing."""
        tell_errors_plainly()
        spider = super().from_crawler(crawler, *args, **kwargs)
        crawler.signals.connect(spider.request_dropped, signal=signals.request_dropped)
        return spider

    async def start(self) -> AsyncIterator[Request]:
        """Ask each site for its robots.txt; what follows is found from there."""
        # With a JOBDIR Scrapy has put the state of the stopped crawl here by now.
        self._kept = getattr(self, "state", self._kept)
        self._budget = self._kept.setdefault(_PAGES_KEPT, self._budget)
        self._budget.max_pages = self._max_pages
        self._domains.update(self._kept.get(_MOVED_KEPT, ()))
        self._stored = StoredPages(self.crawler, self._domains, self._requests)
        by_site: dict[str, list[str]] = {}
        for seed in self._seeds:
            by_site.setdefault(urljoin(seed, "/robots.txt"), []).append(seed)
        for robots, seeds in by_site.items():
            yield Request(
                robots, self.discover, errback=self.discover_without_robots, cb_kwargs={"seeds": seeds},
                priority=_ROBOTS_PRIORITY, dont_filter=True,
                meta={"dont_obey_robotstxt": True},
            )

    async def discover(self, response: Response, seeds: list[str]) -> AsyncIterator[Request]:
        """Read a site's sitemaps, then ask for its seeds and the pages that the sitemaps name."""
        named = sitemaps_in_robots(response.body, response.url)
        async for request in self._discover([*named, urljoin(seeds[0], "/sitemap.xml")], seeds):
            yield request

    async def discover_without_robots(self, failure: Failure) -> AsyncIterator[Request]:
        """Go on when there is no robots.txt to be had."""
        seeds = failure.request.cb_kwargs["seeds"]  # type: ignore[attr-defined]
        async for request in self._discover([urljoin(seeds[0], "/sitemap.xml")], seeds):
            yield request

    async def parse(self, response: Response, hints: Iterable[Iterable[str]] = ()) -> AsyncIterator[Page | Request]:
        """Yield the page and follow its links."""
        if self._stored is not None:
            self._stored.heard(response.meta.get(_DOMAIN, ""))
        if isinstance(response, XmlResponse):
            # A feed that a page links to like any other page.
            entries = self._take_entries("feed", read_feed(response.body, response.url))
            for request in self._requests_instead(response.request, entries):
                yield request
        elif not isinstance(response, HtmlResponse) or not 200 <= response.status < 300:
            self.crawler.stats.inc_value("reprint/site/not_html")
            for request in self._requests_instead(response.request, ()):
                yield request
        elif not self._is_ours(response):
            self.crawler.stats.inc_value("reprint/site/off_domain")
            for request in self._requests_instead(response.request, ()):
                yield request
        else:
            links = [*links_of(response), *await self._read_feeds(response)]
            follows = [url for url in dict.fromkeys(links) if domain_of(url) in self._domains]
            given = [(origin, value) for origin, value in hints] or self._hints.get(page_id(response.url), [])
            yield Page(
                response.url, response.status, first_headers(response), body=response.body, fetched_at=now(),
                date_hints=given, follows=follows,
            )
            for request in self._requests(follows):
                yield request

    def errback(self, failure: Failure) -> Iterator[Request]:
        """Go on behind an article that is stored already; any other failure frees its place in ``max_pages``."""
        error, url = failure.value, failure.request.url  # type: ignore[attr-defined]
        if self._stored is not None:
            self._stored.failed(failure.request.meta.get(_DOMAIN, ""), error)  # type: ignore[attr-defined]
        follows = error.follows if isinstance(error, Unchanged) else ()
        # Answers such as 404, robots.txt and the like keep pages out every day; of a seed it must be told.
        expected = isinstance(error, IgnoreRequest) and "DOWNLOAD_MAXSIZE" not in str(error)
        if not isinstance(error, Unchanged) and (url in self._seeds or not expected):
            why = _words(error)
            self.logger.warning("No page from %s: %s", url, why)
            self.crawler.stats.inc_value("reprint/site/not_reached")
            self.crawler.signals.send_catch_log(signal=problem, where=url, why=f"not reached: {why}")
        yield from self._requests_instead(failure.request, follows)  # type: ignore[attr-defined]

    def closed(self, reason: str) -> None:  # noqa: ARG002
        """Say which domains ``max_pages`` cut."""
        for domain, left in self._budget.cut():
            self.logger.info(
                "%s was cut at max_pages=%d; at least %d known addresses were not fetched",
                domain, self._max_pages, left,
            )

    async def _discover(self, sitemaps: list[str], seeds: list[str]) -> AsyncIterator[Request]:
        urls = []
        limit = self.crawler.settings.getint("DOWNLOAD_MAXSIZE")
        waiting = list(dict.fromkeys(sitemaps))
        for _ in range(_MAX_SITEMAPS):
            if not waiting:
                break
            response = await self._download(waiting.pop(0))
            if response is None:
                continue
            try:
                entries = list(read_sitemap(response.body, response.url, limit))
            except (ValueError, OSError, EOFError) as error:
                self.logger.warning("Cannot read sitemap %s: %s", response.url, error)
                continue
            waiting += [entry.url for entry in entries if entry.is_sitemap]
            urls += self._take_entries("sitemap", (entry for entry in entries if not entry.is_sitemap))
        # Seeds go first, so that max_pages never leaves a home page out.
        for request in self._requests([*seeds, *urls]):
            yield request

    async def _read_feeds(self, response: HtmlResponse) -> list[str]:
        """Read the feeds that a page names; the in-domain addresses in them."""
        urls = []
        domain = domain_of(response.url)
        for url in feed_urls_of(response):
            # Blogs name a feed of its comments on every article.
            if "comment" in url or page_id(url) in self._known_maps or self._feeds_read[domain] >= _MAX_FEEDS:
                continue
            self._feeds_read[domain] += 1
            feed = await self._download(url)
            if feed is not None:
                urls += self._take_entries("feed", read_feed(feed.body, feed.url))
        return urls

    def _is_ours(self, response: Response) -> bool:
        domain = domain_of(response.url)
        from_urls = response.meta.get("redirect_urls", [])
        if domain not in self._domains and from_urls and from_urls[0] in self._seeds:
            # The site has moved: the user means it, whatever its name is now.
            self.logger.info("%s has moved to %s; its pages are crawled there", from_urls[0], domain)
            self._domains.add(domain)
            self._kept.setdefault(_MOVED_KEPT, []).append(domain)
        return domain in self._domains

    async def _download(self, url: str) -> Response | None:
        """Response of a sitemap or feed, None when it fails or was read before."""
        key = page_id(url)
        if key in self._known_maps or not url.startswith(("http://", "https://")):
            return None
        self._known_maps.add(key)
        try:
            response = await self.crawler.engine.download_async(Request(url, priority=_ROBOTS_PRIORITY))
        except Exception as error:  # a site's failure of any kind must not end its crawl
            self.logger.info("Cannot read %s: %s", url, error)
            return None
        return response if response.status == 200 else None

    def _take_entries(self, origin: str, entries: Iterable[Entry]) -> list[str]:
        """Remember the dates of a sitemap or feed; the in-domain addresses among its entries."""
        urls = []
        for entry in entries:
            url = clean_url(entry.url)
            if domain_of(url) not in self._domains or not is_worth_fetching(url):
                continue
            urls.append(url)
            if entry.date and len(self._hints) < _MAX_HINTS:
                given = self._hints.setdefault(page_id(url), [])
                if (origin, entry.date) not in given:
                    given.append((origin, entry.date))
        return urls

    def _requests(self, urls: Iterable[str]) -> Iterator[Request]:
        for url in urls:
            domain = domain_of(url)
            taken = self._budget.take(domain, url)
            if taken is Taken.YES:
                yield self._request(url, domain)
            elif taken is Taken.NO:
                self.crawler.stats.inc_value(f"reprint/page_limit/{domain}")

    def _request(self, url: str, domain: str) -> Request:
        # Hints go with the request, so that a crawl stopped and resumed from its JOBDIR keeps them.
        hints = self._hints.get(page_id(url), [])
        return Request(
            url, self.parse, errback=self.errback, meta={_DOMAIN: domain}, cb_kwargs={"hints": hints}
        )

    def _requests_instead(self, request: Request | None, urls: Iterable[str]) -> Iterator[Request]:
        """Free the place of a request that brought no page; yield the requests that may have it."""
        domain = request.meta.get(_DOMAIN) if request is not None else None
        if domain:
            self._budget.give_back(domain)
        yield from self._requests(url for url in urls if domain_of(url) in self._domains)
        while domain and (waiting := self._budget.next_waiting(domain)):
            yield self._request(waiting, domain)

    def request_dropped(self, request: Request) -> None:
        """Free the place of an address that Scrapy's duplicate filter knows: it was counted when first asked for."""
        if domain := request.meta.get(_DOMAIN):
            self._budget.give_back(domain)
            if self._stored is not None:
                self._stored.heard(domain)


def _words(error: BaseException | None) -> str:
    text = str(error.args[0]) if error is not None and error.args else ""
    # Twisted wraps what it failed with in lists of objects, whose names say nothing.
    return text[:300] if text and "<twisted" not in text else type(error).__name__
