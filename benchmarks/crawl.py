"""Pages a second of a crawl with this package beside the same crawl with trafilatura alone, and what the crawl feels.

    python benchmarks/crawl.py [FOLDER] [--pages 2000] [--rounds 2] [--concurrency 32]
    python benchmarks/crawl.py [FOLDER] --pages 20000 --memory

A local server in a process of its own (:mod:`crawl_server`) serves the pages of 300 sites; FOLDER is as for
``saved_pages``, and without it the demo web's pages are the templates. The same spider crawls them with (a) a pipeline
that calls ``trafilatura.bare_extraction(text, with_metadata=True)`` in a ``ProcessPoolExecutor`` of as many processes
as REPRINT_WORKERS gives and (b) the add-on with its default settings. Each crawl is a process of its own, and they take
turns: a b b a ... Pages a second are counted from the first response to the last item; the report that (b) writes when
it closes is timed apart. A task that sleeps 10 ms measures how late the crawl's event loop wakes it.

``--memory`` crawls once with (b) and tells the main process's anonymous memory (``RssAnon``) ten times on the way: the
pages of the store that the kernel keeps mapped count in VmRSS too, and can be taken back at any time. The last line is
JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import resource
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import scrapy
from scrapy import signals
from scrapy.crawler import CrawlerProcess
from scrapy_reprint.pipelines.workers import worker_count

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from typing import Self

    from scrapy.crawler import Crawler
    from scrapy.http import Response

WAYS = ("trafilatura", "scrapy-reprint")
SITES = 300
_TICK = 0.01
_SCHEDULED = Path("/proc/thread-self/schedstat")


def extract(markup: str) -> Any:
    """What the pipeline that is compared with does of a page."""
    import trafilatura  # noqa: PLC0415 - in the worker process only

    found = trafilatura.bare_extraction(markup, with_metadata=True)
    return found.as_dict() | {"body": None, "commentsbody": None} if found is not None else None


class TrafilaturaPipeline:
    """Extracts each page in a pool of processes."""

    def __init__(self) -> None:
        self._pool = ProcessPoolExecutor(worker_count(-1), mp_context=multiprocessing.get_context("spawn"))

    async def process_item(self, item: Any) -> Any:
        """Extract the item's page."""
        await asyncio.get_running_loop().run_in_executor(self._pool, extract, item["html"])
        return item

    def close_spider(self) -> None:
        """End the processes."""
        self._pool.shutdown()


class PagesSpider(scrapy.Spider):
    """Follows a chain of pages from each of its first ones."""

    name = "pages"

    def __init__(self, pages: int, port: int, chains: int) -> None:
        super().__init__()
        self._pages, self._port, self._chains = pages, port, chains

    async def start(self) -> AsyncIterator[scrapy.Request]:
        """The first pages."""
        for number in range(min(self._chains, self._pages)):
            yield self._request(number)

    def parse(self, response: Response) -> Iterator[Any]:
        """The page, and the next of its chain."""
        yield {"url": response.url, "html": response.text}
        following = response.meta["number"] + self._chains
        if following < self._pages:
            yield self._request(following)

    def _request(self, number: int) -> scrapy.Request:
        return scrapy.Request(
            f"http://site{number % SITES:03d}.example/a/{number}.html", dont_filter=True,
            meta={"number": number, "proxy": f"http://127.0.0.1:{self._port}"},
        )


