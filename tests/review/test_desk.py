from __future__ import annotations

import io
import re
import shutil
from typing import TYPE_CHECKING

import pytest
from scrapy_reprint.crawler.review.pair_view import followable

from tests.pipeline.conftest import Bench, write_pages

from .conftest import Visitor, open_visitor, two_sites

if TYPE_CHECKING:
    from pathlib import Path


def test_a_crawled_script_is_shown_as_text(visitor: Visitor) -> None:
    text = visitor.get(visitor.pairs("")[0]).text
    assert "document.title=" in text
    assert "<script>document" not in text
    assert "<img" not in text
    assert "&lt;img src=x onerror=" in text


def test_both_texts_are_marked_where_they_are_the_same(visitor: Visitor) -> None:
    text = visitor.get(visitor.pairs("")[0]).text
    assert 'id="a0" data-partner="b0"' in text
    assert 'id="b0" data-partner="a0"' in text
    assert "char_containment" not in text
    for told in ("SimHash distance", "character shingles of A in B", "numbers, dates and names agree",
                 "Nobody could tell which page is the copy", "2026-03-0"):
        assert told in text


def test_passages_that_are_marked_are_not_taken_for_sentences_that_are_counted(visitor: Visitor) -> None:
    text = visitor.get(visitor.pairs("")[0]).text
    number = len(re.findall(r'id="a\d', text))
    assert f'\n{number} passages marked in the text on <bdi class="address">here.test</bdi>, {number} in' in text
    assert "sentences reused, give or take" in text
    assert text.index("counted as they are compared") > text.index("sentences reused, give or take")


def test_a_copy_of_unclear_direction_is_not_ruled_until_somebody_says_which(visitor: Visitor) -> None:
    path = visitor.pairs("")[0]
    refused = visitor.post(path, {"kind": "copy"})
    assert refused.status_code == 400
    assert "which of the two pages is the copy" in refused.text
    assert visitor.desk.every_ruling() == []
    visitor.post(path, {"kind": "copy", "copy": "right", "note": "their\nphotos"})
    [ruling] = visitor.desk.every_ruling()
    assert (ruling.kind, ruling.first.domain, ruling.second.domain) == ("copy", "there.test", "here.test")
    assert (ruling.reviewer, ruling.note) == ("Li", "their photos")


def test_rulings_lead_to_the_next_open_pair_and_change_the_next_report(visitor: Visitor) -> None:
    every, [queued] = visitor.pairs(), visitor.pairs("")
    path, seen = every[0], []
    while path.startswith("/pair/"):
        seen.append(path.split("?")[0])
        path = visitor.post(f"{seen[-1]}?pairs=all", {"kind": "copy", "copy": "right"}).headers["Location"]
    assert seen == every
    assert path == "/?pairs=all"
    assert "0 left" in visitor.get("/").text
    assert visitor.post(queued, {"kind": "copy", "copy": "right"}).headers["Location"] == "/"
    assert visitor.post("/report").status_code == 303
    text = visitor.get("/").text
    assert "there.test is scraper now, was" in text
    assert visitor.desk.queue.domains["there.test"].verdict == "scraper"
    assert "here.test is" not in text.replace("there.test is", "")


def test_the_desk_says_that_rulings_wait_for_the_report(visitor: Visitor, tmp_path: Path) -> None:
    def waiting() -> list[str]:
        return re.findall(r"(\d+ rulings?) made, changed or taken back", visitor.get("/").text)

    every, [queued] = visitor.pairs(), visitor.pairs("")
    text = visitor.get("/").text
    assert waiting() == []
    assert "stored in all" not in text
    assert "ruled on," not in text
    visitor.post(queued, {"kind": "quote"})
    text = visitor.get("/").text
    assert waiting() == ["1 ruling"]
    assert "1 ruled on," in text
    assert "whether more pairs are asked" in text
    for kind in ("official", "same_owner"):
        visitor.post(queued, {"kind": kind})
    visitor.post(every[1] if every[0] == queued else every[0], {"kind": "quote"})
    assert waiting() == ["2 rulings"]
    visitor.post("/undo")
    assert waiting() == ["1 ruling"]
    visitor.post(queued, {"kind": "take_back"})
    assert waiting() == []
    visitor.post("/undo")
    visitor.post("/report")
    assert waiting() == []
    text = visitor.get("/").text
    assert "1 ruling stored in all" in text
    assert "ruled on," not in text
    visitor.post(queued, {"kind": "take_back"})
    assert waiting() == ["1 ruling"]
    row = visitor.desk.queue.row(every[3].removeprefix("/pair/"))
    assert row is not None
    assert Bench(tmp_path).run("reprint", "rule", "official", row.url, row.matched_url).exit_code == 0
    assert waiting() == ["2 rulings"]


def test_undo_puts_back_what_was_there_step_by_step(visitor: Visitor) -> None:
    path = visitor.pairs("")[0]
    visitor.post(path, {"kind": "quote"})
    visitor.post(path, {"kind": "same_owner"})
    assert visitor.post("/undo").headers["Location"] == path
    assert [one.kind for one in visitor.desk.every_ruling()] == ["quote"]
    visitor.post(path, {"kind": "take_back"})
    assert visitor.desk.every_ruling() == []
    visitor.post("/undo")
    assert [one.kind for one in visitor.desk.every_ruling()] == ["quote"]
    visitor.post("/undo")
    assert visitor.desk.every_ruling() == []
    assert "nothing to undo" in visitor.post("/undo").text


