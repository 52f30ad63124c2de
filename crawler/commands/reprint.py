"""``scrapy reprint``: work on a store without a crawl."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError
from scrapy_reprint.errors import ReprintError
from scrapy_reprint.options import Options

if TYPE_CHECKING:
    import argparse


class Command(ScrapyCommand):
    """Rebuild the reports from the store, or show what it holds."""

    requires_project = False
    requires_crawler_process = False
    default_settings = {"LOG_ENABLED": False}  # noqa: RUF012 - as Scrapy declares it

    def syntax(self) -> str:
        """Arguments, for the usage line."""
        return "[options] report|stats"

    def short_desc(self) -> str:
        """One line for ``scrapy -h``."""
        return "Rebuild the reprint reports from the store, or show what the store holds"

    def long_desc(self) -> str:
        """Text for ``scrapy reprint -h``."""
        return (
            "report: judge all pairs and domains in the store again and write articles.jsonl, matches.csv, domains.csv "
            "and problems.csv. stats: show what the store holds. The store is the folder REPRINT_DB, the files go to "
            "REPRINT_OUTPUT_DIR; give either with -s NAME=VALUE."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Options of the command."""
        super().add_options(parser)
        parser.add_argument("--top", type=int, default=20, metavar="N", help="rows of the table to print (default 20)")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Run one of the actions; a fault is one sentence on standard error and exit code 1."""
        if len(args) != 1 or args[0] not in {"report", "stats"}:
            raise UsageError("say what to do: scrapy reprint report, or scrapy reprint stats", print_help=False)
        try:
            self._act(args[0], opts)
        except ReprintError as error:
            sys.stderr.write(f"scrapy reprint: {error}\n")
            self.exitcode = 1

    def _act(self, action: str, opts: argparse.Namespace) -> None:
        # Every scrapy command imports this module to list it: what only this one needs is loaded here.
        from ...pipelines.index.shared import signature_params  # noqa: PLC0415
        from ...pipelines.index.store import Store  # noqa: PLC0415
        from ...pipelines.report.build import write_report  # noqa: PLC0415
        from ...pipelines.report.stats import store_stats  # noqa: PLC0415
        from ...pipelines.report.terminal import domain_table  # noqa: PLC0415

        assert self.settings is not None
        options = Options.from_settings(self.settings)
        stamp = signature_params(options).stamp() if action == "report" else None
        store = Store(options.db, map_size=options.map_size, stamp=stamp, create=False)
        try:
            if action == "stats":
                print(store_stats(store))
                return
            report = write_report(store, options)
        finally:
            store.close()
        print(domain_table(report.judgement.domains, limit=opts.top))
        for line in report.warnings:
            print(f"Note: {line}")
        print("Reports: " + ", ".join(str(path) for path in report.files))
