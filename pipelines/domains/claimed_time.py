"""When a page says it was published, and what two such claims say of who was first."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

#: Claims closer than this say nothing: clocks differ, and a story is often published by all at once.
MIN_GAP = timedelta(minutes=10)
_DAY = timedelta(days=1)
_SHAPE = re.compile(
    r"(?P<year>\d{4})(?:-(?P<month>\d\d)(?:-(?P<day>\d\d)"
    r"(?:[T ](?P<time>\d\d:\d\d)(?::(?P<seconds>\d\d)(?:[.,]\d+)?)?\s*(?P<offset>Z|[+-]\d\d:?\d\d)?)?)?)?$"
)


@dataclass(frozen=True, slots=True)
class ClaimedTime:
    """The stretch of wall-clock time in which a page says it was published."""

    #: First moment, as the page shows it, without offset.
    start: datetime
    #: Moment after the last: equal to `start` for claims with a time of day.
    end: datetime
    #: True where a time of day is given.
    to_the_minute: bool
    #: Offset from UTC where the page gives one.
    offset: timedelta | None = None

    @property
    def utc(self) -> datetime:
        """First moment in UTC (naive); wall-clock time where the offset is unknown."""
        return self.start - (self.offset or timedelta(0))


def parse_claim(text: str | None) -> ClaimedTime | None:
    """Read the ISO 8601 forms of ``published_at``; None for anything else.

    Midnight to the second is read as a bare date: content systems write it where they know no time of day.
    """
    match = _SHAPE.match(text.strip()) if text else None
    if not match or not text:
        return None
    year, month, day = (int(match[name] or 1) for name in ("year", "month", "day"))
    try:
        start = datetime(year, month, day)  # noqa: DTZ001 - wall-clock time is what pages show
        if match["day"] is None:
            later = start.replace(year=year + 1) if match["month"] is None else _next_month(start)
            return ClaimedTime(start, later, to_the_minute=False)
        end = start + _DAY
        clock = f"{match['time']}:{match['seconds'] or '00'}" if match["time"] else "00:00:00"
        if clock == "00:00:00":
            return ClaimedTime(start, end, to_the_minute=False)
        hour, minute, second = map(int, clock.split(":"))
        moment = start.replace(hour=hour, minute=minute, second=second)
    except (ValueError, OverflowError):
        return None
    return ClaimedTime(moment, moment, to_the_minute=True, offset=_offset(match["offset"]))


def earlier(a: ClaimedTime | None, b: ClaimedTime | None) -> int:
    """1 where ``b`` is credibly earlier than ``a``, -1 where ``a`` is, 0 where the claims do not say.

    Two times of day must differ by more than :data:`MIN_GAP`, both in UTC and as shown (content systems write
    local time with a "Z", the same way on every page), by more than a day when only one names its offset;
    bare dates must be different days (months, years).
    """
    if a is None or b is None:
        return 0
    if a.to_the_minute and b.to_the_minute:
        if (a.offset is None) == (b.offset is None):
            gaps, least = [a.utc - b.utc, a.start - b.start], MIN_GAP
        else:
            gaps, least = [a.start - b.start], _DAY
        return all(gap > least for gap in gaps) - all(gap < -least for gap in gaps)
    a_start, b_start = _date(a.start), _date(b.start)
    a_end = a_start + _DAY if a.to_the_minute else a.end
    b_end = b_start + _DAY if b.to_the_minute else b.end
    return (a_start >= b_end) - (b_start >= a_end)


def beyond_zones(a: ClaimedTime | None, b: ClaimedTime | None) -> bool:
    """True where no time zone explains which was the earlier: two times of day, or days that are not neighbours."""
    if a is None or b is None or (a.to_the_minute and b.to_the_minute):
        return True
    if max(a.end - a.start, b.end - b.start) > _DAY:
        return True
    return abs(_date(a.start) - _date(b.start)) > _DAY


def _date(moment: datetime) -> datetime:
    return moment.replace(hour=0, minute=0, second=0)


def _next_month(start: datetime) -> datetime:
    return start.replace(year=start.year + start.month // 12, month=start.month % 12 + 1)


def _offset(text: str | None) -> timedelta | None:
    if not text:
        return None
    if text == "Z":
        return timedelta(0)
    minutes = int(text[1:3]) * 60 + int(text[-2:])
    return timedelta(minutes=-minutes if text[0] == "-" else minutes)
