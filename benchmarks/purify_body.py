"""Main text of saved pages with hand-made truth, beside trafilatura given bytes and given decoded text, in one run.

    python benchmarks/purify_body.py [FOLDER]

FOLDER holds ``truth.jsonl`` (``id``, ``text``, optionally ``url``) and ``html/<id>.html`` or ``.html.gz``; without it
the demo web's articles are read. A page's score is the F1 of its character 4-grams, white space apart. Costs are CPU
milliseconds a page, warm; ours include decoding and links, images and format hashes, trafilatura's the extraction
alone. The last line is JSON.
"""

from __future__ import annotations

import json
import re
import statistics
import sys
import time
from collections import Counter
from typing import TYPE_CHECKING

import trafilatura
from saved_pages import SavedPage, read_pages
from scrapy_reprint.pipelines.purify import decode, extract_body, parse

if TYPE_CHECKING:
    from collections.abc import Callable


def _grams(text: str) -> Counter[str]:
    text = re.sub(r"\s+", "", text)
    return Counter(text[i : i + 4] for i in range(len(text) - 3))


def f1(found: str, wanted: str) -> float:
    """F1 of character 4-grams, 0 to 1."""
    left, right = _grams(found), _grams(wanted)
    return 2 * (left & right).total() / max(1, left.total() + right.total())


def _ours(page: SavedPage) -> str:
    return extract_body(parse(decode(page.data).text), page.url).text


def _trafilatura(html: bytes | str) -> str:
    document = trafilatura.bare_extraction(html, with_metadata=False, favor_precision=True)
    return str(getattr(document, "text", None) or "")


def measure(pages: list[SavedPage], extract: Callable[[SavedPage], str]) -> dict[str, float]:
    """Scores and costs of one extractor; a first pass warms it up."""
    scores = [f1(extract(page), page.truth) for page in pages]
    begun = time.process_time()
    for page in pages:
        extract(page)
    spent = time.process_time() - begun
    return {
        "mean": round(statistics.mean(scores), 4),
        "median": round(statistics.median(scores), 4),
        "under_0.5": sum(score < 0.5 for score in scores),
        "cpu_ms": round(spent * 1000 / len(pages), 1),
    }


def main() -> None:
    """Print one line an extractor and all of it as JSON."""
    pages = read_pages(sys.argv[1:])
    result = {
        "scrapy_reprint": measure(pages, _ours),
        "trafilatura_text": measure(pages, lambda page: _trafilatura(page.decoded)),
        "trafilatura_bytes": measure(pages, lambda page: _trafilatura(page.data)),
    }
    for page in pages:
        score = f1(_ours(page), page.truth)
        if score < 0.7:
            print(f"{score:.2f}  {page.name}")
    for name, row in result.items():
        print(f"{name:18} " + "  ".join(f"{key} {value}" for key, value in row.items()))
    print(json.dumps({"pages": len(pages), **result}))


if __name__ == "__main__":
    main()
