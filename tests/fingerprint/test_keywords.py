from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scrapy_reprint.pipelines.fingerprint.keywords import (
    KeywordProfile,
    keyword_profile,
    rules_fired,
    top_keywords,
    weight_gap,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

TOKENS = (
    *["渔船"] * 4, *["冷库"] * 3, *["带鱼"] * 2, *["的"] * 6, *["the"] * 3, "2026", "账",
    "磅秤", "指针", "会计", "报价", "公斤", "省城", "导航仪",
)  # fmt: skip


def of(tokens: Sequence[str], description: str = "", text: str = "文字", n: int = 10) -> KeywordProfile:
    return keyword_profile(tokens, description, text, n)


def test_keywords_are_the_heaviest_terms_in_order() -> None:
    top = top_keywords(TOKENS)
    assert len(top) == 10
    assert top[0][0] == "渔船"
    assert [weight for _, weight in top] == sorted((weight for _, weight in top), reverse=True)
    assert not {"的", "the", "2026", "账"} & {term for term, _ in top}


def test_same_text_meets_all_five_rules() -> None:
    assert rules_fired(of(TOKENS), of(list(reversed(TOKENS)))) == (1, 2, 3, 4, 5)


def test_order_of_weight_is_what_rule_2_adds_to_rule_3() -> None:
    shifted = [*TOKENS, "冷库", "冷库", "冷库"]
    assert rules_fired(of(TOKENS, text="甲"), of(shifted, text="乙"), gap=1) == (3, 5)
    assert rules_fired(of(TOKENS, text="甲"), of(shifted, text="乙"), gap=0.001) == (3,)


def test_gap_is_taken_by_keyword_and_does_not_see_the_length_of_the_text() -> None:
    assert weight_gap(of(TOKENS), of(TOKENS * 3)) == 0
    assert weight_gap(of(TOKENS), of("图书馆 自习室 座位".split())) == 1
    assert weight_gap(of(["渔船"]), of(["渔船", "渔船", "渔船"])) == 0


def test_gap_of_known_weights() -> None:
    base = of(TOKENS, n=2)
    a = replace(base, terms=(1, 2), weights=(39321, 52428))  # (0.6, 0.8)
    b = replace(base, terms=(2, 3), weights=(52428, 39321))
    assert weight_gap(a, b) == pytest.approx(1 - 0.64, abs=1e-4)


def test_rule_1_reads_the_description_or_else_the_first_512_bytes() -> None:
    a, b = of(["渔船"], "码头上的一天。"), of(["冷库"], "码头上的 一天", text="别的")
    assert rules_fired(a, b) == (1,)
    assert a.lead == hashlib.md5("码头上的一天".encode()).digest()[:8]
    start = "清早六点，码头上的渔船陆续靠岸。" * 20
    assert rules_fired(of(["渔船"], text=start + "甲"), of(["冷库"], text=start.replace("，", "\n") + "乙")) == (1,)


def test_articles_without_keywords_or_text_meet_nothing() -> None:
    empty = of(["的"], text="。")
    assert rules_fired(empty, empty) == ()
    assert weight_gap(empty, empty) == 1


WORDS = st.text("渔船冷库带鱼ab", min_size=1, max_size=4)


@settings(deadline=None)
@given(st.lists(WORDS, max_size=60), st.integers(1, 20), st.text(max_size=20))
def test_profile_survives_packing_in_less_than_150_bytes(tokens: list[str], n: int, description: str) -> None:
    profile = of(tokens, description, n=n)
    packed = profile.pack()
    assert len(packed) < 150
    assert KeywordProfile.unpack(packed) == profile


@settings(deadline=None)
@given(*[st.lists(st.sampled_from(sorted(set(TOKENS))), max_size=30)] * 2)
def test_rules_are_symmetric_and_imply_each_other(first: list[str], second: list[str]) -> None:
    a, b = of(first), of(second)
    fired = rules_fired(a, b, gap=0.1)
    assert fired == rules_fired(b, a, gap=0.1)
    assert 0 <= weight_gap(a, b) <= 1
    for rule, implied in ((2, 3), (4, 2), (4, 5), (5, 3)):
        assert rule not in fired or implied in fired
    assert rules_fired(a, a) in {(1, 2, 3, 4, 5), (1,)}
