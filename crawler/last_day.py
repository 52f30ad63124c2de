"""The last day on which something that a person said holds: ``--until``."""

from __future__ import annotations

from datetime import UTC, date, datetime

from scrapy_reprint.errors import ReprintError


class DayError(ReprintError):
    """A day that is none."""


def last_day(text: str) -> str:
    """The day as ISO 8601, empty for ever; :exc:`DayError` for what is no day."""
    if not text:
        return ""
    try:
        # Days are compared as text, and 20270131 is a date too.
        return date.fromisoformat(text).isoformat()
    except ValueError as error:
        raise DayError(f"--until {text!r} is no date; write it as 2027-01-31.") from error


def if_over(day: str) -> str:
    """A sentence to add where the day is over, else nothing."""
    over = bool(day) and day < datetime.now(UTC).date().isoformat()
    return f" {day} is over: it has no effect." if over else ""
