"""Whether rewrites are proposed with their sources among background articles, and how few others are.

    python benchmarks/semantic_candidates.py GOLD.jsonl BACKGROUND.jsonl.gz

The formats are those of semantic_calibrate.py. Each gold text is on a domain of its own, the background on 40. Prints
the rank of each rewrite's source among all articles, what is proposed at several settings, and the cost. The last line
is JSON.
"""

from __future__ import annotations

import gzip
import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
from scrapy_reprint.pipelines.fingerprint import normalize, tokenize
from scrapy_reprint.pipelines.fingerprint.key_terms import key_terms
from scrapy_reprint.pipelines.semantic.candidates import propose

_DOMAINS = 40


def main() -> None:
    """Print ranks, proposals and costs."""
    rows: list[dict[str, Any]] = [json.loads(line) for line in Path(sys.argv[1]).read_text("utf-8").splitlines()]
    with gzip.open(Path(sys.argv[2]), "rt", encoding="utf-8") as lines:
        background = [json.loads(line) for line in lines]
    texts = {row["id"]: row["text"] for row in rows}
    texts |= {f"background-{n:05d}": "\n".join(row["paragraphs"]) for n, row in enumerate(background)}
    terms, seconds = {}, 0.0
    for name, text in texts.items():
        normal = normalize(text)
        tokens = tokenize(normal)
        begun = time.perf_counter()
        terms[name] = key_terms(normal, tokens)
        seconds += time.perf_counter() - begun
    domain = {name: int(name[-5:]) % _DOMAINS if name.startswith("background-") else name for name in texts}
    sources = {row["id"]: row["source"] for row in rows if row.get("source")}
    kin = {row["id"]: row["topic"] for row in rows if row["kind"] in {"original", "synonym", "ai_rewrite"}}

    everything = propose(terms, domain, per_article=50, least_share=0.0, stands_out=0.0, least_terms=2).pairs
    shares: dict[str, list[tuple[float, str]]] = {name: [] for name in texts}
    for (a, b), share in everything.items():
        shares[a].append((-share, b))
        shares[b].append((-share, a))
    ranks = []
    for name, source in sources.items():
        # The other rewrites of the same source are no wrong answers.
        others = [other for _, other in sorted(shares[name]) if other == source or kin.get(other) != kin[name]]
        ranks.append(others.index(source) + 1 if source in others else 0)
    result: dict[str, Any] = {
        "articles": len(texts),
        "terms_per_article": round(float(np.mean([len(found) for found in terms.values()])), 1),
        "ms_per_article": round(1000 * seconds / len(texts), 2),
        "ranked_first": [ranks.count(1), len(ranks)],
        "settings": [],
    }
    print(f"source ranked first for {ranks.count(1)} of {len(ranks)} rewrites among {len(texts)} articles")
    for stands_out in (1.0, 1.5, 2.0, 2.5, 3.0):
        begun = time.perf_counter()
        found = propose(terms, domain, stands_out=stands_out)
        seconds = time.perf_counter() - begun
        kept = sum(tuple(sorted(pair)) in found.pairs for pair in sources.items())
        crowd = {name for pair in found.pairs for name in pair if name.startswith("background-")}
        row = {
            "stands_out": stands_out,
            "rewrites": [kept, len(sources)],
            "background_articles": [len(crowd), len(background)],
            "pairs": len(found.pairs),
            "hot_terms": found.hot_terms,
            "seconds": round(seconds, 2),
        }
        result["settings"].append(row)
        print(row)
    print(json.dumps(result))


if __name__ == "__main__":
    main()
