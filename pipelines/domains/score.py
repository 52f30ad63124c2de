"""Score and verdict of a domain.

The score is a weighted sum, 0 to 100; the weights are ``REPRINT_WEIGHTS``, every signal is 0 to 1:

=========== ==========================================================================================
hit_rate    Wilson lower bound of the hit rate / :data:`FULL_RATE`, at most 1
sources     distinct sources / ``REPRINT_MANY_SOURCES``, at most 1
bursts      share of minute-dated articles inside bursts
cross_topic chance that two hits come from unrelated fields (:mod:`.topics`), 0 where it is not known
others      Wilson lower bound of the share of hits that keep links or names of the source (hotlink, keep
            markup, keep the path)
=========== ==========================================================================================

All but the first are multiplied by min(1, Wilson lower bound of the hit rate / :data:`TELLING_RATE`): they
say how a site copies, and one copy in a hundred articles with every trace of copying is still one in a
hundred. So nothing but undeclared copies raises a score, and a site that is copied scores nothing by it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .wilson import wilson_lower

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...options import Options
    from .tally import Tally

#: Lower bound of the hit rate that earns all its points: 60 of 100, 11 of 16.
FULL_RATE = 0.4
#: Lower bound of the hit rate from which the other signals count in full: 16 of 100, 5 of 16.
TELLING_RATE = 0.1
#: Share of copies, declared or not, from which a site that declares most of them is a reposter.
NOTABLE_SHARE = 0.2
#: Share of a domain's leads that must point away from it, and articles a source must be like on average,
#: before leads alone make it suspected.
ONE_WAY_LEADS = 0.9
LEADS_A_SOURCE = 3


def score(tally: Tally, options: Options, *, extra_hits: int = 0) -> float:
    """Weighted sum of the signals, 0 to 100, one digit; ``extra_hits`` asks what it would be with more
    hits.
    """
    parts = signals(tally, options, extra_hits=extra_hits)
    total = sum(options.weights.get(name, 0.0) * value for name, value in parts.items())
    return round(min(100.0, max(0.0, total)), 1)


def signals(tally: Tally, options: Options, *, extra_hits: int = 0) -> dict[str, float]:
    """Every signal of the score, 0 to 1, under the name of its weight."""
    return signal_values(
        hits=len(tally.hits) + extra_hits,
        judged=tally.judged,
        sources=len(tally.sources),
        burst_share=tally.burst_share or 0.0,
        cross_topic=tally.cross_topic or 0.0,
        traces={
            "leftover_links": len(tally.leftover_links),
            "hotlinks": len(tally.hotlinks),
            "markup": len(tally.markup),
            "same_path": len(tally.same_path),
        },
        many_sources=options.many_sources,
    )


def signal_values(
    *,
    hits: int,
    judged: int,
    sources: int,
    burst_share: float,
    cross_topic: float,
    traces: Mapping[str, int],
    many_sources: int,
) -> dict[str, float]:
    """Every signal, 0 to 1, from the numbers that a row of ``domains.csv`` has too; ``traces`` are hits that keep each
    trace of their source.
    """
    low = wilson_lower(hits, judged)
    telling = min(1.0, low / TELLING_RATE)
    return {
        "hit_rate": min(1.0, low / FULL_RATE),
        "sources": telling * min(1.0, sources / many_sources),
        "bursts": telling * burst_share,
        "cross_topic": telling * cross_topic,
    } | {name: telling * wilson_lower(found, hits) for name, found in traces.items()}


def verdict(tally: Tally, options: Options, *, extra_hits: int = 0) -> str:
    """Verdict of a domain; ``extra_hits`` asks what it would be if so many more articles were ruled
    copies.
    """
    if tally.judged < options.min_judged:
        return "insufficient"
    hits, declared = len(tally.hits) + extra_hits, len(tally.declared)
    points = score(tally, options, extra_hits=extra_hits)
    if _mostly(hits, tally.judged, options) or points >= options.scraper_score:
        return "scraper"
    if declared > hits and hits + declared >= NOTABLE_SHARE * tally.judged:
        return "syndicated" if len(tally.canonical) * 2 > hits + declared else "reposter"
    if points >= options.suspected_score or leads_point_one_way(tally, options):
        return "suspected"
    return "original"


def leads_point_one_way(tally: Tally, options: Options) -> bool:
    """True where most articles are like others' without a finding, all in direction copies and of few
    sources.
    """
    leads = len(tally.leads)
    return (
        leads > 0
        and _mostly(len(tally.hits) + leads, tally.judged, options)
        and leads >= ONE_WAY_LEADS * (leads + len(tally.other_leads))
        and tally.lead_sources.total() >= LEADS_A_SOURCE * len(tally.lead_sources)
    )


def _mostly(articles: int, judged: int, options: Options) -> bool:
    """True above the rate that marks a scraper, when small numbers leave no doubt of half that rate."""
    return (
        articles > options.scraper_rate * judged and wilson_lower(articles, judged) > options.scraper_rate / 2
    )
