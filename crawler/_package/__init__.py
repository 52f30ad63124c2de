"""Find reprinted and laundered web articles in a Scrapy crawl, and judge each domain by them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
__all__ = ["Addon", "__version__"]

if TYPE_CHECKING:
    from scrapy_reprint.crawler.addon import Addon


def __getattr__(name: str) -> Any:
    # Loaded on first use: worker processes import this package for the algorithms and must not pay
    # for Scrapy and Twisted.
    if name == "Addon":
        from scrapy_reprint.crawler.addon import Addon  # noqa: PLC0415

        return Addon
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
