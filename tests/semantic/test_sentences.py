from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from scrapy_reprint.pipelines.semantic.sentences import units_of


def test_chinese_sentences_end_with_their_marks_and_closing_quotes() -> None:
    found = units_of(["渔民说：“今年的带鱼比去年贵！”会计点了点头没有说话。码头上的灯在六点钟全部熄灭了；天色已经大亮"])
    assert found.sentences == (
        "渔民说：“今年的带鱼比去年贵！”",
        "会计点了点头没有说话。",
        "码头上的灯在六点钟全部熄灭了；天色已经大亮",
    )


def test_english_full_stops_end_sentences_only_before_capitals() -> None:
    found = units_of(["The boat weighs 3.5 tonnes and left at six. It came back at noon, e.g. with fish and rope."])
    assert found.sentences == (
        "The boat weighs 3.5 tonnes and left at six.",
        "It came back at noon, e.g. with fish and rope.",
    )


def test_long_sentences_are_cut_at_commas() -> None:
    clause = "渔船从北边的码头开出去之后一直往东走了三个小时"
    found = units_of(["，".join([clause] * 12) + "。"])
    assert all(len(sentence) <= 120 for sentence in found.sentences)
    assert "".join(found.sentences) == "，".join([clause] * 12) + "。"
    assert len(units_of(["没有标点" * 500]).sentences) > 1


def test_short_sentences_join_a_neighbour_and_headings_the_next_paragraph() -> None:
    found = units_of(["价格", "好。今天的带鱼每公斤要卖到十八元钱。真贵。", "下午的冷链车两点从镇上出发。"])
    assert found.sentences == ("价格\n好。今天的带鱼每公斤要卖到十八元钱。真贵。", "下午的冷链车两点从镇上出发。")
    assert found.paragraph_of == (0, 1)


def test_the_cap_is_reported() -> None:
    found = units_of([f"第{number}条新闻说的是码头上的事情。" for number in range(30)], max_sentences=10)
    assert len(found.sentences) == len(found.paragraph_of) == 10
    assert found.left_out == 20


@given(st.lists(st.text(alphabet="渔船上的，。！”“.…A b\n", max_size=300), max_size=6))
def test_no_letter_is_lost_or_repeated(paragraphs: list[str]) -> None:
    found = units_of(paragraphs, max_sentences=10_000)
    assert "".join("".join(found.sentences).split()) == "".join("".join(paragraphs).split())
    assert list(found.paragraph_of) == sorted(found.paragraph_of)
    assert len(found.paragraph_of) == len(found.sentences)
