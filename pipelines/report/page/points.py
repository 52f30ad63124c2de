"""What each signal adds to a domain's score, told again from its row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...domains.score import signal_values

if TYPE_CHECKING:
    from scrapy_reprint.options import Options

    from ...domains.rows import DomainRow


@dataclass(frozen=True, slots=True)
class Points:
    """One signal of a domain."""

    #: As in REPRINT_WEIGHTS.
    signal: str
    #: What was found, of how much: articles of articles, or a share (0 to 1) of 1; of 0 where there was nothing to
    #: measure.
    found: float
    of: float
    #: Added to the score, of at most `weight`.
    points: float
    weight: float


def points_of(row: DomainRow, options: Options) -> list[Points]:
    """Every signal with its points, the largest first; their sum is the score but for rounding.

    Shares are rounded in a row to four digits, which moves no signal by more than 0.002 points.
    """
    traces = {
        "leftover_links": _number(row.leftover_link_share, row.hits),
        "hotlinks": _number(row.hotlink_share, row.hits),
        "markup": _number(row.markup_share, row.hits),
        "same_path": _number(row.same_path_share, row.hits),
    }
    values = signal_values(
        hits=row.hits, judged=row.judged, sources=row.distinct_sources, burst_share=row.burst_share or 0.0,
        cross_topic=row.cross_topic or 0.0, traces=traces, many_sources=options.many_sources,
    )
    found: dict[str, tuple[float, float]] = {
        **{name: (count, row.hits) for name, count in traces.items()},
        "hit_rate": (row.hits, row.judged),
        "sources": (row.distinct_sources, options.many_sources),
        "bursts": _share(row.burst_share),
        "cross_topic": _share(row.cross_topic),
    }
    points = [
        Points(name, *found[name], round(options.weights.get(name, 0.0) * value, 2), options.weights.get(name, 0.0))
        for name, value in values.items()
    ]
    return sorted(points, key=lambda signal: (-signal.points, -signal.weight, signal.signal))


def _share(measured: float | None) -> tuple[float, float]:
    """A share of one; of nothing where it could not be measured."""
    return (0.0, 0.0) if measured is None else (measured, 1.0)


def _number(share: float | None, whole: int) -> int:
    """How many of the whole a share is of."""
    return round((share or 0.0) * whole)
