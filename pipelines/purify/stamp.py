"""A date as fine as it is known."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

_EARLIEST_YEAR = 1990
_FUTURE = timedelta(days=2)

YEAR = r"(?:[1１][9９]|[2２][0０])\d\d"
MONTHS = {
    name: number
    for number, names in enumerate(
        ("jan january", "feb february", "mar march", "apr april", "may", "jun june", "jul july", "aug august",
         "sep sept september", "oct october", "nov november", "dec december"), 1,
    )
    for name in names.split()
}
MONTH = "(?:" + "|".join(sorted(MONTHS, key=len, reverse=True)) + ")"
# Only names that mean one offset everywhere; CST and IST do not.
ZONES = {"z": 0, "utc": 0, "gmt": 0, "est": -300, "edt": -240, "pst": -480, "pdt": -420, "jst": 540, "kst": 540}


@dataclass(frozen=True, slots=True)
class Stamp:
    """A date, as fine as it was written: day, clock and offset are None where nothing was said."""

    year: int
    month: int
    day: int | None = None
    hour: int | None = None
    minute: int = 0
    second: int | None = None
    #: Minutes east of UTC.
    offset: int | None = None

    def __str__(self) -> str:
        """ISO 8601 with no part that is not known."""
        text = f"{self.year:04d}-{self.month:02d}"
        if self.day is None:
            return text
        text += f"-{self.day:02d}"
        if self.hour is None:
            return text
        text += f"T{self.hour:02d}:{self.minute:02d}" + ("" if self.second is None else f":{self.second:02d}")
        if self.offset is None:
            return text
        hours, minutes = divmod(abs(self.offset), 60)
        return f"{text}{'-' if self.offset < 0 else '+'}{hours:02d}:{minutes:02d}"

    @property
    def bare(self) -> Stamp:
        """The same day without a clock."""
        return Stamp(self.year, self.month, self.day)

    @property
    def clock(self) -> datetime:
        """Wall clock (00:00 where none is known), offset left out; for comparing."""
        return datetime(self.year, self.month, self.day or 1, self.hour or 0, self.minute, self.second or 0)  # noqa: DTZ001

    def at(self, offset: int) -> Stamp:
        """The same instant on a clock ``offset`` minutes east of UTC; for stamps with clock and offset."""
        moved = self.clock + timedelta(minutes=offset - (self.offset or 0))
        return replace(self, year=moved.year, month=moved.month, day=moved.day, hour=moved.hour,
                       minute=moved.minute, offset=offset)


def valid(stamp: Stamp, fetched: datetime | None = None) -> bool:
    """Whether a stamp is a day of the calendar, not before 1990 and not over two days after the fetch."""
    if not _EARLIEST_YEAR <= stamp.year < 2100:
        return False
    try:
        moment = stamp.clock
    except ValueError:
        return False
    if stamp.offset is not None and abs(stamp.offset) > 14 * 60:
        return False
    return fetched is None or moment <= fetched.replace(tzinfo=None) + _FUTURE


def without_empty_clock(stamp: Stamp) -> Stamp:
    """Drop a clock of exactly midnight: systems that store days only print it that way."""
    if stamp.hour == 0 and stamp.minute == 0 and not stamp.second:
        return stamp.bare
    return stamp


def offset_minutes(zone: str | None) -> int | None:
    """Minutes east of UTC of an offset or a zone's name as written ("+0800", "GMT+8:00", "EST"), or None."""
    if not zone:
        return None
    text = zone.strip().lower()
    if text in ZONES:
        return ZONES[text]
    digits = re.sub(r"\D", "", text).ljust(4, "0")
    minutes = int(digits[:2]) * 60 + int(digits[2:4])
    return -minutes if "-" in text else minutes
