"""What a crawl shows as a whole: its pairs, the pages in them, and what all pages teach of every domain."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, groupby
from typing import TYPE_CHECKING

from .borne_ids import OwnerIds
from .evidence import EvidenceReader
from .habits import Habits
from .image_hosts import ImageHosts
from .learning import by_domain, teach
from .link_forms import LinkForms, asked_domains
from .partners import Partners
from .paths import Slugs
from .publisher_names import PublisherNames
from .site import Sites
from .site_names import SiteNames
from .topics import Fields

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ...options import Options
    from ..match.pair import PairVerdict
    from .borne_ids import BorneIds
    from .facts import ArticleFacts
    from .learning import Learner
    from .pages import Pages
    from .site import Site


@dataclass(frozen=True, slots=True)
class Learned:
    """All pairs of a crawl with their pages, and what every page of it shows."""

    #: Pairs of stored pages of different domains, each once, by page ids.
    pairs: Sequence[PairVerdict]
    #: The pages of these pairs, by page id.
    articles: Mapping[str, ArticleFacts]
    partners: Partners
    #: By domain.
    sites: Mapping[str, Site]
    reader: EvidenceReader
    owner_ids: BorneIds
    slugs: Slugs
    fields: Fields


def learn(pages: Pages, pairs: Iterable[PairVerdict], options: Options) -> Learned:
    """Read all pages once; time is linear in pages and pairs, and only pages in pairs are held."""
    given = list(pairs)
    articles = pages.held({page for pair in given for page in (pair.a, pair.b)})
    kept = list(_distinct(given, articles))
    paired = {page for pair in kept for page in (pair.a, pair.b)}
    articles = {page: article for page, article in articles.items() if page in paired}
    partners = Partners.of(kept, articles)
    in_findings = partners.in_findings
    sites = Sites(paired, burst_articles=options.burst_articles, burst_minutes=options.burst_minutes)
    names, hosts = SiteNames(in_findings), ImageHosts(paired)
    publishers, habits = PublisherNames(names, in_findings), Habits(paired, hosts)
    forms = LinkForms(asked_domains(articles.values(), in_findings, pages.domains()), in_findings)
    owner_ids, slugs = OwnerIds(partners.in_pairs), Slugs()
    learners: list[Learner] = [sites, names, hosts, publishers, forms, habits, owner_ids, slugs]
    mine = by_domain(articles.values())
    teach(((domain, chain(mine.get(domain, ()), rest)) for domain, rest in pages.others(paired)), learners)
    watched = {domain: site.watched_since for domain, site in sites.of.items() if site.watched_since}
    return Learned(
        pairs=kept,
        articles=articles,
        partners=partners,
        sites=sites.of,
        reader=EvidenceReader(watched, names, hosts, publishers, forms, habits),
        owner_ids=owner_ids.borne(articles.values()),
        slugs=slugs,
        fields=Fields({domain: site.terms for domain, site in sites.of.items()}),
    )


def _distinct(pairs: Iterable[PairVerdict], articles: Mapping[str, ArticleFacts]) -> Iterator[PairVerdict]:
    def key(pair: PairVerdict) -> tuple[str, str]:
        return pair.a, pair.b

    fit = (
        pair
        for pair in pairs
        if pair.a in articles and pair.b in articles and articles[pair.a].domain != articles[pair.b].domain
    )
    for _, same in groupby(sorted(fit, key=key), key):
        first, *others = same
        # A pair given twice must not depend on which came last.
        yield min(first, *others, key=repr) if others else first
