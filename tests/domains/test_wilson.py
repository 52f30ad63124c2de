from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scrapy_reprint.pipelines.domains.wilson import wilson_lower


@given(st.integers(1, 10**6).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_it_lies_between_zero_and_the_share(counts):
    successes, trials = counts
    assert 0 <= wilson_lower(successes, trials) <= successes / trials


@given(st.integers(0, 500), st.integers(0, 500))
def test_more_successes_and_more_of_the_same_raise_it(successes, failures):
    trials = successes + failures
    assert wilson_lower(successes + 1, trials + 1) > wilson_lower(successes, trials)
    if successes:
        assert wilson_lower(2 * successes, 2 * trials) > wilson_lower(successes, trials)


def test_known_values():
    assert wilson_lower(0, 0) == wilson_lower(0, 9) == 0
    assert wilson_lower(4, 4) == pytest.approx(0.5101, abs=1e-4)
    assert wilson_lower(16, 16) == pytest.approx(0.8064, abs=1e-4)
    assert wilson_lower(5, 10) == pytest.approx(0.2366, abs=1e-4)


def test_impossible_counts_are_refused():
    with pytest.raises(ValueError, match="3 successes of 2 trials"):
        wilson_lower(3, 2)
