"""Agreement of immutables between drafts and what was published, and between news of one formula on different events.

    python benchmarks/immutables_agreement.py EDIT_PAIRS.jsonl.gz FORMULA_NEWS.jsonl.gz

EDIT_PAIRS holds ``draft`` and ``final`` (paragraphs) and ``jaccard5``; FORMULA_NEWS holds ``a`` and ``b`` with
``title`` and ``paragraphs``. Copies should agree, formulas should not. The last line is JSON.
"""

from __future__ import annotations

import gzip
import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from scrapy_reprint.pipelines.fingerprint import normalize, tokenize
from scrapy_reprint.pipelines.fingerprint.immutables import AGREES, immutable_hashes, immutables, immutables_agreement

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

_COSTS: list[float] = []


def read_lines(path: str) -> Iterator[dict[str, Any]]:
    """Rows of a gzipped file of JSON lines."""
    with gzip.open(Path(path), "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def facts_of(paragraphs: Sequence[str]) -> NDArray[np.uint32]:
    """Immutables of an article."""
    text = normalize("\n".join(paragraphs))
    tokens = tokenize(text)
    begun = time.perf_counter()
    found = immutable_hashes(immutables(text, tokens))
    _COSTS.append(time.perf_counter() - begun)
    return found


def summary(values: Sequence[float | None]) -> dict[str, Any]:
    """Distribution of agreements, and the share that agrees."""
    said = np.array([value for value in values if value is not None])
    marks = np.percentile(said, [1, 5, 25, 50, 75, 95, 99]).round(3).tolist()
    return {
        "pairs": len(values),
        "too_few_to_say": len(values) - len(said),
        "percentiles_1_5_25_50_75_95_99": marks,
        "agree": round(float((said >= AGREES).mean()), 4),
    }


def main() -> None:
    """Print the distributions."""
    edits = [
        (row["jaccard5"], immutables_agreement(facts_of(row["draft"]), facts_of(row["final"])))
        for row in read_lines(sys.argv[1])
    ]
    formulas = [
        immutables_agreement(*(facts_of([row[side]["title"], *row[side]["paragraphs"]]) for side in ("a", "b")))
        for row in read_lines(sys.argv[2])
    ]
    result = {
        "edited": summary([value for _, value in edits]),
        "edited_lightly": summary([value for jaccard, value in edits if jaccard > 0.6]),
        "formula": summary(formulas),
        "threshold": AGREES,
        "ms_per_article": round(1000 * float(np.mean(_COSTS)), 2),
    }
    for name, value in result.items():
        print(f"{name:16} {value}")
    print(json.dumps(result))


if __name__ == "__main__":
    main()
