"""Which runs a store has, and how far a merge of some of them has come."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from .runs import SLOTS, Run

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .store import Txn

_KEY = b"runs"
#: Family and shingle in one number, above all others.
END = 1 << 40


@dataclass(frozen=True, slots=True)
class Merge:
    """A merge under way: postings below `done` (family << 32 | shingle) are in the target, the others where they were.

    Buckets go from the sources to the target in one transaction, so that a merge may stop anywhere and go on later.
    """

    target: Run
    done: int = 0


@dataclass(frozen=True, slots=True)
class RunList:
    """All runs of a store, by the versions they cover; those of a merge's sources are its last ones."""

    runs: tuple[Run, ...] = ()
    merge: Merge | None = None

    @property
    def end(self) -> int:
        """The first version that no run covers."""
        return self.runs[-1].end if self.runs else 1

    def is_source(self, run: Run) -> bool:
        """Whether the merge under way takes from this run."""
        return self.merge is not None and run.base >= self.merge.target.base and run.end <= self.merge.target.end

    def free_slot(self) -> int:
        """A slot that holds no run."""
        used = {run.slot for run in self.runs} | ({self.merge.target.slot} if self.merge else set())
        return next(slot for slot in range(len(SLOTS)) if slot not in used)

    def parts(self) -> Iterator[tuple[Run, int, int]]:
        """Each run with the part of it that counts: from (family << 32 | shingle), and up to."""
        for run in self.runs:
            yield run, self.merge.done if self.merge is not None and self.is_source(run) else 0, END
        if self.merge is not None:
            yield self.merge.target, 0, self.merge.done


def read_runs(txn: Txn) -> RunList:
    """The runs of a store."""
    raw = txn.get("meta", _KEY)
    if raw is None:
        return RunList()
    row = json.loads(raw)
    merge = row["merge"]
    return RunList(
        tuple(Run(**run) for run in row["runs"]),
        Merge(Run(**merge["target"]), merge["done"]) if merge else None,
    )


def put_runs(txn: Txn, runs: RunList) -> None:
    """Set the runs of a store."""
    txn.put("meta", _KEY, json.dumps(asdict(runs)).encode())


def with_run(runs: RunList, run: Run) -> RunList:
    """The list with a run more, behind all others."""
    return replace(runs, runs=(*runs.runs, run))
