"""What it costs to match and to store an article in a store that holds few and many, and what the store takes.

    python benchmarks/insert.py [--sizes 100000,1000000] [--measured 2000] [--domains N] [--store FOLDER] [--seed S]

Articles are composed by ``bulk`` (a vocabulary, stock phrases, a tenth of them copies of others on some of the
domains; about 1,000 characters each) and stored as a crawl stores them, in batches, their text not kept. At each size,
`--measured` more articles are looked up, entered, and compared with the articles they are proposed for, 32 of them in
a transaction. The figures are CPU milliseconds of the thread that owns the store, per article; "ms_bulk" is the mean
over all articles stored up to there, without comparing, and with all merges of postings. The table says which part of
the store takes how many bytes an article; the last line is JSON. A folder that holds a store of as many articles
already is used as it is.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
import time
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from bulk import BulkWeb
from scrapy_reprint.options import Options
from scrapy_reprint.pipelines.index.articles import put_page
from scrapy_reprint.pipelines.index.runs import SLOTS
from scrapy_reprint.pipelines.index.shared import signature_params
from scrapy_reprint.pipelines.index.store import Store
from scrapy_reprint.pipelines.match.arrival import matches_of
from scrapy_reprint.pipelines.report.plan import thresholds_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy_reprint.pipelines.index.articles import NewPage

_BATCH = 512
_SHORT_BATCH = 32
_TOLD = 50_000


class Loader:
    """Stores pages as a crawl does, and counts the CPU time."""

    def __init__(self, folder: str) -> None:
        self.options = Options(db=folder)
        self.store = Store(folder, map_size=2**30, stamp=signature_params(self.options).stamp())
        self.stored = self.store.read(lambda txn: txn.entries("articles"))
        self._thresholds = thresholds_of(self.options)

    def load(self, pages: Iterator[NewPage], count: int) -> float:
        """Store so many pages in batches; CPU seconds, merges of postings included."""
        spent, begun, told = 0.0, time.perf_counter(), self.stored // _TOLD
        while batch := list(islice(pages, min(_BATCH, count))):
            before = time.thread_time()
            self.store.write(lambda txn, batch=batch: [self._put(txn, page) for page in batch])  # type: ignore[misc]
            spent += time.thread_time() - before
            self.stored += len(batch)
            count -= len(batch)
            if self.stored // _TOLD > told:
                told = self.stored // _TOLD
                print(f"{self.stored:,} articles after {time.perf_counter() - begun:,.0f} s", flush=True)
        return spent

    def one_by_one(self, pages: Iterator[NewPage], count: int) -> dict[str, Any]:
        """Store pages and match each, in transactions as short as a busy crawl's; CPU milliseconds a page."""
        entered: list[float] = []
        matched: list[float] = []
        commits, pairs = 0.0, 0

        def put_all(txn: Any, batch: list[NewPage]) -> tuple[list[tuple[int, list[int]]], list[float]]:
            found, seconds = [], []
            for page in batch:
                begun = time.thread_time()
                found.append(self._put(txn, page))
                seconds.append(time.thread_time() - begun)
            return found, seconds

        while batch := list(islice(pages, min(_SHORT_BATCH, count - len(matched)))):
            begun, before = time.thread_time(), sum(entered)
            # A transaction for which the map is too small is run again: then the first try counts as committing.
            proposed, seconds = self.store.write(lambda txn, batch=batch: put_all(txn, batch))  # type: ignore[misc]
            entered.extend(seconds)
            commits += time.thread_time() - begun - (sum(entered) - before)
            for number, others in proposed:
                begun = time.thread_time()
                if others:
                    self.store.read(lambda txn, n=number, o=others: matches_of(txn, n, o, self._thresholds))  # type: ignore[misc]
                matched.append(time.thread_time() - begun)
                pairs += len(others)
        self.stored += len(matched)
        total = np.array(entered) + np.array(matched) + commits / len(matched)
        return {
            "ms": round(float(np.mean(total)) * 1000, 3),
            "ms_look_up_and_enter": round(float(np.mean(entered)) * 1000, 3),
            "ms_commit": round(commits / len(matched) * 1000, 3),
            "ms_match": round(float(np.mean(matched)) * 1000, 3),
            "ms_median": round(float(np.median(total)) * 1000, 3),
            "ms_p99": round(float(np.quantile(total, 0.99)) * 1000, 3),
            "candidates": round(pairs / len(matched), 2),
        }

    def _put(self, txn: Any, page: NewPage) -> tuple[int, list[int]]:
        return put_page(txn, page, hot_gram=self.options.hot_gram, distance=self.options.simhash_distance)

    def bytes_an_article(self) -> dict[str, float]:
        """Bytes an article of each table, those in use; "free" are pages of the file that wait to be used again."""
        tables: dict[str, float] = {}
        for name, (_, size) in self.store.table_sizes().items():
            told = "runs" if name in SLOTS else name
            tables[told] = tables.get(told, 0) + size
        used = sum(tables.values())
        tables["free"] = self.store.size() - used
        shares = {name: round(size / self.stored, 1) for name, size in tables.items()}
        return {name: size for name, size in sorted(shares.items(), key=lambda one: -one[1]) if size >= 0.1}


def measure(folder: str, sizes: list[int], measured: int, domains: int, seed: int) -> dict[str, Any]:
    """Build a store up to each size and measure there."""
    loader = Loader(folder)
    pages = BulkWeb(seed, domains).pages(max(sizes) + measured * len(sizes), first=loader.stored)
    rows = []
    for size in sizes:
        if loader.stored > size:
            continue
        missing = size - loader.stored
        spent = loader.load(pages, missing)
        row: dict[str, Any] = {"articles": size}
        if missing:
            row["ms_bulk"] = round(spent * 1000 / missing, 3)
        rows.append({**row, **loader.one_by_one(pages, measured)})
        print(json.dumps(rows[-1]), flush=True)
    table = loader.bytes_an_article()
    for name, size in table.items():
        print(f"{name:18}{size:10.1f} bytes an article")
    loader.store.close()
    return {
        "sizes": rows,
        "ratio": round(rows[-1]["ms"] / rows[0]["ms"], 3) if len(rows) > 1 else None,
        "bytes": round(sum(size for name, size in table.items() if name != "free"), 1),
        "bytes_in_file": round(sum(table.values()), 1),
        "tables": table,
    }


def main() -> None:
    """Print the figures of each size, the table, and all of it as JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="100000,1000000")
    parser.add_argument("--measured", type=int, default=2000)
    parser.add_argument("--domains", type=int, default=0, help="default: one for a hundred articles")
    parser.add_argument("--store", help="folder to keep the store in (default: a temporary one)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    sizes = sorted(int(size) for size in options.sizes.split(","))
    folder = options.store or tempfile.mkdtemp(prefix="reprint-benchmark-")
    try:
        domains = options.domains or max(20, max(sizes) // 100)
        print(json.dumps(measure(folder, sizes, options.measured, domains, options.seed)))
    finally:
        if not options.store:
            shutil.rmtree(Path(folder))


if __name__ == "__main__":
    main()
