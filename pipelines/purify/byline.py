"""The date a page shows for its article: candidates near title and text, weighed by what stands around them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from . import byline_words as words
from .stamp import Stamp, valid, without_empty_clock
from .written_dates import Written, written_dates

if TYPE_CHECKING:
    from datetime import datetime

    from .shown import Line, Shown

# Weights are points of evidence: a label alone is enough, and so is a place between title and text.
_ENOUGH = 40
_NEAR_TITLE = 700
_FAR_ABOVE = 400
_MOST_DATES = 400
_OWN_LINE = 40
_HEADING = 24


@dataclass(frozen=True, slots=True)
class Byline:
    """A shown date with the weight of the evidence that it is the article's."""

    stamp: Stamp
    weight: int
    #: The label before or after it says publication.
    labelled: bool
    #: The label says update, not publication.
    updated: bool
    otherwise: Stamp | None
    run: int


def shown_dates(shown: Shown, fetched: datetime | None, known: Stamp | None) -> list[Byline]:
    """Dates that the page shows for its article, the most likely first; empty where none is likely.

    ``known`` is the day or month that the URL or a machine-readable field names: it gives the year of dates
    written without one and speaks for the dates that agree with it.
    """
    written_all = [written for written, _ in zip(written_dates(shown.joined), range(_MOST_DATES), strict=False)]
    scale = _Scale(shown, fetched, known)
    possible = []
    for written in written_all:
        dated = _with_year(written, known)
        if dated is None or not valid(dated.stamp, fetched):
            continue
        candidate = scale.weigh(dated, shown.run_at(written.start))
        if candidate is not None:
            possible.append(candidate)
    likely = [candidate for candidate in _without_lists(shown, possible) if candidate.weight >= _ENOUGH]
    if not likely:
        likely = (
            _first_post(shown, possible) or _newspaper_day(shown, written_all, fetched)
            or _only_one(shown, possible, fetched)
        )
    return sorted(likely, key=lambda candidate: -candidate.weight)


def _without_lists(shown: Shown, possible: list[Byline]) -> list[Byline]:
    """Lower the weight of dates of which many stand in the same kind of place: lists, comments, later posts."""
    signatures = [_signature(shown, candidate.run) for candidate in possible]
    alike = Counter(signatures)
    seen: set[tuple[Any, ...]] = set()
    lowered = []
    for candidate, signature in zip(possible, signatures, strict=True):
        doubts = 0
        if alike[signature] >= 3:
            first = signature not in seen
            doubts = (0 if first else 30) if candidate.labelled else (15 if first else 45)
        seen.add(signature)
        lowered.append(replace(candidate, weight=candidate.weight - doubts))
    return lowered


def _first_post(shown: Shown, possible: list[Byline]) -> list[Byline]:
    """The first date with a clock in a thread of a forum whose posts carry no label."""
    if len(set(words.FORUM.findall(shown.joined))) < 3:
        return []
    start = shown.title_run if shown.title_run is not None else -1
    for candidate in possible:
        if candidate.run > start and candidate.stamp.hour is not None and candidate.weight > -30:
            return [replace(candidate, weight=_ENOUGH)]
    return []


def _only_one(shown: Shown, possible: list[Byline], fetched: datetime | None) -> list[Byline]:
    """The one date of the page that stands on a line of its own with a clock, wherever that is after the title."""
    stamps = {candidate.stamp for candidate in possible}
    if len(stamps) != 1 or shown.title_run is None:
        return []
    only = possible[0]
    if only.stamp.hour is None or only.run < shown.title_run or only.weight < -10:
        return []
    if len(shown.line(only.run).text) > _OWN_LINE:
        return []
    if fetched is not None and only.stamp.clock.date() >= fetched.date():
        return []
    return [replace(only, weight=_ENOUGH)]


def _newspaper_day(shown: Shown, written_all: list[Written], fetched: datetime | None) -> list[Byline]:
    """The issue's day of a newspaper's page: the only day that stands on a line of its own."""
    if len(set(words.NEWSPAPER.findall(shown.joined))) < 2:
        return []
    alone: dict[Stamp, int] = {}
    for written in written_all:
        run = shown.run_at(written.start)
        if written.yearless or written.otherwise or not valid(written.stamp, fetched):
            continue
        if len(shown.runs[run].strip()) <= 2 * (written.end - written.start) + 8 and _link_around(shown, run) is None:
            alone.setdefault(written.stamp.bare, run)
    if len(alone) != 1:
        return []
    stamp, run = next(iter(alone.items()))
    return [Byline(stamp, _ENOUGH, labelled=False, updated=False, otherwise=None, run=run)]


def _with_year(written: Written, known: Stamp | None) -> Written | None:
    if not written.yearless:
        return written
    if known is None or known.month != written.stamp.month or known.day not in (None, written.stamp.day):
        return None
    return replace(written, stamp=replace(written.stamp, year=known.year), yearless=False)


def _signature(shown: Shown, run: int) -> tuple[Any, ...]:
    """Tags and classes around a run: dates of a list or of comments have the same."""
    element, block = shown.element(run), shown.block(run)
    if element is None or block is None:
        return ()
    return element.tag, element.get("class"), block.tag, block.get("class")


