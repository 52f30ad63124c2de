"""When a domain published: articles in equal steps of time, and its bursts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import numpy as np

from ...domains.bursts import burst_runs, timed
from ...domains.claimed_time import parse_claim

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Bars at most, and the lengths a bar may stand for, in hours.
MOST_BARS = 120
_STEPS = (1, 6, 24, 7 * 24, 30 * 24, 365 * 24)
#: Share of the articles that may lie off either end: one page dated 1970 must not press all others into one bar.
_OFF = 0.01
MOST_BURSTS = 20
_MINUTES_A_DAY = 1440


@dataclass(frozen=True, slots=True)
class Timeline:
    """Articles of a domain over time."""

    #: Start of the first bar, ISO 8601 to the minute; empty where nothing is dated.
    start: str
    #: Length of a bar.
    hours: int
    #: (articles, of these in bursts) of each bar.
    bars: tuple[tuple[int, int], ...]
    #: (start, minutes it took, articles) of the largest bursts, the largest first.
    bursts: tuple[tuple[str, int, int], ...]
    #: Bursts in all, articles with a date, and of these so many with a time of day.
    burst_count: int
    dated: int
    timed: int
    #: Articles before the first bar and after the last.
    earlier: int
    later: int
    #: True where all times are shown in UTC, else as the pages show them.
    utc: bool


def timeline(published: Iterable[str | None], *, articles: int, minutes: float) -> Timeline:
    """Sum up the claimed times of a domain's articles; `articles` within `minutes` are a burst, as in
    :func:`~...domains.bursts.find_bursts`. A bare date stands at its midnight and is never in a burst.
    """
    claims = [claim for text in published if (claim := parse_claim(text))]
    times, utc = timed(claims)
    dates = [float(claim.start.toordinal() * _MINUTES_A_DAY) for claim in claims if not claim.to_the_minute]
    runs = burst_runs(times, articles=articles, minutes=minutes)
    inside = np.zeros(len(times), bool)
    for first, end, _ in runs:
        inside[first:end] = True
    moments = np.concatenate([np.array(times), np.array(dates)])
    in_burst = np.concatenate([inside, np.zeros(len(dates), bool)])
    if not len(moments):
        return Timeline("", 24, (), (), 0, 0, 0, 0, 0, utc)
    ranked = np.sort(moments)
    skip = int(len(ranked) * _OFF)
    low, high = float(ranked[skip]), float(ranked[len(ranked) - 1 - skip])
    hours = next((step for step in _STEPS if (high - low) / 60 / step < MOST_BARS - 1), 0)
    # Longer than a century: as many years a bar as it takes.
    hours = hours or _STEPS[-1] * (int((high - low) / 60 / _STEPS[-1] / MOST_BARS) + 1)
    start = low - low % (min(hours, 24) * 60)
    bars = int((high - start) // (hours * 60)) + 1
    places = ((moments - start) // (hours * 60)).astype(np.int64)
    drawn = (places >= 0) & (places < bars)
    all_of = np.bincount(places[drawn], minlength=bars)
    of_bursts = np.bincount(places[drawn & in_burst], minlength=bars)
    found = sorted(
        (-(end - first), _iso(times[first]), round(times[end - 1] - times[first])) for first, end, _ in runs
    )
    return Timeline(
        start=_iso(start),
        hours=hours,
        bars=tuple(zip(all_of.tolist(), of_bursts.tolist(), strict=True)),
        bursts=tuple((moment, took, -count) for count, moment, took in found[:MOST_BURSTS]),
        burst_count=len(runs),
        dated=len(moments),
        timed=len(times),
        earlier=int((places < 0).sum()),
        later=int((places >= bars).sum()),
        utc=utc,
    )


def _iso(minute: float) -> str:
    day, rest = divmod(minute, _MINUTES_A_DAY)
    moment = datetime.fromordinal(max(1, int(day))) + timedelta(minutes=int(rest))
    return moment.isoformat(timespec="minutes")
