"""The last day on which something that a person said holds: ``--until``."""

from __future__ import annotations

from datetime import UTC, date, datetime

from scrapy_reprint.errors import ReprintError


class PastDayError(ReprintError):
    """A day that is none, or is over."""


def last_day(text: str) -> str:
    """The day as ISO 8601, empty for ever; :exc:`PastDayError` for what is no day, or a day that is over."""
    if not text:
        return ""
    try:
        # Days are compared as text, and 20270131 is a date too.
        day = date.fromisoformat(text)
    except ValueError as error:
        raise PastDayError(f"--until {text!r} is no date; write it as 2027-01-31.") from error
    if day < datetime.now(UTC).date():
        raise PastDayError(f"--until {text} is over; give a day to come, or leave it out for ever.")
    return day.isoformat()