class Probe:
    """Measures a crawl from inside."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._first = self._last = 0.0
        self._items = 0
        self._late: list[tuple[float, float, float]] = []
        self._memory: list[tuple[int, int, int]] = []
        self._used = 0.0
        self._every = crawler.settings.getint("PROBE_EVERY")
        self._path = Path(crawler.settings["PROBE_FILE"])
        for method, signal in (
            (self._opened, signals.spider_opened), (self._response, signals.response_received),
            (self._item, signals.item_scraped), (self._stopped, signals.engine_stopped),
        ):
            crawler.signals.connect(method, signal)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Watch a crawler."""
        return cls(crawler)

    def _opened(self) -> None:
        self._ticking = asyncio.get_running_loop().create_task(self._tick())

    async def _tick(self) -> None:
        while True:
            begun, waited = time.perf_counter(), _waited()
            await asyncio.sleep(_TICK)
            now = time.perf_counter()
            late = now - begun - _TICK
            self._late.append((now, late, max(0.0, late - (_waited() - waited))))

    def _response(self) -> None:
        if not self._first:
            self._first, self._used, self._of_loop = time.perf_counter(), time.process_time(), time.thread_time()

    def _item(self) -> None:
        self._items += 1
        self._last, self._main = time.perf_counter(), time.process_time() - self._used
        self._loop = time.thread_time() - self._of_loop
        if self._every and self._items % self._every == 0:
            self._memory.append((self._items, *_memory()))
            print(self._items, "pages, MB:", *(f"{kind} {size / 1000:.1f}" for kind, size in
                  zip(("RssAnon", "VmRSS"), self._memory[-1][1:], strict=True)), flush=True)

    def _stopped(self) -> None:
        self._ticking.cancel()
        late = np.array([late for when, *late in self._late if self._first <= when <= self._last]) * 1000
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = self._last - self._first
        stats = self._crawler.stats.get_stats() if self._crawler.stats is not None else {}
        self._path.write_text(json.dumps({
            "pairs": stats.get("reprint/pairs", 0), "judged": stats.get("reprint/articles", 0),
            "items": self._items, "seconds": round(seconds, 2), "pages_per_second": round(self._items / seconds, 2),
            "closing_seconds": round(time.perf_counter() - self._last, 2),
            "lag_ms_p99": round(float(np.quantile(late[:, 0], 0.99)), 2),
            "lag_ms_max": round(float(late[:, 0].max()), 2),
            "own_lag_ms_p99": round(float(np.quantile(late[:, 1], 0.99)), 2),
            "own_lag_ms_max": round(float(late[:, 1].max()), 2),
            # All threads of the crawl's process, and the event loop's alone.
            "main_cpu_ms": round(self._main * 1000 / self._items, 3),
            "loop_cpu_ms": round(self._loop * 1000 / self._items, 3),
            "workers_cpu_ms": round((children.ru_utime + children.ru_stime) * 1000 / self._items, 3),
            "memory": self._memory,
        }))


def _waited() -> float:
    """Seconds that this thread was ready to run and had no CPU; 0 where the kernel does not tell."""
    try:
        return int(_SCHEDULED.read_text().split()[1]) / 1e9
    except (OSError, IndexError):
        return 0.0


def _memory() -> tuple[int, int]:
    """Anonymous and all resident memory of this process, in kB."""
    lines = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    return int(lines["RssAnon"].split()[0]), int(lines["VmRSS"].split()[0])


def crawl(way: str, pages: int, port: int, concurrency: int, folder: Path, *, report: bool,
          watched: int) -> None:
    """Crawl in this process."""
    settings: dict[str, Any] = {
        "CONCURRENT_REQUESTS": concurrency, "CONCURRENT_REQUESTS_PER_DOMAIN": 8, "LOG_LEVEL": "WARNING",
        "TELNETCONSOLE_ENABLED": False, "EXTENSIONS": {Probe: 900}, "PROBE_FILE": str(folder / "probe.json"),
        "PROBE_EVERY": watched,
        "RETRY_ENABLED": False, "COOKIES_ENABLED": False,
    }
    if way == "trafilatura":
        settings["ITEM_PIPELINES"] = {TrafilaturaPipeline: 300}
    else:
        settings |= {
            "ADDONS": {"scrapy_reprint.Addon": 500}, "REPRINT_DB": str(folder / "store"),
            "REPRINT_OUTPUT_DIR": str(folder / "reports"), "REPRINT_REPORT": report,
        }
    process = CrawlerProcess(settings)
    process.crawl(PagesSpider, pages=pages, port=port, chains=concurrency)
    process.start()


def run(way: str, pages: int, port: int, options: argparse.Namespace) -> dict[str, Any]:
    """Crawl in a process of its own; what its probe measured."""
    with tempfile.TemporaryDirectory(prefix="reprint-crawl-") as name:
        own = [os.path.abspath(__file__), "--way", way, "--pages", pages, "--port", port, "--work", name]  # noqa: PTH100
        own += ["--concurrency", options.concurrency, *(["--no-report"] if options.no_report else [])]
        own += ["--memory"] if options.memory else []
        subprocess.run([sys.executable, *map(str, own)], check=True, cwd=name)
        found: dict[str, Any] = json.loads((Path(name) / "probe.json").read_text())
        if found["items"] != pages:
            raise SystemExit(f"{way} gave {found['items']} items of {pages} pages")
        return found


