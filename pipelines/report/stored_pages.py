"""The stored pages as the domain step reads them: each record once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..domains import ArticleFacts
from ..domains.topics import TERMS
from ..index.articles import all_domains, articles_of, domain_of_article, read_heaviest_terms, read_record
from ..index.fetches import text_since
from ..index.page_ids import article_numbers

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from typing import Any

    from ..index.record import ArticleRecord
    from ..index.store import Txn
    from ..match.settle import Settlement
    from .phases import Phases


class StoredPages:
    """Pages of a snapshot, to be read as long as its transaction lasts; those in pairs first, then all others once."""

    def __init__(self, txn: Txn, settlement: Settlement, phases: Phases) -> None:
        self._txn = txn
        self._settlement = settlement
        self._phases = phases
        self._numbers: frozenset[int] = frozenset()

    def domains(self) -> Collection[str]:
        """All domains of the store."""
        return {name for _, name in all_domains(self._txn)}

    def held(self, wanted: Collection[str]) -> dict[str, ArticleFacts]:
        """Of the wanted page ids those that are stored, with their pages; what equal pages say alike is held once."""
        numbers = article_numbers(self._txn, wanted)
        self._phases.begin("reading articles in pairs", 2 * len(numbers))
        self._numbers = frozenset(numbers)
        by_domain: dict[int, list[int]] = {}
        for number in numbers:
            by_domain.setdefault(domain_of_article(self._txn, number), []).append(number)
            self._phases.step()
        everywhere: dict[Any, Any] = {}
        found = {}
        for domain in sorted(by_domain):
            shared = _Shared(everywhere)
            for number in by_domain[domain]:
                fact = shared.fact(self._fact(number))
                found[fact.page_id] = fact
                self._phases.step()
        # One string for each page id, the one that stands in its pairs.
        return {page: replace(found[page], page_id=page) for page in wanted if page in found}

    def others(self, held: Collection[str]) -> Iterator[tuple[str, Iterator[ArticleFacts]]]:
        """Each domain with all its pages but those that are held."""
        self._phases.begin("reading articles", self._txn.entries("ids"))
        for domain, name in all_domains(self._txn):
            numbers = articles_of(self._txn, domain)
            if numbers:
                yield name, self._others(numbers, held)
        self._phases.begin("judging")

    def all(self) -> dict[str, ArticleFacts]:
        """All pages by page id."""
        return {fact.page_id: fact for _, facts in self.others(()) for fact in facts}

    def _others(self, numbers: list[int], held: Collection[str]) -> Iterator[ArticleFacts]:
        for number in numbers:
            # Of a page that was read for its pairs the record need not be read to know it.
            if number not in self._numbers or not held:
                fact = self._fact(number)
                yield fact
            self._phases.step()

    def _fact(self, number: int) -> ArticleFacts:
        record = read_record(self._txn, number)
        first = self._settlement.texts.repeats.get(number, "")
        judged = not first and self._settlement.is_judged(number)
        terms = read_heaviest_terms(self._txn, number, TERMS) if judged else ()
        return replace(_facts(record, judged=judged), duplicate_of=first, terms=tuple(terms))


class _Shared:
    """Holds equal values of one site's pages once, and those that many sites have once for all."""

    def __init__(self, everywhere: dict[Any, Any]) -> None:
        self._everywhere = everywhere
        self._here: dict[Any, Any] = {}

    def fact(self, fact: ArticleFacts) -> ArticleFacts:
        one, here, everywhere = fact, self._here, self._everywhere
        return replace(
            one,
            domain=here.setdefault(one.domain, one.domain),
            skipped_because=everywhere.setdefault(one.skipped_because, one.skipped_because),
            published_from=everywhere.setdefault(one.published_from, one.published_from),
            page_type=everywhere.setdefault(one.page_type, one.page_type),
            language=everywhere.setdefault(one.language, one.language),
            fetched_at=one.first_fetched_at if one.fetched_at == one.first_fetched_at else one.fetched_at,
            canonical_url=one.url if one.canonical_url == one.url else one.canonical_url,
            site_name=here.setdefault(one.site_name, one.site_name),
            source_name=here.setdefault(one.source_name, one.source_name),
            named=self._all(one.named),
            images=self._all(one.images),
            body_links=self._all(one.body_links),
            attribution_links=self._all(one.attribution_links),
            owner_ids=self._all(one.owner_ids),
            markup=self._all(one.markup),
            # Only the fields of sources are told by these, and they are summed up when all pages are read.
            terms=tuple(everywhere.setdefault(term, term) for term in one.terms),
        )

    def _all(self, values: tuple[Any, ...]) -> tuple[Any, ...]:
        known: tuple[Any, ...] | None = self._here.get(values)
        if known is None:
            known = tuple(self._here.setdefault(value, value) for value in values)
            self._here[known] = known
        return known


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
