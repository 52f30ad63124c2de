"""Dates in fields that hold nothing else, and in URLs."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone

from .stamp import MONTH, MONTHS, YEAR, Stamp, offset_minutes, valid
from .written_dates import written_dates

_MACHINE = re.compile(
    r"\s*(\d{4})-(\d{1,2})(?:-(\d{1,2})(?:[T\s]+(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,:]\d+)?)?\s*"
    r"(Z|[+-]\d\d:?\d\d|[+-]\d\d|UTC|GMT)?)?)?\s*$", re.IGNORECASE,
)
_COMPACT = re.compile(r"\s*(\d{4})(\d\d)(\d\d)(?:[T\s]?(\d\d)(\d\d)(\d\d)?(Z|[+-]\d\d:?\d\d)?)?\s*$")
_URL_DATES = (
    re.compile(rf"[/_\-=]({YEAR})[-/_](\d{{1,2}})[-/_](\d{{1,2}})(?![\d])"),
    re.compile(rf"(?:[/_\-=]|[/_]t)({YEAR})(\d\d)(\d\d)(?:\d\d\d\d(?:\d\d)?)?(?!\d)"),
    re.compile(rf"/({YEAR})/(\d\d)(\d\d)(?!\d)"),
    re.compile(rf"/({YEAR})/({MONTH})/(\d{{1,2}})/", re.IGNORECASE),
    re.compile(rf"/({YEAR})(\d\d)/(\d\d)(?!\d)"),
)
_URL_MONTH = re.compile(rf"/({YEAR})[-/](\d\d)(?=[/_])")
_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE)


def parse_stamp(value: str) -> Stamp | None:
    """Read a date from a field that holds a date and nothing else; None where it cannot be read.

    ISO 8601 and its loose forms, RFC 822, compact digits, Unix seconds or milliseconds, English and Chinese.
    """
    value = value.strip()[:100]
    match = _MACHINE.match(value) or _COMPACT.match(value)
    if match:
        year, month, day, hour, minute, second, zone = match.groups()
        stamp = Stamp(
            int(year), int(month), _integer(day), _integer(hour), int(minute or 0), _integer(second),
            offset_minutes(zone),
        )
        return stamp if valid(stamp) else None
    if value.isascii() and value.isdigit():
        return _from_epoch(int(value), len(value))
    for written in written_dates(value):
        return None if written.yearless or written.otherwise else written.stamp
    return None


def url_date(url: str) -> Stamp | None:
    """Day or month named in the path of a URL (/2005/08/12/, /20050812/, /2005-08/12/, /t20050812_1.htm)."""
    path = _UUID.sub("", url[:2000].partition("://")[2].partition("/")[2].partition("#")[0])
    path = "/" + path
    for pattern in _URL_DATES:
        for match in pattern.finditer(path):
            year, month, day = match.groups()[:3]
            stamp = Stamp(int(year), MONTHS.get(month.lower()) or int(month), int(day))
            if valid(stamp):
                return stamp
    match_month = _URL_MONTH.search(path)
    if match_month:
        stamp = Stamp(int(match_month[1]), int(match_month[2]))
        return stamp if valid(stamp) else None
    return None


def parse_moment(value: str) -> datetime | None:
    """Read the time of a fetch (ISO 8601); None where there is none."""
    stamp = parse_stamp(value) if value else None
    if stamp is None:
        return None
    zone = timezone(timedelta(minutes=stamp.offset)) if stamp.offset is not None else UTC
    return stamp.clock.replace(tzinfo=zone)


def _from_epoch(number: int, digits: int) -> Stamp | None:
    if digits == 13:
        number //= 1000
    elif digits != 10:
        return None
    moment = datetime.fromtimestamp(number, UTC)
    stamp = Stamp(moment.year, moment.month, moment.day, moment.hour, moment.minute, moment.second, 0)
    return stamp if valid(stamp) else None


def _integer(text: str | None) -> int | None:
    return int(text) if text else None
