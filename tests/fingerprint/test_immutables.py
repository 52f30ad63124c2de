from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scrapy_reprint.pipelines.fingerprint import normalize, tokenize
from scrapy_reprint.pipelines.fingerprint.immutables import (
    immutable_hashes,
    immutables,
    immutables_agreement,
    kinds_of,
)
from scrapy_reprint.pipelines.fingerprint.number_words import chinese_value, numbers_to_digits


def found(text: str) -> set[str]:
    return set(immutables(normalize(text)))


def hashes(text: str) -> np.ndarray:
    normal = normalize(text)
    return immutable_hashes(immutables(normal, tokenize(normal)))


@pytest.mark.parametrize(
    ("written", "digits"),
    [
        ("一千二百次", "1200次"),
        ("1,200次", "1200次"),
        ("两万五", "25000"),
        ("十万零三百", "100300"),
        ("一亿二千万", "120000000"),
        ("3.5亿", "350000000"),
        ("1200万元", "12000000元"),
        ("三点五倍", "3.5倍"),
        ("百分之三十五", "35%"),
        ("百分之3.5", "3.5%"),
        ("三成四", "34%"),
        ("35 per cent", "35%"),
        ("二零二三年", "2023年"),
        ("twelve hundred", "1200"),
        ("one thousand two hundred and forty", "1240"),
        ("twenty-four", "24"),
        ("four and a half hours", "4.5 hours"),
        ("3 million", "3000000"),
        ("a dozen eggs", "12 eggs"),
    ],
)
def test_numbers_in_words_become_digits(written: str, digits: str) -> None:
    assert numbers_to_digits(written) == digits


@pytest.mark.parametrize("text", "三四个人 几百人 十几个 千万不要 统一成了整体 一成不变 一样 第一 万一".split())
def test_words_that_only_look_like_numbers_say_none(text: str) -> None:
    assert not {name for name in found(text) if not name.startswith("ordinal")}


@given(st.integers(0, 99_999_999))
def test_every_number_is_read_as_it_is_written(value: int) -> None:
    assert chinese_value(chinese(value)) == value


def chinese(value: int) -> str:
    """A number in full Chinese numerals."""
    if value >= 10_000:
        high, low = divmod(value, 10_000)
        gap = "零" if 0 < low < 1000 else ""
        return f"{chinese(high)}万{gap}{chinese(low) if low else ''}"
    if value == 0:
        return "零"
    text, pending = "", False
    for scale, name in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit = value // scale % 10
        if digit:
            text += ("零" if pending and text else "") + "零一二三四五六七八九"[digit] + name
        pending = digit == 0
    return text


@pytest.mark.parametrize(
    "text",
    [
        "2025年3月8日下午2点半开会",
        "2025-03-08 14:30",
        "二零二五年三月八日14时30分",
        "March 8, 2025, 2:30 p.m.",
        "8th of March 2025 at 14:30",
    ],
)
def test_a_day_and_an_hour_are_the_same_however_they_are_written(text: str) -> None:
    assert {"date:2025", "date:3-", "date:-8", "clock:2:30"} <= found(text)


def test_units_are_levelled_where_the_number_is_small() -> None:
    assert found("重3公斤") == found("重三千克") == found("weighs 3 kg") == {"small:3kg"}
    assert found("共有1200人次") == found("一千二百次") == {"number:1200"}


def test_names_and_identifiers_in_latin_letters() -> None:
    assert {"latin:nginx", "latin:1.24.2", "latin:gb18030"} <= found("服务器用nginx 1.24.2,编码是GB18030")
    assert {"latin:hexley", "latin:green"} == found("She walked up to Hexley Green. Then nothing happened.")
    assert found("Why This Dull Bicycle Won Everyone Over") == set()
    assert "title:红楼梦" in found("他读完了《红楼梦》")


def test_rare_words_come_from_the_tokens() -> None:
    text = "沈既明在饭店里点了酸菜鱼"
    assert {"rare:沈既明", "rare:酸菜鱼"} <= immutables(text, tokenize(text))


def test_hashes_say_their_kind() -> None:
    assert kinds_of(immutable_hashes(["number:1200"])).tolist() == [0]
    assert kinds_of(immutable_hashes(["rare:沈既明"])).tolist() == [9]
    assert immutable_hashes([]).dtype == np.uint32


DRAFT = "3月8日上午9时，柳桥镇的展馆开幕，首日迎来2162人，比去年多35%，收入12.6万元，李文昭馆长到场。"
EDITED = "三月八日上午九点，柳桥镇展馆正式开幕。首日接待2162人，较上年多百分之三十五，收入126000元，馆长李文昭出席。"
FORMULA = "4月17日上午10时，柳桥镇的展馆开幕，首日迎来1871人，比去年多22%，收入10.4万元，李文昭馆长到场。"


def test_an_edited_copy_agrees_and_the_same_formula_on_another_day_does_not() -> None:
    copy = immutables_agreement(hashes(DRAFT), hashes(EDITED))
    formula = immutables_agreement(hashes(DRAFT), hashes(FORMULA))
    assert copy is not None
    assert formula is not None
    assert copy > 0.9
    assert formula < 0.4


def test_agreement_is_symmetric_and_says_nothing_of_little() -> None:
    a, b = hashes(DRAFT), hashes(FORMULA)
    assert immutables_agreement(a, b) == immutables_agreement(b, a)
    assert immutables_agreement(hashes("没有什么数字的一句话。"), a) is None


@pytest.mark.parametrize("noise", "一|1,|a b |1.|one and |A1|百分之|2020-|《|12:|第1|三成|9万|1|1 |x'|百|a".split("|"))
@pytest.mark.timeout(20)
def test_noise_of_any_length_is_read_in_linear_time(noise: str) -> None:
    immutables(noise * 40_000)
