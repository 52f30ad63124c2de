from __future__ import annotations

import os
import time

import pytest
from scrapy_reprint.pipelines.purify.decode import decode, is_binary

CHINESE = "我们今天在公园里看见了很多花，大家都说这是一年中最好的时候。" * 3
TRADITIONAL = "我們今天在公園裡看見了很多花，大家都說這是一年中最好的時候。" * 3
JAPANESE = "今日は天気がいいので、みんなで公園へ行きました。とても楽しかったです。" * 3
KOREAN = "오늘은 날씨가 좋아서 우리는 공원에 갔습니다. 정말 즐거운 하루였습니다. " * 3
RUSSIAN = "Сегодня хорошая погода, и мы пошли гулять в парк. Было очень весело. " * 3


def page(text: str, meta: str = "") -> str:
    return f"<html><head>{meta}<title>x</title></head><body><p>{text}</p></body></html>"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (CHINESE, "utf-8"), (CHINESE, "gb18030"), (TRADITIONAL, "big5hkscs"), (TRADITIONAL, "gb18030"),
        (JAPANESE, "cp932"), (JAPANESE, "euc_jp"), (KOREAN, "cp949"), (RUSSIAN, "cp1251"),
        ("Le café était très bon, déjà vu à l'été", "cp1252"), ("Größe und Übung für Ärger", "cp1252"),
    ],
)
@pytest.mark.parametrize("header", ["", "text/html; charset=utf-8", "text/html; charset=nonsense"])
def test_charset_is_found_without_or_with_a_wrong_declaration(text: str, encoding: str, header: str) -> None:
    html = page(text)
    decoded = decode(html.encode(encoding), header)
    assert decoded.text == html
    assert decoded.encoding == encoding
    assert not decoded.lossy


@pytest.mark.parametrize("label", ["gb2312", "GBK", "x-gbk", "GB2312", "gb18030"])
def test_gb_labels_are_read_as_gb18030(label: str) -> None:
    html = page(CHINESE + "朱镕基喆㙍", f'<meta http-equiv="Content-Type" content="text/html; charset={label}">')
    assert decode(html.encode("gb18030")).text == html


@pytest.mark.parametrize("label", ["iso-8859-1", "big5", "utf-8", "shift_jis", "windows-1252"])
@pytest.mark.parametrize("where", ["header", "meta"])
def test_declared_charset_that_does_not_fit_is_not_believed(label: str, where: str) -> None:
    meta = f"<meta charset='{label}'>" if where == "meta" else ""
    html = page(CHINESE, meta)
    header = f"text/html; charset={label}" if where == "header" else ""
    assert decode(html.encode("gb18030"), header).text == html


def test_declared_charset_decides_where_the_bytes_leave_it_open() -> None:
    html = page("Привет", '<?xml version="1.0" encoding="koi8-r"?>')
    assert decode(html.encode("koi8-r")).text == html


def test_meta_is_looked_for_in_the_first_four_kilobytes() -> None:
    html = page("Łódź", "<!--" + "x" * 3000 + "--><meta charset=iso-8859-2>")
    assert decode(html.encode("iso-8859-2")).text == html


@pytest.mark.parametrize(
    ("bom", "encoding"),
    [(b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"), (b"", "utf-16-le"),
     (b"", "utf-16-be")],
)
def test_wide_charsets_with_and_without_bom(bom: bytes, encoding: str) -> None:
    html = page(CHINESE)
    decoded = decode(bom + html.encode(encoding), "text/html; charset=gbk")
    assert (decoded.text, decoded.encoding) == (html, encoding)


def test_character_cut_off_at_the_end_is_no_lie() -> None:
    for encoding in ("utf-8", "gb18030"):
        decoded = decode(page(CHINESE).encode(encoding).partition(b"</p>")[0][:-1], f"text/html; charset={encoding}")
        assert decoded.encoding == encoding
        assert not decoded.lossy
        assert decoded.text.endswith("时候")


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "big5hkscs"])
def test_a_few_bad_bytes_do_not_change_the_charset(encoding: str) -> None:
    text = TRADITIONAL if encoding == "big5hkscs" else CHINESE
    body = page(text * 30).encode(encoding).replace(b"</p>", b"\xff</p><p>\x80</p>", 1)
    decoded = decode(body)
    assert decoded.encoding == encoding
    assert decoded.lossy
    assert text in decoded.text


def test_nul_bytes_are_removed() -> None:
    assert decode(b"<p>a\0b</p>" * 9).text == "<p>ab</p>" * 9


def test_escaped_japanese_is_read_where_it_is_declared() -> None:
    html = page(JAPANESE)
    assert decode(html.encode("iso-2022-jp"), "text/html; charset=iso-2022-jp").text == html


@pytest.mark.parametrize(
    "label", ["base64", "rot13", "idna", "punycode", "utf-7", "unicode_escape", "undefined", "\x00", "x" * 200]
)
def test_strange_labels_are_passed_over(label: str) -> None:
    html = page(CHINESE)
    assert decode(html.encode("gb18030"), f"text/html; charset={label}").text == html


@pytest.mark.parametrize(
    "body", [b"", b"\xff", b"\xff\xfe", b"\xfe\xff\x00", b"\x81", b"<meta charset=", bytes(range(256)) * 9]
)
def test_no_bytes_raise(body: bytes) -> None:
    decode(body)
    decode(os.urandom(4000), "text/html; charset=shift_jis")


def test_large_pages_take_little_time() -> None:
    body = (page(CHINESE * 1000) * 200).encode("gb18030")[: 16 * 2**20]
    started = time.process_time()
    assert not decode(body, "text/html; charset=utf-8").lossy
    assert time.process_time() - started < 3


@pytest.mark.parametrize(
    ("body", "content_type"),
    [(b"%PDF-1.4 ...", "text/html"), (b"\x89PNG\r\n\x1a\n\0\0", ""), (b"PK\x03\x04....", "text/html"),
     (bytes(range(20)) * 50, "text/html"), (b"some words", "application/octet-stream"), (b"\0\0\0\x18ftypmp42", "")],
)
def test_binary_is_told(body: bytes, content_type: str) -> None:
    assert is_binary(body, content_type)


@pytest.mark.parametrize(
    ("body", "content_type"),
    [(b"<html>", "image/jpeg"), (b"", ""), (b"<p>words and\0</p>" * 20, "text/html"),
     (page(CHINESE).encode("utf-16"), ""),
     (page(CHINESE).encode("utf-16-be"), ""), (page(CHINESE).encode("gbk"), "text/html")],
)
def test_text_is_not_taken_for_binary(body: bytes, content_type: str) -> None:
    assert not is_binary(body, content_type)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("start", ["", "\n ", "<!DOCTYPE html>\n"])
def test_utf16_without_bom_is_known_by_its_markup_where_the_text_is_chinese(encoding: str, start: str) -> None:
    html = start + page(CHINESE * 20)
    assert decode(html.encode(encoding), "text/html; charset=utf-8").text == html
    assert not is_binary(html.encode(encoding), "text/html")
