"""The way of a page: purify, fingerprint, index, match, domains, report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__all__ = ["ReprintPipeline"]

if TYPE_CHECKING:
    from .reprint import ReprintPipeline


def __getattr__(name: str) -> Any:
    # Worker processes import this package for the algorithms and must not pay for Scrapy.
    if name == "ReprintPipeline":
        from .reprint import ReprintPipeline  # noqa: PLC0415

        return ReprintPipeline
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
