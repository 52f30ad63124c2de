"""Links and images of the source that copies still carry."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...domains.link_forms import link_form
from ...purify.url import domain_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...domains.rows import MatchRow
    from .articles import Articles

#: Copies that are looked at, and links and images that are listed, of a domain.
MOST_COPIES, MOST_LISTED = 100, 100
# As the evidence of a pair says it (domains/evidence.py).
_KEPT = re.compile(r"links to (\S+) on its own host, as only ")
_IMAGES = "shows images from hosts of "


@dataclass(frozen=True, slots=True)
class Leftover:
    """A link or an image in a copy that is the source's."""

    page: str
    url: str
    source: str


@dataclass(frozen=True, slots=True)
class Leftovers:
    """What was left in the copies that were looked at."""

    copies: int
    links: tuple[Leftover, ...]
    images: tuple[Leftover, ...]
    #: So many there are, listed or not.
    links_found: int
    images_found: int


def find_leftovers(copies: Iterable[MatchRow], articles: Articles) -> Leftovers:
    """List links into the source, links of its form and images on its hosts, in the first copies given.

    `copies` are pairs whose first article is the copy. Image hosts under another name are known by what the pair's
    reasons say of them; then all images that are not on the copy's own domain are listed.
    """
    links: dict[tuple[str, str], Leftover] = {}
    images: dict[tuple[str, str], Leftover] = {}
    seen: set[str] = set()
    for row in copies:
        if len(seen) == MOST_COPIES and row.url not in seen:
            continue
        article = articles.read(row.url, text=False)
        if article is None:
            continue
        seen.add(row.url)
        kept = set(_KEPT.findall(row.reasons))
        for url in article.body_links:
            target = domain_of(url)
            into = target == row.matched_domain and url != row.matched_url
            if into or (kept and target == row.domain and link_form(url)[1] in kept):
                links.setdefault((row.url, url), Leftover(row.url, url, row.matched_domain))
        other_hosts = f"{_IMAGES}{row.matched_domain}" in row.reasons
        for url in article.images:
            owner = domain_of(url)
            if owner == row.matched_domain or (other_hosts and owner not in ("", row.domain)):
                images.setdefault((row.url, url), Leftover(row.url, url, row.matched_domain))
    listed = [tuple(found[name] for name in sorted(found)[:MOST_LISTED]) for found in (links, images)]
    return Leftovers(len(seen), listed[0], listed[1], len(links), len(images))
