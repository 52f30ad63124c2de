"""Spider arguments that cannot be used, told in one sentence."""

from __future__ import annotations

import logging

from scrapy_reprint.errors import ReprintError


class ArgumentError(ReprintError):
    """A spider argument (``-a name=value``) is missing or cannot be used."""


class _OneSentence(logging.Filter):
    """Shows a :exc:`ReprintError` as its message, without the traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, ReprintError):
            record.msg, record.args = str(error), ()
            record.exc_info = record.exc_text = None
        return True


_FILTER = _OneSentence()


def tell_errors_plainly() -> None:
    """Make a crawl that fails to start with a :exc:`ReprintError` show its sentence only.

    Scrapy starts a crawl inside a task, so that the error cannot reach the ``scrapy`` command: it is logged with its
    traceback by asyncio (or by Twisted, with another reactor), and the exit code is 1. Only records of
    :exc:`ReprintError` are changed.
    """
    for name in ("asyncio", "twisted"):
        logging.getLogger(name).addFilter(_FILTER)
