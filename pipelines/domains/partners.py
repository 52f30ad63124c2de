"""With whom each page stands in pairs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ..match.pair import PairVerdict
    from .facts import ArticleFacts

    Domains = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Partners:
    """By page id, for all pages in pairs, the other domains, sorted; equal ones are held once."""

    #: Of findings; empty for a page that only leads join to others.
    in_findings: Mapping[str, Domains]
    #: Of all pairs.
    in_pairs: Mapping[str, Domains]

    @classmethod
    def of(cls, pairs: Iterable[PairVerdict], articles: Mapping[str, ArticleFacts]) -> Partners:
        """Partners of all pages in the given pairs of two domains; linear in pairs (beside sorting)."""
        findings: dict[str, set[str] | None] = {}
        leads: dict[str, set[str] | None] = {}
        for pair in pairs:
            for page, other in ((pair.a, pair.b), (pair.b, pair.a)):
                domains = findings.setdefault(page, None)
                if not pair.finding:
                    domains = leads.get(page)
                    if domains is None:
                        domains = leads[page] = set()
                elif domains is None:
                    domains = findings[page] = set()
                domains.add(articles[other].domain)
        known: dict[Domains, Domains] = {}

        def shared(domains: Iterable[str]) -> Domains:
            found = tuple(sorted(domains))
            return known.setdefault(found, found)

        in_findings = {page: shared(domains or ()) for page, domains in findings.items()}
        in_pairs = {
            page: shared({*domains, *more}) if (more := leads.get(page)) else domains
            for page, domains in in_findings.items()
        }
        return cls(in_findings, in_pairs)
