"""The verdict in words and numbers that a person can read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .score import leads_point_one_way
from .topics import NOTABLE

if TYPE_CHECKING:
    from collections import Counter

    from ...options import Options
    from .tally import Tally


def domain_reasons(tally: Tally, options: Options, *, questions: int, hangs: bool) -> str:
    """What carried the verdict of a domain, strongest first, joined by "; "."""
    hits = len(tally.hits)
    words = []
    if tally.judged < options.min_judged:
        words.append(f"only {_count(tally.judged, 'judged article')} of {options.min_judged} needed")
    if hits:
        over = f", more than the {options.scraper_rate:.0%} that mark a scraper" if _marks(tally, options) else ""
        words.append(f"{hits} of {_count(tally.judged, 'judged article')} copy others{_how(tally)}{over}")
        top = top_sources(tally.sources, 1)
        sources = len(tally.sources)
        words.append(f"all from {top}" if sources == 1 else f"from {sources} sources, most from {top}")
    if tally.ruled_itself:
        words.append(f"{len(tally.ruled_itself)} of the copies ruled so by a person")
    if settled := len(tally.ruled - tally.ruled_itself):
        words.append(f"{settled} of the copies settled with rulings on alike pairs")
    if tally.fields > 1 and (tally.cross_topic or 0.0) >= NOTABLE:
        words.append(f"copies from {tally.fields} unrelated fields")
    if tally.keep_links:
        words.append(f"{len(tally.keep_links)} keep links into the source")
    if tally.name_source:
        words.append(f"{len(tally.name_source)} still name the source's publisher")
    if tally.hotlinks:
        words.append(f"{len(tally.hotlinks)} show images from the source's hosts")
    if tally.markup:
        words.append(f"{len(tally.markup)} keep the source's format")
    if tally.same_path:
        words.append(f"{len(tally.same_path)} keep the source's path")
    if tally.bursts.runs:
        bursts = _count(tally.bursts.runs, "burst")
        words.append(
            f"{tally.bursts.inside} published within {options.burst_minutes:g} minutes of others in {bursts}"
        )
    if tally.declared:
        canonical = f" ({len(tally.canonical)} by canonical)" if tally.canonical else ""
        words.append(f"{len(tally.declared)} declared as reposts{canonical}")
    if tally.leads:
        pointing = ", all one way" if leads_point_one_way(tally, options) else ""
        alike = top_sources(tally.lead_sources, 3)
        resemble = "resembles" if len(tally.leads) == 1 else "resemble"
        words.append(f"{len(tally.leads)} more {resemble} {alike}, not enough for a copy{pointing}")
    if tally.unclear:
        words.append(f"{len(tally.unclear)} shared with others, direction unclear")
    if tally.stolen:
        words.append(f"{len(tally.stolen)} copied by others")
    if reposted := len(tally.copied_by - tally.stolen):
        words.append(f"{reposted} reposted by others who say so")
    if tally.duplicates:
        words.append(f"{_count(tally.duplicates, 'page')} repeat its own articles and are not counted")
    if tally.gone:
        words.append(f"{_count(tally.gone, 'page')} {'is' if tally.gone == 1 else 'are'} gone and not counted")
    if hangs:
        queued = f"{_count(questions, 'pair')} queued" if questions else "no pair queued yet: others are asked first"
        words.append(f"hangs on a ruling, {queued}")
    if not words:
        words.append(f"no copies among {_count(tally.judged, 'judged article')}")
    return "; ".join(words)


def top_sources(sources: Counter[str], most: int = 5) -> str:
    """``a.test (12); b.test (3)``, the largest first."""
    ranked = sorted(sources.items(), key=lambda item: (-item[1], item[0]))
    return "; ".join(f"{domain} ({count})" for domain, count in ranked[:most])


def _marks(tally: Tally, options: Options) -> bool:
    return tally.judged >= options.min_judged and len(tally.hits) > options.scraper_rate * tally.judged


def _how(tally: Tally) -> str:
    rest = len(tally.hits) - len(tally.whole & tally.hits) - len(tally.parts & tally.hits)
    kinds = [
        (len(tally.whole & tally.hits), "whole"),
        (len(tally.parts & tally.hits), "in parts"),
        (rest, "by meaning"),
    ]
    named = ", ".join(f"{count} {word}" for count, word in kinds if count)
    return f" ({named})" if named else ""


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
