"""The long phases of the close step, told to whoever shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

T = TypeVar("T")


class Phases(Protocol):
    """Is told which phase has begun and how far it is; the last one ends with :meth:`end`."""

    def begin(self, name: str, total: int = 0) -> None:
        """A phase begins, and the one before it is over; `total` is the number of its steps, 0 where it is unknown."""

    def step(self) -> None:
        """One step of the phase is done."""

    def end(self) -> None:
        """The last phase is over."""


class Untold:
    """Tells nobody."""

    def begin(self, name: str, total: int = 0) -> None:
        """Tell nobody."""

    def step(self) -> None:
        """Tell nobody."""

    def end(self) -> None:
        """Tell nobody."""


def told(items: Iterable[T], phases: Phases) -> Iterator[T]:
    """The items; each is a step that is done when the next one is asked for."""
    for item in items:
        yield item
        phases.step()
