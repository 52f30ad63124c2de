from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scrapy_reprint.pipelines.fingerprint import (
    SignatureParams,
    char_shingles,
    compute_signatures,
    containment,
    hamming_distance,
    jaccard,
    segment_signatures,
    tokenize,
    winnow,
    word_shingles,
)
from scrapy_reprint.pipelines.fingerprint.hamming import blocks_of
from scrapy_reprint.pipelines.fingerprint.shingle import letters_of

PARAGRAPHS = (
    "清早六点，码头上的渔船陆续靠岸，三十七岁的船老大把两筐带鱼抬上磅秤，指针停在四十二公斤。",
    "收购点的会计一边记账一边报价：今天的带鱼每公斤十八元，比上周跌了两元，黄鱼则涨到了六十五元。",
    "镇上的冷库去年扩建之后，可以存放八百吨水产，渔民不必再急着在天亮之前把货卖完。",
    "下午两点，冷链车从这里出发，四个小时以后就能把鱼送到省城的三家批发市场。",
    "船老大说，他打算入冬以前换一套新的渔网，再把船上的导航仪更新一遍，这些都要等这个月的账结清。",
)


def test_fixed_vectors_hold_on_every_machine() -> None:
    found, _ = compute_signatures(PARAGRAPHS)
    assert tokenize("渔船陆续靠岸, iPhone 15.5 won't") == ["渔船", "陆续", "靠岸", "iphone", "15.5", "won't"]
    assert f"{found.simhash:016x}" == VECTOR["simhash"]
    assert int(found.word_set.sum(dtype=np.uint64)) == VECTOR["words"]
    assert int(found.char_set.sum(dtype=np.uint64)) == VECTOR["chars"]
    assert f"{found.segments[0]:016x}" == VECTOR["segment"]


VECTOR = {"simhash": "cc9fd94fe832f128", "words": 40888268117, "chars": 76644120469, "segment": "aefbbe3b075e9c46"}


def test_parts_of_a_simhash_add_up() -> None:
    whole, sums = compute_signatures(PARAGRAPHS)
    assert np.array_equal(whole.sums, sums.sum(axis=0))
    without = whole.without({int(whole.paragraphs[1])}, sums[1])
    alone, _ = compute_signatures([*PARAGRAPHS[:1], *PARAGRAPHS[2:]])
    assert without.simhash == alone.simhash
    assert without.letters == alone.letters
    assert containment(alone.char_set, without.char_set) > 0.95


def test_simhash_moves_little_for_a_small_edit_and_far_for_another_text() -> None:
    text = list(PARAGRAPHS)
    edited = [*text[:-1], text[-1].replace("渔网", "缆绳")]
    other = ["市图书馆把闭馆时间推迟到晚上十点，自习室每天放出一百二十个座位。"]
    first, second, third = (compute_signatures(part)[0].simhash for part in (text, edited, other))
    assert hamming_distance(first, second) <= 6
    assert hamming_distance(first, third) > 12


def test_shuffled_paragraphs_keep_the_simhash() -> None:
    shuffled = random.Random(1).sample(PARAGRAPHS, len(PARAGRAPHS))
    assert compute_signatures(shuffled)[0].simhash == compute_signatures(PARAGRAPHS)[0].simhash


def test_wide_simhash_has_128_bits() -> None:
    wide = compute_signatures(PARAGRAPHS, SignatureParams(simhash_bits=128))[0]
    assert len(wide.sums) == 128
    assert wide.simhash >> 64
    assert wide.simhash & (2**64 - 1) == compute_signatures(PARAGRAPHS)[0].simhash


@pytest.mark.parametrize("paragraphs", [[], [""], ["。，！"], ["字"], ["a"], ["短句。"]])
def test_little_or_no_text_has_signatures_too(paragraphs: list[str]) -> None:
    found, sums = compute_signatures(paragraphs)
    assert len(sums) == len(found.paragraphs)
    assert found.word_counts.sum() == len(found.words)
    assert found.char_counts.sum() == len(found.chars)


@given(st.lists(st.text(alphabet="的一是在不了有和人这 a1。\n", max_size=60), max_size=8))
def test_counts_by_paragraph_cover_all_shingles(paragraphs: list[str]) -> None:
    found, _ = compute_signatures(paragraphs)
    assert found.word_counts.sum() == len(found.words)
    assert found.char_counts.sum() == len(found.chars)


@given(
    st.lists(st.integers(0, 50), max_size=40),
    st.lists(st.integers(0, 50), min_size=4, max_size=20),
    st.lists(st.integers(0, 50), max_size=40),
    st.lists(st.integers(0, 50), max_size=40),
    st.lists(st.integers(0, 50), max_size=40),
)
def test_winnowing_keeps_a_hash_of_every_shared_run(
    before: list[int], shared: list[int], after: list[int], other_before: list[int], other_after: list[int]
) -> None:
    a = np.array([*before, *shared, *after], np.uint32)
    b = np.array([*other_before, *shared, *other_after], np.uint32)
    assert np.intersect1d(a[winnow(a, 4)], b[winnow(b, 4)]).size


@given(st.lists(st.integers(0, 2**32 - 1), max_size=60), st.integers(1, 8))
def test_winnowing_leaves_no_window_empty(values: list[int], window: int) -> None:
    hashes = np.array(values, np.uint32)
    kept = set(winnow(hashes, window).tolist())
    for start in range(max(0, len(values) - window + 1)):
        assert kept & set(range(start, start + window))


def test_shared_run_of_eight_words_is_caught() -> None:
    run = [f"w{number}" for number in range(8)]
    a = word_shingles(["x1", "x2", *run, "x3"])
    b = word_shingles([*run, "y1", "y2", "y3"])
    assert np.intersect1d(a[winnow(a, 4)], b[winnow(b, 4)]).size


def test_jaccard_and_containment() -> None:
    a, b = np.array([1, 2, 3, 4], np.uint32), np.array([3, 4, 5], np.uint32)
    assert jaccard(a, b) == pytest.approx(2 / 5)
    assert containment(a, b) == pytest.approx(0.5)
    assert containment(b, a) == pytest.approx(2 / 3)
    assert jaccard(a[:0], b[:0]) == 0


def test_shingles_are_counted_right() -> None:
    assert len(char_shingles(letters_of("一二三四五六七"), 5)) == 3
    assert len(char_shingles("一二三", 5)) == 0
    assert len(np.unique(word_shingles(["a"] * 20, 5))) == 1


def test_inserted_line_leaves_most_segments_alone() -> None:
    text = "\n".join(PARAGRAPHS * 1) + "\n" + "".join(f"第{n}个说明写在这里，内容各不相同{n * n}。" for n in range(12))
    lines = text.split("\n")
    inserted = "\n".join([*lines[:2], "关注我们的公众号获取更多资讯。", *lines[2:]])
    a, b = segment_signatures(text), segment_signatures(inserted)
    assert len(a) == 10
    assert len(set(a) & set(b)) >= 7


@given(st.integers(0, 2**64 - 1), st.sets(st.integers(0, 63), max_size=3))
def test_fingerprints_three_bits_apart_share_a_block(value: int, flipped: set[int]) -> None:
    other = value
    for bit in flipped:
        other ^= 1 << bit
    assert set(blocks_of(value)) & set(blocks_of(other))
