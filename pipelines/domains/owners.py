"""Which domains belong to one owner, by what their pages bear.

Two sites are taken for one owner's when they bear the same ids of a sort and no sort speaks against it. Who mirrors a
site takes its ids along, but then serves ads and counts visitors for himself: his own ids beside the other's speak
against one owner. A whole mirror with nothing of its own cannot be told from a second site of the owner; so what is
merged is named in the report, and where a verdict hangs on it a person is asked.
"""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from .clusters import UnionFind
from .owner_sorts import LICENCE, SITE_NUMBER, in_words, is_of_holder, name_of, rank, speaks_against

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from .borne_ids import BorneIds

#: Domains of one owner at most; joining looks at all pairs of them.
MOST_OF_ONE = 500
#: Domains or sorts that a reason names.
_NAMED = 3
_TAKEN = ": taken for sites of one owner; copying between them is not counted"


@dataclass(frozen=True, slots=True)
class Mark:
    """All ids of one sort that several domains bear, and the domains that may claim them."""

    sort: str
    ids: frozenset[str]
    claimants: tuple[str, ...]


class Owners:
    """Domains of one owner, and why; nothing hangs on the order of pages or pairs.

    ``two_owners`` are domains, in order of their names, of which a person knows that they are not of one owner.
    """

    def __init__(self, borne: BorneIds, two_owners: Collection[tuple[str, str]] = ()) -> None:
        self._borne = borne
        self._two_owners = two_owners
        self._sets = UnionFind()
        self._members: dict[str, list[str]] = {}
        #: Sort and ids -> domains that bear them.
        self._bearers: Counter[tuple[str, frozenset[str]]] = Counter()
        #: Domain -> marks that it claims, strongest first.
        self._marks: dict[str, list[Mark]] = {}
        for mark in self._all_marks():
            for domain in mark.claimants:
                self._marks.setdefault(domain, []).append(mark)
            self._unite(mark)

    def same(self, a: str, b: str) -> bool:
        """True where two domains are taken for one owner's."""
        return self._root(a) == self._root(b)

    def owner_of(self, domain: str) -> str:
        """One name for all domains of an owner: the first of them."""
        return min(self._members.get(self._root(domain), [domain]))

    def excuse(self, a: str, b: str) -> str:
        """Why copying between two domains counts for nothing, in words; empty where it counts."""
        shared = self.evidence(a, b)
        return f"{shared}{_TAKEN}" if shared else ""

    def evidence(self, a: str, b: str) -> str:
        """What two domains of one owner share, in words, each link of a chain; empty where they are not of one."""
        if a == b or not self.same(a, b):
            return ""
        chain = self._chain(*sorted((a, b)))
        return ", ".join(
            f"{one} and {other} share {in_words(self._shared(one, other))}" for one, other in pairwise(chain)
        )

    def doubt(self, a: str, b: str) -> str:
        """Why two domains that bear an id in common are not taken for one owner's; empty where there is nothing."""
        both = self._all_ids(a) & self._all_ids(b)
        if self.same(a, b) or not both:
            return ""
        if self._ruled_apart(a, b):
            return f"{a} and {b} share {in_words(both)}, but a person ruled that one copies the other"
        copied = [domain for domain in (a, b) if both & self._borne.copied.get(domain, frozenset())]
        against = self._against(a, b)
        if copied:
            why = f"of {copied[0]} they stand on its copies alone"
        elif against:
            why = f"{' and '.join(map(name_of, against[:_NAMED]))} of the two differ"
        else:
            why = "what else is known of those that share them does not agree"
        return f"{a} and {b} share {in_words(both)}, but {why}: not taken for one owner's"

    def may_be_same(self, a: str, b: str) -> str:
        """Doubts of two domains that are not taken for one owner's only for what may differ between sites of one.

        They must share what a holder has for all his sites, or what no third domain bears.
        """
        mine, theirs = self._borne.of.get(a, {}), self._borne.of.get(b, {})
        equal = [sort for sort in mine.keys() & theirs.keys() if mine[sort] == theirs[sort] and sort != SITE_NUMBER]
        if self.same(a, b) or self._ruled_apart(a, b) or any(map(is_of_holder, self._against(a, b))):
            return ""
        shared = any(is_of_holder(sort) or self._bearers[sort, mine[sort]] == 2 for sort in equal)
        return self.doubt(a, b) if shared else ""

    def others(self, domain: str) -> list[str]:
        """The other domains of the owner, by name."""
        return sorted(set(self._members.get(self._root(domain), ())) - {domain})

    def words(self, domain: str) -> str:
        """What makes a domain one owner's with others, or an empty string."""
        others = self.others(domain)
        if not others:
            return ""
        more = f" and so with {len(others) - _NAMED} more" if len(others) > _NAMED else ""
        return f"{', '.join(self.evidence(domain, other) for other in others[:_NAMED])}{more}{_TAKEN}"

    def _all_marks(self) -> Iterator[Mark]:
        """Marks of two claimants or more, the strongest first."""
        bearers: dict[tuple[str, frozenset[str]], list[str]] = {}
        for domain, sorts in sorted(self._borne.of.items()):
            for sort, ids in sorts.items():
                if sort != SITE_NUMBER:
                    bearers.setdefault((sort, ids), []).append(domain)
        self._bearers.update({key: len(domains) for key, domains in bearers.items()})
        for (sort, ids), domains in sorted(bearers.items(), key=lambda item: (rank(item[0][0]), sorted(item[0][1]))):
            claimants = self._claimants(sort, domains) if len(domains) > 1 else []
            if len(claimants) > 1:
                yield Mark(sort, ids, tuple(claimants))

    def _claimants(self, sort: str, domains: Sequence[str]) -> list[str]:
        """Who may claim ids: of bearers that exclude each other the majority, and nobody where there is none.

        A thief among the sites of one owner must not part them; and ids of sites that have nothing else in common are
        those of a vendor, or of a form that all were made from.
        """
        out: set[str] = set()
        others = sorted({other for domain in domains for other in self._borne.of[domain]} - {sort})
        for other in others:
            for group in self._facing(sort, other, domains):
                held = Counter(ids for domain in group if (ids := self._borne.of[domain].get(other)))
                if not any(speaks_against(other, *two) for two in combinations(held, 2)):
                    continue
                most, count = min(held.items(), key=lambda item: (-item[1], sorted(item[0])))
                if 2 * count <= held.total():
                    out.update(group)
                else:
                    out.update(
                        domain
                        for domain in group
                        if (ids := self._borne.of[domain].get(other)) and speaks_against(other, ids, most)
                    )
        # Where sites are numbered, those without a number come last: they find the others joined.
        return sorted(set(domains) - out, key=lambda domain: (SITE_NUMBER not in self._borne.of[domain], domain))

    def _facing(self, sort: str, other: str, domains: Sequence[str]) -> list[list[str]]:
        """Groups of bearers that must agree in another sort."""
        if sort != LICENCE or is_of_holder(other):
            return [list(domains)]
        groups: dict[frozenset[str], list[str]] = {}
        for domain in domains:
            groups.setdefault(self._borne.of[domain].get(SITE_NUMBER, frozenset()), []).append(domain)
        return list(groups.values())

    def _unite(self, mark: Mark) -> None:
        """Join the claimants of a mark, as far as nothing speaks against it."""
        roots: list[str] = []
        for domain in mark.claimants:
            self._members.setdefault(self._root(domain), [domain])
            if not any(self._join(root, domain) for root in roots):
                roots.append(domain)

    def _join(self, a: str, b: str) -> bool:
        one, other = self._root(a), self._root(b)
        if one == other:
            return True
        left, right = self._members[one], self._members[other]
        if len(left) + len(right) > MOST_OF_ONE:
            return False
        if any(self._ruled_apart(x, y) or self._against(x, y) for x in left for y in right):
            return False
        self._sets.union(one, other)
        del self._members[one], self._members[other]
        self._members[self._root(one)] = left + right
        return True

    def _root(self, domain: str) -> str:
        return self._sets.find(domain)

    def _ruled_apart(self, a: str, b: str) -> bool:
        return (min(a, b), max(a, b)) in self._two_owners

    def _against(self, a: str, b: str) -> list[str]:
        """Sorts that speak against one owner of two domains.

        Two numbers of one licence are two sites of its holder, and no copied footer: these may have their own counters.
        """
        mine, theirs = self._borne.of.get(a, {}), self._borne.of.get(b, {})
        numbers = mine.get(SITE_NUMBER, frozenset()), theirs.get(SITE_NUMBER, frozenset())
        licensed = mine.get(LICENCE) == theirs.get(LICENCE) is not None and all(numbers)
        two_sites = licensed and numbers[0].isdisjoint(numbers[1])
        return sorted(
            (
                sort
                for sort in mine.keys() & theirs.keys()
                if speaks_against(sort, mine[sort], theirs[sort]) and (is_of_holder(sort) or not two_sites)
            ),
            key=rank,
        )

    def _shared(self, a: str, b: str) -> set[str]:
        """Ids that two domains claim by the same marks."""
        return {owner_id for mark in self._marks.get(a, ()) if mark in self._marks.get(b, ()) for owner_id in mark.ids}

    def _chain(self, a: str, b: str) -> list[str]:
        """The shortest way from one domain of an owner to another, each step by a shared mark."""
        if self._shared(a, b):
            return [a, b]
        before = {a: a}
        waiting = deque([a])
        while waiting and b not in before:
            domain = waiting.popleft()
            for mark in self._marks[domain]:
                for other in mark.claimants:
                    if other not in before and self.same(domain, other):
                        before[other] = domain
                        waiting.append(other)
        way = [b]
        while way[-1] != a:
            way.append(before[way[-1]])
        return way[::-1]

    def _ids(self, domain: str) -> set[str]:
        sorts = self._borne.of.get(domain, {})
        return {owner_id for sort, ids in sorts.items() if sort != SITE_NUMBER for owner_id in ids}

    def _all_ids(self, domain: str) -> set[str]:
        return self._ids(domain) | self._borne.copied.get(domain, frozenset())
