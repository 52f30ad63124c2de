"""Whatever the web and its files hold: every page is judged or listed, and none disturbs the others."""

from __future__ import annotations

import base64
import gzip
import html
import json
import random
import re
import struct
import subprocess
import sys
import time
import zlib
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import opencc
import pytest
from scrapy_reprint.crawler.demo import build_site_pages
from scrapy_reprint.pipelines.analyse import analyse
from scrapy_reprint.pipelines.purify.raw import RawPage

from .conftest import Bench, stories, web, write_pages
from .raw_server import RawServer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

REPORTS = ("articles.jsonl", "matches.csv", "domains.csv", "problems.csv")
MAX_BYTES = 2 * 2**20
DATES = (
    "2005-13-45", "9999-99-99", "3020-05-13T10:00:00+08:00", "0000-00-00", "0000-00-00T00:00:00Z",
    "0001-01-01T00:00:00Z", "9999-12-31T23:59:59-14:00", "1e999", "99999999999999999999", "-1", "NaN",
)
LINKED_DATA = "<script type='application/ld+json'>{}</script>"
TITLES = ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1+1", "＝1＋1", "a\nb\0c<script>alert(1)</script>", "\u202ertl")
CANONICALS = ("http://[::1", "javascript:alert(1)", "", " ", "\0", "http://" + "x" * 20_000, "//", "../../..",
              "http://a.test:99999999/", "data:text/html,x", "http:\\\\evil")  # fmt: skip


@dataclass
class Case:
    """A line of pages.jsonl and what is to become of it."""

    name: str
    line: bytes
    #: URL of its line in articles.jsonl, "" for none.
    url: str = ""
    #: What its line says in skipped_because.
    skipped: str = ""
    #: What problems.csv says of it.
    why: str = ""
    #: Text that must be in its body.
    text: str = ""
    #: Publication time that its line gives.
    published: str | None = None


@cache
def paragraphs(name: str) -> tuple[str, ...]:
    """An article like no other: scraps of Chinese, too short to be phrases."""
    chance = random.Random(name)
    pool = re.sub(r"[^\u4e00-\u9fff]", "", "".join(text for _, story in stories()[15:] for text in story))
    scraps = (pool[at : at + 4] for at in (chance.randrange(len(pool) - 4) for _ in range(84)))
    return tuple("，".join("".join(next(scraps) for _ in range(3)) for _ in range(4)) + "。" for _ in range(7))


def body_of(name: str) -> str:
    return "".join(f"<p>{text}</p>" for text in paragraphs(name))


def document(name: str, title: str = "普通的标题在这里", head: str = "", body: str = "", charset: str = "utf-8") -> str:
    body = body or body_of(name)
    return (
        f'<!doctype html><html lang="zh"><head><meta charset="{charset}"><title>{title}</title>{head}</head><body>'
        f"<h1>{title}</h1>{body}</body></html>"
    )


def packed(data: bytes) -> str:
    return base64.b64encode(data).decode()


def case(name: str, skipped: str = "", text: str | None = None, published: str | None = None, **row: Any) -> Case:
    """A page that gets a line."""
    row = {"url": f"https://{name}.test/a", "fetched_at": "2026-05-01T08:00:00+08:00", **row}
    said = (paragraphs(name)[0][:20] if not skipped else "") if text is None else text
    return Case(name, json.dumps(row).encode(), row["url"], skipped, text=said, published=published)


def refused(name: str, why: str, line: bytes | None = None, **row: Any) -> Case:
    """A line that no page comes of."""
    line = json.dumps({"url": "https://refused.test/a", "html": "x", **row}).encode() if line is None else line
    return Case(name, line, why=why)


