from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scrapy_reprint.pipelines.fingerprint.normalize import normalize
from scrapy_reprint.pipelines.fingerprint.qsign import (
    QSignParams,
    bit_differs,
    counts,
    match_probabilities,
    radius,
    radius_table,
    sentence_signature,
    sentence_words,
    word_keys,
)
from scrapy_reprint.pipelines.fingerprint.tokens import tokenize

SENTENCE = "早上 六点 十分 七路 公交 的 首班车 从 盐河 客运站 发出".split()


TRIALS = 20_000


def simulated(m: int, per_word: int, n: int, p: int, q: int) -> np.ndarray:
    """Distances of random signatures: n words in both sentences, p in one and q in the other."""
    chance = np.random.default_rng(m * 7 + per_word)

    def draw(words: int) -> np.ndarray:
        flags = np.zeros((TRIALS, m), bool)
        flags[np.arange(TRIALS)[:, None], chance.integers(0, m, (TRIALS, words * per_word))] = True
        return flags

    both = draw(n)
    distances: np.ndarray = ((both | draw(p)) ^ (both | draw(q))).sum(axis=1)
    return distances


CASES = [(m, per_word, n, k) for m in (64, 128) for per_word in (2, 3, 4) for n, k in ((7, 2), (12, 3), (20, 5))]


@pytest.mark.parametrize(("m", "per_word", "n", "k"), CASES)
def test_formula_gives_the_mean_distance_when_one_has_all_k_words(m: int, per_word: int, n: int, k: int) -> None:
    distances = simulated(m, per_word, n, k, 0)
    four_errors = 4 * distances.std() / len(distances) ** 0.5
    assert distances.mean() == pytest.approx(m * bit_differs(m, per_word, n, k), abs=four_errors)


@pytest.mark.parametrize(("m", "per_word", "n", "k"), CASES)
def test_words_on_both_sides_bring_the_mean_down_as_derived(m: int, per_word: int, n: int, k: int) -> None:
    p, q = k // 2, k - k // 2
    distances = simulated(m, per_word, n, p, q)
    a, b = (1 - (1 - 1 / m) ** (words * per_word) for words in (p, q))
    wanted = bit_differs(m, per_word, n, k) - (1 - 1 / m) ** (n * per_word) * a * b
    four_errors = 4 * distances.std() / len(distances) ** 0.5
    assert distances.mean() == pytest.approx(m * wanted, abs=four_errors)


@pytest.mark.parametrize("risk", [0.05, 0.2])
@pytest.mark.parametrize(("m", "per_word", "n", "k"), CASES)
def test_one_word_too_many_passes_at_most_at_the_risk(m: int, per_word: int, n: int, k: int, risk: float) -> None:
    distance = radius(m, per_word, n, k, risk)
    p = (k + 1) // 2
    for one, other in ((k + 1, 0), (p, k + 1 - p)):
        assert (simulated(m, per_word, n, one, other) <= distance).mean() <= risk


@pytest.mark.parametrize("words", [8, 15, 25, 40])
def test_radius_table_keeps_the_default_risk(words: int) -> None:
    params = QSignParams()
    allowed = params.allowed(words, words)
    swapped = allowed // 2 + 1  # one swap more than the words allow
    distances = simulated(params.bits, params.bits_per_word, words - swapped, swapped, swapped)
    assert (distances <= radius_table(params)[words, words]).mean() <= params.risk


def test_radius_is_the_largest_that_keeps_the_risk() -> None:
    for risk in (0.001, 0.05, 0.5, 1.0):
        distance = radius(128, 3, 12, 3, risk)
        within = match_probabilities(128, 3, 12, 4)
        assert distance < 0 or within[distance] <= risk
        assert distance == 128 or within[distance + 1] > risk
    assert radius(64, 4, 90, 1, 0.01) == -1  # a full signature tells nothing


def test_taking_n_as_the_length_of_the_longer_sentence_gives_too_small_a_distance() -> None:
    assert simulated(128, 3, 12, 3, 0).mean() > 1.05 * 128 * bit_differs(128, 3, 15, 3)


def test_fixed_vector_holds_on_every_machine() -> None:
    assert [f"{word:016x}" for word in sentence_signature(SENTENCE).tolist()] == [
        "0008820282404102",
        "3c08805812640085",
    ]


@settings(deadline=None)
@given(st.permutations(SENTENCE))
def test_order_of_the_words_does_not_matter(words: list[str]) -> None:
    assert np.array_equal(sentence_signature(words), sentence_signature(SENTENCE))


@settings(deadline=None)
@given(st.lists(st.sampled_from("甲乙丙丁戊"), max_size=12), st.lists(st.sampled_from("甲乙丙丁戊"), max_size=12))
def test_shared_keys_are_the_sum_of_the_lesser_word_counts(a: list[str], b: list[str]) -> None:
    keys, lengths = word_keys([a, b])
    assert lengths.tolist() == [len(a), len(b)]
    shared = np.intersect1d(keys[: len(a)], keys[len(a) :]).size
    assert shared == (Counter(a) & Counter(b)).total()


@settings(deadline=None)
@given(st.lists(st.text("甲乙丙丁", min_size=1, max_size=3), max_size=20), st.data())
def test_distance_is_at_most_the_bits_that_the_other_words_set(words: list[str], data: st.DataObject) -> None:
    params = QSignParams()
    other = data.draw(st.permutations(words))[: data.draw(st.integers(0, len(words)))]
    distance = int(np.bitwise_count(sentence_signature(words) ^ sentence_signature(other)).sum())
    assert distance <= (len(words) - len(other)) * params.bits_per_word


@settings(deadline=None)
@given(st.text("我们在海边走了很久。！？；，.! abc1\n", max_size=80))
def test_words_of_the_sentences_are_the_words_of_the_text(text: str) -> None:
    text = normalize(text)
    assert [word for words in sentence_words(text) for word in words] == tokenize(text)


def test_radius_table_is_symmetric_and_refuses_lengths_that_cannot_match() -> None:
    table = radius_table()
    assert np.array_equal(table, table.T)
    assert table[10, 13] == -1
    assert table[10, 12] >= 0
    assert (table[:6] == -1).all()
    assert (np.diag(table)[6:] >= 0).all()
    wide = radius_table(QSignParams(risk=0.9))
    assert (wide >= table).all()


def test_short_sentences_do_not_count() -> None:
    assert counts(SENTENCE)
    assert not counts("记者 从 会上 了解 到".split())
    assert not counts("我 也 是 这 么 想 的".split())


def test_words_beyond_the_limit_change_nothing() -> None:
    words = [f"w{number}" for number in range(300)]
    assert len(word_keys([words])[0]) == 100
    assert np.array_equal(sentence_signature(words), sentence_signature(words[:100]))
