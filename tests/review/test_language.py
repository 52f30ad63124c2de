from __future__ import annotations

import io
import re
import shutil
from typing import TYPE_CHECKING

import pytest
from markupsafe import Markup
from scrapy_reprint.crawler.review.language import LANGUAGES, Message, Speech, Term
from scrapy_reprint.crawler.review.measure_words import LABELS, LAYERS
from scrapy_reprint.crawler.review.pair_view import _JUDGED
from scrapy_reprint.crawler.review.words import WORDS
from scrapy_reprint.pipelines.domains.rows import VERDICTS
from scrapy_reprint.pipelines.index.rulings import KINDS
from scrapy_reprint.pipelines.match.pair import TIERS
from scrapy_reprint.pipelines.report.comparison import _LABELS

from .conftest import Visitor, open_visitor

if TYPE_CHECKING:
    from pathlib import Path

CHINESE = {"headers": {"Accept-Language": "zh-CN,zh;q=0.9,en;q=0.8"}}
HAN = re.compile("[\u4e00-\u9fff]")
#: English of the desk that must not stand in a Chinese page outside of reasons; CSV, UTC and the like may.
PROSE = re.compile(r"\b(?:the|of|pairs?|rulings?|queued?|report|copy|copies|page|domain|none|by|not)\b", re.I)
CRAWLED = re.compile(r'<ul class="reasons".*?</ul>|<p class="headline.*?</p>|<div class="text".*?</div>', re.S)


def holes(words: str) -> set[str]:
    return set(re.findall(r"\{\d\}", words))


def test_both_languages_say_the_same() -> None:
    assert list(WORDS) == list(LANGUAGES) == ["en", "zh"]
    english, chinese = WORDS["en"], WORDS["zh"]
    assert list(english) == list(chinese)
    for name, words in english.items():
        for form in words.split("|"):
            assert holes(form) == holes(chinese[name]), name
            assert re.findall(r"</?\w+>", form) == re.findall(r"</?\w+>", chinese[name]), name
        assert chinese[name] not in words, name
        assert "|" not in chinese[name]
        for text in (words, chinese[name]):
            assert re.search(r'["&]|<(?!/?(?:kbd|strong)>)', text) is None, name


def test_every_term_and_measure_has_a_chinese_word() -> None:
    speech = Speech("zh")
    for group, values in (("verdict", VERDICTS), ("tier", TIERS), ("kind", ("verbatim", "edited", "synonym"))):
        for value in values:
            assert HAN.search(speech.term(group, value)), value
            assert Speech("en").term(group, value) == value
    for kind in KINDS:
        assert HAN.search(speech.say(f"ruling.{kind}"))
    labels = [*_LABELS.values(), *((layer, label) for layer, _, label in _JUDGED)]
    assert {label for _, label in labels} == set(LABELS)
    assert {layer or "facts" for layer, _ in labels} <= set(LAYERS)
    assert speech.measure("whole", "segments in order", "yes") == ("全文", "分段次序一致", "是")
    assert speech.measure("fragment", "parts of A that stand in B", "7 of 10")[2] == "10 段中 7 段"
    assert speech.lapsed("it held until 2027-01-31") == "有效期至 2027-01-31"


def test_what_is_filled_in_is_text_and_numbers_are_counted() -> None:
    for language in LANGUAGES:
        said = Speech(language).say("who", "<b>")
        assert isinstance(said, Markup)
        assert "&lt;b&gt;" in said
    assert Speech("en").say("pairs", 1) == "1 pair"
    assert Speech("en").say("pairs", 1234) == "1,234 pairs"
    change = Message("said.change", ("a.test", Term("verdict", "scraper"), Term("verdict", "suspected")))
    messages = (Message("said.changes", ((change, change),)), Message("said.done"))
    assert Speech("zh").tell(messages) == (
        "a.test 现为采集站，原为可疑；a.test 现为采集站，原为可疑。没有剩下待裁定的文章对。"
    )


def test_the_desk_is_chinese_where_the_browser_is(visitor: Visitor) -> None:
    for path in ("/", "/?pairs=all&domain=here.test", "/rulings", *visitor.pairs(""), "/pair/none"):
        text = visitor.get(path, **CHINESE).text
        assert '<html lang="zh-CN">' in text
        shown = re.sub(r"<[^>]*>", " ", CRAWLED.sub("", text))
        assert PROSE.findall(shown.split("English", 1)[-1]) == [], path
    assert '<html lang="en">' in visitor.get("/").text


def test_what_is_said_and_refused_is_chinese_too(visitor: Visitor) -> None:
    path = visitor.pairs("")[0]
    visitor.client.set_cookie("reprint-language", "zh", domain="127.0.0.1")
    assert "裁定为抄袭之前" in visitor.post(path, {"kind": "copy"}).text
    assert "没有可撤销的" in visitor.post("/undo").text
    assert "此页来自裁定台的上一次运行" in visitor.post("/undo", {"token": "x"}).text
    assert "请先选择要导入的 CSV 文件" in visitor.post("/import").text
    assert "裁定台没有这一页" in visitor.get("/nothing").text
    for name in visitor.pairs():
        visitor.post(name, {"kind": "copy", "copy": "right"})
    text = visitor.get("/").text
    assert "已裁定：抄袭。" in text
    assert "库中共有 12 项裁定" in text
    visitor.post("/report")
    text = visitor.get("/").text
    assert "报告已写到" in text
    assert "there.test 现为采集站，原为" in text
    refused = visitor.post("/import", {"file": (io.BytesIO(b"ruling,url\n"), "a.csv")})
    assert 'role="alert" lang="en"' in refused.text


def test_the_switch_is_kept_in_a_cookie_of_the_desk_alone(visitor: Visitor) -> None:
    answer = visitor.post("/language", {"language": "zh", "back": "/?pairs=all"})
    assert answer.headers["Location"] == "/?pairs=all"
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith("reprint-language=zh;")
    for mark in ("SameSite=Strict", "HttpOnly", "Path=/"):
        assert mark in cookie
    assert '<html lang="zh-CN">' in visitor.get("/").text
    visitor.post("/language", {"language": "en", "back": "/"})
    assert '<html lang="en">' in visitor.get("/", **CHINESE).text
    for back in ("//evil.test/", "https://evil.test/", "/\\evil.test", "/\t/evil.test", "", "evil"):
        answer = visitor.post("/language", {"language": "xx", "back": back})
        assert answer.headers["Location"] == "/", back
        assert "Set-Cookie" not in answer.headers


def test_the_setting_is_stronger_than_the_browser(crawled: Path, tmp_path: Path) -> None:
    shutil.copytree(crawled, tmp_path / "store")
    with open_visitor(tmp_path / "store", tmp_path / "reports", lang="zh") as visitor:
        assert '<html lang="zh-CN">' in visitor.get("/", headers={"Accept-Language": "en"}).text
        visitor.client.set_cookie("reprint-language", "en", domain="127.0.0.1")
        assert '<html lang="en">' in visitor.get("/").text


@pytest.mark.parametrize("language", ["fr", "EN", "zh.js", "..%2fdesk"])
def test_there_is_a_script_for_each_language_and_no_other(visitor: Visitor, language: str) -> None:
    assert visitor.get("/desk.zh.js").mimetype == "text/javascript"
    assert "抄袭页在" in visitor.get("/desk.zh.js").text
    assert "抄袭页在" not in visitor.get("/desk.en.js").text
    assert visitor.get(f"/desk.{language}.js").status_code == 404
