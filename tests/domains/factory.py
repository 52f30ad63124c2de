"""Small crawls made of facts and pairs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from scrapy_reprint.options import Options
from scrapy_reprint.pipelines.domains import ArticleFacts, DomainRow, Judgement, MatchRow, judge_domains
from scrapy_reprint.pipelines.domains.learned import learn
from scrapy_reprint.pipelines.domains.learning import by_domain, teach
from scrapy_reprint.pipelines.domains.owners import Owners
from scrapy_reprint.pipelines.domains.pages import PageMap
from scrapy_reprint.pipelines.match.pair import PairVerdict
from scrapy_reprint.pipelines.purify.url import page_id

if TYPE_CHECKING:
    from collections.abc import Collection

    from scrapy_reprint.pipelines.domains.learning import Learner
    from scrapy_reprint.pipelines.domains.rulings import Standing
    from scrapy_reprint.pipelines.index.allow import AllowList

L = TypeVar("L", bound="Learner")


@dataclass
class Crawl:
    """Stored pages and pairs of a made-up crawl."""

    articles: dict[str, ArticleFacts] = field(default_factory=dict)
    pairs: list[PairVerdict] = field(default_factory=list)
    allow: AllowList | None = None
    rulings: list[Standing] = field(default_factory=list)

    def article(self, domain: str, name: object, **known: Any) -> ArticleFacts:
        url = known.pop("url", f"https://www.{domain}/{name}.html")
        known.setdefault("judged", True)
        fact = ArticleFacts(
            page_id=page_id(url), url=url, domain=domain, canonical_url=known.pop("canonical", url), **known
        )
        self.articles[fact.page_id] = fact
        return fact

    def pair(
        self,
        one: ArticleFacts,
        other: ArticleFacts,
        *,
        tier: str = "high",
        kind: str = "verbatim",
        layers: tuple[str, ...] = ("whole", "fragment"),
        finding: bool = True,
        **known: Any,
    ) -> None:
        a, b = sorted((one.page_id, other.page_id))
        self.pairs.append(PairVerdict(a, b, tier, kind, layers, finding, **known))

    def lead(self, one: ArticleFacts, other: ArticleFacts) -> None:
        self.pair(one, other, tier="suspected", kind="rewritten", layers=("semantic",), finding=False)

    def judge(self, **settings: Any) -> Judgement:
        known: dict[str, Any] = {"rulings": self.rulings}
        if self.allow is not None:
            known |= {"excuse": self.allow.excuse, "one_owner": self.allow.one_owner}
        return judge_domains(self.articles, self.pairs, Options(**settings), crawl_complete={}, **known)

    def rows(self, **settings: Any) -> dict[str, DomainRow]:
        return {row.domain: row for row in self.judge(**settings).domains}

    def matches(self, **settings: Any) -> list[MatchRow]:
        return list(self.judge(**settings).matches)


def taught(learner: L, crawl: Crawl) -> L:
    """The learner when it has seen all pages of a crawl."""
    teach(sorted(by_domain(crawl.articles.values()).items()), [learner])
    return learner


def owners_of(crawl: Crawl, two_owners: Collection[tuple[str, str]] = ()) -> Owners:
    """Owners of the domains of a crawl."""
    return Owners(learn(PageMap(crawl.articles), crawl.pairs, Options()).owner_ids, two_owners)


def at(day: int, hour: int = 8, minute: int = 0) -> str:
    """A time in May 2024; days may run over the month's end into June."""
    month, day = divmod(day - 1, 30)
    return f"2024-{5 + month:02d}-{day + 1:02d}T{hour:02d}:{minute:02d}"
