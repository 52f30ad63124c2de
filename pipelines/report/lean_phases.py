"""Phases that give back the memory of what they have read of the store."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..index.resident import let_go, mapped_bytes

if TYPE_CHECKING:
    from pathlib import Path

    from .phases import Phases

#: Bytes of files in memory from which they are given back, and steps between two looks. A step may be a domain, whose
#: articles lie all over the file, and the system maps sixteen pages for each that is read.
MOST_MAPPED = 256 * 2**20
_STEPS = 4


class LeanPhases:
    """Tells another of the phases, and keeps a look at how much of the store is in memory."""

    def __init__(self, phases: Phases, folder: Path) -> None:
        self._phases = phases
        self._folder = folder
        self._steps = 0

    def begin(self, name: str, total: int = 0) -> None:
        """A phase begins."""
        self._look()
        self._phases.begin(name, total)

    def step(self) -> None:
        """One step of the phase is done."""
        self._steps += 1
        if self._steps % _STEPS == 0:
            self._look()
        self._phases.step()

    def end(self) -> None:
        """The last phase is over."""
        self._phases.end()

    def _look(self) -> None:
        if mapped_bytes() > MOST_MAPPED:
            let_go(self._folder)
