"""The decision on a pair: which layers fired, how sure that is, and what kind of copy it looks like."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .compare import compare
from .pair import PairVerdict

if TYPE_CHECKING:
    from ..fingerprint.signatures import Signatures
    from .compare import Measures


@dataclass(frozen=True, slots=True)
class Thresholds:
    """From where a measure counts; the settings of the same names, in capitals behind ``REPRINT_``."""

    simhash_distance: int = 3
    simhash_near: int = 10
    segments_equal: int = 6
    word_jaccard: float = 0.7
    #: Half of the smaller article's shingles make a finding, `char_containment` of them a lead.
    char_containment: float = 0.3

    @property
    def finding_containment(self) -> float:
        """Containment from which the fragment layer stands by itself."""
        return max(0.5, self.char_containment)


#: Shingles in common below which two articles share a phrase and no more.
_LEAST_SHARED = 12


def judge_pair(
    a_id: str, b_id: str, a: Signatures, b: Signatures, thresholds: Thresholds = Thresholds()
) -> PairVerdict | None:
    """Verdict on two articles of different domains, None when nothing joins them; a_id < b_id.

    The whole layer fires on SimHash or equal segments, the fragment layer on shingles. Tier "high" needs both, for a
    SimHash alone is a sieve: unrelated short texts come near by chance. Shingles alone are "medium" where both words
    and characters say so, and a lead ("suspected") below that.
    """
    assert a_id < b_id
    found = compare(a, b)
    if found.chars_shared < _LEAST_SHARED:
        return None
    whole = found.simhash_distance <= thresholds.simhash_distance or found.segments_matched >= thresholds.segments_equal
    near = found.simhash_distance <= thresholds.simhash_near
    strong = found.word_jaccard >= thresholds.word_jaccard or (
        found.char_containment >= thresholds.finding_containment and found.size_ratio >= 0.5
    )
    fragment = found.char_containment >= thresholds.char_containment
    if not fragment and not strong:
        return None
    # A run of whole phrases in common, not only the terms of one subject.
    phrases = found.word_containment >= thresholds.char_containment / 2
    if whole and strong:
        tier, finding = "high", True
    elif found.char_containment >= thresholds.finding_containment and (near or phrases):
        tier, finding = "medium", True
    else:
        tier, finding = "suspected", whole or near
    layers = (("whole",) if whole or (near and finding) else ()) + (("fragment",) if fragment or strong else ())
    return PairVerdict(
        a=a_id,
        b=b_id,
        tier=tier,
        kind=_kind(found),
        layers=layers,
        finding=finding,
        simhash_distance=found.simhash_distance,
        word_jaccard=round(found.word_jaccard, 4),
        char_containment=round(found.char_containment, 4),
        containment_of_a=round(found.containment_of_a, 4),
        containment_of_b=round(found.containment_of_b, 4),
        segments_matched=found.segments_matched,
        reasons=_reasons(found),
    )


def _kind(found: Measures) -> str:
    if found.char_containment >= 0.8 and found.size_ratio < 0.6:
        return "excerpt"
    if not found.segments_in_order and found.segments_matched >= 3 and found.char_containment >= 0.6:
        return "shuffled"
    if found.word_jaccard >= 0.95 and found.simhash_distance <= 3:
        return "verbatim"
    if found.word_containment < 0.3 and found.char_containment < 0.6:
        return "synonym"
    return "edited"


def _reasons(found: Measures) -> tuple[str, ...]:
    reasons = [f"SimHash {found.simhash_distance} bits apart"]
    if found.segments_matched:
        reasons.append(f"{found.segments_matched} segments equal")
    reasons.append(f"{found.char_containment:.0%} of the shorter text's character shingles in both")
    reasons.append(f"word shingles alike by {found.word_jaccard:.0%}")
    return tuple(reasons)
