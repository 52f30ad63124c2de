"""What is dismissed at a glance is what the full comparison would dismiss."""

from __future__ import annotations

import numpy as np
import pytest
from scrapy_reprint.pipelines.fingerprint.signatures import Signatures
from scrapy_reprint.pipelines.match.verdict import Thresholds, judge_pair, unlike


def made(words: np.ndarray, chars: np.ndarray) -> Signatures:
    return Signatures(
        sums=np.zeros(64, np.int32), segments=(), paragraphs=np.array([1], np.uint64),
        paragraph_chars=np.array([max(1, len(chars) * 3)], np.uint32), words=words.astype(np.uint32),
        word_counts=np.array([len(words)], np.uint32), chars=chars.astype(np.uint32),
        char_counts=np.array([len(chars)], np.uint32),
    )


@pytest.mark.parametrize("seed", range(40))
def test_whoever_is_unlike_gets_no_verdict_and_nobody_else(seed: int) -> None:
    chance = np.random.default_rng(seed)
    dismissed = joined = 0
    for _ in range(60):
        sizes = chance.integers(0, 400, 4)
        shared = chance.integers(0, 10**9, (2, 400))
        few = (sizes * chance.random(4) * chance.choice([0.05, 0.2, 0.6, 1])).astype(int)
        sides = []
        for side in (0, 1):
            arrays = []
            for kind in (0, 1):
                size, common = sizes[2 * side + kind], min(few[kind], few[2 + kind])
                own = chance.integers(0, 10**9, max(0, size - common))
                run = shared[kind, :common]
                place = chance.integers(0, len(own) + 1)
                array = np.concatenate([own[:place], run, own[place:]])
                arrays.append(chance.permutation(array) if chance.random() < 0.3 else array)
            sides.append(made(*arrays))
        thresholds = Thresholds(char_containment=float(chance.choice([0.05, 0.3, 0.6])))
        verdict = judge_pair("a", "b", *sides, thresholds)
        if unlike(*sides, thresholds):
            assert verdict is None
            dismissed += 1
        joined += verdict is not None
    assert dismissed
    assert joined


def test_what_shares_a_stock_sentence_is_dismissed_and_a_copy_is_not() -> None:
    text = np.arange(300)
    assert unlike(made(text[:90], text), made(text[80:170], np.concatenate([text[:15], text + 1000])))
    assert not unlike(made(text[:90], text), made(text[:90], text))
