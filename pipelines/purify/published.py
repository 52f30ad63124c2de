"""When a page was published, where that is known from and how finely.

Origins in order of trust: the user's item, JSON-LD, meta elements and microdata, ``<time>``, feeds, the visible
byline, the URL, sitemaps. A machine field decides the day; what the page shows decides the clock, for that is what
pages of one site can be compared by. A date that is not likely enough is none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from .byline import Byline, shown_dates
from .dates import parse_moment, parse_stamp, url_date
from .shown import Shown, read_shown
from .stamp import Stamp, valid, without_empty_clock
from .structured import Claim, page_claims, script_claim

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lxml.html import HtmlElement

_HAN = re.compile("[\u4e00-\u9fff]+")
_KANA = re.compile("[\u3040-\u30ff]")
_CHINA = 8 * 60
_OFFSET_LIMIT = 14 * 60
_STRONG_BYLINE = 75
_CLEAR_BYLINE = 60


@dataclass(frozen=True, slots=True)
class Published:
    """Publication and modification time as ISO 8601, each as fine as it is known."""

    published_at: str | None = None
    #: "item", "json-ld", "meta", "time", "feed", "sitemap", "byline", "url" or empty.
    published_from: str = ""
    modified_at: str | None = None


def published_time(
    tree: HtmlElement | None,
    url: str,
    *,
    hints: Iterable[tuple[str, str]] = (),
    item_value: str | None = None,
    fetched_at: str = "",
    title: str = "",
    shown: Shown | None = None,
) -> Published:
    """Find the publication time of a page.

    ``hints`` are dates that feeds and sitemaps gave for the URL; ``item_value`` is what the user's own spider found,
    which is believed. ``title`` helps to find the byline. ``shown`` saves a second reading of the tree.
    """
    fetched = parse_moment(fetched_at)
    hinted = [(origin, stamp) for origin, value in hints if (stamp := parse_stamp(value)) and valid(stamp, fetched)]
    sitemap = next((stamp for origin, stamp in hinted if origin == "sitemap"), None)
    from_url = url_date(url)
    if from_url is not None and not valid(from_url, fetched):
        from_url = None
    claims: list[Claim] = []
    changes: list[Claim] = []
    bylines: list[Byline] = []
    if tree is not None:
        shown = shown or read_shown(tree, title)
        claims, changes = page_claims(tree, shown, title)
        claims = [claim for claim in claims if valid(claim.stamp, fetched)]
        changes = [claim for claim in changes if valid(claim.stamp, fetched)]
    claims += [Claim(origin, stamp) for origin, stamp in hinted if origin != "sitemap"]
    claims.sort(key=lambda claim: not claim.strong)
    machine = _finest(claims)
    if machine is not None and not machine.strong and from_url is not None and from_url.day is not None and (
        _days_apart(machine.stamp, from_url) > 1
    ):
        # A creation or template date that the URL contradicts.
        machine = None
    if shown is not None:
        bylines = shown_dates(shown, fetched, machine.stamp if machine else from_url)
    modified = changes[0].stamp if changes else sitemap
    own = parse_stamp(item_value) if item_value else None
    if own is not None and valid(own, fetched):
        return _result(own, "item", modified)
    chinese = shown is not None and _is_chinese(shown)
    byline = _choose(bylines, machine, from_url)
    if machine is not None:
        stamp, origin = _as_shown(machine, byline, chinese)
    elif byline is not None:
        stamp, origin = byline.stamp, "byline"
    elif tree is not None and (scripted := script_claim(tree)) and valid(scripted.stamp, fetched):
        stamp, origin = scripted.stamp, scripted.origin
        if chinese and stamp.offset == 0:
            stamp = stamp.at(_CHINA)
    elif from_url is not None:
        stamp, origin = from_url, "url"
    elif sitemap is not None:
        stamp, origin = sitemap, "sitemap"
    else:
        return Published(modified_at=_modified(modified, None))
    return _result(stamp, origin, modified)


def _finest(claims: list[Claim]) -> Claim | None:
    """The most trusted claim; a later one that gives the same day more finely takes its place."""
    if not claims:
        return None
    best = replace(claims[0], stamp=without_empty_clock(claims[0].stamp))
    for claim in claims[1:]:
        stamp = without_empty_clock(claim.stamp)
        if best.stamp.hour is None and stamp.hour is not None and _days_apart(best.stamp, stamp) <= (
            0 if stamp.offset is None else 1
        ):
            return replace(claim, stamp=stamp)
        if best.stamp.offset is None and stamp.offset is not None and stamp.clock == best.stamp.clock:
            return replace(best, stamp=stamp)
    return best


def _choose(bylines: list[Byline], machine: Claim | None, from_url: Stamp | None) -> Byline | None:
    if not bylines:
        return None
    best = bylines[0]
    if machine is not None:
        agreeing = [b for b in bylines if any(_same_instant(machine.stamp, s) for s in _readings(b))]
        if agreeing:
            best = next((b for b in agreeing if b.stamp.hour is not None), agreeing[0])
            right = next(s for s in _readings(best) if _same_instant(machine.stamp, s))
            return replace(best, stamp=right, otherwise=None)
    if best.otherwise is not None:
        day = from_url if from_url is not None and from_url.day is not None else None
        for reading in _readings(best):
            if day is not None and reading.bare == day:
                return replace(best, stamp=reading, otherwise=None)
        return None
    if from_url is not None and from_url.year != best.stamp.year and best.weight < _STRONG_BYLINE:
        return None
    return best


def _readings(byline: Byline) -> list[Stamp]:
    return [byline.stamp] if byline.otherwise is None else [byline.stamp, byline.otherwise]


def _as_shown(machine: Claim, byline: Byline | None, chinese: bool) -> tuple[Stamp, str]:
    """The machine's date on the clock that the page shows."""
    stamp, origin = machine.stamp, machine.origin
    if byline is None:
        return stamp, origin
    shown = byline.stamp
    if shown.hour is None:
        if stamp.hour is not None and stamp.offset is not None and stamp.bare != shown:
            # Only a day is shown, and another one than on the machine's clock.
            local = stamp.at(_CHINA)
            if chinese and local.bare == shown:
                return without_empty_clock(local), origin
            return (shown, origin) if _days_apart(stamp, shown) <= 1 else (stamp, origin)
        return (shown, "byline") if stamp.bare != shown and _overrules(byline, machine) else (stamp, origin)
    if stamp.hour is None:
        if stamp.day is None or stamp.bare == shown.bare:
            return shown, "byline"
        return (shown, "byline") if _overrules(byline, machine) else (stamp, origin)
    if stamp.offset is not None and shown.offset is None:
        ahead = round((shown.clock.replace(second=0) - stamp.clock.replace(second=0)).total_seconds() / 60)
        if ahead == 0:
            # Chinese sites that write their own clock with a Z mean their own clock.
            seconds = stamp.second if shown.second is None else shown.second
            lie = stamp.offset == 0 and chinese
            return replace(stamp, second=seconds, offset=None if lie else stamp.offset), origin
        if stamp.offset == 0 and ahead % 15 == 0 and abs(ahead) <= _OFFSET_LIMIT:
            return stamp.at(ahead), origin
    elif stamp.offset is not None and shown.offset is not None:
        moved = stamp.at(shown.offset)
        return (moved, origin) if moved.bare == shown.bare else (stamp, origin)
    if byline.updated or shown.offset is not None:
        return stamp, origin
    if stamp.bare == shown.bare:
        if (stamp.hour, stamp.minute) == (shown.hour, shown.minute):
            return (stamp if stamp.second is not None else shown), origin
        return shown, "byline"
    return (shown, "byline") if _overrules(byline, machine) else (stamp, origin)