def charsets() -> Iterator[Case]:
    def declared(charset: str) -> dict[str, Any]:
        return {"Content-Type": f"text/html; charset={charset}"}

    traditional = opencc.OpenCC("s2t").convert(document("big5-as-gbk", charset="gbk"))
    english = "".join(
        f"<p>It’s the “great” river – crossing {number} – that the ferry made every single morning before the bridge, "
        "and naïve café owners cheered from the quay.</p>" for number in range(5)
    )
    western = document("", "The river – once more", body=english)
    yield case("gb-as-utf8", body=packed(document("gb-as-utf8").encode("gb18030")), headers=declared("utf-8"))
    yield case("utf8-as-gb", body=packed(document("utf8-as-gb", charset="gb2312").encode()), headers=declared("gb2312"))
    yield case("big5-as-gbk", body=packed(traditional.encode("big5hkscs", "ignore")), headers=declared("gbk"),
               text=opencc.OpenCC("s2t").convert(paragraphs("big5-as-gbk")[0][:20]))
    yield case("smart-latin", body=packed(western.encode("cp1252")), headers=declared("iso-8859-1"),
               text="It’s the “great” river – crossing 0")
    yield case("smart-utf8", body=packed(western.encode("cp1252")), headers=declared("utf-8"),
               text="naïve café owners")
    yield case("utf16-le", body=packed(document("utf16-le").encode("utf-16-le")))
    yield case("utf16-be", body=packed(document("utf16-be").encode("utf-16-be")), headers=declared("utf-16"))
    nameless = document("no-charset", charset="\0'\"><x")
    yield case("no-charset", body=packed(nameless.encode()), headers=declared("\0;;=\"'"))
    yield case("codec", body=packed(document("codec", charset="rot13").encode()), headers=declared("unicode_escape"))


def markup() -> Iterator[Case]:
    name = "cut-in-tag"
    whole = document(name)
    yield case(name, html=whole[: whole.index(paragraphs(name)[-1])] + "<p cla")
    name = "cut-in-character"
    body = document(name).encode("gb18030")
    yield case(name, body=packed(body[: body.index(paragraphs(name)[-1].encode("gb18030")) + 101]))
    for name, opening in (("div", "<div>"), ("span", "<span>"), ("table", "<table><tr><td>")):
        yield case(f"deep-{name}", html=document("", body=opening * 100_000 + body_of(f"deep-{name}")))
    yield case("some-nul", body=packed(document("some-nul").replace("。", "。\0\0").encode()))
    yield case("all-nul", "binary", body=packed(b"\0" * 5000))
    yield case("empty-html", "empty", html="")
    yield case("empty-body", "empty", body="")
    yield case("white", "empty", html=" \n\t ")
    yield case("only-a-tag", "empty", html="<html>")
    yield case("headers", html=document("headers"), headers={
        "Content-Type": "\0\1text/html;;;; charset", "Last-Modified": "never", "ETag": "x" * 50_000, "": "",
        "Date": "Thu, 99 Foo 3020 99:99:99 GMT", "Link": "<http://[::1>; rel=canonical",
    })


def kinds() -> Iterator[Case]:
    noise = bytes(range(256)) * 40
    for name, start, kind in (
        ("png", b"\x89PNG\r\n\x1a\n", "image/png"), ("png-as-html", b"\x89PNG\r\n\x1a\n", "text/html"),
        ("pdf", b"%PDF-1.7\n", "application/pdf"), ("pdf-as-html", b"%PDF-1.7\n", "text/html; charset=utf-8"),
        ("zip", b"PK\3\4", "application/zip"), ("octets", b"", "application/octet-stream"), ("untyped", b"\0\1", ""),
    ):
        yield case(name, "binary", body=packed(start + noise), headers={"Content-Type": kind})
    content = json.dumps({"text": "".join(paragraphs("json"))}).encode()
    yield case("json", "binary", body=packed(content), headers={"Content-Type": "application/json"})
    octets = {"Content-Type": "application/octet-stream"}
    yield case("octets-with-html", body=packed(document("octets-with-html").encode()), headers=octets)


