"""How far the report is when a crawl closes, or when it is made again."""

from __future__ import annotations

import logging
import sys
import time
from typing import IO, TYPE_CHECKING, Any

from tqdm import tqdm

from .progress import LogAboveBar, is_terminal

if TYPE_CHECKING:
    from typing import Self

logger = logging.getLogger(__name__)

#: A phase that takes longer is told in the log where there is no terminal, and how often it is told again.
LONG_SECONDS, AGAIN_SECONDS = 10.0, 60.0
#: Steps between two looks at the clock.
_STEPS = 256


class CloseProgress:
    """Phases of the report (:class:`~scrapy_reprint.pipelines.report.phases.Phases`).

    On a terminal as one live line, elsewhere as log lines of those that take long. Use it as a context, so that the
    terminal is given back whatever happens.
    """

    def __init__(self, stream: IO[str] | None = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._live = is_terminal(self._stream)
        self._above = LogAboveBar(self._stream)
        self._bar: tqdm[Any] | None = None
        self._name = ""
        self._total = self._done = 0
        self._begun = self._told = 0.0

    def __enter__(self) -> Self:
        if self._live:
            self._above.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.end()
        self._above.stop()

    def begin(self, name: str, total: int = 0) -> None:
        """Show a phase in place of the one before."""
        self.end()
        self._name, self._total, self._done = name, total, 0
        self._begun = self._told = time.monotonic()
        if self._live:
            self._bar = tqdm(
                desc=f"Report: {name}", total=total or None, file=self._stream, leave=False, dynamic_ncols=True,
                unit="", mininterval=0.5,
            )

    def step(self) -> None:
        """Count a step."""
        self._done += 1
        if self._bar is not None:
            self._bar.update()
        elif self._done % _STEPS == 0:
            self._tell_if_long()

    def end(self) -> None:
        """Say that the phase is over, where it was long."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None
        elif self._name and (seconds := time.monotonic() - self._begun) >= LONG_SECONDS:
            logger.info("Report: %s took %.0f s", self._name, seconds)
        self._name = ""

    def _tell_if_long(self) -> None:
        now = time.monotonic()
        first = self._told == self._begun
        if now - self._told >= (LONG_SECONDS if first else AGAIN_SECONDS):
            self._told = now
            share = f", {self._done / self._total:.0%}" if self._total else ""
            logger.info("Report: %s%s", self._name, share)
