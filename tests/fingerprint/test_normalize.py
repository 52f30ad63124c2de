from __future__ import annotations

import pytest
from scrapy_reprint.pipelines.fingerprint.normalize import normalize


@pytest.mark.parametrize(
    ("disguised", "plain"),
    [
        ("臺灣的漢字復興", "台湾的汉字复兴"),
        ("復(fù)興", "复兴"),
        ("復（fù）（fù）（fù）興", "复兴"),
        ("复(fu)兴", "复兴"),
        ("复(fu4)兴", "复兴"),
        ("市\u200b场\ufeff很\u00ad热闹", "市场很热闹"),
        ("今天\U0001f600很好\u2764\ufe0f", "今天很好"),
        ("ＡＢＣ１２３，价格", "ABC123,价格"),
        ("A&amp;B 公司 &#20013;文", "A&B公司中文"),
        ("市 场 2026 年 报 告", "市场2026年报告"),
        ("使用 Python 编程", "使用Python编程"),
        ("\u0420ython \u0441ode", "Python code"),
        ("壹贰叁", "一二三"),
    ],
)
def test_disguises_are_undone(disguised: str, plain: str) -> None:
    assert normalize(disguised) == plain


@pytest.mark.parametrize(
    "text", ["苹果(iOS)系统", "他说(见图)很好", "世界卫生组织(WHO)称", "Привет, мир", "hello (world) again"]
)
def test_what_is_no_disguise_stays(text: str) -> None:
    assert normalize(text) == text


def test_line_feeds_stay_and_the_form_is_stable() -> None:
    text = "第一段 文字\n第二段(dì)文字\n"
    once = normalize(text)
    assert once == "第一段文字\n第二段文字"
    assert normalize(once) == once


def test_lone_surrogates_and_controls_do_no_harm() -> None:
    assert normalize("a\ud800b\x00c\x85d") == "abcd"