def _overrules(byline: Byline, machine: Claim) -> bool:
    """Whether a shown date is believed before a field that names another day: only where the field is a weak one."""
    return not machine.strong and not byline.updated and byline.weight >= _CLEAR_BYLINE


def _same_instant(machine: Stamp, shown: Stamp) -> bool:
    if machine.hour is not None and shown.hour is not None and machine.offset is not None:
        minutes = abs((machine.clock - shown.clock).total_seconds()) / 60
        return machine.bare == shown.bare or minutes <= _OFFSET_LIMIT
    return _days_apart(machine, shown) <= (1 if machine.offset is not None else 0)


def _days_apart(one: Stamp, other: Stamp) -> int:
    return abs((one.clock.date() - other.clock.date()).days)


def _is_chinese(shown: Shown) -> bool:
    sample = shown.joined[:4000]
    han = sum(map(len, _HAN.findall(sample)))
    return han > 40 and len(_KANA.findall(sample)) * 10 < han


def _modified(stamp: Stamp | None, published: Stamp | None) -> str | None:
    if stamp is None or stamp == published:
        return None
    if published is not None and published.offset is not None and stamp.offset == 0 and stamp.hour is not None:
        stamp = stamp.at(published.offset)
    return str(without_empty_clock(stamp))


def _result(stamp: Stamp, origin: str, modified: Stamp | None) -> Published:
    stamp = without_empty_clock(stamp)
    return Published(str(stamp), origin, _modified(modified, stamp))
