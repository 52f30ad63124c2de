"""What ``scrapy reprint report --since`` and ``--domain`` add to the report."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from ..pipelines.purify.url import domain_of
from ..pipelines.report.csv_files import write_csv
from ..pipelines.report.history import HISTORY_COLUMNS, all_states, history_rows, history_table, since_when
from .arguments import ArgumentError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scrapy_reprint.options import Options

    from ..pipelines.domains import DomainRow
    from ..pipelines.index.store import Store


@dataclass(frozen=True, slots=True)
class LookBack:
    """A question for the past: since when, and of which domain."""

    #: As the user wrote it, and what it means; None for all that is known.
    text: str
    since: datetime | None
    #: Empty for all domains.
    domain: str

    @classmethod
    def of(cls, since: str, domain: str) -> LookBack | None:
        """The question that two options ask, None where they ask nothing."""
        if not since and not domain:
            return None
        moment = since_when(since, datetime.now(UTC)) if since else None
        return cls(since, moment, domain_of(domain if "://" in domain else f"http://{domain}/") if domain else "")

    def answer(self, store: Store, rows: Iterable[DomainRow], options: Options) -> tuple[str, Path]:
        """A table of the states asked for, and the file that they were written to."""
        states = store.read(lambda txn: all_states(txn, self.domain))
        if self.domain and not states:
            raise ArgumentError(f"There is no domain {self.domain} in the store; --domain takes one of domains.csv.")
        found = history_rows(states, rows, self.since)
        path = Path(options.output_dir) / "history.csv"
        write_csv(path, found, HISTORY_COLUMNS)
        return history_table(found, self.text), path
