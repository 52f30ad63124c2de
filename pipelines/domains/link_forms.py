"""Forms of links that only the inside of one site has.

Many sites link words of their texts to their own tags, people or stocks: ``/tag/robot``, ``/a/17.html?from=body``. A
copy that keeps such a link comes from that site, whomever it was found to copy; and a relative one
(``href="/tag/robot"``) now points at the copier's own host, where nothing has such an address. Whoever cites an article
links to its address as everybody does: forms of articles' addresses are none of this.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from ..purify.url import TRACKING_PARAMETERS, host_of, registrable_domain

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from .facts import ArticleFacts

#: Articles outside pairs that must use a form inside their site before it is known to be that site's.
MIN_USES = 3
#: Articles with links that must be known of a site before it can be said which forms it never uses.
MIN_LINKING = 3
#: Other domains that may link to a site by a form and leave it internal: a friend of the house.
MOST_OUTSIDERS = 1
_MAX_LINKS = 60
_EXTENSION = re.compile(r"\.(?:s?html?|php\d?|aspx?|jspx?|do|cgi)$")
_SCRIPT = re.compile(r"\.(?:php\d?|aspx?|jspx?|do|cgi)$")
_NUMBER = re.compile(r"[\d_.,-]*\d[\d_.,-]*$")
_FOLDER = re.compile(r"[a-z]{1,20}$")


def link_form(url: str) -> tuple[str, str, str]:
    """Domain, path form and whole form of a link; the forms are empty where they tell nothing.

    Numbers become ``N``, other parts that vary ``w``; kept are the first folder, extensions, scripts and the keys of
    the query. ``https://tags.a.test/tag/robot?from=body`` has the path form ``/tag/w?from`` and the whole form
    ``tags:/tag/w?from``. A form tells something when it has a part that varies and one that is kept.
    """
    host = host_of(url)
    if not host:
        return "", "", ""
    domain = registrable_domain(host)
    path, query = urlsplit(url)[2:4]
    parts = [part.casefold() for part in path.split("/") if part]
    shapes = [_shape(part, keep=not place, last=place == len(parts) - 1) for place, part in enumerate(parts[:8])]
    keys = {pair.partition("=")[0] for pair in query.split("&") if pair} - set(TRACKING_PARAMETERS)
    form = "/" + "/".join(shapes) + ("?" + "&".join(sorted(keys)[:6]) if keys else "")
    varying = [_EXTENSION.sub("", shape) in {"N", "w"} for shape in shapes]
    kept, varies = bool(keys) or not all(varying), bool(keys) or any(varying)
    sub = host.removesuffix(domain).rstrip(".").removeprefix("www")
    whole = f"{sub}:{form}" if varies and (kept or sub not in {"", "m"}) else ""
    return domain, form if varies and kept else "", whole


def _shape(part: str, *, keep: bool, last: bool) -> str:
    extension = _EXTENSION.search(part) if last else None
    stem = part[: extension.start()] if extension else part
    if _NUMBER.match(stem):
        shape = "N"
    elif _FOLDER.match(stem) and (keep or (last and _SCRIPT.search(part))):
        shape = stem
    else:
        shape = "w"
    return shape + (extension[0] if extension else "")


class LinkForms:
    """Internal link forms of the crawled domains.

    They are learned from articles outside pairs: the links of a copy are its source's. ``partners`` gives, by page id,
    the domains with which a page stands in findings.
    """

    def __init__(self, articles: Iterable[ArticleFacts], partners: Mapping[str, Collection[str]]) -> None:
        #: Domain -> whole form -> articles outside pairs that link so within their site.
        self._inside: dict[str, Counter[str]] = {}
        #: Domain -> forms of its pages' addresses, and whole forms of its articles'.
        self._addresses: dict[str, set[str]] = {}
        self._articles: dict[str, set[str]] = {}
        #: (domain, whole form) -> other domains that link so to it from outside pairs.
        self._outsiders: dict[tuple[str, str], set[str]] = {}
        #: Domain -> articles with links, and path form -> articles that link so within their site; all articles.
        self._linking: Counter[str] = Counter()
        self._own: dict[str, Counter[str]] = {}
        #: The same of articles in findings, by (domain, the other domain).
        self._linking_with: Counter[tuple[str, str]] = Counter()
        self._own_with: dict[tuple[str, str], Counter[str]] = {}
        for article in articles:
            domain = article.domain
            _, path, whole = link_form(article.url)
            self._addresses.setdefault(domain, set()).add(path)
            if article.page_type == "article":
                self._articles.setdefault(domain, set()).add(whole)
            if article.body_links:
                self._learn(article, partners.get(article.page_id))

    def _learn(self, article: ArticleFacts, partners: Collection[str] | None) -> None:
        domain = article.domain
        forms = {link_form(link) for link in article.body_links[:_MAX_LINKS]}
        own = {path for target, path, _ in forms if target == domain and path}
        self._linking[domain] += 1
        self._own.setdefault(domain, Counter()).update(own)
        if partners is None:
            inside = self._inside.setdefault(domain, Counter())
            for target, _, whole in forms:
                if whole and target == domain:
                    inside[whole] += 1
                elif whole and target:
                    self._outsiders.setdefault((target, whole), set()).add(domain)
        for partner in partners or ():
            self._linking_with[domain, partner] += 1
            if own:
                self._own_with.setdefault((domain, partner), Counter()).update(own)

    def foreign(self, copy: ArticleFacts, source_domain: str) -> frozenset[str]:
        """Crawled domains, neither the copy's nor the source's, that the copy links into by their internal forms."""
        ours = {"", copy.domain, source_domain}
        return frozenset(
            target
            for target, _, whole in map(link_form, copy.body_links[:_MAX_LINKS])
            if whole and target not in ours and self._is_internal(target, whole, copy.domain)
        )

    def _is_internal(self, domain: str, form: str, user: str) -> bool:
        if self._inside.get(domain, Counter())[form] < MIN_USES or form in self._articles.get(domain, ()):
            return False
        outsiders = self._outsiders.get((domain, form), set())
        return user not in outsiders and len(outsiders) <= MOST_OUTSIDERS

    def kept(self, copy: ArticleFacts, source_domain: str) -> str:
        """Path form of a link to the copy's own host that is at home at the source and foreign to the copy's site.

        At home: articles of the source that the copy's site does not have link so, or pages of it have such addresses.
        Foreign: no page of the copy's site has such an address, and none of its articles that the source does not have
        links so. Empty where there is none, or where too little is known of the copy's site.
        """
        domain = copy.domain
        if self._linking[domain] - self._linking_with[domain, source_domain] < MIN_LINKING:
            return ""
        for target, path, _ in map(link_form, copy.body_links[:_MAX_LINKS]):
            if not path or target != domain or path in self._addresses.get(domain, ()):
                continue
            if self._apart(domain, source_domain, path) == 0 and (
                path in self._addresses.get(source_domain, ())
                or self._apart(source_domain, domain, path) >= MIN_USES
            ):
                return path
        return ""

    def _apart(self, domain: str, other: str, path: str) -> int:
        """Articles of a domain that link so within their site, those that the other has too left out."""
        together = self._own_with.get((domain, other))
        return self._own.get(domain, Counter())[path] - (together[path] if together else 0)
