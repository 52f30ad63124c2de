"""The close step: from what the store holds to the report files. Needs no crawl."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from ..domains import ArticleFacts, DomainRow, MatchRow, judge_domains
from ..index.allow import AllowList, all_allowances
from ..index.articles import all_domains, articles_of, hot_grams, read_record, read_text
from ..index.crawls import all_problems, last_crawl_of, read_crawl
from ..index.fetches import text_since
from ..index.template import without_template_lines
from ..match.settle import Settlement
from .csv_files import write_csv
from .jsonl import write_articles
from .meaning import Meaning
from .plan import make_plan, thresholds_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scrapy_reprint.options import Options

    from ..domains import Judgement
    from ..index.record import ArticleRecord
    from ..index.store import Store, Txn
    from ..purify.docview import DocView
    from ..semantic.encoders import Encoder
    from .plan import Decisions, Plan


@dataclass(frozen=True)
class Report:
    """What a report says and where it was written."""

    judgement: Judgement
    files: tuple[Path, ...]
    #: Totals, for the crawl's stats.
    counts: dict[str, int]
    #: Caps and skips that the reader must know of.
    warnings: tuple[str, ...]


def write_report(store: Store, options: Options, encoder: Encoder | None = None) -> Report:
    """Judge all pairs and domains in the store and write the report files to REPRINT_OUTPUT_DIR.

    Pairs are compared by their signatures first; those that the semantic layer is to see are embedded between two
    snapshots, for vectors are written to the store as they come. `encoder` takes the place of the one that the settings
    name.
    """
    meaning = Meaning(options, encoder)
    plan = store.read(lambda txn: make_plan(txn, options, with_candidates=meaning.on))
    decisions = meaning.decide(store, plan)
    return store.read(lambda txn: _write(txn, options, plan, decisions, list(meaning.warnings())))


def _write(
    txn: Txn, options: Options, plan: Plan, decisions: Decisions, remarks: Sequence[str]
) -> Report:
    allow = AllowList.of(list(all_allowances(txn)), datetime.now(UTC).date().isoformat())
    settlement = Settlement(txn, min_chars=options.min_chars, thresholds=thresholds_of(options), allow=allow)
    articles: dict[str, ArticleFacts] = {}
    complete = {}
    for domain, name in all_domains(txn):
        numbers = articles_of(txn, domain)
        if not numbers:
            continue
        complete[name] = _is_complete(txn, domain, name)
        for number in numbers:
            record = read_record(txn, number)
            first = plan.repeats.get(number, "")
            judged = not first and settlement.cleaned(number) is not None
            articles[record.view.page_id] = replace(_facts(record, judged=judged), duplicate_of=first)
    pairs = plan.verdicts(decisions, settlement, options.immutables_agree)
    judgement = judge_domains(
        articles, pairs, options, crawl_complete=complete, excuse=allow.excuse, one_owner=allow.one_owner
    )
    folder = Path(options.output_dir)
    problems = all_problems(txn)
    names = ("articles.jsonl", "matches.csv", "domains.csv", "problems.csv")
    files = tuple(folder / name for name in names)
    write_articles(files[0], _views(txn, settlement), simhash_bits=options.simhash_bits)
    write_csv(files[1], judgement.matches, _columns(MatchRow))
    write_csv(files[2], judgement.domains, _columns(DomainRow))
    write_csv(files[3], [Problem(*problem) for problem in problems], _columns(Problem))
    hot = hot_grams(txn)
    counts = {
        "domains": len(judgement.domains),
        "articles": sum(facts.judged and not facts.gone for facts in articles.values()),
        "pairs": len(judgement.matches),
        "problems": len(problems),
        "hot_grams": len(hot["words"]) + len(hot["chars"]),
        "semantic_pairs": len(decisions),
    }
    return Report(judgement, files, counts, (*_warnings(counts, options), *remarks))


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


def _is_complete(txn: Txn, domain: int, name: str) -> bool:
    crawl = read_crawl(txn, last_crawl_of(txn, domain))
    return crawl.get("reason") == "finished" and name not in crawl.get("limited", ())


def _facts(record: ArticleRecord, *, judged: bool) -> ArticleFacts:
    view = record.view
    return ArticleFacts(
        page_id=view.page_id,
        url=view.url,
        domain=view.domain,
        judged=judged,
        skipped_because=view.skipped_because,
        title=view.title,
        published_at=view.published_at,
        published_from=view.published_from,
        first_fetched_at=record.first_fetched_at,
        fetched_at=record.fetched_at,
        canonical_url=view.canonical_url,
        canonical_declared=record.canonical_declared,
        site_name=record.site_name,
        source_name=view.source_name,
        attribution_links=record.attribution_links,
        body_links=record.body_links,
        images=view.images,
        markup=record.markup,
        owner_ids=record.owner_ids,
        named=record.named,
        gone_since=record.gone_since if record.is_gone else "",
        text_since=text_since(record),
        chars=view.chars,
        page_type=view.page_type,
    )


def _views(txn: Txn, settlement: Settlement) -> Iterator[tuple[DocView, int | None]]:
    """Each page's DocView, its body without template lines, and its SimHash; by domain and URL."""
    for domain, _ in all_domains(txn):
        template = settlement.template_of(domain)
        records = sorted(
            ((read_record(txn, number), number) for number in articles_of(txn, domain)),
            key=lambda pair: (pair[0].view.url, pair[1]),
        )
        for record, number in records:
            text = read_text(txn, number)
            body = text[0] if text else ""
            if template:
                body = "\n".join(without_template_lines(body.split("\n"), template))
            if record.is_gone:
                yield replace(record.view, body=body, skipped_because="gone"), None
                continue
            signatures = settlement.cleaned(number)
            yield replace(record.view, body=body), signatures.simhash if signatures else None
