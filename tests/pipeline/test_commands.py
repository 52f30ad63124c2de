from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from .conftest import page, stories, web, write_pages

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Bench

STATUTE = [
    "第一条 为了保护沿海滩涂，规范养殖和采集，根据有关法律，结合本市实际，制定本办法。",
    "第二条 本办法所称滩涂，是指大潮高潮线与低潮线之间的潮浸地带，以及与其相连的盐沼和红树林地。",
    "第三条 在滩涂上采集贝类的单位和个人，应当在每年三月一日以前向所在地的镇人民政府登记，领取采集证。",
    "第四条 每年五月一日至八月三十一日为禁采期，禁采期内任何单位和个人不得使用耙具、水泵和网具采集贝类。",
    "第五条 违反本办法第四条规定的，由渔业行政主管部门责令停止采集，没收渔获物，并处二百元以上二千元以下的罚款。",
    "第六条 养殖单位应当每半年公布一次水质检测结果，检测项目包括溶解氧、无机氮、活性磷酸盐和粪大肠菌群。",
]


def test_two_stored_pages_are_compared_in_words_and_as_json(bench: Bench, pages: Path) -> None:
    bench.replay(pages)
    a, b = "https://news.test/2026/3.html", "https://thief.test/p/903"
    done = bench.run("reprint", "compare", a, b)
    assert done.exit_code == 0, done.log
    assert "SimHash distance (bits)" in done.out
    assert "Verdict: high" in done.out
    found = json.loads(bench.run("reprint", "compare", a, b, "--json").out)
    assert found["verdict"]["tier"] == "high"
    assert found["measures"]["char_containment"] > 0.9


def test_files_are_compared_without_a_store(bench: Bench, tmp_path: Path) -> None:
    (title, text), (_, other) = stories()[:2]
    (tmp_path / "a.txt").write_text("\n".join(text), encoding="utf-8")
    html = page("https://x.test/1", title, text, datetime.now(UTC))["html"]
    (tmp_path / "b.html").write_bytes(html.replace("utf-8", "gbk").encode("gb18030"))
    (tmp_path / "c.txt").write_text("\n".join(other), encoding="utf-8")
    assert "Verdict: high, verbatim" in bench.run("reprint", "compare", "a.txt", "b.html").out
    assert "nothing joins the two" in bench.run("reprint", "compare", "a.txt", "c.txt").out
    for name in ("none.txt", "https://x.test/none"):
        done = bench.run("reprint", "compare", "a.txt", name)
        assert done.exit_code == 1
        assert done.log.count("\n") == 1


def test_sites_of_one_owner_and_allowed_domains_count_for_nothing(bench: Bench, pages: Path) -> None:
    bench.replay(pages)
    done = bench.run("reprint", "allow", "owner", "news.test", "https://www.thief.test/", "--note", "one publisher")
    assert done.exit_code == 0, done.log
    assert "one publisher" in bench.run("reprint", "allow", "list").out
    bench.run("reprint", "report")
    assert bench.domains()["thief.test"]["verdict"] == "original"
    assert bench.domains()["news.test"]["copied_by"] == "0"
    assert all("sites of one owner" in row["reasons"] for row in bench.rows("matches.csv"))
    bench.run("reprint", "allow", "owner", "news.test", "thief.test", "--remove")
    bench.run("reprint", "report")
    assert bench.domains()["thief.test"]["verdict"] == "scraper"

    yesterday = (datetime.now(UTC).date() - timedelta(days=1)).isoformat()
    bench.run("reprint", "allow", "domain", "thief.test", "--until", yesterday)
    bench.run("reprint", "report")
    assert bench.domains()["thief.test"]["verdict"] == "scraper"
    bench.run("reprint", "allow", "domain", "thief.test")
    bench.run("reprint", "report")
    assert bench.domains()["thief.test"]["verdict"] == "original"


def test_articles_that_quote_an_allowed_text_do_not_match_for_it(bench: Bench, tmp_path: Path) -> None:
    start = datetime.fromisoformat("2026-03-02T07:40:00+08:00")
    rows = []
    for number, (title, text) in enumerate(stories()[:24]):
        host = ("one.test", "two.test")[number % 2]
        quoted = [text[0], *STATUTE, *text[1:]]
        rows.append(page(f"https://{host}/{number}.html", title, quoted, start + timedelta(hours=5 * number)))
    # Within one site the statute would be template: let each site quote it twice only.
    for number, row in enumerate(rows):
        if number >= 4:
            for line in STATUTE:
                row["html"] = row["html"].replace(f"<p>{line}</p>", "")
    bench.replay(write_pages(tmp_path / "p.jsonl", rows))
    assert len(bench.rows("matches.csv")) == 4
    (tmp_path / "statute.jsonl").write_text(json.dumps({"title": "滩涂办法", "text": "\n".join(STATUTE)}), "utf-8")
    done = bench.run("reprint", "allow", "text", "statute.jsonl")
    assert done.exit_code == 0, done.log
    bench.run("reprint", "report")
    assert bench.rows("matches.csv") == []


def test_what_cannot_be_allowed_is_one_sentence(bench: Bench, pages: Path) -> None:
    bench.replay(write_pages(pages, web()[:1]))
    for words in (["allow"], ["allow", "owner", "a.test"], ["allow", "text", "none.txt"], ["allow", "luck", "x"],
                  ["allow", "domain", "a.test", "--until", "soon"]):
        done = bench.run("reprint", *words)
        assert done.exit_code == 1, words
        assert done.log.count("\n") == 1
        assert "Traceback" not in done.log
    assert bench.run("reprint", "nonsense").exit_code == 2
