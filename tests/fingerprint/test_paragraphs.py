from __future__ import annotations

import numpy as np
import pytest
from scrapy_reprint.pipelines.fingerprint import compute_signatures, containment, normalize
from scrapy_reprint.pipelines.fingerprint.paragraphs import settle_paragraphs

LINES = [
    "清早六点,码头上的渔船陆续靠岸,船老大把两筐带鱼抬上磅秤。",
    "收购点的会计一边记账一边报价,今天的带鱼每公斤十八元,比上周跌了两元。",
    "镇上的冷库去年扩建之后,可以存放八百吨水产,渔民不必再急着把货卖完。",
    "下午两点,冷链车从这里出发,四个小时以后就能把鱼送到省城的批发市场。",
]
ENGLISH = "The boats came in at six in the morning, and two baskets of fish were put upon the scales at once."
JAPANESE = "朝六時、港には漁船が次々と戻り、船長は籠を秤に載せた。今日の値段は少し下がったという。船長は網を替える。"
RUSSIAN = "В шесть часов утра лодки вернулись в порт, и рыбаки поставили на весы две корзины с рыбой."


@pytest.mark.parametrize(
    "changed",
    [
        LINES + LINES,
        [line for line in LINES for _ in range(2)],
        [*LINES, LINES[1]],
        [*LINES, ENGLISH],
        [RUSSIAN, *LINES],
        [*LINES, JAPANESE],
        ["来源:新华网 2020年1月1日", *LINES, "(责任编辑:张三)"],
        ["2020-01-01 10:20", *LINES, "时间:2021年3月4日 作者:李四"],
        [LINES[0], "3k9d2x8f", *LINES[1:], "xkqzwt"],
        [*LINES[:2], "镇上的冷库去年扩建之后,", "可以存放八百吨水产,渔民不必再急着把货卖完。", LINES[3]],
    ],
)
def test_lines_are_as_their_author_had_them(changed: list[str]) -> None:
    assert settle_paragraphs(changed) == LINES


def test_hard_wrapped_lines_are_joined() -> None:
    text = "".join(LINES)
    wrapped = [text[start : start + 19] for start in range(0, len(text), 19)]
    assert "".join(settle_paragraphs(wrapped)) == text
    assert len(settle_paragraphs(wrapped)) < len(wrapped) / 2


@pytest.mark.parametrize(
    "lines",
    [
        LINES,
        ["码头的一天", *LINES[:2], "冷库", *LINES[2:]],
        ["步骤", "打开开关", "等三分钟", "关上开关"],
        ["运行下面的命令。", "sudo apt update", "再运行一次。", "sudo apt update"],
        [ENGLISH, "Another line in the same language follows here.", "Short"],
        [RUSSIAN, "Капитан сказал, что цена ниже."],
        [JAPANESE, "明日も漁に出る。"],
        # Half and half: a bilingual text has no foreign part.
        [LINES[0], LINES[1], ENGLISH, ENGLISH.replace("boats", "ships")],
        ["GPL 3.0", *LINES, "Linux"],
        ["作者:张三"],
        [],
    ],
)
def test_honest_lines_stay(lines: list[str]) -> None:
    assert settle_paragraphs(lines) == lines


def test_settled_lines_settle_no_further() -> None:
    text = "".join(LINES)
    wrapped = ["来源:某网", *(text[start : start + 19] for start in range(0, len(text), 19)), ENGLISH]
    once = settle_paragraphs(wrapped)
    assert settle_paragraphs(once) == once


def test_two_articles_do_not_become_alike() -> None:
    others = [
        "市图书馆把闭馆时间推迟到晚上十点,自习室每天放出一百二十个座位,读者要在前一天预约。",
        "馆长说,去年来过三十万人次,借走的书里有四成是小说,儿童读物排在第二位。",
    ]
    adverts = ["点击关注本站公众号,领取红包!", ENGLISH, "来源:某网"]
    a, _ = compute_signatures([*LINES, *adverts])
    b, _ = compute_signatures([*others, *adverts])
    assert containment(a.char_set, b.char_set) == 0
    assert not np.intersect1d(a.paragraphs, b.paragraphs).size
    assert normalize(LINES[0]) != normalize(others[0])
