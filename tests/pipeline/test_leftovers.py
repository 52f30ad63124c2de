"""What copies still say of their sources, from the page to the report."""

from __future__ import annotations

import random
import re
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from .conftest import page, stories, write_pages

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Bench

START = datetime.fromisoformat("2026-03-02T07:40:00+08:00")
FIELDS = {
    "law.test": "法院 合同 原告 被告 判决 仲裁 条款 赔偿 证据 上诉 律师 债务 抵押 担保 违约 执行 送达 管辖 诉讼",
    "sea.test": "渔船 潮汐 港口 海浪 鱼群 渔网 灯塔 航道 船员 甲板 锚地 渔民 海鸥 礁石 风暴 船舱 码头 贝类 海藻",
}


def undated(row: dict) -> dict:
    """A page that claims no time."""
    text = re.sub(r"<meta property[^>]*>", "", re.sub(r'<p class="info">[^<]*</p>', "", row["html"]))
    return {**row, "html": text}


@pytest.mark.parametrize("named", ["晨报网讯（晨报网记者 李明）", "晨报网编辑部的邮箱是 news@chenbao.test，"])
def test_the_copier_is_known_by_whom_its_text_names(bench: Bench, tmp_path: Path, named: str) -> None:
    rows = []
    for number, (title, paragraphs) in enumerate(stories()[:14]):
        text = (named + paragraphs[0], *paragraphs[1:])
        for url, name in (
            (f"https://www.chenbao.test/2026/{number}.html", "晨报网"),
            (f"https://thief.test/p/{number}", "快讯"),
        ):
            row = undated(page(url, title, text, START))
            rows.append({**row, "html": row["html"].replace(f"_{url.split('/')[2]}</title>", f"_{name}</title>")})
    for number, (title, paragraphs) in enumerate(stories()[14:20]):
        rows.append(undated(page(f"https://www.chenbao.test/own/{number}.html", title, paragraphs, START)))
    done = bench.replay(write_pages(tmp_path / "p.jsonl", rows))
    assert done.exit_code == 0, done.log
    domains = bench.domains()
    assert domains["thief.test"]["verdict"] == "scraper"
    assert domains["thief.test"]["leftover_link_share"] == "1.0"
    assert "14 still name the source's publisher" in domains["thief.test"]["reasons"]
    assert (domains["chenbao.test"]["verdict"], domains["chenbao.test"]["hits"]) == ("original", "0")


def field_article(site: str, number: int) -> tuple[str, tuple[str, ...]]:
    """A text that means nothing, in the words of a field."""
    chance = random.Random(f"{site} {number}")
    words = FIELDS[site].split()

    def sentence() -> str:
        first, second, third, fourth = chance.sample(words, 4)
        times, places = chance.randrange(100, 999), chance.randrange(10**4)
        return f"{first}与{second}在第{times}次{third}之后，{fourth}仍有{places}处。"

    return f"{words[number]}的第{number}篇", tuple("".join(sentence() for _ in range(4)) for _ in range(6))


def test_copies_from_two_unrelated_fields_are_told(bench: Bench, tmp_path: Path) -> None:
    rows = []
    for place, site in enumerate(FIELDS):
        for number in range(12):
            title, text = field_article(site, number)
            when = START + timedelta(hours=9 * number, minutes=7 * number + place)
            rows.append(page(f"https://{site}/a/{number}.html", title, text, when))
            rows.append(page(f"https://thief.test/{site}/{number}", title, text, when + timedelta(days=9)))
    done = bench.replay(write_pages(tmp_path / "p.jsonl", rows), REPRINT_SEMANTIC="off")
    assert done.exit_code == 0, done.log
    thief = bench.domains()["thief.test"]
    assert (thief["hits"], thief["verdict"]) == ("24", "scraper")
    assert float(thief["cross_topic"]) == pytest.approx(1 - 264 / 552, abs=1e-4)
    assert "copies from 2 unrelated fields" in thief["reasons"]
    assert bench.domains()["law.test"]["cross_topic"] == ""