def dates() -> Iterator[Case]:
    for number, date in enumerate(DATES):
        meta = f'<meta property="article:published_time" content="{date}"><meta name="last-modified" content="{date}">'
        linked = json.dumps({"@type": "NewsArticle", "datePublished": date, "dateModified": date})
        byline = f"<p>发布时间：{date} 来源：河边日报</p><time datetime='{date}'>{date}</time>"
        yield case(name := f"meta{number}", html=document(name, head=meta))
        yield case(name := f"ld{number}", html=document(name, head=LINKED_DATA.format(linked)))
        yield case(name := f"byline{number}", html=document(name, body=byline + body_of(name)))
        yield case(name := f"item{number}", html=document(name), published_at=date)
        # A time of fetch is evidence, and one that cannot be read is not guessed.
        if date[:4] in ("3020", "0001") or date.startswith("9999-12"):
            yield case(name := f"fetched{number}", html=document(name), fetched_at=date)
        else:
            yield refused(name := f"fetched{number}", "fetched_at is", html=document(name), fetched_at=date)
        yield case(name := f"hint{number}", html=document(name), date_hints=[["feed", date], ["sitemap", date]])
    for number, content in enumerate((
        '{"@type": ["NewsArticle", null], "datePublished": NaN, "@graph": [[[1]], null]}',
        '{"@type": "NewsArticle", "datePublished": {"a": 1}, "author": {"name": [1, {}]}, "headline": []}',
    )):
        yield case(name := f"strange{number}", html=document(name, head=LINKED_DATA.format(content)))


def addresses() -> Iterator[Case]:
    usable = (
        "https://long.test/" + "a" * 10_000, "https://query.test/a?q=" + "%E4%B8%AD" * 3000, "http://[::1]/a",
        "https://中文域名.test/新闻", "https://port.test:8443/a", "https://port.test:99999/a", "https://port.test:abc/a",
        "https://user:pw@user.test/a", "HTTPS://UPPER.TEST/a", "https://a..b.test/a", "https://192.0.2.1/a",
        "https://" + "l" * 300 + ".test/a", "https://%00.test/a", "https://nul.test/\0a", "https://x.test\\@evil.test/a",
        "https://=formula.test/a", "https://formula.test/=1+1",
    )
    for number, url in enumerate(usable):
        yield case(name := f"address{number}", url=url, html=document(name))
    for url in ("http://[::1", "http:///x", "http://\u2100.test/"):
        yield refused(f"host of {url}", "no web address with a host", url=url)
    for url in ("javascript:alert(1)", "https://spa ce.test/a", "https://sur\ud800.test/a", "", "//a.test/"):
        yield refused(f"address {url!r}", "url is", url=url)


def texts() -> Iterator[Case]:
    for number, title in enumerate(TITLES):
        yield case(name := f"title{number}", html=document(name, html.escape(title)))
        yield case(name := f"given{number}", html=document(name), title=title)
    for number, link in enumerate(CANONICALS):
        head = f'<link rel="canonical" href="{link}"><meta property="og:url" content="{link}"><base href="{link}">'
        name = f"canonical{number}"
        body = body_of(name).replace("</p>", f"<a href='{link}'>x</a><img src='{link}'></p>")
        yield case(name, html=document(name, head=head, body=body))


