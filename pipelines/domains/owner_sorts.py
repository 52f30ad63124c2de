"""Sorts of owner ids: which of them exclude each other, and what they are called.

Ids of one sort answer one question, such as which account of 百度统计 counts the visitors of a site. A holder has one
licence and one advertising account for all his sites; accounts of counters and codes of search engines are often made
for each site anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

#: The licence of a holder (ICP备), and the number under it that each of his sites has.
LICENCE, SITE_NUMBER = "icp", "icp_site"
#: Licence to trade (ICP证, B2).
PERMIT = "permit"

#: Sorts of which a holder has one for all sites; the rest may differ from site to site.
_OF_HOLDER = (LICENCE, PERMIT, "adsense", "ga:UA")
#: The strongest first; sorts that are not named here come last.
_RANK = (*_OF_HOLDER, "police", "gtm", "ga:G", "baidu_tongji", "cnzz", "51la")
#: A page of a brand or an app of a channel tells who somebody is, and never who he is not.
_NEVER_AGAINST = ("verify:facebook_app", "verify:facebook_pages", SITE_NUMBER)
#: Some sites show more of their licences than others.
_MAY_BE_FEWER = (LICENCE, PERMIT, "police")
#: Ids that a reason names.
_NAMED = 3
_NAMES = {
    "adsense": "AdSense",
    "baidu_tongji": "百度统计",
    "cnzz": "CNZZ",
    "51la": "51.la",
    "ga": "Google Analytics",
    "gtm": "Google Tag Manager",
    "icp": "licence",
    "icp_site": "licence",
    "permit": "licence",
    "police": "公安备案",
}


def sort_of(owner_id: str) -> str:
    """Sort of an id: its kind, told apart by engine, by form of account, and by licence and permit."""
    kind, _, rest = owner_id.partition(":")
    if kind == "verify":
        return f"verify:{rest.partition(':')[0]}"
    if kind == "ga":
        return f"ga:{rest.partition('-')[0]}"
    return PERMIT if kind == "icp" and "ICP备" not in rest else kind


def is_of_holder(sort: str) -> bool:
    """True for a sort of which a holder has one for all sites."""
    return sort in _OF_HOLDER


def rank(sort: str) -> tuple[int, str]:
    """Order of sorts, the strongest evidence first."""
    return (_RANK.index(sort) if sort in _RANK else len(_RANK), sort)


def speaks_against(sort: str, one: frozenset[str], other: frozenset[str]) -> bool:
    """True where the ids of one sort on two sites say that they are not of one owner.

    Ids with nothing in common do, but for codes of search engines, which each site gets anew. So do all ids of one site
    and some more on the other: who takes over a page and adds a counter or a code of his own leaves the page's.
    """
    if one == other or sort in _NEVER_AGAINST:
        return False
    if one.isdisjoint(other):
        return not sort.startswith("verify:")
    return sort not in _MAY_BE_FEWER and (one < other or other < one)


def name_of(sort: str) -> str:
    """What a sort is called in reasons."""
    kind, _, engine = sort.partition(":")
    return f"verification code ({engine.replace('_', ' ')})" if kind == "verify" else _NAMES.get(kind, kind)


def words_of(owner_id: str) -> str:
    """An id in words: "百度统计 0123abcd", "licence 京ICP备12045678"."""
    sort = sort_of(owner_id)
    return f"{name_of(sort)} {owner_id.split(':', 2 if sort.startswith('verify') else 1)[-1]}"


def in_words(ids: Iterable[str]) -> str:
    """Ids in words, the strongest first: "licence 京ICP备12045678 and CNZZ 30012"."""
    ranked = sorted(ids, key=lambda owner_id: (rank(sort_of(owner_id)), owner_id))
    names = [words_of(owner_id) for owner_id in ranked[:_NAMED]]
    if len(ranked) > _NAMED:
        names.append(f"{len(ranked) - _NAMED} more")
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
