"""The desk itself: the queue as judged, rulings as they are made, and the way back from each."""

from __future__ import annotations

import tempfile
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from ...pipelines.domains.rulings import standing
from ...pipelines.index.rulings import (
    all_rulings,
    put_rulings,
    remove_ruling,
    ruled_pairs,
    ruling_of,
    ruling_on,
    simhashes_now,
)
from ...pipelines.report.build import write_report
from ...pipelines.report.plan import thresholds_of
from ..rulings_file import parse_rulings, write_rulings
from .changes import Change, Progress, Unjudged
from .errors import RefusalError
from .language import Message, Term
from .listing import Listed, read_heads
from .pair_view import read_pair
from .queue import Queue, pair_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scrapy_reprint.options import Options

    from ...pipelines.domains.rows import MatchRow
    from ...pipelines.domains.rulings import Standing
    from ...pipelines.index.rulings import Ruling
    from ...pipelines.index.store import Store, Txn
    from ...pipelines.index.writer import StoreThread
    from ...pipelines.report.build import Report
    from ...pipelines.report.phases import Phases
    from .pair_view import PairView


class Desk:
    """One reviewer's desk on one store. Safe to use from several threads."""

    def __init__(self, store: StoreThread, options: Options, reviewer: str) -> None:
        """`store` stays the caller's to close; :meth:`judge` is to be called before anything else."""
        self.reviewer = reviewer
        self._store = store
        self.options = options
        self._lock = threading.RLock()
        self._steps: list[tuple[Change, ...]] = []
        #: Pairs that are queued although somebody ruled on them: the ruling has lapsed.
        self._reopened: set[str] = set()
        self._unjudged = Unjudged()
        self._said: tuple[Message, ...] = ()
        self.queue = Queue((), ())

    def judge(self, phases: Phases | None = None) -> tuple[str, ...]:
        """Judge the store as ``scrapy reprint report`` does, its files written too, and take up the queue.

        Returns what the reader of the report must know. `phases` is told what is being done.
        """
        before = {name: row.verdict for name, row in self.queue.domains.items()}

        def write(store: Store) -> tuple[Report, set[str]]:
            ruled = store.read(_ruled)
            with self._lock:
                self._unjudged.begin(ruled)
            return write_report(store, self.options, phases=phases), ruled

        report, ruled = self._store.run(write).result()
        queue = Queue(report.judgement.matches, report.judgement.domains)
        with self._lock:
            self._reopened = set(queue.queued & ruled)
            self.queue = queue
        said = [Message("said.report", (self.options.output_dir,))]
        if before:
            changed = tuple(
                Message("said.change", (name, Term("verdict", row.verdict), Term("verdict", before[name])))
                for name, row in sorted(queue.domains.items()) if name in before and row.verdict != before[name]
            )
            said.append(Message("said.changes", (changed,)) if changed else Message("said.same"))
            said.append(Message("said.more", (len(queue.queued),)) if queue.queued else Message("said.done"))
        self.say(*said)
        return report.warnings

    def progress(self) -> Progress:
        """Which pairs are ruled on, and what the last report has not seen of the rulings."""
        ruled = self._store.read(_ruled).result()
        with self._lock:
            return Progress(ruled - self._reopened, len(ruled), self._unjudged.count(ruled))

    def view(self, row: MatchRow) -> tuple[PairView, Standing | None]:
        """A pair to look at, and what is ruled on it."""

        def read(txn: Txn) -> tuple[PairView, Standing | None]:
            return read_pair(txn, row, thresholds_of(self.options)), self._standing(txn, row)

        return self._store.read(read).result()

    def listed(self, names: Iterable[str]) -> list[Listed]:
        """Pairs of the queue as the list shows them; names that it does not know are left out."""
        rows = [(name, row) for name in names if (row := self.queue.row(name)) is not None]

        def read(txn: Txn) -> list[Listed]:
            return [Listed(name, row, read_heads(txn, row), self._standing(txn, row)) for name, row in rows]

        return self._store.read(read).result()

    def every_ruling(self) -> list[Ruling]:
        """All rulings, the latest first."""
        found = self._store.read(lambda txn: list(all_rulings(txn))).result()
        return sorted(found, key=lambda ruling: (ruling.ruled_at, ruling.pair), reverse=True)

    def rule(self, kind: str, url: str, other_url: str, *, note: str = "", until: str = "") -> None:
        """Enter a ruling by the reviewer, now; for ``copy`` the first page is the copy."""

        def enter(txn: Txn) -> tuple[Change, ...]:
            ruling = ruling_on(txn, kind, url, other_url, ruled_at=_now(), reviewer=self.reviewer, note=note,
                               until=until)
            before = ruling_of(txn, url, other_url)
            put_rulings(txn, [ruling])
            return (Change(before, ruling),)

        self._took(self._store.write(enter).result())

    def take_back(self, url: str, other_url: str) -> None:
        """Take back what is ruled on two pages."""

        def take(txn: Txn) -> tuple[Change, ...]:
            before = ruling_of(txn, url, other_url)
            if before is None:
                raise RefusalError("error.unruled")
            remove_ruling(txn, before)
            return (Change(before, None),)

        self._took(self._store.write(take).result())

    def undo(self) -> str:
        """Put back what the last step at this desk changed; returns the name of the pair that it was on.

        Raises :exc:`RefusalError` where there is none, or where somebody ruled on the pair since.
        """
        with self._lock:
            if not self._steps:
                raise RefusalError("error.undo")
            step = self._steps.pop()

        def put_back(txn: Txn) -> set[str]:
            for change in step:
                one = change.ruling
                if ruling_of(txn, one.first.url, one.second.url) != change.after:
                    raise RefusalError("error.since")
            for change in step:
                if change.before is None:
                    remove_ruling(txn, change.ruling)
                else:
                    put_rulings(txn, [change.before])
            return {change.name for change in step if change.before and self._held(txn, change.before).lapsed}

        lapsed = self._store.write(put_back).result()
        with self._lock:
            self._reopened |= lapsed
            self._unjudged.undid(step)
        return step[0].name

    def export(self) -> bytes:
        """All rulings as CSV, as ``scrapy reprint rule export`` writes them."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "rulings.csv"
            write_rulings(path, self.every_ruling())
            return path.read_bytes()

    def take_in(self, data: bytes, name: str) -> int:
        """Take the rulings of a CSV file, all or none; returns their number. One step to undo."""

        def take(txn: Txn) -> tuple[Change, ...]:
            rulings = parse_rulings(txn, data, name, now=_now())
            changes = tuple(Change(ruling_of(txn, one.first.url, one.second.url), one) for one in rulings)
            put_rulings(txn, rulings)
            return changes

        changes = self._store.write(take).result()
        if changes:
            self._took(changes)
        return len(changes)

    def say(self, *messages: Message) -> None:
        """Leave word for the next page that is shown."""
        with self._lock:
            self._said = messages

    def said(self) -> tuple[Message, ...]:
        """The word that was left, once."""
        with self._lock:
            messages, self._said = self._said, ()
            return messages

    @property
    def can_undo(self) -> bool:
        """True where a step was made at this desk that was not undone."""
        return bool(self._steps)

    def _took(self, changes: tuple[Change, ...]) -> None:
        with self._lock:
            self._steps.append(changes)
            self._unjudged.took(changes)
            self._reopened -= {change.name for change in changes}

    def _standing(self, txn: Txn, row: MatchRow) -> Standing | None:
        ruling = ruling_of(txn, row.url, row.matched_url)
        return None if ruling is None else self._held(txn, ruling)

    def _held(self, txn: Txn, ruling: Ruling) -> Standing:
        [one] = standing([ruling], simhashes_now(txn, [ruling]), today=_now()[:10],
                         distance=self.options.simhash_distance)
        return one


def _ruled(txn: Txn) -> set[str]:
    return {pair_name(*pair) for pair in ruled_pairs(txn)}


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
