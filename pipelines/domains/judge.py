"""From articles and pairs to the rows of both tables."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import TYPE_CHECKING

from .counting import count
from .gone import both_gone, without_gone_copies
from .learned import learn
from .owner_questions import Counted, owner_questions, owner_reasons
from .owners import Owners
from .pages import PageMap
from .reasons import domain_reasons, top_sources
from .review import Review
from .rows import DomainRow, Judgement, MatchRow, MatchRows
from .rulings import Rulings
from .score import score, verdict
from .settle import read_pairs, settle
from .treatment import Treatment
from .wilson import wilson_lower

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ...options import Options
    from ..match.pair import PairVerdict
    from .facts import ArticleFacts
    from .pages import Pages
    from .rulings import Standing
    from .settle import Readings, Settled, Settlement
    from .tally import Tally

_DIGITS = 4


def judge_domains(
    articles: Mapping[str, ArticleFacts] | Pages,
    pairs: Sequence[PairVerdict],
    options: Options,
    *,
    crawl_complete: Mapping[str, bool],
    excuse: Callable[[str, str], str] = lambda _a, _b: "",
    one_owner: Callable[[str, str], bool] = lambda _a, _b: False,
    rulings: Iterable[Standing] = (),
) -> Judgement:
    """Judge every domain and give every pair its direction.

    ``articles`` are all stored pages, by page id or as :class:`~.pages.Pages` that are read once, ``pairs`` those of
    different domains; pairs of unknown pages and of one domain are passed over. ``excuse`` says of two domains why
    copying between them counts for nothing; such pairs are listed, and add nothing to a domain and take nothing off it;
    ``one_owner`` says whether that is for one owner has both, so that what stands on both is still their own.
    ``rulings`` are what persons said of pairs. A domain named only in ``crawl_complete`` gets a row too. The result
    depends on the sets given and on nothing else: neither their order nor the clock. Time is linear in articles and
    pairs (beside sorting), and only pages in pairs are held.
    """
    learned = learn(PageMap(articles) if isinstance(articles, Mapping) else articles, pairs, options)
    readings = read_pairs(learned)
    ruled = Rulings(rulings)
    owners = Owners(learned.owner_ids, ruled.two_owners)
    told = both_gone(readings) | _excused(readings, ruled.same_owner) | _excused(readings, excuse, one_owner)
    found = _excused(readings, owners.excuse)
    measured, settlement = _settled(readings, ruled, found | told)
    tallies = count(learned, settlement, crawl_complete, owners.owner_of)
    review = Review(settlement.pairs, tallies, options, ruled.answered(measured))
    now = if_parted = if_merged = Counted(settlement.pairs, tallies)
    merged = found.keys() - told.keys()
    doubted = _excused(readings, owners.may_be_same)

    def otherwise(excused: Mapping[tuple[str, str], Treatment]) -> Counted:
        _, other = _settled(readings, ruled, excused)
        return Counted(other.pairs, count(learned, other, crawl_complete))

    if merged:
        if_parted = otherwise(told)
    if doubted:
        if_merged = otherwise(doubted | found | told)
    questions = owner_questions(now, if_parted, merged, if_merged, doubted, options, review.room)
    listed = _listed_copies(settlement)
    domains = tuple(
        _domain_row(
            tally,
            options,
            review,
            complete=crawl_complete.get(domain, False),
            more_words=(*_not_counted(domain, tally, listed), *owner_reasons(tally, owners, questions, options)),
            hangs_on_owner=domain in questions.hanging,
        )
        for domain, tally in tallies.items()
    )
    apart = {(settled.pair.a, settled.pair.b) for settled in settlement.listed}

    def row(settled: Settled) -> MatchRow:
        question = questions.remark(settled)
        remark = "" if (settled.pair.a, settled.pair.b) in apart else review.remark(settled)
        return _match_row(settled, review.queued(settled) or bool(question), (remark, question))

    by_url = sorted(
        (*settlement.pairs, *settlement.listed), key=lambda settled: (settled.first.url, settled.second.url)
    )
    places = (place for place, settled in enumerate(by_url) if (settled.pair.a, settled.pair.b) in apart)
    return Judgement(domains, MatchRows(by_url, row), ruled.waiting(readings), array("i", places))


def _listed_copies(settlement: Settlement) -> dict[str, set[str]]:
    """Domain -> its articles that copy others in pairs that count for nothing."""
    found: dict[str, set[str]] = {}
    for settled in settlement.listed:
        if settled.known and settled.pair.finding and settled.first.judged and not settled.attributed:
            found.setdefault(settled.first.domain, set()).add(settled.first.page_id)
    return found


def _not_counted(domain: str, tally: Tally, listed: Mapping[str, set[str]]) -> tuple[str, ...]:
    more = len(listed.get(domain, set()) - tally.hits - tally.declared)
    return (f"{more} more not counted (allowed, ruled on, gone or of one owner; see matches.csv)",) if more else ()


def _settled(
    readings: Readings, ruled: Rulings, excused: Mapping[tuple[str, str], Treatment]
) -> tuple[Settlement, Settlement]:
    """All pairs as they are measured, and as they are with what was ruled on pairs."""
    measured = without_gone_copies(settle(readings, excused))
    if not ruled:
        return measured, measured
    return measured, without_gone_copies(settle(readings, ruled.treatments(readings, excused, measured)))


def _domain_row(
    tally: Tally,
    options: Options,
    review: Review,
    *,
    complete: bool,
    more_words: Sequence[str],
    hangs_on_owner: bool,
) -> DomainRow:
    hits, judged = len(tally.hits), tally.judged
    return DomainRow(
        domain=tally.domain,
        verdict=verdict(tally, options),
        score=score(tally, options),
        review="queue" if hangs_on_owner else review.domain(tally.domain),
        pages=tally.pages,
        articles=tally.articles,
        judged=judged,
        hits=hits,
        hits_high=len(tally.hits_high & tally.hits),
        hit_rate=_share(hits, judged),
        hit_rate_low=round(wilson_lower(hits, judged), _DIGITS) if judged else None,
        copied_by=len(tally.copied_by),
        distinct_sources=len(tally.sources),
        top_sources=top_sources(tally.sources),
        burst_share=_rounded(tally.burst_share),
        largest_burst=tally.bursts.largest if tally.bursts.dated else None,
        leftover_link_share=_share(len(tally.leftover_links), hits),
        hotlink_share=_share(len(tally.hotlinks), hits),
        markup_share=_share(len(tally.markup), hits),
        same_path_share=_share(len(tally.same_path), hits),
        attributed_share=_share(len(tally.declared), judged),
        cross_topic=_rounded(tally.cross_topic),
        first_published=tally.first_published,
        last_published=tally.last_published,
        crawl_complete="yes" if complete else "no",
        reasons="; ".join(
            (
                domain_reasons(
                    tally,
                    options,
                    questions=review.questions(tally.domain),
                    hangs=review.domain(tally.domain) == "queue",
                ),
                *more_words,
            )
        ),
    )


def _excused(
    readings: Readings,
    excuse: Callable[[str, str], str],
    one_owner: Callable[[str, str], bool] = lambda _a, _b: True,
) -> dict[tuple[str, str], Treatment]:
    """Treatment of all pairs of domains between which copying counts for nothing, by what is said of both."""
    found: dict[tuple[str, str], Treatment] = {}
    for group in readings.groups:
        why = excuse(group.a_domain, group.b_domain)
        if why:
            elsewhere = not one_owner(group.a_domain, group.b_domain)
            treatment = Treatment(why, counts=False, elsewhere=elsewhere)
            found |= {(row.pair.a, row.pair.b): treatment for row in group.rows}
    return found


def _match_row(settled: Settled, queued: bool, remarks: Sequence[str]) -> MatchRow:
    pair, first, second = settled.pair, settled.first, settled.second
    rules = pair.keyword_rules
    return MatchRow(
        url=first.url,
        domain=first.domain,
        matched_url=second.url,
        matched_domain=second.domain,
        tier=pair.tier,
        kind=pair.kind,
        layers=";".join(pair.layers),
        direction="copies" if settled.known else "unclear",
        simhash_distance=pair.simhash_distance,
        word_jaccard=_rounded(pair.word_jaccard),
        char_containment=_rounded(pair.char_containment),
        segments_matched=pair.segments_matched,
        sentences_reused=pair.sentences_reused,
        semantic_sentences=_rounded(pair.semantic_sentences),
        semantic_paragraphs=_rounded(pair.semantic_paragraphs),
        keyword_rules=None if rules is None else ";".join(str(rule) for rule in rules),
        immutables_agree=_rounded(pair.immutables_agree),
        attributed="yes" if settled.attributed else "no",
        review="queue" if queued else "none",
        reasons="; ".join(word for word in (*pair.reasons, *settled.reasons, *remarks) if word),
    )


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, _DIGITS) if whole else None


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _DIGITS)
