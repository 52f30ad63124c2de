"""What an article that has just been stored matches; final verdicts come when the spider closes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..fingerprint.immutables import immutables_agreement
from ..index.articles import read_profile, read_record, read_signatures
from ..index.profile import ProfileMeasures
from .pair import TIERS
from .verdict import judge_pair, unlike

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..index.store import Txn
    from .verdict import Thresholds


@dataclass(frozen=True, slots=True)
class Match:
    """A stored article that an arriving one matches."""

    #: Article number: lower for what was stored first.
    number: int
    url: str
    domain: str
    tier: str
    kind: str


def matches_of(txn: Txn, number: int, partners: Iterable[int], thresholds: Thresholds) -> list[Match]:
    """Matches of an article among its candidates, strongest first.

    Template text is not known yet, so these may differ from the report. Of what two profiles have in common only the
    facts are compared: a match tells no more than its tier and kind, and a crawl waits for it.
    """
    own, profile = read_signatures(txn, number), read_profile(txn, number)
    if own is None:
        return []
    own_id = read_record(txn, number).view.page_id
    found = []
    for partner in partners:
        other = read_signatures(txn, partner)
        if other is None or unlike(own, other, thresholds):
            continue
        view = read_record(txn, partner).view
        theirs = read_profile(txn, partner)
        agree = immutables_agreement(profile.facts, theirs.facts) if profile and theirs else None
        measures = ProfileMeasures((), 0, 0, agree)
        if own_id < view.page_id:
            verdict = judge_pair(own_id, view.page_id, own, other, thresholds, measures)
        else:
            verdict = judge_pair(view.page_id, own_id, other, own, thresholds, measures)
        if verdict is not None:
            found.append(Match(partner, view.url, view.domain, verdict.tier, verdict.kind))
    return sorted(found, key=lambda match: (TIERS.index(match.tier), match.url))
