"""What keeps the review desk from starting, and what it refuses to do."""

from __future__ import annotations

from scrapy_reprint.errors import ReprintError

from .words import ENGLISH


class ReviewError(ReprintError):
    """The review desk cannot be started; the message says why."""


class RefusalError(ReprintError):
    """The desk does not do what a page asks of it."""

    def __init__(self, name: str, code: int = 400) -> None:
        """`name` is the one of the sentence in :mod:`.words`, `code` the status of HTTP."""
        super().__init__(ENGLISH[name])
        self.name = name
        self.code = code
