"""What is read from pages.jsonl and WARC files, and what is told of their damage."""

from __future__ import annotations

import base64
import gzip
import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scrapy_reprint.crawler.items import Page
from scrapy_reprint.crawler.pages_file import Fault, read_pages
from scrapy_reprint.crawler.replay_files import find_files
from scrapy_reprint.crawler.warc_file import NotHtml, read_warc

if TYPE_CHECKING:
    from pathlib import Path

LIMIT = 100_000
URL = "https://a.test/1"

# The same bytes in every process: they are part of the tests' names.
PACKED = gzip.compress(b"<html>hello", mtime=0)


def row(**fields: Any) -> bytes:
    return json.dumps({"url": URL, "html": "<p>x</p>", **fields}).encode() + b"\n"


def read(path: Path, data: bytes) -> list[Page | Fault]:
    path.write_bytes(data)
    return list(read_pages(path, LIMIT))


def faults(found: list[Any]) -> list[Fault]:
    return [one for one in found if isinstance(one, Fault)]


def test_a_row_becomes_a_page(tmp_path: Path) -> None:
    line = row(
        status=404, headers={"Content-Type": "text/html", "X": ["1", "2"]}, fetched_at="2026-04-01T00:00:00+08:00"
    )
    (page,) = read(tmp_path / "p.jsonl", line)
    assert page == Page(
        URL, 404, {"content-type": "text/html", "x": "1"}, "<p>x</p>", fetched_at="2026-04-01T00:00:00+08:00"
    )


def test_body_is_bytes_and_text_stays_text(tmp_path: Path) -> None:
    lines = row(html=None, body=base64.b64encode("中文".encode("gb18030")).decode()) + row(html=None, text="正文")
    body, text = read(tmp_path / "p.jsonl", lines)
    assert isinstance(body, Page)
    assert isinstance(text, Page)
    assert body.body == "中文".encode("gb18030")
    assert text.text == "正文"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"{", "not JSON"),
        (b"[1]", "not a JSON object"),
        (b'{"html": "x"}', "url is missing"),
        (b'{"url": 5, "html": "x"}', "url is not text"),
        (b'{"url": "ftp://a.test/", "html": "x"}', "url is not an http address"),
        (b'{"url": "https://a.test/"}', "html, body and text are all missing"),
        (row(html=5).strip(), "html is not text"),
        (row(html=None, body="%%%").strip(), "body is not base64"),
        (row(status="200").strip(), "status is '200'"),
        (row(status=True).strip(), "status is 'True'"),
        (row(status=10**50).strip(), "status is"),
        (row(headers=[1]).strip(), "headers is not an object"),
        (row(headers={"a": 1}).strip(), "header 'a' is not text"),
        (row(date_hints=[["feed"]]).strip(), "date_hints is not a list"),
        (b"\xff\xfe", "not UTF-8"),
        (b'{"url":' + b"[" * 100_000, "not JSON"),
        (row(html="x" * (LIMIT + 1)).strip(), "more than"),
        (b'{"url": "' + b"x" * 700_000 + b'"}', "too long"),
    ],
)
def test_a_bad_line_is_named_and_the_rest_is_read(tmp_path: Path, line: bytes, why: str) -> None:
    path = tmp_path / "p.jsonl"
    found = read(path, row() + line + b"\n" + b"\n" + row())
    assert [type(one) for one in found] == [Page, Fault, Page]
    assert found[1].where == f"{path}, line 2"  # type: ignore[union-attr]
    assert why in found[1].why  # type: ignore[union-attr]


def test_half_a_surrogate_pair_does_not_reach_the_page(tmp_path: Path) -> None:
    (page,) = read(tmp_path / "p.jsonl", row(html="a\ud800b"))
    assert isinstance(page, Page)
    assert page.html == "a?b"


