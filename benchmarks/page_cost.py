"""CPU time of a page's whole analysis, step by step, beside trafilatura's extraction with metadata, in one run.

    python benchmarks/page_cost.py [FOLDER]

FOLDER is as for ``saved_pages``; without it the demo web's articles are read. A page is analysed from its bytes:
decoded, purified, fingerprinted and profiled, all but the semantic vector. trafilatura is given the decoded text. The
two take turns page by page, and all figures are CPU milliseconds a page of the passes after a first one that warms
both up. Steps are timed in passes of their own and less what other steps take inside them. The last line is JSON.
"""

from __future__ import annotations

import json
import sys
import time
from collections import defaultdict
from functools import wraps
from typing import TYPE_CHECKING, Any

import trafilatura
from saved_pages import read_pages
from scrapy_reprint import pipelines
from scrapy_reprint.pipelines.analyse import analyse
from scrapy_reprint.pipelines.purify.raw import RawPage

if TYPE_CHECKING:
    from collections.abc import Callable

_PASSES = 4

#: Where each step is looked up by its callers, and its name in the table.
STEPS = (
    ("purify.page", "decode", "decode"),
    ("purify.page", "parse", "parse"),
    ("purify.body", "extracted", "body by trafilatura"),
    ("purify.body", "lay_out", "layout"),
    ("purify.page", "extract_body", "body"),
    ("purify.page", "read_metadata", "metadata"),
    ("purify.page", "read_shown", "shown text"),
    ("purify.page", "published_time", "dates"),
    ("purify.page", "read_attribution", "attribution"),
    ("purify.page", "page_type", "page type"),
    ("purify.page", "publishers_of", "names"),
    ("purify.page", "read_owner_ids", "owner ids"),
    ("analyse", "purify", "rest of purify"),
    ("fingerprint.prepared", "normalize", "normalise"),
    ("fingerprint.prepared", "tokenize_each", "tokens"),
    ("analyse", "prepare", "rest of text"),
    ("analyse", "compute_signatures", "signatures"),
    ("index.profile", "immutables", "immutables"),
    ("index.profile", "keyword_profile", "keywords"),
    ("analyse", "compute_profile", "rest of profile"),
)


class StepClock:
    """Own CPU seconds of the steps, each less the steps inside it."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self._inside = [0.0]

    def timed(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, its time added to the step's."""

        @wraps(function)
        def run(*args: Any, **options: Any) -> Any:
            self._inside.append(0.0)
            begun = time.process_time()
            try:
                return function(*args, **options)
            finally:
                spent = time.process_time() - begun
                self.seconds[name] += spent - self._inside.pop()
                self._inside[-1] += spent

        return run


def compare(pages: list[RawPage], texts: list[str]) -> tuple[float, float]:
    """CPU milliseconds a page of ours and of trafilatura, taking turns."""
    ours = theirs = 0.0
    for number in range(_PASSES):
        for page, text in zip(pages, texts, strict=True):
            begun = time.process_time()
            analyse(page)
            between = time.process_time()
            trafilatura.bare_extraction(text, with_metadata=True)
            if number:
                ours += between - begun
                theirs += time.process_time() - between
    scale = 1000 / (_PASSES - 1) / len(pages)
    return ours * scale, theirs * scale


def step_costs(pages: list[RawPage]) -> dict[str, float]:
    """CPU milliseconds a page of each step of ours; the functions stay wrapped."""
    clock = StepClock()
    for place, attribute, name in STEPS:
        module = sys.modules[f"{pipelines.__name__}.{place}"]
        setattr(module, attribute, clock.timed(name, getattr(module, attribute)))
    for _ in range(_PASSES - 1):
        for page in pages:
            analyse(page)
    return {name: clock.seconds[name] * 1000 / (_PASSES - 1) / len(pages) for _, _, name in STEPS}


def main() -> None:
    """Print the table and all of it as JSON."""
    saved = read_pages(sys.argv[1:])
    pages = [RawPage(url=page.url, headers=(("content-type", "text/html"),), body=page.data) for page in saved]
    ours, theirs = compare(pages, [page.decoded for page in saved])
    steps = step_costs(pages)
    for name, spent in steps.items():
        print(f"{name:20} {spent:7.2f} ms  {spent / theirs:6.3f}")
    print(f"{'scrapy-reprint':20} {ours:7.2f} ms  {ours / theirs:6.3f}")
    print(f"{'trafilatura':20} {theirs:7.2f} ms  {1:6.3f}")
    print(json.dumps({
        "pages": len(pages), "ratio": round(ours / theirs, 3), "cpu_ms": round(ours, 2),
        "trafilatura_ms": round(theirs, 2), "steps_ms": {name: round(spent, 2) for name, spent in steps.items()},
    }))


if __name__ == "__main__":
    main()
