"""The decision: does one article say what the other says, sentence after sentence, or only report the same event?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .align import SemanticMeasures
    from .thresholds import SemanticThresholds

# How far one witness can move the share of aligned sentences, and over what distance from its threshold it grows.
_WEIGHT = 0.06
_REACH = 0.25
# Agreement of immutables below which texts of one wording are a formula filled in anew: of articles rewritten word by
# word all agree by 0.77 or more.
_SAME_FACTS = 0.7
#: Sentences in step below which it may be chance: two short articles have a few best matches in some order.
LEAST_ALIGNED = 4


@dataclass(frozen=True, slots=True)
class RewriteDecision:
    """The decision on two articles."""

    rewrite: bool
    #: Share of aligned sentences, moved by the witnesses; at `SemanticThresholds.aligned` or above it is a rewrite.
    score: float
    #: Words a person can read.
    reasons: tuple[str, ...]


def is_rewrite(
    measures: SemanticMeasures, thresholds: SemanticThresholds, immutables_agree: float | None
) -> RewriteDecision:
    """Whether two articles are one text in other words.

    A rewriter goes through the source and says each sentence again; two reporters of one event choose and order what
    they tell. So the share of *aligned* sentences decides: sentences that are each other's best match and whose
    neighbours are, too, in the same order. Three witnesses move it by at most 0.06 each: how many sentences say the
    same, how well all matches keep their order, and how many immutables agree (None: no witness). Whatever the share,
    fewer than four aligned sentences, or matches that are no nearer than those of unrelated articles, are no rewrite;
    nor are texts that share their wording and not their facts: news of the same ceremony on another day.
    """
    witnesses = [(measures.sentences, thresholds.share), (measures.order, thresholds.order)]
    if immutables_agree is not None:
        witnesses.append((immutables_agree, thresholds.facts))
    heard = [max(-1.0, min(1.0, (value - threshold) / _REACH)) for value, threshold in witnesses]
    score = round(measures.aligned + _WEIGHT * sum(heard), 4)
    enough = measures.aligned_sentences >= LEAST_ALIGNED and measures.mean_best >= thresholds.mean_best
    formula = (
        measures.mean_best >= thresholds.wording and immutables_agree is not None and immutables_agree < _SAME_FACTS
    )
    return RewriteDecision(
        rewrite=enough and not formula and score >= thresholds.aligned,
        score=score,
        reasons=_reasons(measures, immutables_agree, formula=formula),
    )


def _reasons(measures: SemanticMeasures, immutables_agree: float | None, *, formula: bool) -> tuple[str, ...]:
    reasons = [
        f"{measures.aligned:.0%} of the shorter text's sentences follow the other text's in meaning",
        f"{measures.sentences:.0%} of them say the same",
    ]
    if immutables_agree is not None:
        reasons.append(f"{immutables_agree:.0%} of its numbers, dates and names agree")
    if formula:
        reasons.append("one wording with other facts: a formula and no copy")
    return tuple(reasons)