def lines() -> Iterator[Case]:
    yield refused("cut", "not JSON", b'{"url": "https://refused.test/a", "html": "x')
    for line in (b"[1, 2]", b"null", b'"x"', b"12"):
        yield refused(f"not an object {line!r}", "not a JSON object", line)
    yield refused("no address", "url is missing", b'{"html": "x"}')
    yield refused("not utf-8", "not UTF-8", b'{"url": "\xff\xfe"}')
    yield refused("nested", "nested too deep", b'{"url": "https://x.test/", "html": ' + b"[" * 100_000)
    yield refused("nothing", "html, body and text are all missing", b'{"url": "https://x.test/a"}')
    yield refused("bad base64", "body is not base64", html=None, body="%%%")
    yield refused("big page", f"the page has {MAX_BYTES + 1} bytes", html="x" * (MAX_BYTES + 1))
    yield refused("50 MB page", "the line is too long", html="<p>" + "x" * 50_000_000)
    yield refused("100 MB line", "the line is too long", b'{"x": "' + b"y" * 100_000_000)
    for field, value, why in (
        ("url", 5, "url is not text"), ("url", ["https://x.test"], "url is not text"),
        ("html", {"a": 1}, "html is not text"),
        ("body", 5, "body is not text"), ("text", [1], "text is not text"), ("status", "200", "status is '200'"),
        ("status", -1, "status is"), ("status", 1.5, "status is"), ("status", 10**400, "status is"),
        ("headers", [1], "headers is not"), ("headers", {"a": 1}, "header 'a' is not"),
        ("fetched_at", 5, "fetched_at is"),
        ("title", 5, "title is not text"), ("published_at", {"a": 1}, "published_at is not"),
        ("date_hints", [[1, 2]], "date_hints is not"), ("follows", "x", "follows is not a list"),
    ):
        yield refused(f"{field} {str(value)[:20]}", why, **{field: value})


def all_cases() -> list[Case]:
    made = (charsets(), markup(), kinds(), dates(), addresses(), texts(), lines())
    return [one for group in made for one in group]


def mixed(cases: list[Case]) -> tuple[bytes, dict[str, int]]:
    """A file with a page of :func:`web` behind every few cases, odd line ends, and the line number of each case."""
    good = [json.dumps(row, ensure_ascii=False).encode() for row in web()]
    out, numbers = [b"\xef\xbb\xbf"], {}
    for number, one in enumerate(cases):
        numbers[one.name] = len(out)
        out.append(one.line + (b"\r\n" if number % 3 else b"\n"))
        if number % 6 == 0:
            out.append(good.pop(0) + b"\r\n" if good else b" \n")
    return b"".join([*out, *(line + b"\n" for line in good), b"\n\n"]), numbers


@dataclass
class Outcome:
    """A crawl over all cases."""

    bench: Bench
    cases: list[Case]
    numbers: dict[str, int]
    log: str


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    folder = tmp_path_factory.mktemp("bad")
    bench, cases = Bench(folder), all_cases()
    data, numbers = mixed(cases)
    (folder / "bad.jsonl").write_bytes(data)
    done = bench.replay(folder / "bad.jsonl", REPRINT_MAX_PAGE_BYTES=MAX_BYTES)
    assert done.exit_code == 0, done.log
    return Outcome(bench, cases, numbers, done.log)


def untroubled(log: str) -> bool:
    return not re.search(r"Traceback| ERROR:| CRITICAL:|\w+Warning:", log)


def test_nothing_is_raised_and_every_fault_is_counted(outcome: Outcome) -> None:
    assert untroubled(outcome.log), outcome.log
    counts = {name: int(value) for name, value in re.findall(r"'reprint/([\w/]+)': (\d+)", outcome.log)}
    assert counts["bad_input"] + counts["problems"] == len([one for one in outcome.cases if one.why])
    assert counts["pages"] == len([one for one in outcome.cases if one.url]) + 28
    skipped = [one.skipped for one in outcome.cases if one.skipped]
    assert {name: counts[f"skipped/{name}"] for name in set(skipped)} == {
        name: skipped.count(name) for name in set(skipped)
    }


