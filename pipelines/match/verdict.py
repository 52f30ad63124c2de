"""The decision on a pair: which layers fired, how sure that is, and what kind of copy it looks like."""

from __future__ import annotations

from dataclasses import dataclass
from sys import intern
from typing import TYPE_CHECKING, Any

from .compare import compare, part_shares, parts_held, share_of, shared_count, spread_of
from .pair import PairVerdict

if TYPE_CHECKING:
    from ..fingerprint.signatures import Signatures
    from ..index.profile import ProfileMeasures
    from .compare import Measures


#: What is said of facts that have vetoed a finding.
DIFFER = " and differ: a lead only"


@dataclass(frozen=True, slots=True)
class Thresholds:
    """From where a measure counts; the settings of the same names, in capitals behind ``REPRINT_``."""

    simhash_distance: int = 3
    simhash_near: int = 10
    segments_equal: int = 6
    word_jaccard: float = 0.7
    #: Half of the smaller article's shingles make a finding, `char_containment` of them a lead.
    char_containment: float = 0.3
    #: Share of the numbers, dates and names of the poorer article that the other must hold: for tier "high", and for
    #: any finding.
    immutables_high: float = 0.8
    immutables_agree: float = 0.7

    @property
    def finding_containment(self) -> float:
        """Containment from which the fragment layer stands by itself."""
        return max(0.5, self.char_containment)


#: Shingles in common below which two articles share a phrase and no more.
LEAST_SHARED = 12
#: Of ten parts of an article, those that must stand in another to make a splice of it.
SPLICE_PARTS = 3
#: A passage of another article: a part of ten stands in it, and this share of the phrases. Of all pairs among 2,957
#: articles of one field none reaches 0.12; thirds of articles in a splice reach it in 19 of 20 cases.
PASSAGE_PHRASES = 0.14
#: A laundered copy shares little, but in nearly all its parts and in the source's order. Measured: synonym-swapped
#: copies reach 9 of 10 parts and a rank correlation of 0.95; of all pairs among 2,957 articles of one field that share
#: anything, one is above 0.73 (two lists of the same ten things, 0.89).
LAUNDERED_SPREAD, LAUNDERED_ORDER, LAUNDERED_CONTAINMENT = 8, 0.9, 0.08


@dataclass(frozen=True, slots=True)
class _Signs:
    """What the measures of a pair amount to."""

    whole: bool
    near: bool
    strong: bool
    splice: bool
    passage: bool
    laundered: bool
    fragment: bool
    #: Whole phrases in common, not only the terms of one subject.
    phrases: bool

    @classmethod
    def of(cls, found: Measures, thresholds: Thresholds) -> _Signs:
        large = found.char_containment >= thresholds.finding_containment
        strong = found.word_jaccard >= thresholds.word_jaccard or (large and found.size_ratio >= 0.5)
        splice = found.parts_matched >= SPLICE_PARTS
        passage = found.parts_matched > 0 and found.word_containment >= PASSAGE_PHRASES
        laundered = (
            found.spread >= LAUNDERED_SPREAD
            and found.order >= LAUNDERED_ORDER
            and found.char_containment >= LAUNDERED_CONTAINMENT
        )
        return cls(
            whole=found.simhash_distance <= thresholds.simhash_distance
            or found.segments_matched >= thresholds.segments_equal,
            near=found.simhash_distance <= thresholds.simhash_near,
            strong=strong,
            splice=splice,
            passage=passage,
            laundered=laundered,
            fragment=strong or splice or passage or laundered or found.char_containment >= thresholds.char_containment,
            phrases=found.word_containment >= thresholds.char_containment / 2,
        )


def judge_pair(
    a_id: str,
    b_id: str,
    a: Signatures,
    b: Signatures,
    thresholds: Thresholds = Thresholds(),
    profile: ProfileMeasures | None = None,
) -> PairVerdict | None:
    """Verdict on two articles of different domains, None when nothing joins them; a_id < b_id.

    The whole layer fires on SimHash or equal segments, the fragment layer on shingles: many of them, three tenths of
    an article in one piece (a splice), or few but all along the text in the same order (laundered). Tier "high" needs
    both layers, for a SimHash alone is a sieve: unrelated short texts come near by chance. The fragment layer alone is
    "medium" where two of its measures agree, and a lead ("suspected") otherwise.

    Immutables have a veto: news written by one formula (the same ceremony on another day) shares its wording and is no
    copy; its numbers, dates and names differ. Of articles before and after editing 1 in 100 falls under 0.7, of formula
    news 64.
    """
    assert a_id < b_id
    found = compare(a, b)
    if found.chars_shared < LEAST_SHARED:
        return None
    signs = _Signs.of(found, thresholds)
    if not signs.fragment:
        return None
    large = found.char_containment >= thresholds.finding_containment
    agree = profile.immutables_agree if profile else None
    alike = (large and (signs.near or signs.phrases)) or (signs.splice and signs.phrases) or signs.laundered
    if agree is not None and agree < thresholds.immutables_agree:
        tier, finding = "suspected", False
    elif signs.whole and signs.strong and (agree is None or agree >= thresholds.immutables_high):
        tier, finding = "high", True
    elif alike or (signs.whole and signs.strong):
        tier, finding = "medium", True
    else:
        tier, finding = "suspected", False
    layers = ("whole", "fragment") if signs.whole or (signs.near and finding) else ("fragment",)
    return PairVerdict(
        a=a_id,
        b=b_id,
        tier=tier,
        kind=_kind(found, signs),
        layers=layers,
        finding=finding,
        **told(found),
        sentences_reused=profile.sentences_reused if profile else None,
        keyword_rules=profile.keyword_rules if profile else None,
        immutables_agree=agree,
        parts_of_a=found.parts_of_a,
        parts_of_b=found.parts_of_b,
        reasons=_reasons(found, signs) + _profile_reasons(profile, thresholds),
    )


