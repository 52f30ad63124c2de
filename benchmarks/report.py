"""What the close step costs: the report of stores of growing size, made of bulk pages (:mod:`bulk`).

    python benchmarks/report.py [--articles 100000,1000000] [--store FOLDER] [--articles-a-domain 100]
                                [--copies 0.1] [--semantic off] [--seed 1]

A store of each size is built in a process of its own, or taken from ``--store`` where an earlier run left it there, and
reported on in another, whose memory is what is told: at its most in all (with the pages of the store's file that are
mapped) and without these. Texts are not kept in these stores. The last line is JSON; ``ratio`` is the time of the
largest store to that of the smallest, ``cpu_ratio`` the same of CPU time, which other work on the machine changes less.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from bulk import BulkWeb
from scrapy_reprint.options import Options
from scrapy_reprint.pipelines.fingerprint import SignatureParams
from scrapy_reprint.pipelines.index.articles import NewPage, put_page
from scrapy_reprint.pipelines.index.store import Store
from scrapy_reprint.pipelines.report.build import write_report

_BATCH = 500
_BUILT = "built.json"


class TimedPhases:
    """Seconds of each phase of the report, printed as they come."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._name, self._begun = "", 0.0

    def begin(self, name: str, total: int = 0) -> None:  # noqa: ARG002 - as phases are told
        """Begin to time a phase."""
        self.end()
        self._name, self._begun = name, time.perf_counter()

    def step(self) -> None:
        """Nothing is told of a step."""

    def end(self) -> None:
        """Add up the seconds of the phase."""
        if self._name:
            spent = time.perf_counter() - self._begun
            self.seconds[self._name] = round(self.seconds.get(self._name, 0.0) + spent, 1)
            print(f"  {self._name:28}{spent:9.1f} s, {resident()['RssAnon']:6} MB held", file=sys.stderr, flush=True)
        self._name = ""


class Watch(threading.Thread):
    """Looks at the process's memory twice a second; the most of its own is not told by the system."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.most = 0
        self._over = threading.Event()

    def run(self) -> None:
        """Look until :meth:`stop`."""
        while not self._over.wait(0.5):
            self.most = max(self.most, resident()["RssAnon"])

    def stop(self) -> int:
        """The most megabytes that were held."""
        self._over.set()
        self.join()
        return max(self.most, resident()["RssAnon"])


def resident() -> dict[str, int]:
    """Resident memory of this process in MB by its kinds, and the most there was of all (VmHWM)."""
    rows = (line.partition(":") for line in Path("/proc/self/status").read_text().splitlines())
    return {name: int(value.split()[0]) // 1024 for name, _, value in rows if name in {"VmHWM", "RssAnon", "RssFile"}}


def build(folder: Path, articles: int, domains: int, copies: float, seed: int) -> None:
    """Fill a new store with bulk pages."""
    options = Options(db=str(folder))
    waiting: list[NewPage] = []

    def put(store: Store) -> None:
        store.write(lambda txn: [
            put_page(txn, page, hot_gram=options.hot_gram, distance=options.simhash_distance) for page in waiting
        ])
        waiting.clear()

    begun = time.perf_counter()
    with Store(options.db, map_size=options.map_size, stamp=SignatureParams().stamp()) as store:
        for page in BulkWeb(seed, domains, copies).pages(articles):
            waiting.append(page)
            if len(waiting) == _BATCH:
                put(store)
        put(store)
    seconds = round(time.perf_counter() - begun, 1)
    (folder / _BUILT).write_text(json.dumps({"articles": articles, "domains": domains, "seconds": seconds}))


def report(folder: Path, semantic: str) -> dict[str, Any]:
    """Figures of one report."""
    phases, watch = TimedPhases(), Watch()
    watch.start()
    with tempfile.TemporaryDirectory(prefix="reprint-report-") as output:
        options = Options(db=str(folder), output_dir=output, semantic=semantic)
        begun, cpu = time.perf_counter(), time.process_time()
        with Store(options.db, map_size=options.map_size, stamp=SignatureParams().stamp(), create=False) as store:
            candidates = store.read(lambda txn: txn.entries("pairs")) // 2
            found = write_report(store, options, phases=phases)
        seconds, cpu = time.perf_counter() - begun, time.process_time() - cpu
        written = {path.name: path.stat().st_size for path in found.files}
    return {
        "articles": found.counts["articles"], "domains": found.counts["domains"], "candidates": candidates,
        "pairs": found.counts["pairs"], "seconds": round(seconds, 1), "cpu_seconds": round(cpu, 1),
        "phases": phases.seconds,
        "peak_mb": resident()["VmHWM"], "peak_held_mb": watch.stop(), "bytes": written,
    }


def apart(*words: str) -> str:
    """Run this command in a process of its own and return the last line it prints."""
    done = subprocess.run([sys.executable, __file__, *words], stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.strip().rpartition("\n")[2]


def main() -> None:
    """Build, report, print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--articles", default="100000,1000000", help="sizes (default 100000,1000000)")
    parser.add_argument("--store", help="folder of the stores; those that are not there are built")
    parser.add_argument("--articles-a-domain", type=int, default=100)
    parser.add_argument("--copies", type=float, default=0.1, help="share of the articles that are copies")
    parser.add_argument("--semantic", default="off")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=("build", "report"), help="this one step in this process, of --store")
    options = parser.parse_args()
    sizes = [int(size) for size in options.articles.split(",")]
    if options.only == "build":
        domains = max(1, sizes[0] // options.articles_a_domain)
        build(Path(options.store), sizes[0], domains, options.copies, options.seed)
        return
    if options.only == "report":
        print(json.dumps(report(Path(options.store), options.semantic)))
        return
    rows = []
    with tempfile.TemporaryDirectory(prefix="reprint-stores-") as temporary:
        for size in sizes:
            folder = Path(options.store or temporary) / str(size)
            if not (folder / _BUILT).exists():
                print(f"{size} articles: building", file=sys.stderr, flush=True)
                apart(
                    "--only", "build", "--store", str(folder), "--articles", str(size), "--copies", str(options.copies),
                    "--articles-a-domain", str(options.articles_a_domain), "--seed", str(options.seed),
                )
            print(f"{size} articles: reporting", file=sys.stderr, flush=True)
            rows.append(json.loads(apart("--only", "report", "--store", str(folder), "--semantic", options.semantic)))
            print(json.dumps(rows[-1]), flush=True)
    last = rows[-1]
    print(json.dumps({
        **last, "ratio": round(last["seconds"] / rows[0]["seconds"], 2),
        "cpu_ratio": round(last["cpu_seconds"] / rows[0]["cpu_seconds"], 2), "sizes": sizes,
        "seconds_of": [row["seconds"] for row in rows], "peak_mb_of": [row["peak_mb"] for row in rows],
    }))


if __name__ == "__main__":
    main()
