"""Exact search within three bits among ten million SimHashes: the store, faiss in memory, and brute force.

    python benchmarks/hamming.py [--count 10000000] [--queries 2000] [--bits 64] [--texts FILE] [--store FOLDER]

The fingerprints are drawn with the means and covariances of the bit sums of articles (bulk articles, or those of a
file of JSON Lines), because real SimHashes crowd: some bits are set in most texts. A tenth lie 1 to 3 bits from
another, as edited copies do, and one in a hundred 0 to 3 bits from one of twenty, as pages that are all template do.
Half of the queries are stored ones with 0 to 3 bits flipped, the others are drawn anew. faiss searches with
``IndexBinaryMultiHash`` (4 tables of 16 bits of 64) in one thread; it and the store take turns query by query, after
one round that warms both up. Every answer of the store must equal brute force's. The last line is JSON.

Needs ``pip install scrapy-reprint[benchmarks]``.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from bulk import BulkWeb
from scrapy_reprint.pipelines.fingerprint.hamming import BLOCKS, blocks_of
from scrapy_reprint.pipelines.fingerprint.prepared import prepare
from scrapy_reprint.pipelines.fingerprint.simhash import simhash_sums_by_part
from scrapy_reprint.pipelines.index.blocks import near_simhashes
from scrapy_reprint.pipelines.index.store import Store
from texts import load_texts

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray
    from scrapy_reprint.pipelines.index.store import Txn

DISTANCE = 3
_ARTICLES = 5000
_CHUNK = 1 << 19
_NEAR, _CROWDED, _CENTRES = 0.1, 0.01, 20


def bit_sums(texts: str | None, bits: int) -> NDArray[np.float64]:
    """SimHash sums of articles, shape (articles, bits)."""
    if texts is None and bits == 64:
        pages = BulkWeb(1, 50, copies=0.0).pages(_ARTICLES, workers=1)
        return np.array([page.signatures.sums for page in pages if page.signatures], float)
    ready = [prepare(text.paragraphs).words for text in load_texts(texts)]
    return np.concatenate([simhash_sums_by_part(words, [len(words.places)], bits) for words in ready]).astype(float)


class Fingerprints:
    """Draws fingerprints, packed as rows of bytes."""

    def __init__(self, sums: NDArray[np.float64], seed: int) -> None:
        self._mean = sums.mean(axis=0)
        self._spread = np.linalg.cholesky(np.cov(sums.T) + 1e-6 * np.eye(sums.shape[1])).T.astype(np.float32)
        self._chance = np.random.default_rng(seed)

    def drawn(self, count: int) -> NDArray[np.uint8]:
        """So many, each by itself."""
        parts = []
        for start in range(0, count, _CHUNK):
            normal = self._chance.standard_normal((min(_CHUNK, count - start), len(self._mean)), np.float32)
            sums = normal @ self._spread + self._mean.astype(np.float32)
            parts.append(np.packbits(sums > 0, axis=1, bitorder="little"))
        return np.concatenate(parts)

    def flipped(self, rows: NDArray[np.uint8], least: int) -> NDArray[np.uint8]:
        """The same with `least` to three bits flipped in each."""
        rows = rows.copy()
        flips = self._chance.integers(least, DISTANCE + 1, len(rows))
        at = np.arange(len(rows))
        for step in range(DISTANCE):
            bit = self._chance.integers(0, rows.shape[1] * 8, len(rows))
            now = flips > step
            rows[at[now], bit[now] // 8] ^= (1 << bit[now] % 8).astype(np.uint8)
        return rows

    def stored(self, count: int) -> NDArray[np.uint8]:
        """The fingerprints of a store."""
        rows = self.drawn(count)
        copies, crowd = int(count * _NEAR), int(count * _CROWDED)
        places = self._chance.permutation(count)
        rows[places[:copies]] = self.flipped(rows[self._chance.choice(places[copies:], copies)], 1)
        centres = self.drawn(_CENTRES)[self._chance.integers(0, _CENTRES, crowd)]
        rows[places[copies : copies + crowd]] = self.flipped(centres, 0)
        return rows

    def queries(self, rows: NDArray[np.uint8], count: int) -> NDArray[np.uint8]:
        """Half near stored ones, half drawn anew."""
        near = self.flipped(rows[self._chance.integers(0, len(rows), count // 2)], 0)
        both = np.concatenate([near, self.drawn(count - count // 2)])
        self._chance.shuffle(both)
        return both


def fill(store: Store, rows: NDArray[np.uint8]) -> None:
    """Enter all fingerprints in the order of the table; row i is article i."""
    width = rows.shape[1] // BLOCKS
    for block in range(BLOCKS):
        part = rows[:, block * width : (block + 1) * width]
        keys = np.ascontiguousarray(part[:, ::-1])
        order = np.argsort(keys.view(f">u{width}")[:, 0], kind="stable")
        for start in range(0, len(order), _CHUNK):
            at = order[start : start + _CHUNK]
            values = np.concatenate([at.astype(">u4").view(np.uint8).reshape(-1, 4), rows[at]], axis=1)
            entries = [
                (bytes((block,)) + key, value)
                for key, value in zip(_split(keys[at]), _split(values), strict=True)
            ]
            store.write(lambda txn, entries=entries: txn.cursor("blocks").putmulti(entries, dupdata=True, append=True))


def _split(rows: NDArray[np.uint8]) -> list[bytes]:
    width, data = rows.shape[1], rows.tobytes()
    return [data[start : start + width] for start in range(0, len(data), width)]


def brute(values: NDArray[np.uint64], wanted: NDArray[np.uint64]) -> NDArray[np.intp]:
    """Rows within the distance, by comparing all."""
    distances = np.zeros(len(values), np.uint8)
    for column in range(values.shape[1]):
        distances += np.bitwise_count(values[:, column] ^ wanted[column])
    return np.flatnonzero(distances <= DISTANCE)


def _candidates(txn: Txn, query: NDArray[np.uint8]) -> int:
    """Entries that are compared with a query."""
    keys = blocks_of(int.from_bytes(query.tobytes(), "little"), len(query) * 8)
    cursor = txn.cursor("blocks")
    return sum(cursor.count() for key in keys if cursor.set_key(key))


def measure(count: int, queries: int, bits: int, texts: str | None, folder: str) -> dict[str, Any]:
    """Build both, ask both, compare with brute force."""
    import faiss  # noqa: PLC0415 - an extra

    faiss.omp_set_num_threads(1)
    source = Fingerprints(bit_sums(texts, bits), 5)
    rows = source.stored(count)
    wanted = source.queries(rows, queries)
    print("drawn", len(rows), flush=True)
    store = Store(folder, map_size=2**32, stamp=None)
    begun = time.perf_counter()
    if not store.read(lambda txn: txn.entries("blocks")):
        fill(store, rows)
    print(f"store filled in {time.perf_counter() - begun:.0f} s", flush=True)
    table_bytes = store.table_sizes()["blocks"][1]
    begun = time.perf_counter()
    index = faiss.IndexBinaryMultiHash(bits, BLOCKS, bits // BLOCKS)
    index.add(rows)
    print(f"faiss filled in {time.perf_counter() - begun:.0f} s", flush=True)

    def ask_store(query: NDArray[np.uint8]) -> NDArray[np.uint32]:
        value = int.from_bytes(query.tobytes(), "little")
        return store.read(lambda txn: near_simhashes(txn, value, DISTANCE, bits))

    def ask_faiss(query: NDArray[np.uint8]) -> NDArray[np.int64]:
        # faiss finds what is nearer than its radius.
        _, _, numbers = index.range_search(query[None], DISTANCE + 1)
        return numbers  # type: ignore[no-any-return]

    costs: dict[str, list[float]] = {"store": [], "faiss": []}
    cpu: dict[str, list[float]] = {"store": [], "faiss": []}
    answers = []
    ways: list[tuple[str, Callable[[NDArray[np.uint8]], Any]]] = [("store", ask_store), ("faiss", ask_faiss)]
    for warm in (False, True):
        for number, query in enumerate(wanted):
            for name, ask in ways if number % 2 else reversed(ways):
                begun, used = time.perf_counter(), time.thread_time()
                found = ask(query)
                if warm:
                    cpu[name].append((time.thread_time() - used) * 1000)
                    costs[name].append((time.perf_counter() - begun) * 1000)
                    if name == "store":
                        answers.append(found)
                    else:
                        theirs = np.unique(found)
            if warm and not np.array_equal(answers[-1], theirs):
                print("the store and faiss differ", len(answers[-1]), len(theirs))
    candidates = store.read(lambda txn: [_candidates(txn, query) for query in wanted])
    store.close()
    values = rows.view("<u8").reshape(count, -1)
    missed = wrong = present = 0
    for query, answer in zip(wanted.view("<u8").reshape(queries, -1), answers, strict=True):
        truth = brute(values, query)
        missed += len(np.setdiff1d(truth, answer))
        wrong += len(np.setdiff1d(answer, truth))
        present += len(truth) > 0
    found = sum(map(len, answers))
    result: dict[str, Any] = {
        "fingerprints": count, "bits": bits, "queries": queries, "queries_with_answers": present, "found": found,
        "missed": missed, "wrong": wrong, "recall": 1 - missed / max(1, missed + found - wrong),
    }
    # CPU time beside the clock's: on a busy machine the slowest queries are those that had to wait.
    for unit, every in (("ms", costs), ("cpu_ms", cpu)):
        for name, spent in every.items():
            result[f"{name}_{unit}_mean"] = round(float(np.mean(spent)), 4)
            result[f"{name}_{unit}_median"] = round(float(np.median(spent)), 4)
            result[f"{name}_{unit}_p99"] = round(float(np.quantile(spent, 0.99)), 4)
    result |= {
        "bytes_each": round(table_bytes / count, 1),
        "candidates_mean": round(float(np.mean(candidates))), "candidates_max": max(candidates),
        "of_100_million": {
            "gigabytes": round(table_bytes / count / 10, 2),
            "entries_of_a_bucket": round(10**8 / 2**16),
            "candidates_mean": round(float(np.mean(candidates)) * 10**8 / count),
            "candidates_max": round(max(candidates) * 10**8 / count),
        },
    }
    return result


def main() -> None:
    """Print all of it; exit with 1 where the store does not answer as brute force does."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--count", type=int, default=10_000_000)
    parser.add_argument("--queries", type=int, default=2000)
    parser.add_argument("--bits", type=int, choices=(64, 128), default=64)
    parser.add_argument("--texts", help="articles as JSON Lines whose bit sums are taken, in place of bulk articles")
    parser.add_argument("--store", help="folder to keep the store in; one that is there is asked as it is")
    options = parser.parse_args()
    where: Any = nullcontext(options.store) if options.store else tempfile.TemporaryDirectory(prefix="reprint-hamming-")
    with where as folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        result = measure(options.count, options.queries, options.bits, options.texts, folder)
    for name, value in result.items():
        print(f"{name:22} {value}")
    print(json.dumps(result))
    sys.exit(1 if result["missed"] or result["wrong"] else 0)


if __name__ == "__main__":
    main()
