"""What keeps the review desk from starting."""

from __future__ import annotations

from scrapy_reprint.errors import ReprintError


class ReviewError(ReprintError):
    """The review desk cannot be started; the message says why."""
