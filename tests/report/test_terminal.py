from __future__ import annotations

from dataclasses import replace

from scrapy_reprint.options import Options
from scrapy_reprint.pipelines.domains import ArticleFacts, judge_domains
from scrapy_reprint.pipelines.report import domain_table
from scrapy_reprint.pipelines.report.terminal import columns, cut, pad


def row(domain, verdict, score=0.0, reasons="why"):
    fact = ArticleFacts(page_id="0", url=f"https://{domain}/", domain=domain, judged=True)
    [made] = judge_domains({"0": fact}, [], Options(), crawl_complete={}).domains
    return replace(made, verdict=verdict, score=score, reasons=reasons)


def test_the_worst_come_first():
    rows = [
        row("b.test", "original"),
        row("a.test", "suspected", 40),
        row("c.test", "scraper", 61),
        row("d.test", "scraper", 90),
    ]
    lines = domain_table(rows).splitlines()
    assert lines[0].split() == ["domain", "verdict", "score", "hits", "sources", "reasons"]
    assert [line.split()[0] for line in lines[1:]] == ["d.test", "c.test", "a.test", "b.test"]
    assert lines[1].split()[1:4] == ["scraper", "90.0", "0/1"]


def test_a_long_list_is_cut_and_says_so():
    lines = domain_table([row(f"d{i:02}.test", "original") for i in range(30)], limit=5).splitlines()
    assert len(lines) == 7
    assert lines[-1] == "... and 25 more in domains.csv"


def test_wide_characters_stay_aligned_within_the_width():
    rows = [row("新闻网.test", "scraper", reasons="抄袭" * 80), row("a.test", "original", reasons="x" * 300)]
    lines = domain_table(rows, width=100).splitlines()
    assert all(columns(line) <= 100 for line in lines)
    starts = {
        columns(line[: line.index(word)])
        for line, word in zip(lines[1:], ("scraper", "original"), strict=True)
    }
    assert len(starts) == 1


def test_a_page_cannot_steer_the_terminal():
    assert "\x1b" not in domain_table([row("a.test", "scraper", reasons="\x1b[31mred\nline")])


def test_nothing_to_show():
    assert domain_table([]) == "No domains were judged."


def test_columns_cut_and_pad():
    assert columns("中a\u0301\u200b") == 3
    assert cut("中文字", 6) == "中文字"
    assert cut("中文字字", 6) == "中文…"
    assert pad("中", 4) == "中  "
    assert pad("中", 4, right=True) == "  中"