def compare(port: int, options: argparse.Namespace) -> dict[str, Any]:
    """Crawl in turns."""
    pages, rounds = options.pages, options.rounds
    found: dict[str, list[dict[str, Any]]] = {way: [] for way in WAYS}
    for number in range(rounds):
        for way in WAYS if number % 2 == 0 else reversed(WAYS):
            one = run(way, pages, port, options)
            found[way].append(one)
            print(way, *(f"{name}={value}" for name, value in one.items() if name != "memory"), flush=True)
    speed = {way: pages * rounds / sum(one["seconds"] for one in ones) for way, ones in found.items()}
    ours = found[WAYS[1]]
    return {
        "pages": pages, "rounds": rounds, "concurrency": options.concurrency, "workers": worker_count(-1),
        "trafilatura_pages_per_second": round(speed[WAYS[0]], 2),
        "pages_per_second": round(speed[WAYS[1]], 2),
        "ratio": round(speed[WAYS[1]] / speed[WAYS[0]], 3),
        "judged": [one["judged"] for one in ours], "pairs": [one["pairs"] for one in ours],
        "closing_seconds": [one["closing_seconds"] for one in ours],
        "lag_ms_p99": max(one["lag_ms_p99"] for one in ours),
        "lag_ms_max": max(one["lag_ms_max"] for one in ours),
        "own_lag_ms_p99": max(one["own_lag_ms_p99"] for one in ours),
        "own_lag_ms_max": max(one["own_lag_ms_max"] for one in ours),
        "trafilatura_lag_ms_p99": max(one["lag_ms_p99"] for one in found[WAYS[0]]),
        "trafilatura_own_lag_ms_p99": max(one["own_lag_ms_p99"] for one in found[WAYS[0]]),
        "main_cpu_ms": round(float(np.mean([one["main_cpu_ms"] for one in ours])), 2),
        "loop_cpu_ms": round(float(np.mean([one["loop_cpu_ms"] for one in ours])), 2),
        "workers_cpu_ms": round(float(np.mean([one["workers_cpu_ms"] for one in ours])), 2),
        "trafilatura_main_cpu_ms": round(float(np.mean([one["main_cpu_ms"] for one in found[WAYS[0]]])), 2),
        "trafilatura_workers_cpu_ms": round(float(np.mean([one["workers_cpu_ms"] for one in found[WAYS[0]]])), 2),
    }


def memory(port: int, options: argparse.Namespace) -> dict[str, Any]:
    """Crawl once; the memory on the way, and how it grows behind the first stretch."""
    one = run(WAYS[1], options.pages, port, options)
    rows = one.pop("memory")
    later = np.array(rows[1:], float)
    slope = float(np.polyfit(later[:, 0], later[:, 1], 1)[0]) if len(later) > 1 else 0.0
    return {**one, "memory_kb": rows, "anonymous_kb_per_1000_pages": round(slope * 1000, 1)}


def main() -> None:
    """Start the server, crawl, print JSON."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folder", nargs="?", help="saved pages whose markup is used (default: the demo web's)")
    parser.add_argument("--pages", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--concurrency", type=int, default=32)
    parser.add_argument("--memory", action="store_true", help="crawl once and watch the memory")
    parser.add_argument("--no-report", action="store_true", help="write no report when the crawl closes")
    for name in ("--way", "--port", "--work"):
        parser.add_argument(name, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.way:
        folder = Path(options.work)
        watched = max(1, options.pages // 10) if options.memory else 0
        crawl(options.way, options.pages, int(options.port), options.concurrency, folder, report=not options.no_report,
              watched=watched)
        return
    saved = [os.path.abspath(options.folder)] if options.folder else []  # noqa: PTH100 - kept as it is but absolute
    own = [sys.executable, str(Path(__file__).with_name("crawl_server.py")), str(options.pages), *saved]
    with subprocess.Popen(own, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        port = int(server.stdout.readline())
        result = memory(port, options) if options.memory else compare(port, options)
        assert server.stdin is not None
        server.stdin.close()
    print(json.dumps(result))


if __name__ == "__main__":
    main()
