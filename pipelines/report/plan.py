"""What signatures say of the pairs in a store, and which pairs the semantic layer is to look at."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from ..index.allow import AllowList, all_allowances
from ..index.articles import all_domains, articles_of, domain_of_article, read_profile, read_record
from ..index.page_ids import PageIds, article_numbers
from ..match.judged import JudgedTexts
from ..match.settle import Settlement
from ..match.splice import name_splices
from ..match.verdict import Thresholds
from ..semantic.candidates import propose
from ..semantic.layer import SemanticArticle, merged
from .phases import Untold, told

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray
    from scrapy_reprint.options import Options

    from ..index.record import ArticleRecord
    from ..index.store import Txn
    from ..match.pair import PairVerdict
    from ..semantic.align import SemanticMeasures
    from ..semantic.rewrite import RewriteDecision
    from .phases import Phases

    Decisions = Mapping[tuple[str, str], tuple[SemanticMeasures, RewriteDecision]]


@dataclass(frozen=True)
class Plan:
    """Verdicts by signatures, and what is left to look at."""

    lexical: dict[tuple[str, str], PairVerdict]
    #: Which articles are judged, and which repeat others of their domain.
    texts: JudgedTexts
    #: Pairs for the semantic layer, by page ids.
    proposed: dict[tuple[str, str], tuple[SemanticArticle, SemanticArticle]] = field(default_factory=dict)
    #: Terms found in too many articles to propose a pair.
    hot_terms: int = 0

    def verdicts(self, decisions: Decisions, settlement: Settlement, least_agreement: float) -> list[PairVerdict]:
        """All verdicts, those of the semantic layer merged in, by page ids."""
        found = dict(self.lexical)
        for key, (measures, decision) in decisions.items():
            a, b = self.proposed[key]
            verdict = merged(
                found.get(key), measures, decision, settlement, a, b, least_agreement=least_agreement
            )
            if verdict is not None:
                found[key] = verdict
        return [found[key] for key in sorted(found)]


def thresholds_of(options: Options) -> Thresholds:
    """The pair thresholds that the settings ask for."""
    return Thresholds(
        simhash_distance=options.simhash_distance,
        simhash_near=options.simhash_near,
        segments_equal=options.segments_equal,
        word_jaccard=options.word_jaccard,
        char_containment=options.char_containment,
        immutables_high=options.immutables_high,
        immutables_agree=options.immutables_agree,
    )


def make_plan(txn: Txn, options: Options, *, with_candidates: bool, phases: Phases | None = None) -> Plan:
    """Judge the pairs of a snapshot by their signatures and propose those that meaning must decide.

    These are pairs that share rare terms and facts, and leads of the fragment layer; what is a finding already needs no
    embedding.
    """
    phases = phases or Untold()
    allow = AllowList.of(list(all_allowances(txn)), datetime.now(UTC).date().isoformat())
    texts = JudgedTexts(options.simhash_bits)
    settlement = Settlement(
        txn, min_chars=options.min_chars, thresholds=thresholds_of(options), texts=texts, allow=allow
    )
    phases.begin("reading texts", txn.entries("domains"))
    for _ in told(settlement.read_texts(), phases):
        pass
    phases.begin("comparing pairs", txn.entries("ids"))
    lexical = {(pair.a, pair.b): pair for found in told(settlement.verdicts(), phases) for pair in found}
    lexical = name_splices(lexical, lambda page: _record_of(txn, page)[1].view.url)
    if not with_candidates:
        return Plan(lexical, texts)
    terms, domains = _key_terms(txn, texts, phases)
    phases.begin("proposing pairs")
    candidates = propose(terms, domains)
    leads = {(a, b) for (a, b), pair in lexical.items() if not pair.finding and a in terms and b in terms}
    articles: dict[str, tuple[SemanticArticle, bool]] = {}
    proposed = {}
    for a, b in sorted(leads.union(candidates.pairs)):
        known = lexical.get((a, b))
        if (known and known.finding) or allow.excuse(domains[a], domains[b]):
            continue
        for page in (a, b):
            if page not in articles:
                articles[page] = _semantic_article(txn, page, texts)
        (one, gone), (other, gone_too) = articles[a], articles[b]
        if not (gone and gone_too):
            proposed[a, b] = one, other
    return Plan(lexical, texts, proposed, candidates.hot_terms)


def _key_terms(
    txn: Txn, texts: JudgedTexts, phases: Phases
) -> tuple[dict[str, NDArray[np.uint32]], dict[str, str]]:
    """Key terms and domain of each judged article that repeats no other, by page id.

    Numbers are given in the order of the crawl, and nothing may hang on that.
    """
    phases.begin("reading key terms", txn.entries("ids"))
    page_ids = PageIds(txn)
    terms: dict[str, NDArray[np.uint32]] = {}
    domains: dict[str, str] = {}
    for domain, name in all_domains(txn):
        for number in articles_of(txn, domain):
            phases.step()
            judged = texts.is_judged(number) and number not in texts.repeats
            profile = read_profile(txn, number) if judged else None
            if profile is not None:
                page = page_ids.of(number)
                terms[page], domains[page] = profile.key_terms, name
    return terms, domains


def _semantic_article(txn: Txn, page: str, texts: JudgedTexts) -> tuple[SemanticArticle, bool]:
    """What meaning needs of an article, and whether it is gone."""
    number, record = _record_of(txn, page)
    profile = read_profile(txn, number)
    assert profile is not None
    template = texts.template_of(domain_of_article(txn, number))
    return SemanticArticle(number, page, record.view.language, profile, template), record.is_gone


def _record_of(txn: Txn, page: str) -> tuple[int, ArticleRecord]:
    [number] = article_numbers(txn, [page])
    return number, read_record(txn, number)
