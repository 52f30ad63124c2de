from __future__ import annotations

import numpy as np
from scrapy_reprint.pipelines.fingerprint import tokenize
from scrapy_reprint.pipelines.fingerprint.immutables import immutable_hashes
from scrapy_reprint.pipelines.fingerprint.key_terms import (
    MAX_IMMUTABLES,
    heaviest_terms,
    key_terms,
    term_factors,
    term_hashes,
)

TEXT = "清早六点，码头上的渔船陆续靠岸，船老大把带鱼抬上磅秤，带鱼重42公斤，渔船上还有黄鱼和一千二百斤带鱼。"


def test_heaviest_terms_are_what_the_text_is_about() -> None:
    terms = heaviest_terms(tokenize(TEXT), 3)
    assert terms[:2] == ["带鱼", "渔船"]
    assert heaviest_terms(["bikes", "bike", "bikes"]) == ["bike"]


def test_terms_and_facts_are_both_there() -> None:
    found = key_terms(TEXT)
    assert np.array_equal(found, np.unique(found))
    assert np.isin(term_hashes(["带鱼"]), found).all()
    assert np.isin(immutable_hashes(["number:42", "number:1200"]), found).all()
    assert np.array_equal(key_terms(TEXT, tokenize(TEXT)), found)


def test_a_table_of_numbers_is_bounded() -> None:
    table = " ".join(str(number * 37 + 1001) for number in range(5000))
    assert len(key_terms(table)) <= MAX_IMMUTABLES + 24


def test_long_numbers_count_most() -> None:
    factors = term_factors(np.concatenate([immutable_hashes(["number:1849"]), term_hashes(["带鱼"])]))
    assert factors.tolist() == [2.0, 1.0]


def test_no_text_has_no_terms() -> None:
    assert len(key_terms("")) == 0
    assert key_terms("").dtype == np.uint32
