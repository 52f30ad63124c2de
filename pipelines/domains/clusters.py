"""Stories: articles joined by pairs, and the one article each copy is traced to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence


class UnionFind:
    """Disjoint sets with path halving and union by size; nearly linear (Tarjan and van Leeuwen, 1984)."""

    def __init__(self) -> None:
        self._parent: dict[str, str] = {}
        self._size: dict[str, int] = {}

    def find(self, item: str) -> str:
        """Representative of the item's set; an unknown item is a set of its own."""
        parent = self._parent
        if item not in parent:
            parent[item] = item
            self._size[item] = 1
            return item
        while parent[item] != item:
            parent[item] = parent[parent[item]]
            item = parent[item]
        return item

    def union(self, a: str, b: str) -> None:
        """Join the sets of the two items."""
        a, b = self.find(a), self.find(b)
        if a == b:
            return
        if self._size[a] < self._size[b]:
            a, b = b, a
        self._parent[b] = a
        self._size[a] += self._size.pop(b)

    def sets(self) -> list[list[str]]:
        """All sets, each sorted, in the order of their first items."""
        members: dict[str, list[str]] = {}
        for item in sorted(self._parent):
            members.setdefault(self.find(item), []).append(item)
        return list(members.values())


def stories(joined: Iterable[tuple[str, str]]) -> list[list[str]]:
    """Connected components of the given pairs of page ids, in a fixed order."""
    union = UnionFind()
    for a, b in joined:
        union.union(a, b)
    return union.sets()


def origins(
    clusters: Sequence[Sequence[str]],
    copied_from: Mapping[str, Mapping[str, bool]],
    age: Callable[[str], tuple[Any, ...]],
) -> dict[str, str]:
    """The one article that each copy is traced to.

    A story on 25 sites joins every carrier with 24 others and is still one source. ``copied_from[x][y]``
    exists where x copies y and is True where x itself bears a trace of y's domain; ``age`` orders articles,
    the likeliest first publication first. A copy is traced, of those it copies directly, to one it bears a
    trace of, else to the origin of its whole story, else to one that copies nobody, else to the most copied,
    else to the oldest. Direct only: a page spliced from two stories joins both in one cluster and must not
    lend one the other's origin.
    """
    copied_by: dict[str, int] = {}
    for copied in copied_from.values():
        for source in copied:
            copied_by[source] = copied_by.get(source, 0) + 1
    found: dict[str, str] = {}

    def rank(page: str) -> tuple[Any, ...]:
        return (page in copied_from, -copied_by.get(page, 0), age(page), page)

    for members in clusters:
        first = min(members, key=rank)
        for page in members:
            mine = copied_from.get(page)
            if mine:
                ranked = (
                    (not traced, other != first, rank(other), other) for other, traced in mine.items()
                )
                found[page] = min(ranked)[-1]
    return found
