"""``scrapy reprint``: work on a store without a crawl."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError
from scrapy_reprint.errors import ReprintError
from scrapy_reprint.options import Options

if TYPE_CHECKING:
    import argparse

# Every scrapy command imports this module to list it: what only this one needs is loaded where it is used.
# ruff: noqa: PLC0415


class Command(ScrapyCommand):
    """Rebuild the reports from the store, show what it holds, compare articles, allow copies, review and rule."""

    requires_project = False
    requires_crawler_process = False
    default_settings = {"LOG_ENABLED": False}  # noqa: RUF012 - as Scrapy declares it

    def syntax(self) -> str:
        """Arguments, for the usage line."""
        return "[options] report | stats | compare A B | allow owner|domain|text|list ... | rule ... | review"

    def short_desc(self) -> str:
        """One line for ``scrapy -h``."""
        return "Rebuild the reprint reports, show what the store holds, compare articles, allow copies, review and rule"

    def long_desc(self) -> str:
        """Text for ``scrapy reprint -h``."""
        return (
            "report: judge all pairs and domains in the store again and write articles.jsonl, matches.csv, domains.csv "
            "and problems.csv, and index.html to look through them; --since DATE (or 30d) and --domain DOMAIN show "
            "what became of domains, crawl by crawl, and write history.csv. "
            "stats: show what the store holds. compare A B: show every measure of two articles, "
            "each a file (HTML or text) or the URL of a page in the store. allow owner DOMAIN DOMAIN...: copying among "
            "these counts for nothing. allow domain DOMAIN: the same for all its pairs. allow text FILE...: what "
            "anybody may quote (laws, official releases) is left out of every comparison. allow list: what is allowed. "
            "rule copy COPY_URL SOURCE_URL, rule not_copy|quote|official|same_owner URL URL: what you say of a pair of "
            "pages, for the next report; rule list: what is ruled and whether it still holds; rule export FILE, rule "
            "import FILE: the rulings as CSV. review: write the report and serve a desk for its queue to the "
            "browser on this machine. "
            "The store is the folder REPRINT_DB, the files go to REPRINT_OUTPUT_DIR; give either with -s NAME=VALUE."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Options of the command."""
        super().add_options(parser)
        parser.add_argument("--top", type=_count, default=20, metavar="N", help="rows of the table (default 20)")
        parser.add_argument("--since", default="", metavar="DATE", help="tell what became of domains since (or 30d)")
        parser.add_argument("--domain", default="", metavar="DOMAIN", help="tell what became of this one only")
        parser.add_argument("--json", action="store_true", help="print a comparison as JSON")
        parser.add_argument("--note", default="", metavar="TEXT", help="why it is allowed or ruled so")
        parser.add_argument("--until", default="", metavar="DATE", help="last day on which that holds (YYYY-MM-DD)")
        parser.add_argument("--reviewer", default="", metavar="NAME", help="who rules (review: the login name)")
        parser.add_argument("--port", type=_count, default=None, metavar="N", help="port of the review desk (8765)")
        parser.add_argument("--remove", action="store_true", help="take back what was allowed or ruled")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Run one of the actions; a fault is one sentence on standard error and exit code 1."""
        actions = {"report": self._report, "stats": self._stats, "compare": self._compare, "allow": self._allow,
                   "rule": self._rule, "review": self._review}
        if not args or args[0] not in actions:
            wanted = ", ".join(f"scrapy reprint {name}" for name in actions)
            raise UsageError(f"say what to do: {wanted}", print_help=False)
        try:
            assert self.settings is not None
            actions[args[0]](args[1:], opts, Options.from_settings(self.settings))
            sys.stdout.flush()
        except BrokenPipeError:
            # The reader, such as head, has seen enough.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        except ReprintError as error:
            sys.stderr.write(f"scrapy reprint: {error}\n")
            self.exitcode = 1

    def _report(self, words: list[str], opts: argparse.Namespace, options: Options) -> None:
        from ...pipelines.index.shared import signature_params
        from ...pipelines.index.store import Store
        from ...pipelines.report.build import write_report
        from ...pipelines.report.terminal import domain_table
        from ..close_progress import CloseProgress
        from ..looking_back import LookBack

        _no_more(words, "report")
        question = LookBack.of(opts.since, opts.domain)
        stamp = signature_params(options).stamp()
        with Store(options.db, map_size=options.map_size, stamp=stamp, create=False) as store:
            with CloseProgress() as phases:
                report = write_report(store, options, phases=phases)
            past = question.answer(store, report.judgement.domains, options) if question else None
        print(domain_table(report.judgement.domains, limit=opts.top))
        for line in report.warnings:
            print(f"Note: {line}")
        files = [*report.files, *([past[1]] if past else [])]
        print("Reports: " + ", ".join(str(path) for path in files))
        if report.page:
            print(f"To look at: {report.page}")
        if past:
            print(f"\n{past[0]}")

    def _stats(self, words: list[str], _opts: argparse.Namespace, options: Options) -> None:
        from ...pipelines.index.store import Store
        from ...pipelines.report.stats import store_stats

        _no_more(words, "stats")
        with Store(options.db, map_size=options.map_size, stamp=None, create=False) as store:
            print(store_stats(store))

    def _compare(self, words: list[str], opts: argparse.Namespace, options: Options) -> None:
        from ...pipelines.index.shared import signature_params
        from ...pipelines.report.comparison import comparison, comparison_table
        from ...pipelines.report.plan import thresholds_of
        from ..comparands import comparand

        if len(words) != 2:
            raise UsageError("scrapy reprint compare needs two articles: files, or URLs in the store", print_help=False)
        params = signature_params(options)
        sides = [comparand(name, options, params) for name in words]
        found = comparison(sides[0], sides[1], thresholds_of(options))
        print(json.dumps(found, ensure_ascii=False) if opts.json else comparison_table(found, *words))

    def _allow(self, words: list[str], opts: argparse.Namespace, options: Options) -> None:
        from ...pipelines.index.shared import signature_params
        from ...pipelines.index.store import Store
        from ..allowing import allow

        params = signature_params(options)
        with Store(options.db, map_size=options.map_size, stamp=params.stamp()) as store:
            print(allow(store, params, words, note=opts.note, until=opts.until, remove=opts.remove))

    def _rule(self, words: list[str], opts: argparse.Namespace, options: Options) -> None:
        from ...pipelines.index.store import Store
        from ..ruling import rule

        with Store(options.db, map_size=options.map_size, stamp=None, create=False) as store:
            print(rule(store, words, distance=options.simhash_distance, note=opts.note, until=opts.until,
                       reviewer=opts.reviewer, remove=opts.remove))

    def _review(self, words: list[str], opts: argparse.Namespace, options: Options) -> None:
        from ..review.serve import DEFAULT_PORT, serve

        _no_more(words, "review")
        port = DEFAULT_PORT if opts.port is None else opts.port
        serve(options, port=port, reviewer=opts.reviewer, tell=lambda line: print(line, flush=True))


def _count(text: str) -> int:
    number = int(text)
    if number < 0:
        raise ValueError(text)
    return number


def _no_more(words: list[str], action: str) -> None:
    if words:
        raise UsageError(f"scrapy reprint {action} takes no further words", print_help=False)
