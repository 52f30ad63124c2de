from __future__ import annotations

import numpy as np
import pytest
from scrapy_reprint.pipelines.fingerprint.minhash import (
    bands,
    estimate_jaccard,
    minhash_of,
    pack_minhash,
    proposal_probability,
    unpack_minhash,
)

NUM_PERM = 64


def pairs_of(jaccard: float, count: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """Pairs of sets of random shingles with this Jaccard."""
    chance = np.random.default_rng(round(jaccard * 100))
    made = []
    for _ in range(count):
        values = np.unique(chance.integers(0, 2**32, 500, dtype=np.uint32))[:400]
        chance.shuffle(values)
        shared = round(jaccard * len(values))
        cut = shared + (len(values) - shared) // 2
        made.append((values[:cut], np.concatenate([values[:shared], values[cut:]])))
    return made


@pytest.mark.parametrize("jaccard", [0.05, 0.25, 0.5, 0.7, 0.9])
def test_estimates_have_the_stated_error(jaccard: float) -> None:
    errors = np.array(
        [estimate_jaccard(minhash_of(a), minhash_of(b)) - jaccard for a, b in pairs_of(jaccard, 200)]
    )
    stated = (jaccard * (1 - jaccard) / NUM_PERM) ** 0.5
    assert abs(errors.mean()) < 4 * stated / 200**0.5
    assert np.sqrt((errors**2).mean()) < 1.2 * stated
    assert stated <= 1 / (2 * NUM_PERM**0.5)
    assert (abs(errors) >= 0.3).mean() <= 2 * np.exp(-2 * NUM_PERM * 0.3**2)


@pytest.mark.parametrize("jaccard", [0.2, 0.5, 0.7])
def test_bands_propose_as_often_as_stated(jaccard: float) -> None:
    proposed = [bool({*bands(minhash_of(a))} & {*bands(minhash_of(b))}) for a, b in pairs_of(jaccard, 200)]
    stated = proposal_probability(jaccard)
    assert np.mean(proposed) == pytest.approx(stated, abs=4 * (stated * (1 - stated) / 200) ** 0.5)


def test_equal_sets_are_equal_whatever_their_order_and_repeats() -> None:
    values = np.array([5, 1, 9, 1, 5], np.uint32)
    assert estimate_jaccard(minhash_of(values), minhash_of(np.unique(values))) == 1


def test_fixed_vector_holds_on_every_machine_and_version() -> None:
    sketch = minhash_of(np.arange(100, dtype=np.uint32), 4)
    assert pack_minhash(sketch).hex() == VECTOR


VECTOR = "8eef62a7e1ce8a04a279cf0177fb3c01"


def test_sketch_survives_packing() -> None:
    sketch = minhash_of(np.arange(100, dtype=np.uint32))
    packed = pack_minhash(sketch)
    assert len(packed) == 4 * NUM_PERM
    assert pack_minhash(unpack_minhash(packed)) == packed
    assert estimate_jaccard(unpack_minhash(packed), sketch) == 1


def test_empty_sets_are_like_nothing() -> None:
    empty, some = minhash_of(np.empty(0, np.uint32)), minhash_of(np.array([1], np.uint32))
    assert estimate_jaccard(empty, empty) == 0
    assert estimate_jaccard(empty, some) == 0
    assert estimate_jaccard(some, empty) == 0
    assert bands(empty) == []


def test_bands_that_the_permutations_do_not_fill_are_left_out() -> None:
    keys = bands(minhash_of(np.arange(9, dtype=np.uint32)), rows=5)
    assert len(keys) == 12
    assert {len(key) for key in keys} == {21}
    assert len(set(keys)) == 12
