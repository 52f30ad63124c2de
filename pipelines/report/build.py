"""The close step: from what the store holds to the report files. Needs no crawl."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..domains import DomainRow, MatchRow
from ..index.articles import all_domains, articles_of, read_record, read_text
from ..index.crawls import all_problems
from ..index.hot import HOT
from ..index.rulings import note_waiting
from ..index.template import without_template_lines
from .case import read_case
from .csv_files import write_csv
from .jsonl import write_articles
from .lean_phases import LeanPhases
from .meaning import Meaning
from .page import INDEX, StoreArticles, write_page
from .phases import Untold, told
from .plan import make_plan

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scrapy_reprint.options import Options

    from ..domains import Judgement
    from ..index.record import ArticleRecord
    from ..index.store import Store, Txn
    from ..match.settle import Settlement
    from ..purify.docview import DocView
    from ..semantic.encoders import Encoder
    from .phases import Phases
    from .plan import Decisions, Plan

_IN_THE_WAY = (
    "{} was not written by this program and was left as it is; set REPRINT_OUTPUT_DIR to another folder to get the "
    "report as a page."
)


#: Records of a domain that are held while they are written.
_HELD = 5000


@dataclass(frozen=True)
class Report:
    """What a report says and where it was written."""

    judgement: Judgement
    files: tuple[Path, ...]
    #: index.html, None where REPRINT_PAGE is off or a file of that name is somebody else's.
    page: Path | None
    #: Totals, for the crawl's stats.
    counts: dict[str, int]
    #: Caps and skips that the reader must know of.
    warnings: tuple[str, ...]


def write_report(
    store: Store, options: Options, encoder: Encoder | None = None, phases: Phases | None = None
) -> Report:
    """Judge all pairs and domains in the store and write the report files to REPRINT_OUTPUT_DIR.

    Pairs are compared by their signatures first; those that the semantic layer is to see are embedded between two
    snapshots, for vectors are written to the store as they come. `encoder` takes the place of the one that the settings
    name. `phases` is told what is being done.
    """
    tell = LeanPhases(phases or Untold(), store.path)
    meaning = Meaning(options, encoder)
    try:
        plan = store.read(lambda txn: make_plan(txn, options, with_candidates=meaning.on, phases=tell))
        # The semantic layer shows its own progress.
        tell.end()
        decisions = meaning.decide(store, plan)
        report = store.read(lambda txn: _write(txn, options, plan, decisions, list(meaning.warnings()), tell))
    finally:
        tell.end()
    store.write(lambda txn: note_waiting(txn, report.judgement.waiting))
    return report


def _write(
    txn: Txn, options: Options, plan: Plan, decisions: Decisions, remarks: Sequence[str], phases: Phases
) -> Report:
    case, settlement = read_case(txn, options, plan, decisions, phases)
    judgement = case.judge()
    folder = Path(options.output_dir)
    problems = all_problems(txn)
    names = ("articles.jsonl", "matches.csv", "domains.csv", "problems.csv")
    files = tuple(folder / name for name in names)
    phases.begin("writing articles.jsonl", txn.entries("ids"))
    write_articles(files[0], told(_views(txn, settlement), phases), simhash_bits=options.simhash_bits)
    phases.begin("writing matches.csv", len(judgement.matches))
    write_csv(files[1], told(judgement.matches, phases), _columns(MatchRow))
    write_csv(files[2], judgement.domains, _columns(DomainRow))
    write_csv(files[3], [Problem(*problem) for problem in problems], _columns(Problem))
    counts = {
        "domains": len(judgement.domains),
        "articles": sum(row.judged for row in judgement.domains),
        "pairs": len(judgement.matches),
        "problems": len(problems),
        "hot_grams": txn.entries(HOT),
        "semantic_pairs": len(decisions),
        "waiting_rulings": len(judgement.waiting),
    }
    page = None
    if options.page:
        phases.begin("writing the page", len(judgement.domains))
        articles = StoreArticles(txn, plan.texts.repeats.__contains__)
        page = write_page(folder, judgement.domains, articles, options, phases, judgement.not_counted)
        remarks = [*remarks, *([] if page else [_IN_THE_WAY.format(folder / INDEX)])]
    return Report(judgement, files, page, counts, (*_warnings(counts, options), *remarks))


@dataclass(frozen=True, slots=True)
class Problem:
    """A row of problems.csv: a page or an input line that could not be used."""

    where: str
    why: str


def _columns(row: type) -> list[str]:
    return [item.name for item in fields(row)]


def _warnings(counts: dict[str, int], options: Options) -> Iterator[str]:
    if counts["hot_grams"]:
        yield (
            f"{counts['hot_grams']} phrases stand in more than {options.hot_gram} articles each and proposed no pairs; "
            f"raise REPRINT_HOT_GRAM if copies are missed."
        )
    if counts["problems"]:
        yield f"{counts['problems']} pages or input lines could not be used; problems.csv lists them."
    if waiting := counts["waiting_rulings"]:
        are = "ruling is on a pair" if waiting == 1 else "rulings are on pairs"
        yield f"{waiting} {are} that nothing joins now, and without effect; scrapy reprint rule list shows which."


def _views(txn: Txn, settlement: Settlement) -> Iterator[tuple[DocView, int | None]]:
    """Each page's DocView, its body without template lines, and its SimHash; by domain and URL."""
    for domain, _ in all_domains(txn):
        template = settlement.texts.template_of(domain)
        for number, record in _by_url(txn, articles_of(txn, domain)):
            text = read_text(txn, number)
            body = text[0] if text else ""
            if template:
                body = "\n".join(without_template_lines(body.split("\n"), template))
            if record.is_gone:
                yield replace(record.view, body=body, skipped_because="gone"), None
                continue
            yield replace(record.view, body=body), settlement.simhash(number)


def _by_url(txn: Txn, numbers: Sequence[int]) -> Iterator[tuple[int, ArticleRecord]]:
    """Articles of a domain by URL; of a large one the records are read a second time and not held."""
    if len(numbers) <= _HELD:
        records = {number: read_record(txn, number) for number in numbers}
        for number in sorted(numbers, key=lambda number: (records[number].view.url, number)):
            yield number, records[number]
    else:
        for _, number in sorted((read_record(txn, number).view.url, number) for number in numbers):
            yield number, read_record(txn, number)
