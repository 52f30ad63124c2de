"""Bursts: many articles within minutes, more than the site's own pace explains."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import exp, inf, lgamma, log
from typing import TYPE_CHECKING

from .claimed_time import ClaimedTime, parse_claim

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

#: Chance at which runs as many and as dense as those found are still taken for the site's usual pace.
ALPHA = 0.01


@dataclass(frozen=True, slots=True)
class Bursts:
    """Bursts of one domain."""

    #: Articles with a time of day.
    dated: int = 0
    #: Of those, articles inside bursts.
    inside: int = 0
    #: Bursts, overlapping windows joined.
    runs: int = 0
    #: Most articles in one window.
    largest: int = 0


def find_bursts(published: Iterable[str | None], *, articles: int, minutes: float) -> Bursts:
    """Find runs of ``articles`` or more within ``minutes`` that the site's own rate does not explain.

    A newsroom of 30 stories an hour has five within five minutes by chance all day. So the number of runs is
    compared with the number expected of a Poisson process of the site's own rate, hour by hour
    (:func:`expected_runs`); where they are not surprising (:data:`ALPHA`), the bar is doubled, until it is or
    no run is left.
    """
    times, _ = timed(claim for text in published if (claim := parse_claim(text)))
    runs = burst_runs(times, articles=articles, minutes=minutes)
    if not runs:
        return Bursts(dated=len(times))
    inside = sum(end - start for start, end, _ in runs)
    return Bursts(len(times), inside, len(runs), max(most for _, _, most in runs))


def burst_runs(times: Sequence[float], *, articles: int, minutes: float) -> list[tuple[int, int, int]]:
    """The runs of :func:`find_bursts` among sorted times in minutes: (first, one past last, most in one window)."""
    hours = Counter(int(time // 60) for time in times).values()
    bar = articles
    while runs := _runs(times, bar, minutes):
        if poisson_tail(len(runs), expected_runs(bar, minutes, hours)) <= ALPHA:
            return runs
        bar *= 2
    return []


def expected_runs(bar: int, minutes: float, hourly: Iterable[int]) -> float:
    """Runs of ``bar`` articles within ``minutes`` to be expected by chance, given each active hour's number
    of articles.

    Alm's approximation for the scan statistic of a Poisson process (S. E. Alm, "On the distribution of the
    scan statistic of a Poisson process", 1983): clumps come at the rate (1 - psi/k) lambda p(k-1; psi), psi
    being the mean of a window, beside the chance that the first window is full. Each hour is taken by itself,
    so that a busy morning is no burst of a quiet night.
    """
    total = 0.0
    for count, times in sorted(Counter(hourly).items()):
        mean = count * minutes / 60
        if mean >= bar:
            return inf
        first = poisson_tail(bar, mean)
        total += times * (first + (1 - mean / bar) * count * exp((bar - 1) * log(mean) - mean - lgamma(bar)))
    return total


def poisson_tail(least: int, mean: float) -> float:
    """Chance of ``least`` or more events of a Poisson distribution."""
    if least <= 0 or mean == inf:
        return 1.0
    if mean <= 0:
        return 0.0
    if least > mean:
        # Summed upward from the first term: no cancellation in the far tail.
        term = exp(least * log(mean) - mean - lgamma(least + 1))
        total, k = 0.0, least
        while term > total * 1e-16:
            total += term
            k += 1
            term *= mean / k
        return min(1.0, total)
    return max(0.0, 1.0 - sum(exp(k * log(mean) - mean - lgamma(k + 1)) for k in range(least)))


def timed(claims: Iterable[ClaimedTime]) -> tuple[list[float], bool]:
    """Sorted minutes (since day 0 of the proleptic Gregorian calendar) of the claims with a time of day; in UTC, and
    True, where each of these gives its offset, else as the pages show them.
    """
    kept = [claim for claim in claims if claim.to_the_minute]
    in_utc = all(claim.offset is not None for claim in kept)
    moments = sorted(claim.utc if in_utc else claim.start for claim in kept)
    return [
        moment.toordinal() * 1440 + moment.hour * 60 + moment.minute + moment.second / 60
        for moment in moments
    ], in_utc


def _runs(times: Sequence[float], bar: int, minutes: float) -> list[tuple[int, int, int]]:
    """(first, one past last, most in one window) of each run; one pass with two ends."""
    runs: list[tuple[int, int, int]] = []
    start = 0
    for end in range(1, len(times) + 1):
        while times[end - 1] - times[start] > minutes:
            start += 1
        size = end - start
        if size >= bar:
            if runs and start < runs[-1][1]:
                first, _, most = runs[-1]
                runs[-1] = (first, end, max(most, size))
            else:
                runs.append((start, end, size))
    return runs
