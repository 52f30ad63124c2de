"""What each signal earns: the same webs judged with one thing left out in turn.

    python benchmarks/ablation.py [ARTICLES.jsonl[.gz]] [--gold ... --laws ... --seeds ... as for network.py]

Each web (:mod:`web_plan`) is analysed once; then its domains are judged with all there is, with the weight of one
signal at nothing, without one kind of evidence, and without the rule of the rate, in turn. The gap is the lowest score
of a site that steals less the highest of one that does not, over all webs. The last line is JSON.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from network import Score, arguments, material_of
from scrapy_reprint.pipelines.semantic.encoders import make_encoder
from scrapy_reprint.pipelines.semantic.remembered import Remembered
from small_crawl import PageStore
from web_plan import LAUNDERERS, SMALL, WHOLESALE, Web, make_web

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


def main() -> None:
    """Print a row for each thing left out."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    arguments(parser)
    options = parser.parse_args()
    material = material_of(options)
    encoder = None if options.semantic == "off" else Remembered(make_encoder(options.semantic), most=10**6)
    scores: dict[str, tuple[Score, Gap]] = {}
    for seed in range(options.first_seed, options.first_seed + options.seeds):
        web = make_web(material, seed)
        with PageStore(web.pages, semantic=options.semantic) as store:
            case = store.case(encoder)
        for name, change in ways(case.options):
            score, gap = scores.setdefault(name, (Score(), Gap()))
            judgement = change(case).judge()
            score.add(judgement, web)
            gap.add(judgement, web)
    print(f"{'without':30}{'wholesale':>12}{'launderers':>12}{'honest':>9}{'right':>11}{'wrong':>7}{'queue':>7}")
    rows = {}
    for name, (score, gap) in scores.items():
        figures = score.as_dict()
        rows[name] = {**figures, "lowest_thief": gap.thieves, "highest_other": gap.others}
        wanted = ("wholesale_scraper", "launderers_accused", "honest_accused")
        shown = ["/".join(map(str, figures[key])) for key in wanted]
        print(
            f"{name:30}{shown[0]:>12}{shown[1]:>12}{shown[2]:>9}{figures['direction_right']:>11}"
            f"{score.direction['wrong']:>7}{figures['queue_share']:>7.1%}{gap.thieves:>7} - {gap.others}"
        )
    print(json.dumps(rows))


if __name__ == "__main__":
    main()
