from __future__ import annotations

import random
import shutil
from typing import TYPE_CHECKING

from .conftest import web, write_pages

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Bench

DOMAIN_COLUMNS = (
    "domain verdict score review pages articles judged hits hits_high hit_rate hit_rate_low copied_by distinct_sources "
    "top_sources burst_share largest_burst leftover_link_share hotlink_share markup_share same_path_share "
    "attributed_share cross_topic first_published last_published crawl_complete reasons"
).split()
MATCH_COLUMNS = (
    "url domain matched_url matched_domain tier kind layers direction simhash_distance word_jaccard char_containment "
    "segments_matched sentences_reused semantic_sentences semantic_paragraphs keyword_rules immutables_agree "
    "attributed review reasons"
).split()
ARTICLE_KEYS = (
    "page_id url canonical_url domain page_type category title keywords summary body related_links author source_name "
    "published_at published_from modified_at language images quotes code_share chars skipped_because simhash"
).split()


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_thief_is_named_and_newsroom_is_not(bench: Bench, pages: Path) -> None:
    done = bench.replay(pages)
    assert done.exit_code == 0, done.log
    domains = bench.domains()
    assert domains["thief.test"]["verdict"] == "scraper"
    assert domains["thief.test"]["hits"] == "14"
    assert domains["thief.test"]["crawl_complete"] == "yes"
    assert "news.test" in domains["thief.test"]["top_sources"]
    assert domains["news.test"]["verdict"] == "original"
    assert domains["news.test"]["copied_by"] == "14"
    assert "thief.test" in done.log


def test_files_have_the_columns_of_the_contract(bench: Bench, pages: Path) -> None:
    bench.replay(pages)
    assert list(bench.rows("domains.csv")[0]) == DOMAIN_COLUMNS
    matches = bench.rows("matches.csv")
    assert list(matches[0]) == MATCH_COLUMNS
    assert all(row["semantic_sentences"] == "" for row in matches)  # findings already: not embedded
    assert all(int(row["sentences_reused"]) > 3 and float(row["immutables_agree"]) > 0.8 for row in matches)
    assert any("2" in row["keyword_rules"] for row in matches)
    articles = bench.articles()
    assert len(articles) == 28
    assert all(list(article) == ARTICLE_KEYS for article in articles)
    assert articles[0]["published_at"].startswith("2026-03-")


def test_nothing_found_still_writes_all_files(bench: Bench, tmp_path: Path) -> None:
    done = bench.replay(write_pages(tmp_path / "p.jsonl", web()[:1]))
    assert done.exit_code == 0, done.log
    assert bench.rows("matches.csv") == []
    assert bench.rows("problems.csv") == []
    assert bench.domains()["news.test"]["verdict"] == "insufficient"


def test_order_and_workers_leave_no_trace(bench: Bench, pages: Path, tmp_path: Path) -> None:
    bench.replay(pages)
    expected = {name: (bench.reports / name).read_bytes() for name in ("domains.csv", "matches.csv")}
    rows = web()
    for seed, workers in ((1, 0), (2, 2)):
        random.Random(seed).shuffle(rows)
        bench.store = tmp_path / f"store{seed}"
        done = bench.replay(write_pages(tmp_path / "shuffled.jsonl", rows), REPRINT_WORKERS=workers)
        assert done.exit_code == 0, done.log
        for name, content in expected.items():
            assert (bench.reports / name).read_bytes() == content


def test_report_is_rebuilt_without_a_crawl(bench: Bench, pages: Path) -> None:
    bench.replay(pages)
    before = contents(bench.reports)
    assert "index.html" in before
    assert "page/d-thief.test.js" in before
    shutil.rmtree(bench.reports)
    done = bench.run("reprint", "report")
    assert done.exit_code == 0, done.log
    assert "thief.test" in done.out
    assert f"To look at: {bench.reports / 'index.html'}" in done.out
    assert contents(bench.reports) == before


def test_page_is_left_out_when_it_is_not_wanted_or_not_ours(bench: Bench, pages: Path) -> None:
    assert bench.replay(pages, REPRINT_PAGE=False).exit_code == 0
    assert not (bench.reports / "index.html").exists()
    assert not (bench.reports / "page").exists()
    (bench.reports / "index.html").write_text("<title>Mine</title>")
    done = bench.run("reprint", "report")
    assert done.exit_code == 0, done.log
    assert "index.html was not written by this program" in done.out
    assert "To look at" not in done.out
    assert (bench.reports / "index.html").read_text() == "<title>Mine</title>"


def test_stats_tell_what_the_store_holds(bench: Bench, pages: Path) -> None:
    bench.replay(pages)
    done = bench.run("reprint", "stats")
    assert done.exit_code == 0, done.log
    assert "judged articles" in done.out
    assert "shingle_words = 5" in done.out


def test_store_without_text_gives_the_same_verdicts(bench: Bench, pages: Path, tmp_path: Path) -> None:
    bench.replay(pages)
    expected = (bench.reports / "domains.csv").read_bytes()
    bench.store = tmp_path / "lean"
    bench.replay(pages, REPRINT_KEEP_TEXT=False)
    assert (bench.reports / "domains.csv").read_bytes() == expected
    assert {article["body"] for article in bench.articles()} == {""}


def test_template_counts_neither_first_nor_last(bench: Bench, tmp_path: Path) -> None:
    """A notice that both sites carry on every page joins nobody."""
    notice = "本站所载内容均由编辑部整理核对，读者如需引用请注明出处并保留完整链接，商业用途请来信洽谈。" * 3
    rows = web()
    own = [row for row in rows if "news.test" in row["url"]]
    other = [{**row, "url": row["url"].replace("news.test", "other.test")} for row in own[7:]]
    mixed = own[:7] + other
    for row in mixed:
        row["html"] = row["html"].replace("</div></body>", f"<p>{notice}</p></div></body>")
    for order in (mixed, mixed[::-1]):
        bench.store = tmp_path / f"s{order is mixed}"
        done = bench.replay(write_pages(tmp_path / "p.jsonl", order), REPRINT_CHAR_CONTAINMENT=0.1)
        assert done.exit_code == 0, done.log
        assert bench.rows("matches.csv") == []


def test_page_fetched_again_is_judged_anew(bench: Bench, pages: Path, tmp_path: Path) -> None:
    bench.replay(pages)
    rows = web(28)
    fresh = [row for row in rows if "news.test" in row["url"]][14:]
    thief = [row for row in web() if "thief.test" in row["url"]]
    changed = [{**new, "url": old["url"]} for new, old in zip(fresh, thief, strict=False)]
    bench.replay(write_pages(tmp_path / "later.jsonl", changed))
    assert bench.domains()["thief.test"]["verdict"] == "original"
    assert bench.domains()["news.test"]["copied_by"] == str(14 - len(changed))


def test_one_copied_article_at_many_addresses_makes_no_scraper(bench: Bench, tmp_path: Path) -> None:
    rows = [row for row in web(28) if "news.test" in row["url"]]
    own = [{**row, "url": row["url"].replace("news.test", "small.test")} for row in rows[14:26]]
    copied = [{**rows[0], "url": f"https://small.test/tag/{number}/copied.html"} for number in range(30)]
    bench.replay(write_pages(tmp_path / "p.jsonl", [*rows[:14], *own, *copied]))
    small = bench.domains()["small.test"]
    assert small["verdict"] == "original"
    assert small["judged"] == "13"
    assert "29 pages repeat its own articles" in small["reasons"]