def test_a_cut_gzip_file_gives_what_comes_before_the_cut(tmp_path: Path) -> None:
    data = gzip.compress(b"".join(row(html=f"{number:05d}" * 50) for number in range(2000)))
    found = read(tmp_path / "p.jsonl.gz", data[: len(data) // 2])
    assert len(found) > 100
    assert [fault.why for fault in faults(found)] == ["the file ends too early"]
    assert "after line" in faults(found)[0].where


def test_damaged_gzip_data_is_a_fault(tmp_path: Path) -> None:
    data = bytearray(gzip.compress(b"".join(row(html=f"{number:05d}" * 50) for number in range(2000))))
    data[len(data) // 2] ^= 0xFF
    assert "cannot be read" in faults(read(tmp_path / "p.jsonl.gz", bytes(data)))[0].why


@given(st.binary(max_size=400))
@settings(max_examples=60, deadline=None)
def test_no_bytes_break_the_readers(tmp_path_factory: pytest.TempPathFactory, noise: bytes) -> None:
    folder = tmp_path_factory.mktemp("noise")
    for data in (noise, b"\x1f\x8b\x08" + noise, b"WARC/1.0\r\n" + noise, gzip.compress(b"WARC/1.0\r\n" + noise)):
        (folder / "x").write_bytes(data)
        list(read_pages(folder / "x", LIMIT))
        list(read_warc(folder / "x", LIMIT))


def warc(*responses: tuple[str, list[tuple[str, str]], bytes], packed: bool = False) -> bytes:
    """Archive of an info record and the responses; packed as ``.warc.gz`` is, a gzip member a record."""
    records = [_record("warcinfo", "", b"software: test\r\n")]
    for url, headers, body in responses:
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers)
        records.append(_record("response", url, f"HTTP/1.1 200 OK\r\n{lines}\r\n".encode() + body))
    return b"".join(gzip.compress(record) for record in records) if packed else b"".join(records)


def _record(kind: str, url: str, block: bytes) -> bytes:
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2026-04-01T00:00:00Z\r\n"
        f"Content-Type: application/http\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


HTML = [("Content-Type", "text/html")]


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize(
    ("headers", "body"),
    [
        ([], b"<html>hello"),
        ([("Content-Encoding", "gzip")], PACKED),
        ([("Content-Encoding", "gzip")], b"<html>hello"),  # unpacked by the crawler that wrote the archive
        ([("Transfer-Encoding", "chunked")], b"6\r\n<html>\r\n5\r\nhello\r\n0\r\n\r\n"),
        ([("Transfer-Encoding", "chunked"), ("Content-Encoding", "gzip")],
         b"%x\r\n%s\r\n0\r\n\r\n" % (len(PACKED), PACKED)),
    ],
)
def test_a_response_is_decoded(
    tmp_path: Path, headers: list[tuple[str, str]], body: bytes, packed: bool
) -> None:
    (tmp_path / "x.warc").write_bytes(warc((URL, HTML + headers, body), packed=packed))
    (page,) = read_warc(tmp_path / "x.warc", LIMIT)
    assert isinstance(page, Page)
    assert (page.url, page.status, page.body) == (URL, 200, b"<html>hello")
    assert page.fetched_at == "2026-04-01T00:00:00Z"


def test_what_is_not_html_is_kept_out(tmp_path: Path) -> None:
    (tmp_path / "x.warc").write_bytes(warc(
        (URL, [("Content-Type", "image/png")], b"<html>"), (URL, [], b"%PDF"), (URL, [], b"\n<!DOCTYPE html>"),
    ))
    assert [type(one) for one in read_warc(tmp_path / "x.warc", LIMIT)] == [NotHtml, NotHtml, Page]


@pytest.mark.parametrize("headers", [[], [("Content-Encoding", "gzip")]])
def test_a_response_that_unpacks_to_too_much_is_a_fault(tmp_path: Path, headers: list[tuple[str, str]]) -> None:
    bomb = b"\0" * 50_000_000
    body = gzip.compress(bomb) if headers else bomb[: LIMIT + 1]
    (tmp_path / "x.warc.gz").write_bytes(warc((URL, HTML + headers, body), (URL, HTML, b"next"), packed=True))
    fault, page = read_warc(tmp_path / "x.warc.gz", LIMIT)
    assert "more than 100000 bytes" in fault.why  # type: ignore[union-attr]
    assert isinstance(page, Page)


@pytest.mark.parametrize("packed", [False, True])
def test_a_damaged_record_costs_only_itself(tmp_path: Path, packed: bool) -> None:
    records = [(f"{URL}{number}", HTML, f"<p>{number}".encode() * 300) for number in range(5)]
    whole = warc(*records, packed=packed)
    start = len(warc(*records[:2], packed=packed))
    broken = bytearray(whole)
    if packed:
        broken[start + 60 : start + 90] = b"\xff" * 30
    else:
        broken = bytearray(whole.replace(b"Content-Length: 1", b"Content-Length: z1", 1))
    path = tmp_path / "x.warc"
    path.write_bytes(broken)
    found = list(read_warc(path, LIMIT))
    assert len(faults(found)) == 1
    assert faults(found)[0].where.startswith(f"{path}, record ")
    assert len([one for one in found if isinstance(one, Page)]) == (4 if packed else 5)


@pytest.mark.parametrize("packed", [False, True])
def test_a_cut_archive_gives_what_comes_before_the_cut(tmp_path: Path, packed: bool) -> None:
    data = warc((URL, HTML, b"<p>1" * 300), (URL, HTML, b"<p>2" * 300), packed=packed)
    (tmp_path / "x.warc").write_bytes(data[:-30])
    found = list(read_warc(tmp_path / "x.warc", LIMIT))
    assert [type(one) for one in found] == [Page, Fault]
    assert "the file ends inside" in found[1].why  # type: ignore[union-attr]


def test_an_archive_packed_as_one_member_is_read(tmp_path: Path) -> None:
    (tmp_path / "x.warc.gz").write_bytes(gzip.compress(warc((URL, HTML, b"1"), (URL, HTML, b"2"))))
    assert [page.body for page in read_warc(tmp_path / "x.warc.gz", LIMIT)] == [b"1", b"2"]  # type: ignore[union-attr]


def test_a_folder_is_read_in_the_order_of_names(tmp_path: Path) -> None:
    for name in ("b.jsonl", "a/z.warc.gz", "a/c.jsonl.gz", "notes.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    names = [path.relative_to(tmp_path).as_posix() for path in find_files(tmp_path)]
    assert names == ["a/c.jsonl.gz", "a/z.warc.gz", "b.jsonl"]