def test_every_page_has_one_line_and_every_other_input_one_problem(outcome: Outcome) -> None:
    lines = [article["url"] for article in outcome.bench.articles()]
    assert sorted(lines) == sorted([*(one.url for one in outcome.cases if one.url), *(row["url"] for row in web())])
    problems = {row["where"]: row["why"] for row in outcome.bench.rows("problems.csv")}
    expected = {
        (json.loads(one.line)["url"] if "host of" in one.name
         else f"{outcome.bench.folder}/bad.jsonl, line {outcome.numbers[one.name]}"): one.why
        for one in outcome.cases if one.why
    }
    assert problems.keys() == expected.keys()
    assert [where for where, why in expected.items() if why not in problems[where]] == []


def test_each_page_is_read_as_it_was_meant(outcome: Outcome) -> None:
    by_url = {article["url"]: article for article in outcome.bench.articles()}
    for one in outcome.cases:
        if one.url:
            line = by_url[one.url]
            assert (one.name, line["skipped_because"]) == (one.name, one.skipped)
            assert one.text in line["body"], one.name
            assert (one.name, line["published_at"], line["modified_at"]) == (one.name, one.published, None)
            assert "\ufffd" not in line["body"], one.name


def judgements(bench: Bench) -> dict[str, dict[str, str]]:
    """The domains but for how many pairs are queued: that depends on how many articles there are."""
    return {
        name: {**row, "reasons": row["reasons"].partition("; hangs on a ruling")[0]}
        for name, row in bench.domains().items()
    }


def test_pages_beside_bad_ones_are_judged_as_if_alone(outcome: Outcome, tmp_path: Path) -> None:
    alone = Bench(tmp_path)
    alone.replay(write_pages(tmp_path / "good.jsonl", web()))
    expected, found = judgements(alone), judgements(outcome.bench)
    assert {name: found[name] for name in expected} == expected
    pairs = [row for row in outcome.bench.rows("matches.csv") if "news.test" in (row["domain"], row["matched_domain"])]
    assert [{**row, "review": ""} for row in pairs] == [{**row, "review": ""} for row in alone.rows("matches.csv")]
    ours = [article for article in outcome.bench.articles() if article["domain"] in alone.domains()]
    assert ours == alone.articles()


def test_no_cell_of_a_table_is_a_formula_or_breaks_its_line(outcome: Outcome) -> None:
    for name in REPORTS[1:]:
        text = (outcome.bench.reports / name).read_text(encoding="utf-8")
        assert not re.search("[\0-\x09\x0b-\x1f\x7f\u202e]", text)
        for row in outcome.bench.rows(name):
            assert not [cell for cell in row.values() if cell.startswith(tuple("=+-@＝＋－＠"))]
    assert "'=formula.test" in outcome.bench.domains()
    titles = {article["url"]: article["title"] for article in outcome.bench.articles()}
    assert titles["https://title6.test/a"] == "a bc<script>alert(1)</script>"


