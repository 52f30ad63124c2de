from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scrapy_reprint.pipelines.semantic.align import (
    SemanticMeasures,
    in_step,
    measure,
    mutual_matches,
    paragraph_vectors,
)
from scrapy_reprint.pipelines.semantic.encoders import normalized


def vectors(seed: int, count: int) -> np.ndarray:
    return normalized(np.random.default_rng(seed).normal(size=(count, 64)))


def measured(a: np.ndarray, b: np.ndarray) -> SemanticMeasures:
    return measure(a, b, a[:2], b[:2], sentence=0.9, paragraph=0.9)


def test_an_article_is_wholly_aligned_with_itself() -> None:
    a = vectors(1, 12)
    found = measured(a, a)
    assert found == SemanticMeasures(1.0, 1.0, 1.0, 1.0, 1.0, 12, 1.0)


def test_unrelated_vectors_match_little_and_in_no_order() -> None:
    found = measured(vectors(1, 40), vectors(2, 40))
    assert found.sentences == 0
    assert found.aligned < 0.3
    assert abs(found.order) < 0.6


def test_an_excerpt_is_found_in_the_whole() -> None:
    a = vectors(1, 30)
    found = measured(a, a[10:20])
    assert found.sentences == found.aligned == 1.0
    assert found.mean_best < 0.6


def test_moved_paragraphs_stay_aligned() -> None:
    a = vectors(1, 20)
    assert measured(a, np.concatenate([a[12:], a[:6], a[6:12]])).aligned == 1.0


def test_turned_round_sentences_match_and_are_not_aligned() -> None:
    a = vectors(1, 20)
    found = measured(a, a[::-1].copy())
    assert found.sentences == found.mutual == 1.0
    assert found.aligned == 0.0
    assert found.order == -1.0


@given(st.integers(0, 500), st.integers(1, 12), st.integers(1, 12))
def test_measures_are_symmetric(seed: int, n: int, m: int) -> None:
    a = vectors(seed, n)
    b = normalized(vectors(seed + 1, m) + (vectors(seed, m) if m <= n else 0))
    pa, pb = paragraph_vectors(a, [k // 3 for k in range(n)]), paragraph_vectors(b, [k // 4 for k in range(m)])
    assert measure(a, b, pa, pb, sentence=0.5, paragraph=0.5) == measure(b, a, pb, pa, sentence=0.5, paragraph=0.5)


@pytest.mark.parametrize(("n", "m"), [(0, 0), (0, 3), (3, 0), (1, 1), (1, 5)])
def test_little_or_nothing_can_be_measured(n: int, m: int) -> None:
    found = measured(vectors(1, n), vectors(1, m))
    assert all(-1 <= value <= 1 for value in (found.sentences, found.aligned, found.mean_best, found.order))


def test_matches_in_step_have_a_neighbour_in_the_same_order() -> None:
    first, second = np.array([0, 1, 4, 5, 6, 9]), np.array([7, 8, 3, 2, 5, 0])
    assert in_step(first, second) == 4  # 0-7 with 1-8, 4-3 with 6-5; 5-2 runs back, 9-0 stands alone


def test_mutual_matches_are_each_others_best() -> None:
    rows, columns = mutual_matches(np.array([[0.9, 0.2, 0.1], [0.8, 0.3, 0.7]]))
    assert list(zip(rows.tolist(), columns.tolist(), strict=True)) == [(0, 0)]


def test_paragraphs_are_the_mean_direction_of_their_sentences() -> None:
    a = vectors(1, 4)
    found = paragraph_vectors(a, (0, 0, 1, 2))
    assert found.shape == (3, 64)
    assert np.allclose(found[1], a[2], atol=1e-6)
    assert np.allclose(np.linalg.norm(found, axis=1), 1, atol=1e-6)
    assert paragraph_vectors(a[:0], ()).shape == (0, 64)
