"""Dates in running text: Chinese and English bylines, with the clock beside them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from .stamp import MONTH, MONTHS, YEAR, ZONES, Stamp, offset_minutes, valid

if TYPE_CHECKING:
    from collections.abc import Iterator

_HAN_DIGITS = "〇○零一二三四五六七八九"
_ZONE = r"(?:(?:GMT|UTC)?\s?[+-]\d{2}:?\d{2}(?!\d)|(?:Z|UTC|GMT|E[SD]T|P[SD]T|JST|KST)\b)"
_WEEKDAY = r"(?:[(（\[]?(?:星期|礼拜|周|週)[一二三四五六日天]?[)）\]]?)"
_CLOCK = (
    r"(?P<half>上午|下午|中午|凌晨|早上|晚上|清晨|傍晚)?\s*(?P<hour>\d{1,2})"
    r"(?:\s?[:：]\s?(?P<minute>\d\d)(?:\s?[:：]\s?(?P<second>\d\d)(?:[.,:]\d+)?)?"
    r"|[时時点點](?P<minute_han>\d{1,2})分?(?:(?P<second_han>\d{1,2})秒)?)(?!\d)"
    r"(?:\s?(?P<ampm>[AaPp]\.?[Mm]\b\.?))?(?:\s?(?P<zone>" + _ZONE + r"))?"
)
# One pattern a form, each beginning with the characters it can begin with: five times as fast as one for all.
_YEAR_FIRST = re.compile(
    rf"(?P<year>{YEAR})(?:\s?(?P<mark>[-－–/／.．])\s?(?P<month>\d{{1,2}})\s?(?P=mark)\s?"
    r"|\s*年\s*(?P<month_han>\d{1,2})\s*月\s*)(?P<day>\d{1,2})(?!\d|[.．]\d)\s*[日号號]?"
)
_YEAR_LAST = re.compile(rf"(?P<first>\d\d?)(?P<mark>[/.-])(?P<second>\d{{1,2}})(?P=mark)(?P<year>{YEAR})(?!\d)")
_MONTH_FIRST = re.compile(
    rf"(?=[a-z])(?P<name>\b{MONTH})\.?\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<year>{YEAR})(?!\d)", re.IGNORECASE
)
_DAY_FIRST = re.compile(
    rf"(?P<day>\d\d?)(?:st|nd|rd|th)?[\s-](?:of\s)?(?P<name>{MONTH})\.?,?[\s-](?P<year>{YEAR})(?!\d)",
    re.IGNORECASE,
)
_HAN_DATE = re.compile(
    rf"(?P<year>[一二][{_HAN_DIGITS}]{{3}})年(?P<month>[一二三四五六七八九十]{{1,2}})月(?P<day>[一二三四五六七八九十廿卅]{{1,3}})[日号]"
)
# Two forms of templates that set the year in an element of its own, and of blogs with Chinese month names.
_YEAR_APART = re.compile(
    rf"(?P<year>{YEAR})\s+(?P<month>\d{{1,2}})\s?[/-]\s?(?P<day>\d{{1,2}})(?=\s{{1,3}}\d{{1,2}}:\d\d)"
)
_HAN_MONTH = re.compile(
    rf"(?P<month>[一二三四五六七八九十][一二三四五六七八九十]?)月\s+(?P<day>\d{{1,2}}),?\s+(?P<year>{YEAR})(?!\d)"
)
# Fri Aug 12 16:12:21 2005: ctime, the stamp of bulletin boards.
_CTIME = re.compile(
    rf"(?=[a-z])(?P<name>\b{MONTH})\s+(?P<day>\d{{1,2}})\s+(?P<hour>\d\d):(?P<minute>\d\d):(?P<second>\d\d)\s+"
    rf"(?:(?P<zone>[A-Z]{{3,4}})\s+)?(?P<year>{YEAR})(?!\d)", re.IGNORECASE,
)
_YEARLESS = re.compile(r"(?P<month>\d\d?)(?:[-/]|月)(?P<day>\d{1,2})日?(?=\s{1,3}\d{1,2}:\d\d(?!\d))")
_MAYBE = re.compile(
    r"[\d一二](?:(?<=[1２2１])[9９0０]\d\d|(?<=[一二])[〇○零九][〇○零一二三四五六七八九]{2}年"
    r"|(?<=\d)[-/月]\d{1,2}日?\s{1,3}\d{1,2}:\d\d)"
)
_REACH = 48
_FORMS = (_YEAR_FIRST, _YEAR_LAST, _MONTH_FIRST, _DAY_FIRST, _HAN_DATE, _YEAR_APART, _HAN_MONTH, _CTIME, _YEARLESS)
_CLOCK_AFTER = re.compile(
    rf"\s*{_WEEKDAY}?[\s,，|｜·T@(（\[-]{{0,8}}(?:(?:at|um|à)\s)?\s*" + _CLOCK, re.IGNORECASE
)
_CLOCK_BEFORE = re.compile(_CLOCK + r"(?:\s?[A-Z]{2,4})?[\s,，|·-]{1,4}(?:on\s)?"
                           r"(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\s)?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Written:
    """A date found in running text: where, what, and what is open about it."""

    start: int
    end: int
    stamp: Stamp
    #: The other reading of a date like 06/02/2022, else None.
    otherwise: Stamp | None = None
    #: True where the text gave no year; ``stamp.year`` is then 0.
    yearless: bool = False


def written_dates(text: str) -> Iterator[Written]:
    """Yield the dates of a text in order, each with the clock written beside it. Only days of the calendar."""
    found = sorted(
        (
            (match.start(), number, match)
            for begin, end in _near_years(text) for number, form in enumerate(_FORMS)
            for match in form.finditer(text, begin, end)
        ),
        key=lambda item: item[:2],
    )
    covered = -1
    for start, number, match in found:
        if start < covered or _inside_number(text, start, _FORMS[number]):
            continue
        covered = match.end()
        written = _read_written(text, _FORMS[number], match)
        if written is not None:
            covered = written.end
            yield written


def _near_years(text: str) -> Iterator[tuple[int, int]]:
    """Stretches that hold a year or a month and day before a clock; the forms need not look elsewhere."""
    begin = end = 0
    for match in _MAYBE.finditer(text):
        if match.start() - _REACH > end:
            yield begin, end
            begin = match.start() - _REACH
        end = match.end() + _REACH
    yield begin, end


def _inside_number(text: str, start: int, form: re.Pattern[str]) -> bool:
    """Whether a match is a piece of a longer number (12005-8-12, 1.2005.8.12) or of a longer date."""
    before = text[start - 1] if start else " "
    if not text[start].isdigit():
        return False
    return before.isdigit() or before in ("." if form is _YEAR_FIRST else "./-年" if form is _YEARLESS else "./-")


def _read_written(text: str, form: re.Pattern[str], match: re.Match[str]) -> Written | None:
    part: dict[str, str] = match.groupdict()
    otherwise = None
    if form is _YEAR_FIRST:
        base = Stamp(int(part["year"]), int(part["month"] or part["month_han"]), int(part["day"]))
    elif form is _YEAR_LAST:
        year, first, second = int(part["year"]), int(part["first"]), int(part["second"])
        base, otherwise = Stamp(year, first, second), Stamp(year, second, first)
    elif form is _HAN_DATE:
        year = int("".join(str(_han_digit(character)) for character in part["year"]))
        base = Stamp(year, _han(part["month"]), _han(part["day"]))
    elif form is _HAN_MONTH:
        base = Stamp(int(part["year"]), _han(part["month"]), int(part["day"]))
    elif form is _CTIME:
        stamp = Stamp(int(part["year"]), MONTHS[part["name"].lower()], int(part["day"]), int(part["hour"]),
                      int(part["minute"]), int(part["second"]), ZONES.get((part["zone"] or "").lower()))
        return Written(*match.span(), stamp) if valid(stamp) else None
    elif form is _YEAR_APART:
        base = Stamp(int(part["year"]), int(part["month"]), int(part["day"]))
    elif form is _YEARLESS:
        base = Stamp(2000, int(part["month"]), int(part["day"]))
    else:
        base = Stamp(int(part["year"]), MONTHS[part["name"].lower()], int(part["day"]))
    start, end = match.span()
    clock = _CLOCK_AFTER.match(text, end, end + 40)
    if clock is not None and _clock_fits(clock):
        end = clock.end()
    else:
        begin = max(0, start - 28)
        clock = _CLOCK_BEFORE.search(text[begin:start])
        if clock is not None and _clock_fits(clock):
            start = begin + clock.start()
        else:
            clock = None
    stamp = _with_clock(base, clock)
    if otherwise is not None:
        other = _with_clock(otherwise, clock)
        readings = [reading for reading in ((other,) if part["mark"] == "." else (stamp, other)) if valid(reading)]
        if not readings:
            return None
        stamp = readings[0]
        # The clock of twelve hours goes with the month before the day.
        american = clock is not None and bool(clock["ampm"])
        otherwise = readings[1] if len(readings) == 2 and not american and readings[1] != stamp else None
    if not valid(stamp):
        return None
    yearless = form is _YEARLESS
    return Written(start, end, replace(stamp, year=0) if yearless else stamp, otherwise, yearless)


def _with_clock(base: Stamp, clock: re.Match[str] | None) -> Stamp:
    if clock is None:
        return base
    hour = int(clock["hour"])
    half = (clock["half"] or clock["ampm"] or "").lower()
    if half[:1] == "p" or half in {"下午", "晚上", "傍晚"}:
        hour += 12 if hour < 12 else 0
    elif (half[:1] == "a" or half in {"上午", "凌晨", "早上"}) and hour == 12:
        hour = 0
    minute = int(clock["minute"] or clock["minute_han"])
    second = _integer(clock["second"] or clock["second_han"])
    return replace(base, hour=hour, minute=minute, second=second, offset=offset_minutes(clock["zone"]))


def _clock_fits(clock: re.Match[str]) -> bool:
    return int(clock["hour"]) < 24 and int(clock["minute"] or clock["minute_han"]) < 60


def _integer(text: str | None) -> int | None:
    return int(text) if text else None


def _han_digit(character: str) -> int:
    return max(0, _HAN_DIGITS.index(character) - 2)


def _han(text: str) -> int:
    text = text.replace("廿", "二十").replace("卅", "三十")
    tens, mark, ones = text.partition("十")
    if not mark:
        return _han_digit(text) if len(text) == 1 else 0
    return (_han_digit(tens) if tens else 1) * 10 + (_han_digit(ones) if ones else 0)
