"""What each signal earns: the same webs judged with one thing left out in turn (``network.py --ablation``).

All there is, then the weight of one signal at nothing, no rule of the rate, one kind of evidence less, one layer less.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from web_plan import LAUNDERERS, SMALL, WHOLESALE, Web
from web_score import Score

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scrapy_reprint.options import Options
    from scrapy_reprint.pipelines.domains import Judgement
    from scrapy_reprint.pipelines.report.case import Case

#: Facts of an article that one kind of evidence rests on.
_EVIDENCE: dict[str, dict[str, Any]] = {
    "links in the body": {"body_links": ()},
    "images": {"images": ()},
    "claimed times": {"published_at": None},
    "source lines and canonicals": {
        "source_name": "", "attribution_links": (), "canonical_declared": False,
    },
    "names of the publisher": {"named": ()},
    "owner ids": {"owner_ids": ()},
    "markup": {"markup": ()},
    "topics": {"terms": ()},
    "links and images": {"body_links": (), "images": ()},
    "links, images and names": {"body_links": (), "images": (), "named": ()},
}


def ways(options: Options) -> Iterator[tuple[str, Callable[[Case], Case]]]:
    """What is left out, and the case without it."""
    yield "nothing", lambda case: case
    for weight in options.weights:
        less = replace(options, weights={**options.weights, weight: 0.0})
        yield f"weight of {weight}", lambda case, less=less: replace(case, options=less)
    yield "rule of the rate", lambda case: replace(case, options=replace(case.options, scraper_rate=1.0))
    for name, empty in _EVIDENCE.items():
        yield name, lambda case, empty=empty: replace(
            case, articles={page: replace(fact, **empty) for page, fact in case.articles.items()}
        )
    yield "meaning", lambda case: replace(case, pairs=[pair for pair in case.pairs if "semantic" not in pair.layers])
    yield "whole layer", lambda case: replace(case, pairs=[pair for pair in case.pairs if "whole" not in pair.layers])
    yield "fragment layer", lambda case: replace(
        case, pairs=[pair for pair in case.pairs if "fragment" not in pair.layers]
    )


class Gap:
    """Scores of thieves and of others."""

    def __init__(self) -> None:
        self.thieves = 100.0
        self.others = 0.0

    def add(self, judgement: Judgement, web: Web) -> None:
        """Take in the scores of a web."""
        for row in judgement.domains:
            kind = web.sites[row.domain].kind
            if kind in WHOLESALE or kind in LAUNDERERS:
                self.thieves = min(self.thieves, row.score)
            elif kind not in SMALL:
                self.others = max(self.others, row.score)


class Ablation:
    """Scores of all webs, by what was left out."""

    def __init__(self) -> None:
        self._scores: dict[str, tuple[Score, Gap]] = {}

    def add(self, case: Case, web: Web) -> None:
        """Judge a web in every way."""
        for name, change in ways(case.options):
            score, gap = self._scores.setdefault(name, (Score(), Gap()))
            judgement = change(case).judge()
            score.add(judgement, web)
            gap.add(judgement, web)

    def table(self) -> str:
        """A row for each thing left out; `scores` is the lowest of a thief and the highest of another site."""
        heads = (("wholesale", 12), ("launderers", 12), ("honest", 9), ("right", 9), ("wrong", 7), ("queue", 7))
        lines = [f"{'without':30}" + "".join(f"{head:>{width}}" for head, width in heads) + "  scores"]
        for name, (score, gap) in self._scores.items():
            figures = score.as_dict()
            wanted = ("wholesale_scraper", "launderers_accused", "honest_accused")
            wholesale, launderers, honest = ("/".join(map(str, figures[key])) for key in wanted)
            lines.append(
                f"{name:30}{wholesale:>12}{launderers:>12}{honest:>9}{figures['direction_right']:>9}"
                f"{score.direction['wrong']:>7}{figures['queue_share']:>7.1%}  {gap.thieves} - {gap.others}"
            )
        return "\n".join(lines)
