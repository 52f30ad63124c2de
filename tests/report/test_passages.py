from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scrapy_reprint.crawler.demo.article import load_articles
from scrapy_reprint.pipelines.report.passages import Passage, shared_passages

STORY, OTHER = (" ".join(article.paragraphs[:1]) + "\n" + "\n".join(article.paragraphs[1:])
                for article in load_articles("chenbao")[:2])
FIRST = "市水务局昨日通报，城东三座泵站将于六月底前完成改造。"
SECOND = "改造后的排涝能力将由每秒十二立方米提高到二十立方米。"
THIRD = "Residents along the river were told to move their cars before Friday evening."


def said(text: str, passages: list[Passage]) -> list[tuple[str, str]]:
    return [(text[one.start : one.end], one.kind) for one in passages]


def test_equal_sentences_are_marked_where_they_stand_and_name_each_other() -> None:
    a = f"　　{FIRST}{SECOND}\n记者在现场看到，工人正在吊装新的水泵。\n{THIRD} And so on it went."
    b = f"{THIRD}\n本报讯 别的事情也有很多可以说的。\n{SECOND}"
    left, right = shared_passages(a, b)
    assert said(a, left) == [(SECOND, "same"), (THIRD, "same")]
    assert said(b, right) == [(THIRD, "same"), (SECOND, "same")]
    assert [one.partner for one in left] == [1, 0]
    assert [one.partner for one in right] == [1, 0]


@pytest.mark.parametrize(
    "disguised",
    [
        "市水務局昨日通報，城東三座泵站將於六月底前完成改造。",
        "市水务局昨日通报,城东三座泵站将于六月底前完成改造.",
        "市水务局\u200b昨日通报，城东三座泵站将于六月底前完成改造！",
    ],
)
def test_a_disguise_parts_nothing(disguised: str) -> None:
    left, right = shared_passages(FIRST, disguised)
    assert said(FIRST, left) == [(FIRST, "same")]
    assert said(disguised, right) == [(disguised, "same")]


def test_a_sentence_with_swapped_words_is_near() -> None:
    edited = "市水务局昨天通报，城东三座泵站将在六月底以前完成改造。"
    left, right = shared_passages(FIRST + SECOND, edited)
    assert said(FIRST + SECOND, left) == [(FIRST, "near")]
    assert said(edited, right) == [(edited, "near")]


def test_two_sentences_made_of_one_both_name_it() -> None:
    one = "The council approved the new flood barrier on Monday, and work will begin before the end of the year."
    two = "The council approved the new flood barrier on Monday.\nWork will begin before the end of the year."
    left, right = shared_passages(one, two)
    assert said(one, left) == [(one, "near")]
    assert [kind for _, kind in said(two, right)] == ["near", "near"]
    assert [passage.partner for passage in right] == [0, 0]


def test_a_short_sentence_counts_beside_a_marked_one_only() -> None:
    a, b = f"他说不。{FIRST}\n好。{THIRD}", f"{THIRD}\n他说不。{FIRST}\n好。别的话在这里又说了一遍。"
    left, _ = shared_passages(a, b)
    assert [text for text, _ in said(a, left)] == ["他说不。", FIRST, "好。", THIRD]
    left, right = shared_passages(f"他说不。{SECOND}", f"他说不。{FIRST}")
    assert (left, right) == ([], [])


def test_articles_of_one_paper_share_nothing() -> None:
    assert shared_passages(STORY, OTHER) == ([], [])
    assert shared_passages(STORY, "") == ([], [])


def test_a_whole_copy_is_marked_from_end_to_end() -> None:
    left, right = shared_passages(STORY, STORY)
    assert left == right
    assert {one.kind for one in left} == {"same"}
    assert sum(one.end - one.start for one in left) >= 0.98 * len(STORY)


@given(st.lists(st.sampled_from([FIRST, SECOND, THIRD, "好。", "\n", "。", " ", "…", "3.5", "别的事。"])),
       st.lists(st.sampled_from([FIRST, SECOND, THIRD, "好。", "\n", "。", " ", "&amp;", "同前。"])))
def test_passages_lie_in_order_and_apart_and_partners_exist(first: list[str], second: list[str]) -> None:
    a, b = "".join(first), "".join(second)
    left, right = shared_passages(a, b)
    for text, passages, others in ((a, left, right), (b, right, left)):
        end = 0
        for one in passages:
            assert end <= one.start < one.end <= len(text)
            assert 0 <= one.partner < len(others)
            end = one.end


def test_a_text_that_repeats_itself_takes_no_square_of_its_length() -> None:
    text = (FIRST + SECOND + "城东三座泵站的改造已经完成了一半左右。") * 1000
    begun = time.process_time()
    left, _ = shared_passages(text, text.replace("昨日", "昨天"))
    assert len(left) == 3000
    assert time.process_time() - begun < 10
