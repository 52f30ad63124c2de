"""Publication times read from saved pages with hand-made truth, beside htmldate in the same run.

    python benchmarks/purify_dates.py [FOLDER]

FOLDER holds ``truth.jsonl`` (``id``, ``published``, optionally ``url``) and ``html/<id>.html`` or ``.html.gz``;
without it the demo web's articles are read. A day is right, wrong or not given; a minute is right or not, among the
pages whose truth has a time of day. Both readers get the decoded text. The last line is JSON.
"""

from __future__ import annotations

import json
import re
import statistics
import sys
import time
from collections import Counter
from typing import TYPE_CHECKING

from htmldate import find_date
from saved_pages import read_pages
from scrapy_reprint.pipelines.purify import RawPage, parse, read_metadata
from scrapy_reprint.pipelines.purify.published import published_time
from scrapy_reprint.pipelines.purify.shown import read_shown

if TYPE_CHECKING:
    from collections.abc import Callable

_TRUTH = re.compile(r"(\d{4})[-/](\d+)[-/](\d+)(?:\s+(\d+)[:-](\d+))?")


def _ours(page: RawPage) -> str:
    tree = parse(page.html or "")
    title = read_metadata(tree, page.url).title
    found = published_time(tree, page.url, title=title, shown=read_shown(tree, title))
    return found.published_at or ""


def _htmldate(page: RawPage) -> str:
    return str(find_date(page.html, url=page.url, original_date=True, outputformat="%Y-%m-%dT%H:%M") or "")


def measure(rows: list[tuple[RawPage, str]], find: Callable[[RawPage], str]) -> dict[str, object]:
    """Count days and minutes found right, and the median cost of a page in milliseconds."""
    days: Counter[str] = Counter()
    minutes: Counter[str] = Counter()
    costs = []
    find(rows[0][0])
    for page, truth in rows:
        begun = time.perf_counter()
        found = find(page)
        costs.append((time.perf_counter() - begun) * 1000)
        stamp = _TRUTH.match(truth)
        if stamp is None:
            continue
        day = "{:04d}-{:02d}-{:02d}".format(*map(int, stamp.groups()[:3]))
        verdict = "right" if found[:10] == day else "wrong" if found else "none"
        days[verdict] += 1
        if stamp[4]:
            clock = f"{int(stamp[4]):02d}:{int(stamp[5]):02d}"
            minutes["right" if verdict == "right" and found[11:16] == clock else "not"] += 1
    return {"days": dict(days), "minutes": dict(minutes), "ms_per_page": round(statistics.median(costs), 2)}


def main() -> None:
    """Print both readers' counts."""
    rows = [(RawPage(url=page.url, html=page.decoded), page.published) for page in read_pages(sys.argv[1:])]
    result = {"pages": len(rows), "ours": measure(rows, _ours), "htmldate": measure(rows, _htmldate)}
    for name, value in result.items():
        print(f"{name:10} {value}")
    print(json.dumps(result))


if __name__ == "__main__":
    main()
