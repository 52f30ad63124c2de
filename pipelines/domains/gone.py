"""Pages that are no longer there.

Directions are read with every page as it was last seen: who deletes what gives him away is not cleared by it, and who
deletes his originals does not clear his thief. Then a gone page counts for nothing on its own domain, and its pairs
count for the other side alone, where it is the source.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from .treatment import Treatment

if TYPE_CHECKING:
    from .facts import ArticleFacts
    from .settle import Readings, Settled, Settlement


def counts(article: ArticleFacts) -> bool:
    """True for an article that counts on its own domain now: it is judged and still there."""
    return article.judged and not article.gone


def both_gone(readings: Readings) -> dict[tuple[str, str], Treatment]:
    """Treatment of pairs neither side of which is there any more: they count for nothing."""
    return {
        (row.pair.a, row.pair.b): Treatment(f"both are gone, {_since(row.a)} and {_since(row.b)}", counts=False)
        for row in readings.rows()
        if row.a.gone and row.b.gone
    }


def without_gone_copies(settlement: Settlement) -> Settlement:
    """Pairs as they count now: those whose copy is gone are listed only, and a gone page of another is not judged."""
    pairs, listed = [], []
    for settled in settlement.pairs:
        first, second = settled.first, settled.second
        if not (first.gone or second.gone):
            pairs.append(settled)
        elif settled.known and first.gone:
            listed.append(_because(settled, f"the copy is gone {_since(first)} and counts no more"))
        else:
            gone = first if first.gone else second
            now = replace(settled, first=_as_it_is(first), second=_as_it_is(second))
            pairs.append(_because(now, f"the page on {gone.domain} is gone {_since(gone)}"))
    return replace(settlement, pairs=tuple(pairs), listed=(*settlement.listed, *listed))


def _as_it_is(article: ArticleFacts) -> ArticleFacts:
    return replace(article, judged=False) if article.gone and article.judged else article


def _because(settled: Settled, reason: str) -> Settled:
    return replace(settled, reasons=(*settled.reasons, reason))


def _since(article: ArticleFacts) -> str:
    return f"since {article.gone_since[:10]}"
