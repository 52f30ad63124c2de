"""Everything that the domain step judges, read from the store."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from ..domains import judge_domains
from ..domains.rulings import standing
from ..index.allow import AllowList, all_allowances
from ..index.articles import all_domains, articles_of
from ..index.crawls import last_crawl_of, read_crawl
from ..index.rulings import all_rulings, simhashes_now
from ..match.settle import Settlement
from .phases import Untold
from .plan import thresholds_of
from .stored_pages import StoredPages

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scrapy_reprint.options import Options

    from ..domains import ArticleFacts, Judgement
    from ..domains.pages import Pages
    from ..domains.rulings import Standing
    from ..index.store import Txn
    from ..match.pair import PairVerdict
    from .phases import Phases
    from .plan import Decisions, Plan


@dataclass(frozen=True)
class Case:
    """Articles and pairs of a store, and what a person allowed and ruled."""

    #: By page id, or as they are read from a snapshot.
    articles: Mapping[str, ArticleFacts] | Pages
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


def read_case(
    txn: Txn, options: Options, plan: Plan, decisions: Decisions, phases: Phases | None = None
) -> tuple[Case, Settlement]:
    """Read what a plan and the decisions on it leave to judge.

    Articles are read when the case is judged: the case stands as long as the transaction, and so does the settlement,
    which knows each article's SimHash without template.
    """
    today = datetime.now(UTC).date().isoformat()
    allow = AllowList.of(list(all_allowances(txn)), today)
    ruled = list(all_rulings(txn))
    rulings = standing(ruled, simhashes_now(txn, ruled), today=today, distance=options.simhash_distance)
    settlement = Settlement(
        txn, min_chars=options.min_chars, thresholds=thresholds_of(options), texts=plan.texts, allow=allow
    )
    complete = {
        name: _is_complete(txn, domain, name) for domain, name in all_domains(txn) if articles_of(txn, domain)
    }
    pairs = plan.verdicts(decisions, settlement, options.immutables_agree)
    return Case(StoredPages(txn, settlement, phases or Untold()), pairs, options, complete, allow, rulings), settlement


def _is_complete(txn: Txn, domain: int, name: str) -> bool:
    crawl = read_crawl(txn, last_crawl_of(txn, domain))
    return crawl.get("reason") == "finished" and name not in crawl.get("limited", ())
