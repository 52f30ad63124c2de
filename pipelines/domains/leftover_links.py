"""Links into the source that a copy forgot to take out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..purify.url import domain_of

if TYPE_CHECKING:
    from .facts import ArticleFacts


def linked_domains(article: ArticleFacts) -> frozenset[str]:
    """Foreign domains into which the body links; links of attribution lines are no part of the body's.

    A bare front page is no place in a site: who warns of a thief links to it.
    """
    inner = (link for link in article.body_links if link.partition("://")[2].partition("/")[2])
    return frozenset(domain_of(link) for link in inner) - {article.domain, ""}
