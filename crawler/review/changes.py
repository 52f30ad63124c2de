"""What was ruled at a desk, step by step, and what of it the last report has not seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .queue import pair_name

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

    from ...pipelines.index.rulings import Ruling


@dataclass(frozen=True, slots=True)
class Change:
    """What was ruled on a pair before and after; None where nothing was."""

    before: Ruling | None
    after: Ruling | None

    @property
    def ruling(self) -> Ruling:
        """The one that names the pair."""
        ruling = self.after or self.before
        assert ruling is not None
        return ruling

    @property
    def name(self) -> str:
        """Name of the pair."""
        return pair_name(*self.ruling.pair)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the rulings are."""

    #: Names of the pairs that are ruled on, without those whose ruling has lapsed.
    done: AbstractSet[str]
    #: Rulings in the store.
    stored: int
    #: Pairs on which something was ruled or taken back since the last report.
    unjudged: int


class Unjudged:
    """Pairs whose ruling is another than the last report saw."""

    def __init__(self) -> None:
        self._ruled: AbstractSet[str] = frozenset()
        #: Name of a pair -> its ruling as the last report saw it, and now.
        self._changed: dict[str, tuple[Ruling | None, Ruling | None]] = {}

    def begin(self, ruled: AbstractSet[str]) -> None:
        """A report is about to be written; `ruled` are the pairs with a ruling."""
        self._ruled = ruled
        self._changed.clear()

    def took(self, changes: Iterable[Change]) -> None:
        """Changes were made at the desk."""
        for change in changes:
            then, _ = self._changed.get(change.name, (change.before, None))
            self._changed[change.name] = (then, change.after)

    def undid(self, changes: Iterable[Change]) -> None:
        """Changes were put back."""
        self.took(Change(change.after, change.before) for change in changes)

    def count(self, ruled: AbstractSet[str]) -> int:
        """Number of these pairs; `ruled` are those with a ruling now, some of which others made meanwhile."""
        changed = {name for name, (then, now) in self._changed.items() if then != now}
        return len(changed | (ruled ^ self._ruled))
