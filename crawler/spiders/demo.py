"""A crawl that needs no network: ``scrapy crawl demo``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy import signals

from ..demo import DemoWeb
from .site import SiteSpider

if TYPE_CHECKING:
    from typing import Self

    from scrapy import Request
    from scrapy.crawler import Crawler


class DemoProxy:
    """Downloader middleware that sends every request to the demo web."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Make the middleware of a demo crawl."""
        return cls(crawler)

    def process_request(self, request: Request) -> None:
        """Name the demo web as the request's proxy."""
        spider = self._crawler.spider
        assert isinstance(spider, DemoSpider)
        request.meta["proxy"] = spider.web.proxy_url


class DemoSpider(SiteSpider):
    """Crawls the demo web: made-up newsrooms, a blog, a scraper, a launderer, an honest reposter and others.

    The web is served on loopback while the spider is open, and is the proxy of all requests: its ``*.test`` hosts
    need no entry anywhere.
    """

    name = "demo"
    custom_settings: dict[str, Any] | None = {  # noqa: RUF012 - as Scrapy declares it
        # The demo web does not mind, and its pages are always read anew.
        "AUTOTHROTTLE_ENABLED": False,
        "REPRINT_REVISIT_AFTER": 0,
        "DOWNLOADER_MIDDLEWARES": {DemoProxy: 10},
    }

    def __init__(self, **kwargs: Any) -> None:
        self.web = DemoWeb()
        kwargs["urls"] = ",".join(self.web.seeds)
        super().__init__(**kwargs)

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        """Serve the demo web until the crawl is over."""
        spider = super().from_crawler(crawler, *args, **kwargs)
        spider.web.__enter__()
        crawler.signals.connect(spider.stop_web, signal=signals.engine_stopped)
        return spider

    def stop_web(self) -> None:
        """Give the port back."""
        self.web.__exit__(None, None, None)