def test_processes_give_the_same_files(outcome: Outcome, tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    done = bench.replay(outcome.bench.folder / "bad.jsonl", REPRINT_MAX_PAGE_BYTES=MAX_BYTES, REPRINT_WORKERS=2)
    assert done.exit_code == 0
    assert untroubled(done.log), done.log
    for name in REPORTS:
        assert (bench.reports / name).read_bytes() == (outcome.bench.reports / name).read_bytes()


def test_one_page_under_many_addresses_is_one_line(bench: Bench, tmp_path: Path) -> None:
    addresses = ["https://a.test/s?id=7", "https://a.test/s?id=7#part", "https://a.test/s?spm=1&id=7&utm_source=x",
                 "http://a.test/s?id=7", "HTTP://A.TEST:80/s?id=7", "https://a.test/s?id=7"]
    rows = [{"url": url, "html": document("")} for url in [*addresses, "https://a.test/s?id=8"]]
    done = bench.replay(write_pages(tmp_path / "p.jsonl", rows))
    assert done.exit_code == 0
    assert untroubled(done.log)
    assert len(bench.articles()) == 2
    assert bench.domains()["a.test"]["pages"] == "2"


def warc(*pages: tuple[str, bytes, str]) -> list[bytes]:
    """Gzip members of an archive, a response each: address, body, further header."""
    members = []
    for url, body, header in pages:
        http = f"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n{header}\r\n".encode() + body
        head = (
            f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2026-05-01T00:00:00Z\r\n"
            f"WARC-Record-ID: <urn:uuid:{len(members):032d}>\r\nContent-Type: application/http; msgtype=response\r\n"
            f"Content-Length: {len(http)}\r\n\r\n"
        )
        members.append(gzip.compress(head.encode() + http + b"\r\n\r\n", 9))
    return members


@cache
def bomb(megabytes: int) -> bytes:
    """Gzip data that unpacks to a page and so much of nothing; a thousandth of that in size."""
    pack = zlib.compressobj(9, zlib.DEFLATED, -15)
    start = document("").encode()
    opening = pack.compress(start) + pack.flush(zlib.Z_FULL_FLUSH)
    block = b" " * 2**20
    # After a full flush nothing refers to what came before: the same bytes can stand any number of times.
    repeated = pack.compress(block) + pack.flush(zlib.Z_FULL_FLUSH)
    check = zlib.crc32(start)
    for _ in range(megabytes):
        check = zlib.crc32(block, check)
    trailer = struct.pack("<LL", check, (len(start) + megabytes * 2**20) % 2**32)
    return b"\x1f\x8b\x08\0\0\0\0\0\2\xff" + opening + repeated * megabytes + pack.flush() + trailer


LIMITED = """
import os, resource, sys
size = int(sys.argv[1]) << 20
resource.setrlimit(resource.RLIMIT_AS, (size, size))
os.execv(sys.argv[2], sys.argv[2:])
"""


def run_in(megabytes: int, bench: Bench, *arguments: str, **settings: Any) -> subprocess.CompletedProcess[str]:
    """Run a crawl that may take up so much memory and no more."""
    command = bench.command(*arguments, settings=settings)
    return subprocess.run(
        [sys.executable, "-c", LIMITED, str(megabytes), *command], cwd=bench.folder, capture_output=True, text=True,
        env={**bench.environment, "OPENBLAS_NUM_THREADS": "1"}, timeout=120, check=False,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="limits of memory")
def test_bombs_and_cut_files_cost_themselves_only(bench: Bench, tmp_path: Path) -> None:
    rows = [json.dumps(row).encode() + b"\n" for row in web()]
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a-bomb.jsonl.gz").write_bytes(bomb(300) + gzip.compress(b"\n" + rows[0]))
    chance = random.Random(3)
    noisy = [json.dumps({"url": f"https://cut.test/{n}", "html": chance.randbytes(4000).hex()}) for n in range(40)]
    data = gzip.compress(b"".join(rows[1:15]) + "\n".join(noisy).encode())
    (folder / "b-cut.jsonl.gz").write_bytes(data[: len(data) - 5000])
    (folder / "c-cut.jsonl").write_bytes(b"".join(rows[15:]) + rows[0][:500])
    whole = document("").encode()
    members = warc(
        ("https://w.test/1", whole, ""), ("https://w.test/bomb", bomb(300), "Content-Encoding: gzip\r\n"),
        ("https://w.test/2", whole, ""), ("https://w.test/big", whole + b" " * 50_000_000, ""),
        ("https://w.test/3", whole, ""), ("https://w.test/4", whole, ""),
    )
    (folder / "d.warc.gz").write_bytes(b"".join(members)[:-60])
    done = run_in(700, bench, "crawl", "replay", "-a", f"path={folder}", REPRINT_MAP_SIZE=2**20)
    assert done.returncode == 0, done.stderr
    assert untroubled(done.stderr), done.stderr
    found = {row["where"].removeprefix(f"{folder}/"): row["why"] for row in bench.rows("problems.csv")}
    assert [(re.sub(r"(line|byte) \d\d+", r"\1 N", where), why) for where, why in found.items()] == [
        ("a-bomb.jsonl.gz, line 1", "the line is too long for a page of 16777216 bytes"),
        ("b-cut.jsonl.gz, after line N", "the file ends too early"),
        ("c-cut.jsonl, line N", next(why for where, why in found.items() if where.startswith("c-cut"))),
        ("d.warc.gz, record 2 at byte N", "the page has more than 16777216 bytes"),
        ("d.warc.gz, record 4 at byte N", next(why for where, why in found.items() if "record 4" in where)),
        ("d.warc.gz, record 6 at byte N", "the file ends inside a gzip member"),
    ]
    urls = {article["url"] for article in bench.articles()}
    assert {row["url"] for row in web()} <= urls
    assert {url for url in urls if "w.test" in url} == {f"https://w.test/{number}" for number in (1, 2, 3)}
    assert bench.domains()["thief.test"]["verdict"] == "scraper"
    assert len([url for url in urls if "cut.test" in url]) > 20


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nConnection: close\r\n"


@pytest.fixture
def server() -> Iterator[RawServer]:
    with RawServer() as running:
        yield running


@pytest.mark.skipif(sys.platform == "win32", reason="limits of memory")
def test_answers_of_broken_servers_are_judged_or_listed(bench: Bench, server: RawServer) -> None:
    good = document("").encode()
    kind = "Content-Type: text/html; charset=utf-8"
    pages = {
        "gb": (document("").encode("gb18030"), kind),
        "junk-headers": (good, kind, "X: \1\2\xff", "no colon here", "Set-Cookie: ===;;;", "Last-Modified: never",
                         "ETag: \xff", "Link: <http://[::1>; rel=canonical", "Refresh: 0; url=http://[::1", "Age: -1"),
        "bad-header": (good, kind, "X-\xe9: x"),
        "no-type": (good,),
        "odd-type": (good, "Content-Type: ;;;"),
        "empty": (b"", kind),
        "nul": (good.replace("。".encode(), b"\0\0"), kind),
        "image": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40, "Content-Type: image/png"),
        "image-as-html": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40, kind),
        "octets": (good, "Content-Type: application/octet-stream"),
        "not-gzip": (good, kind, "Content-Encoding: gzip"),
        "odd-coding": (good, kind, "Content-Encoding: x-unheard-of"),
        "big": (good + b" " * (20 * 2**20), kind),
        "bomb": (bomb(5200), kind, "Content-Encoding: gzip"),
        "last": (good, kind),
    }
    for name, (body, *headers) in pages.items():
        server.page(f"/{name}", body, *headers)
    server.answers["/cut"] = HEAD + b"Content-Length: 100000\r\n\r\n" + good
    server.answers["/cut-chunk"] = HEAD + b"Transfer-Encoding: chunked\r\n\r\nfffff\r\n" + good
    server.answers["/bad-chunk"] = HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n" + good
    server.answers["/no-http"] = b"\0\1\2 this is no HTTP\r\n\r\n"
    server.answers["/nothing"] = b""
    server.answers["/endless"] = [HEAD + b"\r\n", *([b" " * 2**20] * 80)]
    server.page("/elsewhere", b"", "Location: http://[::1", status="302 Found")
    server.page("/loop", b"", "Location: /loop", status="302 Found")
    server.page("/failing", good, kind, status="500 No")
    names = [*pages, "cut", "cut-chunk", "bad-chunk", "no-http", "nothing", "endless", "elsewhere", "loop", "failing"]
    odd = ["http://[::1", "http:///x", "javascript:alert(1)", "http://a b/", "/\ud800", "http://\u2100/", "//",
           "http://:80/", "/" + "x" * 3000, "mailto:x", "http://127.0.0.1:99999/", "\\\\x"]
    links = "".join(f'<a href="{link}">x</a>' for link in [*odd, *(f"/{name}" for name in names)])
    server.page("/", document("", body=links).encode("utf-8", "replace"), kind)
    done = run_in(900, bench, "crawl", "site", "-a", f"urls={server.url()}", RETRY_ENABLED=False,
                  AUTOTHROTTLE_ENABLED=False, DOWNLOAD_DELAY=0)
    assert done.returncode == 0, done.stderr
    assert untroubled(done.stderr), done.stderr
    assert {article["url"].rpartition("/")[2]: article["skipped_because"] for article in bench.articles()} == {
        "": "index", "gb": "", "junk-headers": "", "no-type": "", "odd-type": "", "empty": "empty", "nul": "",
        "image-as-html": "binary", "octets": "", "odd-coding": "", "last": "",
    }
    problems = {row["where"].rpartition("/")[2]: row["why"] for row in bench.rows("problems.csv")}
    assert problems.keys() == {
        "bad-header", "not-gzip", "big", "bomb", "cut", "cut-chunk", "bad-chunk", "no-http", "nothing", "endless",
        "elsewhere",
    }
    assert "more than REPRINT_MAX_PAGE_BYTES (16777216)" in problems["big"]
    assert "exceeded DOWNLOAD_MAXSIZE" in problems["bomb"]
    assert "'reprint/site/not_html': 1," in done.stderr  # the image
    assert "'reprint/site/not_reached': 10," in done.stderr


