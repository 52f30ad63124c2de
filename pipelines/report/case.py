"""Everything that the domain step judges, read from the store."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from ..domains import ArticleFacts, judge_domains
from ..domains.rulings import standing
from ..domains.topics import TERMS
from ..index.allow import AllowList, all_allowances
from ..index.articles import all_domains, articles_of, read_heaviest_terms, read_record
from ..index.crawls import last_crawl_of, read_crawl
from ..index.fetches import text_since
from ..index.rulings import all_rulings, simhashes_now
from ..match.settle import Settlement
from .plan import thresholds_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scrapy_reprint.options import Options

    from ..domains import Judgement
    from ..domains.rulings import Standing
    from ..index.record import ArticleRecord
    from ..index.store import Txn
    from ..match.pair import PairVerdict
    from .plan import Decisions, Plan


@dataclass(frozen=True)
class Case:
    """Articles and pairs of a store, and what a person allowed and ruled."""

    #: By page id.
    articles: Mapping[str, ArticleFacts]
    pairs: Sequence[PairVerdict]
    options: Options
    #: Whether the last crawl of a domain saw all of it.
    crawl_complete: Mapping[str, bool]
    allow: AllowList
    rulings: Sequence[Standing]

    def judge(self) -> Judgement:
        """All domains and pairs, judged."""
        return judge_domains(
            self.articles, self.pairs, self.options, crawl_complete=self.crawl_complete, excuse=self.allow.excuse,
            one_owner=self.allow.one_owner, rulings=self.rulings,
        )


def read_case(txn: Txn, options: Options, plan: Plan, decisions: Decisions) -> tuple[Case, Settlement]:
    """Read what a plan and the decisions on it leave to judge.

    The settlement gives an article's signatures without template, as long as the transaction.
    """
    today = datetime.now(UTC).date().isoformat()
    allow = AllowList.of(list(all_allowances(txn)), today)
    ruled = list(all_rulings(txn))
    rulings = standing(ruled, simhashes_now(txn, ruled), today=today, distance=options.simhash_distance)
    settlement = Settlement(txn, min_chars=options.min_chars, thresholds=thresholds_of(options), allow=allow)
    articles: dict[str, ArticleFacts] = {}
    complete = {}
    # Millions of articles share few terms: these are held once, too.
    terms: dict[int, int] = {}
    for domain, name in all_domains(txn):
        numbers = articles_of(txn, domain)
        if not numbers:
            continue
        complete[name] = _is_complete(txn, domain, name)
        # Nearly all pages of a site bear the same ids: these are held once.
        owner_ids: dict[tuple[str, ...], tuple[str, ...]] = {}
        for number in numbers:
            record = read_record(txn, number)
            first = plan.repeats.get(number, "")
            judged = not first and settlement.cleaned(number) is not None
            heaviest = read_heaviest_terms(txn, number, TERMS) if judged else ()
            articles[record.view.page_id] = replace(
                _facts(record, judged=judged),
                duplicate_of=first,
                owner_ids=owner_ids.setdefault(record.owner_ids, record.owner_ids),
                terms=tuple(terms.setdefault(term, term) for term in heaviest),
            )
    pairs = plan.verdicts(decisions, settlement, options.immutables_agree)
    return Case(articles, pairs, options, complete, allow, rulings), settlement


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
        language=view.language,
        gone_since=record.gone_since if record.is_gone else "",
        text_since=text_since(record),
        chars=view.chars,
        page_type=view.page_type,
    )
