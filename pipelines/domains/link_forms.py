"""Forms of links that only the inside of one site has.

Many sites link words of their texts to their own tags, people or stocks: ``/tag/robot``, ``/a/17.html?from=body``. A
copy that keeps such a link comes from that site, whomever it was found to copy; and a relative one
(``href="/tag/robot"``) now points at the copier's own host, where nothing has such an address. Whoever cites an article
links to its address as everybody does: forms of articles' addresses are none of this.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from ..purify.url import TRACKING_PARAMETERS, domain_of, host_of, registrable_domain

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from .facts import ArticleFacts

#: Articles outside pairs that must use a form inside their site before it is known to be that site's.
MIN_USES = 3
#: A site never uses a form when none of its articles with links has it where so many were to be expected (the rule of
#: three: with 95 % confidence; Hanley and Lippman-Hand, JAMA 249, 1983).
EXPECTED = 3
#: Other domains that may link to a site by a form and leave it internal: a friend of the house.
MOST_OUTSIDERS = 1
_MAX_LINKS = 60
_LONGEST_FOLDER = 20
_EXTENSION = re.compile(r"(?:s?html?|php\d?|aspx?|jspx?|do|cgi)$")
_SCRIPT = re.compile(r"\.(?:php\d?|aspx?|jspx?|do|cgi)$")
_NO_DIGITS = dict.fromkeys(map(ord, "0123456789_.,-"))
_VARYING = frozenset("Nw")
_TRACKING = frozenset(TRACKING_PARAMETERS)


@lru_cache(maxsize=65536)
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
    # Links of a body are absolute and have no fragment.
    path, _, query = url.partition("://")[2].partition("?")
    path = path.partition("/")[2]
    parts = [part for part in path.casefold().split("/") if part][:8]
    shapes = [_folder(part) for part in parts[:1]] + [_varying(part) for part in parts[1:]]
    ending = ""
    if parts:
        stem, dot, ending = parts[-1].rpartition(".")
        if dot and _EXTENSION.match(ending):
            ending = dot + ending
            script = bool(_SCRIPT.match(ending)) and stem.isalpha() and stem.isascii()
            shapes[-1] = stem if script else _varying(stem)
        else:
            ending = ""
    keys = sorted({pair.partition("=")[0] for pair in query.split("&") if pair} - _TRACKING)[:6] if query else []
    form = "/" + "/".join(shapes) + ending + ("?" + "&".join(keys) if keys else "")
    kept = bool(keys) or any(shape not in _VARYING for shape in shapes)
    varies = bool(keys) or any(shape in _VARYING for shape in shapes)
    sub = host.removesuffix(domain).rstrip(".").removeprefix("www")
    whole = f"{sub}:{form}" if varies and (kept or sub not in {"", "m"}) else ""
    return domain, form if varies and kept else "", whole


def _folder(part: str) -> str:
    return part if part.isascii() and part.isalpha() and len(part) <= _LONGEST_FOLDER else _varying(part)


def _varying(part: str) -> str:
    return "N" if part.translate(_NO_DIGITS) == "" and part else "w"


def asked_domains(
    articles: Iterable[ArticleFacts], partners: Mapping[str, Collection[str]], crawled: Collection[str]
) -> frozenset[str]:
    """Domains whose forms may be asked for: those in findings, and crawled ones that articles in findings link to."""
    asked: set[str] = set()
    for article in articles:
        others = partners.get(article.page_id)
        if others:
            asked |= {article.domain, *others}
            asked.update({domain_of(link) for link in article.body_links[:_MAX_LINKS]}.intersection(crawled))
    return frozenset(asked)


class LinkForms:
    """Internal link forms of the crawled domains.

    They are learned from articles outside pairs: the links of a copy are its source's. ``partners`` gives, by page id,
    the domains with which a page stands in findings, ``asked`` are those whose forms may be asked for
    (:func:`asked_domains`).
    """

    def __init__(self, asked: Collection[str], partners: Mapping[str, Collection[str]]) -> None:
        self._asked = asked
        self._partners = partners
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

    def add(self, article: ArticleFacts) -> None:
        """Take in a page of the domain that is being read."""
        domain = article.domain
        if domain in self._asked:
            _, path, whole = link_form(article.url)
            self._addresses.setdefault(domain, set()).add(path)
            if article.page_type == "article":
                self._articles.setdefault(domain, set()).add(whole)
        if article.body_links:
            self._learn(article, self._partners.get(article.page_id))

    def end(self, domain: str) -> None:
        """Sum up the domain that was read."""

    def done(self) -> None:
        """Sum up the crawl."""

    def _learn(self, article: ArticleFacts, partners: Collection[str] | None) -> None:
        domain = article.domain
        forms = {link_form(link) for link in article.body_links[:_MAX_LINKS] if domain_of(link) in self._asked}
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
        links so, though :data:`EXPECTED` would if they did as often as those that the source has. Empty where there is
        none, where one article alone has it, or where too little is known of the copy's site.
        """
        domain, together = copy.domain, self._own_with.get((copy.domain, source_domain), Counter())
        shared = self._linking_with[domain, source_domain]
        apart = self._linking[domain] - shared
        for target, path, _ in map(link_form, copy.body_links[:_MAX_LINKS]):
            if not path or target != domain or path in self._addresses.get(domain, ()):
                continue
            # One more without the form, for few articles that have it do not show how often it is used.
            expected = apart * together[path] / (shared + 1) if together[path] > 1 else 0
            if expected >= EXPECTED and self._apart(domain, source_domain, path) == 0 and (
                path in self._addresses.get(source_domain, ())
                or self._apart(source_domain, domain, path) >= MIN_USES
            ):
                return path
        return ""

    def _apart(self, domain: str, other: str, path: str) -> int:
        """Articles of a domain that link so within their site, those that the other has too left out."""
        together = self._own_with.get((domain, other))
        return self._own.get(domain, Counter())[path] - (together[path] if together else 0)
