"""Exact Hamming search in the store against brute force, on random and on clustered fingerprints.

    python benchmarks/hamming_exact.py [FINGERPRINTS [QUERIES]]

By default a million fingerprints of 64 bits go into the block tables of a real store in a temporary folder, twice:
once all random, once in clusters of 20 whose members lie 0 to 8 bits from their centre (a template's articles, or one
story on many sites). For each query, half of them stored fingerprints and half two bits from one, the numbers found
within 3 bits must equal those that numpy finds by comparing all. The last line is JSON.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from typing import TYPE_CHECKING, Any

import numpy as np
from scrapy_reprint.pipelines.index.blocks import add_blocks, near_simhashes
from scrapy_reprint.pipelines.index.store import Store

if TYPE_CHECKING:
    from numpy.typing import NDArray

DISTANCE = 3
CLUSTER = 20
CHUNK = 100_000


def random_fingerprints(count: int, chance: np.random.Generator) -> NDArray[np.uint64]:
    """Fingerprints with independent bits."""
    return chance.integers(0, 2**64, count, np.uint64)


def clustered_fingerprints(count: int, chance: np.random.Generator) -> NDArray[np.uint64]:
    """Fingerprints 0 to 8 bits away from the centres of clusters, in random order."""
    values = np.repeat(random_fingerprints(-(-count // CLUSTER), chance), CLUSTER)[:count]
    flips = chance.integers(0, 9, count)
    for step in range(8):
        bit = np.uint64(1) << chance.integers(0, 64, count, np.uint64)
        values = np.where(step < flips, values ^ bit, values)
    chance.shuffle(values)
    return values


def measure(values: NDArray[np.uint64], queries: int, chance: np.random.Generator) -> dict[str, Any]:
    """Enter the fingerprints, look up some, compare with brute force; times in milliseconds."""
    wanted = chance.choice(values, queries)
    for _ in range(2):
        bit = np.uint64(1) << chance.integers(0, 64, queries // 2, np.uint64)
        wanted[: queries // 2] ^= bit
    with tempfile.TemporaryDirectory() as folder:
        store = Store(folder, map_size=2**28, stamp=None)
        begun = time.perf_counter()
        for start in range(0, len(values), CHUNK):
            part = values[start : start + CHUNK].tolist()
            store.write(
                lambda txn, start=start, part=part: [
                    add_blocks(txn, start + place, value, 64) for place, value in enumerate(part)
                ]
            )
        built = time.perf_counter() - begun
        unequal, found_in_all, costs, brute_costs = 0, 0, [], []
        for value in wanted.tolist():
            begun = time.perf_counter()
            found = store.read(lambda txn, value=value: near_simhashes(txn, value, DISTANCE))
            between = time.perf_counter()
            brute = np.flatnonzero(np.bitwise_count(values ^ np.uint64(value)) <= DISTANCE)
            costs.append((between - begun) * 1000)
            brute_costs.append((time.perf_counter() - between) * 1000)
            unequal += not np.array_equal(found, brute)
            found_in_all += len(brute)
        size = store.size()
        store.close()
    return {
        "fingerprints": len(values),
        "queries": queries,
        "unequal": unequal,
        "found": found_in_all,
        "ms_median": round(float(np.median(costs)), 3),
        "ms_p99": round(float(np.quantile(costs, 0.99)), 3),
        "brute_force_ms_median": round(float(np.median(brute_costs)), 3),
        "us_to_enter": round(built / len(values) * 1e6, 1),
        "bytes_each": round(size / len(values)),
    }


def main() -> None:
    """Print both measurements; exit with 1 when any answer is not brute force's."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    queries = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    chance = np.random.default_rng(20)
    result = {
        "random": measure(random_fingerprints(count, chance), queries, chance),
        "clustered": measure(clustered_fingerprints(count, chance), queries, chance),
    }
    for name, row in result.items():
        print(name, *(f"{key}={value}" for key, value in row.items()))
    result["equal"] = not any(row["unequal"] for row in result.values())
    print(json.dumps(result))
    sys.exit(0 if result["equal"] else 1)


if __name__ == "__main__":
    main()
