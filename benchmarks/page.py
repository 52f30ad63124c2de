"""Size and speed of the report page of a large report, of made-up rows: ``python benchmarks/page.py``.

10,000 domains and 1,000,000 pairs by default; a twentieth of the domains copies. Prints what it measures and, last, the
same as one line of JSON. The seconds to the first view are of a browser on this machine over loopback; they are left
out where Playwright or Chromium is not installed.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import shutil
import tempfile
import threading
import time
from dataclasses import fields
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy_reprint.options import Options
from scrapy_reprint.pipelines.domains import DomainRow, MatchRow
from scrapy_reprint.pipelines.report import write_csv
from scrapy_reprint.pipelines.report.page import write_page
from scrapy_reprint.pipelines.report.page.articles import Listed, Shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ARTICLES_A_DOMAIN = 100
CHARS = 1_200
_LETTERS = "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说"
REASONS = (
    "SimHash distance {0} of 64; {1} of 10 segments equal; word shingles 0.93; numbers and names agree 0.96; {2} links "
    "into {3}; {2} says 2026-05-04T08:12:00+08:00, {3} 2026-05-01T07:40:00+08:00"
)


class MadeArticles:
    """Articles of any address, made of its hash: nothing is held."""

    def of_domain(self, domain: str) -> Iterator[Listed]:
        """A hundred articles, a day apart."""
        for number in range(ARTICLES_A_DOMAIN):
            published = f"2026-{1 + number // 28:02}-{1 + number % 28:02}T0{number % 10}:12:00+08:00"
            yield Listed(f"https://www.{domain}/a/{number}.html", f"第{number}条新闻的标题", published, judged=True)

    def read(self, url: str, *, text: bool) -> Shown:
        """Articles of one number have one text."""
        number = url.rpartition("/")[2]
        domain = url.split("/")[2]
        body = _text(number) if text else None
        return Shown(url, f"新闻 {number}", "2026-05-04", "", body, (f"https://{domain}/x",), (f"https://img.{domain}/1.jpg",))


def _text(seed: str) -> str:
    draw = random.Random(seed)
    return "\n".join("".join(draw.choices(_LETTERS, k=40)) + "。" for _ in range(CHARS // 41))


def domain_rows(count: int) -> list[DomainRow]:
    """Rows with the lengths that real ones have."""
    rows = []
    for number in range(count):
        thief = number % 20 == 0
        names = [name_of((number * 7919 + k * 104729) % count) for k in range(5)]
        rows.append(DomainRow(
            domain=name_of(number), verdict="scraper" if thief else "original", score=61.4 if thief else 0.0,
            review="none", pages=140, articles=120, judged=ARTICLES_A_DOMAIN, hits=90 if thief else 0,
            hits_high=80 if thief else 0, hit_rate=0.9 if thief else 0.0, hit_rate_low=0.8256 if thief else 0.0,
            copied_by=0 if thief else 37, distinct_sources=38 if thief else 0,
            top_sources="; ".join(f"{name} (12)" for name in names) if thief else "", burst_share=0.2, largest_burst=9,
            leftover_link_share=0.2 if thief else None, hotlink_share=0.3 if thief else None,
            markup_share=0.0 if thief else None, same_path_share=0.1 if thief else None, attributed_share=0.0,
            cross_topic=0.4 if thief else None, first_published="2026-01-01T00:12:00+08:00",
            last_published="2026-04-16T09:12:00+08:00", crawl_complete="yes",
            reasons="90 of 100 judged articles copy others (80 whole, 10 in parts), more than the 60% that mark a "
                    "scraper; from 38 sources; 18 keep links into the source",
        ))
    return rows


def name_of(number: int) -> str:
    """Name of a domain."""
    return f"news-site-{number:05}.example"


def match_rows(domains: int, pairs: int) -> Iterator[MatchRow]:
    """Pairs in order of their URLs: a twentieth of the domains copies from all others."""
    thieves = range(0, domains, 20)
    each = pairs // len(thieves)
    for thief in thieves:
        for number in range(each):
            source = (thief * 31 + number * 17 + 1) % domains
            source += source == thief
            article = number % ARTICLES_A_DOMAIN
            one, other = name_of(thief), name_of(source % domains)
            yield MatchRow(
                url=f"https://www.{one}/a/{article}.html", domain=one, matched_url=f"https://www.{other}/a/{article}.html",
                matched_domain=other, tier="high", kind="verbatim", layers="whole;fragment", direction="copies",
                simhash_distance=1, word_jaccard=0.93, char_containment=0.97, segments_matched=9, sentences_reused=21,
                semantic_sentences=None, semantic_paragraphs=None, keyword_rules="2;3", immutables_agree=0.96,
                attributed="no", review="none", reasons=REASONS.format(1, 9, one, other),
            )


def first_view(folder: Path, domain: str) -> dict[str, float]:
    """Seconds until the table stands, until a domain does, and until a filter has run, in Chromium over loopback."""
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415
    except ImportError:
        return {}
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        return {}
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        seconds = {}
        begun = time.perf_counter()
        page.goto(f"http://127.0.0.1:{server.server_port}/index.html", wait_until="commit")
        page.wait_for_selector("table.domains tbody tr")
        page.evaluate("() => new Promise(requestAnimationFrame)")
        seconds["seconds_first_view"] = time.perf_counter() - begun
        begun = time.perf_counter()
        page.get_by_label("Find a domain").fill("site-0999")
        seconds["seconds_filter"] = time.perf_counter() - begun
        begun = time.perf_counter()
        page.evaluate("(domain) => { location.hash = '#/domain/' + domain; }", domain)
        page.wait_for_selector("#domain:not([aria-busy])")
        seconds["seconds_domain"] = time.perf_counter() - begun
        browser.close()
    server.shutdown()
    return {name: round(value, 3) for name, value in seconds.items()}


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base's name
        pass


def measure(folder: Path, rows: Sequence[DomainRow], pairs: int) -> dict[str, Any]:
    """Write the page and look at it."""
    write_csv(folder / "matches.csv", match_rows(len(rows), pairs), [field.name for field in fields(MatchRow)])
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begun, worked = time.perf_counter(), time.process_time()
    index = write_page(folder, rows, MadeArticles(), Options())
    seconds, cpu = time.perf_counter() - begun, time.process_time() - worked
    assert index is not None
    sizes = [path.stat().st_size for path in (folder / "page").iterdir()]
    return {
        "domains": len(rows), "pairs": pairs, "index_bytes": index.stat().st_size, "domain_files": len(sizes),
        "domain_bytes_largest": max(sizes), "domain_bytes_all": sum(sizes), "seconds_write": round(seconds, 1),
        "cpu_seconds_write": round(cpu, 1),
        "memory_grew_mb": round((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024, 1),
        **first_view(folder, rows[0].domain),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--domains", type=int, default=10_000)
    parser.add_argument("--pairs", type=int, default=1_000_000)
    parser.add_argument("--folder", type=Path, help="keep the report there, to look at")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = given.folder or Path(name)
        folder.mkdir(parents=True, exist_ok=True)
        found = measure(folder, domain_rows(given.domains), given.pairs)
    for key, value in found.items():
        print(f"{key:<24}{value:>16,}")
    print(json.dumps(found))


if __name__ == "__main__":
    main()
