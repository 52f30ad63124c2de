"""What signatures say of the pairs in a store, and which pairs the semantic layer is to look at."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from ..index.allow import AllowList, all_allowances
from ..index.articles import all_domains, articles_of, read_profile, read_record
from ..match.duplicates import in_domain_duplicates
from ..match.settle import Settlement
from ..match.splice import name_splices
from ..match.verdict import Thresholds
from ..purify.url import page_id
from ..semantic.candidates import propose
from ..semantic.layer import SemanticArticle, merged

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scrapy_reprint.options import Options

    from ..index.store import Txn
    from ..match.pair import PairVerdict
    from ..semantic.align import SemanticMeasures
    from ..semantic.rewrite import RewriteDecision

    Decisions = Mapping[tuple[str, str], tuple[SemanticMeasures, RewriteDecision]]


@dataclass(frozen=True)
class Plan:
    """Verdicts by signatures, and what is left to look at."""

    lexical: dict[tuple[str, str], PairVerdict]
    #: Number of each page that repeats another of its domain -> page id of that other.
    repeats: dict[int, str]
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


def make_plan(txn: Txn, options: Options, *, with_candidates: bool) -> Plan:
    """Judge the pairs of a snapshot by their signatures and propose those that meaning must decide.

    These are pairs that share rare terms and facts, and leads of the fragment layer; what is a finding already needs no
    embedding.
    """
    allow = AllowList.of(list(all_allowances(txn)), datetime.now(UTC).date().isoformat())
    settlement = Settlement(txn, min_chars=options.min_chars, thresholds=thresholds_of(options), allow=allow)
    lexical = {(pair.a, pair.b): pair for pair in settlement.verdicts()}
    urls: dict[str, str] = {}
    repeats: dict[int, str] = {}
    # By page id: numbers are given in the order of the crawl, and nothing may hang on that.
    articles: dict[str, SemanticArticle] = {}
    domains: dict[str, str] = {}
    gone: set[str] = set()
    for domain, name in all_domains(txn):
        records = {number: read_record(txn, number) for number in articles_of(txn, domain)}
        views = {number: record.view for number, record in records.items()}
        urls |= {view.page_id: view.url for view in views.values()}
        gone_here = {record.view.url for record in records.values() if record.is_gone}
        gone |= {page_id(url) for url in gone_here}
        judged = {number: found for number in views if (found := settlement.cleaned(number))}
        firsts = in_domain_duplicates({views[number].url: found for number, found in judged.items()}, gone_here)
        for number in judged:
            first = firsts.get(views[number].url)
            if first:
                repeats[number] = page_id(first)
                continue
            profile = read_profile(txn, number) if with_candidates else None
            if profile is not None:
                view = views[number]
                articles[view.page_id] = SemanticArticle(
                    number, view.page_id, view.language, profile, settlement.template_of(domain)
                )
                domains[view.page_id] = name
    lexical = name_splices(lexical, urls.__getitem__)
    if not with_candidates:
        return Plan(lexical, repeats)
    candidates = propose({page: article.profile.key_terms for page, article in articles.items()}, domains)
    leads = {(a, b) for (a, b), pair in lexical.items() if not pair.finding and a in articles and b in articles}
    proposed = {
        (a, b): (articles[a], articles[b])
        for a, b in sorted(leads.union(candidates.pairs))
        if not ((known := lexical.get((a, b))) and known.finding)
        and not allow.excuse(domains[a], domains[b])
        and not (a in gone and b in gone)
    }
    return Plan(lexical, repeats, proposed, candidates.hot_terms)