def unlike(a: Signatures, b: Signatures, thresholds: Thresholds = Thresholds()) -> bool:
    """True for two articles that nothing joins, as :func:`judge_pair` would find at several times the cost.

    Most articles that postings propose have a stock sentence in common and no more.
    """
    chars = shared_count(a.char_set, b.char_set)
    if chars < LEAST_SHARED:
        return True
    containment = share_of(chars, min(len(a.char_set), len(b.char_set)))
    if containment >= thresholds.char_containment:
        return False
    sizes = len(a.word_set), len(b.word_set)
    words = shared_count(a.word_set, b.word_set)
    if share_of(words, sum(sizes) - words) >= thresholds.word_jaccard:
        return False
    shares = part_shares(a, b), part_shares(b, a)
    parts = max(parts_held(share).bit_count() for share in shares)
    return not (
        parts >= SPLICE_PARTS
        or (parts > 0 and share_of(words, min(sizes)) >= PASSAGE_PHRASES)
        or (containment >= LAUNDERED_CONTAINMENT and spread_of(*shares) >= LAUNDERED_SPREAD)
    )


def told(found: Measures) -> dict[str, Any]:
    """The measures that a verdict tells, by its field names, shares to four digits."""
    return {
        "simhash_distance": found.simhash_distance,
        "word_jaccard": _digits(found.word_jaccard),
        "char_containment": _digits(found.char_containment),
        "containment_of_a": _digits(found.containment_of_a),
        "containment_of_b": _digits(found.containment_of_b),
        "segments_matched": found.segments_matched,
    }


# Shares to four digits, and the words made of them, are few, and reports hold millions: equal ones are held once.
_SHARES: dict[float, float] = {}


def _digits(share: float) -> float:
    rounded = round(share, 4)
    return _SHARES.setdefault(rounded, rounded)


def _kind(found: Measures, signs: _Signs) -> str:
    if found.char_containment >= 0.8 and found.size_ratio < 0.6:
        return "excerpt"
    if found.char_containment >= 0.6 and found.order < 0.9 and (not found.segments_in_order or found.order < 0.6):
        return "shuffled"
    if found.word_jaccard >= 0.95 and found.simhash_distance <= 3:
        return "verbatim"
    if signs.laundered and found.word_containment < 0.3:
        return "synonym"
    if (signs.splice or signs.passage) and found.char_containment < 0.6 and not signs.strong:
        return "spliced"
    return "synonym" if found.word_containment < 0.3 and found.char_containment < 0.6 else "edited"


def _reasons(found: Measures, signs: _Signs) -> tuple[str, ...]:
    reasons = [f"{found.char_containment:.0%} of the shorter text stands in the other"]
    if (signs.splice or signs.passage) and not signs.strong:
        reasons.append(f"{found.parts_matched} of ten parts of one text stand in the other")
    if signs.laundered and not signs.strong:
        reasons.append(f"what is shared runs through {found.spread} of ten parts in the same order")
    reasons.append(f"phrases of five words alike by {found.word_jaccard:.0%}")
    if found.segments_matched:
        reasons.append(f"{found.segments_matched} of ten segments are the same to the letter")
    reasons.append(f"SimHash differs in {found.simhash_distance} bit{'s' * (found.simhash_distance != 1)}")
    return tuple(map(intern, reasons))


def _profile_reasons(profile: ProfileMeasures | None, thresholds: Thresholds) -> tuple[str, ...]:
    if profile is None:
        return ()
    reasons = []
    if profile.sentences_reused:
        reasons.append(f"{profile.sentences_reused} of {profile.sentences} sentences reused, give or take a few words")
    if profile.immutables_agree is not None:
        differ = DIFFER if profile.immutables_agree < thresholds.immutables_agree else ""
        reasons.append(f"numbers, dates and names agree by {profile.immutables_agree:.0%}{differ}")
    return tuple(map(intern, reasons))
