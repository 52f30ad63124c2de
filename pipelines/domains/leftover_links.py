"""Links into the source that a copy forgot to take out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..purify.url import domain_of

if TYPE_CHECKING:
    from .facts import ArticleFacts


def linked_domains(article: ArticleFacts) -> frozenset[str]:
    """Foreign domains that the body links to; links of attribution lines are no part of the body's."""
    return frozenset(domain_of(link) for link in article.body_links) - {article.domain, ""}