@dataclass(slots=True)
class _Scale:
    """Weighs the dates of one page."""

    shown: Shown
    fetched: datetime | None
    known: Stamp | None
    #: First short run after the beginning of the text that speaks of comments; -1 before it was looked for.
    talk_run: int = -1

    def weigh(self, written: Written, run: int) -> Byline | None:
        """A candidate, or None where the date cannot be the article's."""
        shown = self.shown
        line = shown.line(run)
        if run == shown.title_run or words.OTHER_POST.match(line.text):
            return None
        before, label_zone, after = self._around(written, run, line)
        if words.NOT_THE_PAGES.search(label_zone[-16:]) or self._in_talk(run, line):
            return None
        if words.EVENT_AFTER.match(shown.joined[written.end : written.end + 30]):
            return None
        clocked = written.stamp.hour is not None
        updated = bool(words.UPDATED.search(label_zone[-16:]) or words.UPDATED_AFTER.match(after))
        labelled = not updated and bool(
            words.PUBLISHED.search(label_zone[-40:]) or words.PUBLISHED_AFTER.match(after)
        )
        byline_after = words.BYLINE_AFTER.match(after)
        rest = len(line.text) - (written.end - written.start)
        if rest > 4 and words.PROSE_AFTER.match(after) and not byline_after and not (labelled and clocked):
            return None
        like_byline = bool(byline_after or words.BYLINE_WORDS.search(line.text))
        if not labelled and (
            rest > 160
            or (rest > (40 if like_byline else 14) and words.SENTENCE.search(line.text))
            or (rest > 20 and not like_byline and "\u4e00" <= after[:1] <= "\u9fff")
        ):
            return None
        around = shown.ancestors(run)
        names = " ".join(f"{e.get('class') or ''} {e.get('id') or ''}" for e in around if e.attrib)
        if words.OTHER_ZONE.search(names) or any(e.tag in ("aside", "footer", "nav", "select") for e in around):
            return None
        weight = 40 if labelled else 25 if updated else 0
        weight += 10 if clocked else 0
        weight += 12 if like_byline else 0
        weight += 12 if words.DATE_CLASS.search(names[:120]) else 0
        weight += _place_weight(shown, run, clocked, alone=rest <= 2)
        weight += 30 if self._agrees(written.stamp) else 0
        linked = _link_around(shown, run)
        if linked is not None and len(linked) > 2 * (written.end - written.start) + 12:
            weight -= 60
        if not labelled and not clocked:
            # (August 12, 2005) below a title is the day of a speech or a law.
            weight -= 15 if words.OPEN_BRACKET.search(before) else 0
            weight -= 40 if self._is_clock_of_the_day(written, run) else 0
        return Byline(without_empty_clock(written.stamp), weight, labelled, updated, written.otherwise, run)

    def _around(self, written: Written, run: int, line: Line) -> tuple[str, str, str]:
        """The line before the date, where its label would stand, and the line after it."""
        shown = self.shown
        start = shown.place_of(line.first)
        end = shown.place_of(line.last) + len(shown.runs[line.last])
        before = shown.joined[max(start, written.start - 60) : written.start].replace("\n", " ")
        after = shown.joined[written.end : written.end + 30]
        if line.last == run:
            after = after[: max(0, end - written.end)]
        if before.strip() or not line.first:
            return before, before, after
        # A label may stand in the cell or line before its value; other words there are no label.
        previous = shown.runs[line.first - 1].strip()[-14:]
        return before, previous if words.LABEL_END.search(previous) else "", after

    def _agrees(self, stamp: Stamp) -> bool:
        known = self.known
        return known is not None and (known.year, known.month) == (stamp.year, stamp.month) and (
            known.day in (None, stamp.day)
        )

    def _in_talk(self, run: int, line: Line) -> bool:
        """Whether the date stands below a heading of comments, or in the line of one."""
        main = self.shown.main_run
        if main is None or run <= main:
            return False
        if self.talk_run < 0:
            rest = enumerate(self.shown.runs[main + 1 :], main + 1)
            self.talk_run = next(
                (index for index, text in rest if len(text) <= _HEADING and words.TALK.search(text)),
                len(self.shown.runs),
            )
        return "网友" in line.text or self.talk_run < line.first

    def _is_clock_of_the_day(self, written: Written, run: int) -> bool:
        """A weekday after it above the title, or the day of the fetch there: a 'today is' line of the page head."""
        if self.shown.title_run is None or run > self.shown.title_run:
            return False
        after = self.shown.joined[written.end : written.end + 30].partition("\n")[0]
        if words.WEEKDAY_ONLY.match(after):
            return True
        fetched = self.fetched
        return fetched is not None and abs((written.stamp.clock.date() - fetched.date()).days) <= 1


def _place_weight(shown: Shown, run: int, clocked: bool, *, alone: bool) -> int:
    """Where the date stands: between title and text best, after the text worst."""
    title, main = shown.title_run, shown.main_run
    if title is not None:
        distance = shown.chars_between(title, run)
        if run > title and (main is None or run <= main):
            return 40 if distance <= _NEAR_TITLE else 20
        if run > title and distance <= _NEAR_TITLE:
            return 30
        if run == title - 1 and alone:
            return 40
        if run < title and -distance <= _FAR_ABOVE // 2:
            return 32 if clocked and -distance <= _FAR_ABOVE // 3 else 28
    if main is None:
        return 10 if title is None else -10
    distance = shown.chars_between(main, run)
    if run <= main and -distance <= _FAR_ABOVE:
        return 30 if title is None else 15
    if run <= main and title is None and -distance <= 3 * _FAR_ABOVE:
        return 15
    if shown.main_end is not None and run > shown.main_end:
        return 5 if run - shown.main_end <= 25 else -20
    return 0 if run > main else -5


def _link_around(shown: Shown, run: int) -> str | None:
    element = shown.element(run)
    for _ in range(4):
        if element is None:
            return None
        if element.tag == "a":
            return " ".join("".join(element.itertext()).split()) + (element.get("title") or "")
        element = element.getparent()
    return None