def damaged(body: bytes, chance: random.Random) -> bytes:
    """A page with some bytes lost, doubled, moved or made up."""
    out = bytearray(body)
    for _ in range(chance.choice((1, 3, 30))):
        at = chance.randrange(len(out) + 1)
        to = min(len(out), at + chance.choice((1, 1, 2, 5, 50, 2000)))
        piece = bytes(out[at:to])
        change = chance.randrange(7)
        if change == 0:
            del out[at:to]
        elif change == 1:
            out[at:at] = piece * chance.choice((1, 2, 20))
        elif change == 2:
            out[at:to] = chance.randbytes(to - at)
        elif change == 3:
            out[at:at] = chance.choice(SCRAPS) * chance.choice((1, 1, 2, 100))
        elif change == 4:
            out[at:to] = piece[::-1]
        elif change == 5:
            other = chance.randrange(len(out) + 1)
            out[other:other] = piece
        else:
            for place in range(at, min(to, at + 5)):
                out[place] ^= 1 << chance.randrange(8)
    return bytes(out)


SCRAPS = (
    b"<", b">", b"</", b"<!--", b"-->", b"<![CDATA[", b"]]>", b"&#x110000;", b"&#0;", b"&", b"\0", b"\xff\xfe",
    b"<div>", b"</div>", b"<table><tr><td>", b"<pre>", b"<blockquote>", b"<script>", b"<title>", b"</body>", b"<body>",
    b"<base href='http://[::1'>", b"<a href='http://[::1'>", b"<p style=", b'"', b"'", b"2005-13-45", b"99999999", b" ",
    b"<meta charset=utf-7>", b"<?xml encoding='utf-16'?>", b"\x1b$B", b"~{", "（）".encode(),
    "来源：".encode("gb18030"),
)


@pytest.mark.timeout(120)
def test_pages_with_random_damage_are_read_without_fault_and_soon() -> None:
    chance = random.Random(11)
    served = [(f"http://{host}{path}", page) for (host, path), page in build_site_pages().items()]
    pages = [(url, page) for url, page in served if "html" in page.content_type]
    end = time.monotonic() + 15
    read = 0
    while time.monotonic() < end:
        url, page = chance.choice(pages)
        body = damaged(page.body, chance)
        kind = chance.choice((page.content_type, "text/html", "text/html; charset=big5"))
        raw = RawPage(url, headers=(("content-type", kind),), body=body, fetched_at="2026-05-01T08:00:00Z")
        began = time.process_time()
        analyse(raw)
        assert time.process_time() - began < 5
        read += 1
    assert read > 100