def test_what_somebody_else_ruled_since_is_not_undone(visitor: Visitor, tmp_path: Path) -> None:
    path = visitor.pairs("")[0]
    visitor.post(path, {"kind": "quote"})
    row = visitor.desk.queue.row(path.removeprefix("/pair/"))
    assert row is not None
    bench = Bench(tmp_path)
    done = bench.run("reprint", "rule", "official", row.url, row.matched_url)
    assert done.exit_code == 0, done.log
    refused = visitor.post("/undo")
    assert refused.status_code == 400
    assert "ruled otherwise since" in refused.text
    assert [one.kind for one in visitor.desk.every_ruling()] == ["official"]


def test_what_is_no_ruling_is_refused(visitor: Visitor) -> None:
    [path] = visitor.pairs("")
    for wrong in ({"kind": ""}, {"kind": "theft"}, {"kind": "COPY"}, {"kind": "quote", "until": "soon"}, {}):
        assert visitor.post(path, wrong).status_code == 400, wrong
    assert visitor.post("/pair/none", {"kind": "quote"}).status_code == 404
    assert visitor.desk.every_ruling() == []


def test_filters_leave_what_they_say(visitor: Visitor) -> None:
    every, [queued] = visitor.pairs(), visitor.pairs("")
    visitor.post(queued, {"kind": "quote"})
    counts = {
        "": 1, "?state=open": 0, "?state=ruled": 1, "?pairs=all&state=open": 11, "?pairs=all": 12, "?tier=none": 1,
        "?pairs=all&domain=Here.test": 12, "?pairs=all&domain=other.test": 0, "?pairs=all&tier=high": 12,
        "?pairs=all&tier=suspected": 0, "?page=99": 1, "?page=x": 1,
    }
    assert {query: len(visitor.pairs(query)) for query in counts} == counts
    assert "score 0" in visitor.get("/?domain=here.test").text
    following = visitor.post(f"{every[1]}?tier=high&pairs=all", {"kind": "quote"}).headers["Location"]
    assert following.endswith("?tier=high&pairs=all")


def test_rulings_go_out_and_come_back(visitor: Visitor) -> None:
    for path, kind in zip(visitor.pairs(), ("quote", "official", "same_owner"), strict=False):
        visitor.post(path, {"kind": kind, "note": "=1+1"})
    before = visitor.desk.every_ruling()
    answer = visitor.get("/rulings.csv")
    assert answer.mimetype == "text/csv"
    assert "'=1+1" in answer.text
    for path in visitor.pairs()[:3]:
        visitor.post(path, {"kind": "take_back"})
    assert visitor.desk.every_ruling() == []
    done = visitor.post("/import", {"file": (io.BytesIO(answer.data), "rulings.csv")})
    assert done.status_code == 303
    assert visitor.desk.every_ruling() == before
    assert "3 rulings taken from rulings.csv" in visitor.get("/rulings").text
    visitor.post("/undo")
    assert visitor.desk.every_ruling() == []
    refused = visitor.post("/import", {"file": (io.BytesIO(b"ruling,url\n<b>,x\n"), "<i>.csv")})
    assert refused.status_code == 400
    assert "has no column matched_url" in refused.text
    assert "<i>" not in refused.text
    assert visitor.post("/import").status_code == 400


def test_a_lapsed_ruling_is_open_again_until_it_is_ruled_anew(visitor: Visitor) -> None:
    [path] = visitor.pairs("")
    visitor.post(path, {"kind": "not_copy", "until": "2020-01-31"})
    assert visitor.pairs("?state=open") == []
    visitor.post("/report")
    assert visitor.pairs("?state=open") == [path]
    assert "without effect: it held until 2020-01-31" in visitor.get(path).text
    assert "without effect: it held until 2020-01-31" in visitor.get("/").text
    visitor.post(path, {"kind": "not_copy"})
    assert visitor.pairs("?state=open") == []
    visitor.post("/undo")
    assert visitor.pairs("?state=open") == [path]


@pytest.mark.parametrize(
    ("url", "link"),
    [
        ("https://a.test/1", "https://a.test/1"), ("http://a.test", "http://a.test"), ("javascript:alert(1)", ""),
        ("JaVaScRiPt://a.test/%0aalert(1)", ""), ("data:text/html,x", ""), ("https://", ""), ("//a.test/1", ""),
        ("http://[", ""), ("file:///etc/passwd", ""),
    ],
)
def test_only_addresses_of_the_web_are_links(url: str, link: str) -> None:
    assert followable(url) == link


def test_without_kept_text_numbers_are_shown_and_rulings_taken(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    done = bench.replay(write_pages(tmp_path / "pages.jsonl", two_sites()), REPRINT_KEEP_TEXT=False)
    assert done.exit_code == 0, done.log
    with open_visitor(bench.store, tmp_path / "reports", keep_text=False) as visitor:
        text = visitor.get(visitor.pairs("")[0]).text
        assert text.count("it was not kept (REPRINT_KEEP_TEXT)") == 2
        assert "SimHash distance" in text
        assert visitor.post(visitor.pairs("")[0], {"kind": "quote"}).status_code == 303


def test_the_command_says_what_is_wrong_in_one_sentence(crawled: Path, tmp_path: Path) -> None:
    import socket

    bench = Bench(tmp_path)
    done = bench.run("reprint", "review", "--port", "0")
    assert done.exit_code == 1
    assert done.log.startswith("scrapy reprint: There is no store in ")
    shutil.copytree(crawled, bench.store)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = bench.run("reprint", "review", "--port", str(port))
    assert done.exit_code == 1
    assert f"Port {port} of 127.0.0.1 cannot be used" in done.log
    assert done.log.count("\n") == 1
