from __future__ import annotations

import base64
import csv
import hashlib
import json
import re

import pytest
from scrapy_reprint.errors import OutputError
from scrapy_reprint.options import Options
from scrapy_reprint.pipelines.report.page import write_page
from scrapy_reprint.pipelines.report.page.names import file_stem, script_json
from scrapy_reprint.pipelines.report.page.words import CHINESE, ENGLISH

from .page_factory import MadeArticles, data_of, domain_data, domain_row, match_row, shown, written

EVIL = "</script><script>alert(1)</script><!-- & \u2028 \u2029 <img src=x onerror=alert(1)>"
TEXT = "清晨六点，码头上的渔船陆续靠岸，鱼贩子们已经等在那里。老李说，今年的带鱼比去年少了三成。"


def thief_rows():
    return [
        domain_row("thief.test", "scraper", score=60.2, judged=12, hits=11, hits_high=9, hit_rate=0.9167,
                   hit_rate_low=0.6461, distinct_sources=2, top_sources="news.test (8); blog.test (3)",
                   leftover_link_share=0.2727),
        domain_row("news.test", judged=20, copied_by=8),
        domain_row("blog.test", judged=15, copied_by=3),
    ]


def test_the_page_lists_the_worst_first_and_draws_who_copies_whom(tmp_path):
    data = written(tmp_path, thief_rows(), [match_row("https://thief.test/1", "https://news.test/1")])
    assert [row[0] for row in data["domains"]] == ["thief.test", "blog.test", "news.test"]
    assert data["domains"][0] == ["thief.test", 0, 60.2, 11, 12, 2, 0, 0, "news.test"]
    assert data["pairs"] == 1
    graph = data["graph"]
    arrows = {(graph["copiers"][a], graph["sources"][b], count) for a, b, count in graph["arrows"]}
    assert arrows == {("thief.test", "news.test", 8), ("thief.test", "blog.test", 3)}


def test_a_domains_file_has_its_pairs_from_its_own_side(tmp_path):
    matches = [
        match_row("https://thief.test/1", "https://news.test/1"),
        match_row("https://thief.test/2", "https://blog.test/2", attributed="yes"),
        match_row("https://blog.test/9", "https://thief.test/3", direction="unclear"),
        match_row("https://other.test/4", "https://thief.test/4", tier="suspected"),
        match_row("https://thief.test/5", "https://other.test/5"),
        match_row("https://other.test/6", "https://thief.test/6", attributed="yes"),
    ]
    by_url = sorted((row.url, row.matched_url) for row in matches)
    not_counted = [by_url.index(("https://thief.test/5", "https://other.test/5"))]
    rows = [*thief_rows(), domain_row("other.test")]
    written(tmp_path, rows, matches, MadeArticles([shown("https://thief.test/3", title="=带鱼")]),
            not_counted=not_counted)
    roles = ["copies", "copied", "declares", "reposted", "unclear", "alike", "apart"]
    pairs = domain_data(tmp_path, "d-thief.test")["pairs"]
    assert [(roles[pair[0]], pair[1], pair[2], pair[3], pair[4]) for pair in pairs] == [
        ("copies", "https://thief.test/1", "", "https://news.test/1", "news.test"),
        ("declares", "https://thief.test/2", "", "https://blog.test/2", "blog.test"),
        ("reposted", "https://thief.test/6", "", "https://other.test/6", "other.test"),
        ("unclear", "https://thief.test/3", "=带鱼", "https://blog.test/9", "blog.test"),
        ("alike", "https://thief.test/4", "", "https://other.test/4", "other.test"),
        ("apart", "https://thief.test/5", "", "https://other.test/5", "other.test"),
    ]
    data = domain_data(tmp_path, "d-news.test")
    assert [roles[pair[0]] for pair in data["pairs"]] == ["copied"]
    assert data["partners"] == [["thief.test", 0, 1, 0, 0, 0, 0, 0]]


def test_points_of_the_signals_add_up_to_the_score(tmp_path):
    written(tmp_path, thief_rows())
    points = domain_data(tmp_path, "d-thief.test")["points"]
    assert points[0]["signal"] == "hit_rate"
    assert (points[0]["found"], points[0]["of"], points[0]["points"]) == (11, 12, 45.0)
    leftovers = next(one for one in points if one["signal"] == "leftover_links")
    assert (leftovers["found"], leftovers["of"]) == (3, 11)
    assert 0 < leftovers["points"] < 3
    assert all(one["points"] == 0 for one in domain_data(tmp_path, "d-news.test")["points"])


def test_an_address_longer_than_a_csv_reader_takes(tmp_path):
    most = csv.field_size_limit()
    url = "https://thief.test/" + "p" * (most + 1)
    written(tmp_path, thief_rows(), [match_row(url, "https://news.test/1")])
    assert [pair[1] for pair in domain_data(tmp_path, "d-thief.test")["pairs"]] == [url]
    assert csv.field_size_limit() == most


def test_what_was_not_measured_is_no_share_of_nought(tmp_path):
    rows = [domain_row("thief.test", burst_share=0.0, cross_topic=None), domain_row("news.test")]
    written(tmp_path, rows)
    points = {one["signal"]: one for one in domain_data(tmp_path, "d-thief.test")["points"]}
    assert (points["bursts"]["of"], points["cross_topic"]["of"]) == (1, 0)
    undated = {one["signal"]: one["of"] for one in domain_data(tmp_path, "d-news.test")["points"]}
    assert undated["bursts"] == 0


def test_why_pages_were_not_judged_is_counted(tmp_path):
    skipped = [("https://thief.test/a", "code"), ("https://thief.test/b", "short"), ("https://thief.test/c", "short"),
               ("https://news.test/d", "gone")]
    written(tmp_path, thief_rows(), (), MadeArticles([shown("https://thief.test/1", TEXT)], skipped))
    assert domain_data(tmp_path, "d-thief.test")["skipped"] == [["short", 2], ["code", 1]]


def test_a_pair_that_counts_for_nothing_is_no_example(tmp_path):
    urls = [f"https://{site}.test/{n}" for site in ("thief", "news") for n in range(2)]
    matches = [match_row(f"https://thief.test/{n}", f"https://news.test/{n}") for n in range(2)]
    written(tmp_path, thief_rows(), matches, MadeArticles(shown(url, TEXT) for url in urls), not_counted=[0])
    (example,) = domain_data(tmp_path, "d-thief.test")["examples"]
    assert example["sides"][0]["url"] == "https://thief.test/1"


def test_who_is_copied_sees_an_example_of_each_copier(tmp_path):
    sites = ["one", "two", "three"]
    urls = [f"https://{site}.test/{n}" for site in (*sites, "victim") for n in range(9)]
    matches = [match_row(f"https://{site}.test/{n}", f"https://victim.test/{n}")
               for place, site in enumerate(sites) for n in range(3 * place, 3 * place + 3)]
    rows = [*map(domain_row, sites_of(sites)), domain_row("victim.test", copied_by=9)]
    written(tmp_path, rows, matches, MadeArticles(shown(url, TEXT) for url in urls))
    examples = domain_data(tmp_path, "d-victim.test")["examples"]
    assert len(examples) == 5
    assert {example["sides"][0]["domain"] for example in examples[:3]} == set(sites_of(sites))


def sites_of(names):
    return [f"{name}.test" for name in names]


def test_examples_mark_what_both_texts_share(tmp_path):
    articles = MadeArticles([
        shown("https://thief.test/1", "广告：快来看。\n" + TEXT, "题一"), shown("https://news.test/1", TEXT, "题"),
    ])
    written(tmp_path, thief_rows(), [match_row("https://thief.test/1", "https://news.test/1")], articles)
    (example,) = domain_data(tmp_path, "d-thief.test")["examples"]
    left, right = example["sides"]
    assert [left["domain"], right["domain"]] == ["thief.test", "news.test"]
    start, end, kind, partner = left["marks"][0]
    assert kind == "same"
    assert left["text"][start:end] == right["text"][right["marks"][partner][0] : right["marks"][partner][1]]
    assert "广告" not in "".join(left["text"][a:b] for a, b, _, _ in left["marks"])


def test_an_example_prefers_counted_sources_and_shows_an_article_once(tmp_path):
    urls = [f"https://{site}.test/{n}" for site in ("thief", "allowed", "news", "blog") for n in range(3)]
    matches = [match_row(f"https://thief.test/{n}", f"https://{site}.test/{n}")
               for n, site in ((0, "allowed"), (0, "news"), (1, "news"), (2, "blog"))]
    rows = [*thief_rows(), domain_row("allowed.test")]
    written(tmp_path, rows, matches, MadeArticles(shown(url, TEXT) for url in urls))
    examples = domain_data(tmp_path, "d-thief.test")["examples"]
    assert [example["sides"][1]["url"] for example in examples] == [
        "https://news.test/0", "https://blog.test/2", "https://news.test/1", "https://allowed.test/0",
    ]


def test_an_example_without_kept_text_and_one_that_is_gone(tmp_path):
    matches = [match_row(f"https://thief.test/{n}", f"https://news.test/{n}") for n in (1, 2)]
    articles = MadeArticles([
        shown("https://thief.test/1", None), shown("https://news.test/1", None), shown("https://thief.test/2", TEXT),
    ])
    written(tmp_path, thief_rows(), matches, articles)
    (example,) = domain_data(tmp_path, "d-thief.test")["examples"]
    assert [side["text"] for side in example["sides"]] == [None, None]


def test_leftover_links_and_images_are_listed(tmp_path):
    copy = shown(
        "https://thief.test/1", TEXT, body_links=("https://news.test/more", "https://news.test/1", "https://x.test/"),
        images=("https://img.news.test/a.jpg", "https://cdn.test/b.jpg", "https://thief.test/c.jpg"),
    )
    on_cdn = shown("https://thief.test/2", TEXT, images=("https://cdn.test/b.jpg", "https://thief.test/c.jpg"),
                   body_links=("https://thief.test/tag/fish", "https://thief.test/p/7"))
    matches = [
        match_row("https://thief.test/1", "https://news.test/1"),
        match_row("https://thief.test/2", "https://news.test/2",
                  reasons="thief.test links to /tag/w on its own host, as only news.test has it; "
                          "thief.test shows images from hosts of news.test"),
    ]
    written(tmp_path, thief_rows(), matches, MadeArticles([copy, on_cdn]))
    found = domain_data(tmp_path, "d-thief.test")["leftovers"]
    assert [one[1] for one in found["links"]] == ["https://news.test/more", "https://thief.test/tag/fish"]
    assert [one[1] for one in found["images"]] == ["https://img.news.test/a.jpg", "https://cdn.test/b.jpg"]
    assert (found["copies"], found["links_found"], found["images_found"]) == (2, 2, 2)


def test_no_text_of_a_page_can_leave_its_place(tmp_path):
    rows = [domain_row("thief.test", "scraper", reasons=EVIL, hits=1, judged=1, top_sources=f"{EVIL} (1)"),
            domain_row(EVIL), domain_row("news.test")]
    matches = [match_row("https://thief.test/1", "https://news.test/1", reasons=EVIL)]
    articles = MadeArticles([
        shown("https://thief.test/1", EVIL, EVIL, source_name=EVIL, images=("https://news.test/" + EVIL,)),
        shown("https://news.test/1", EVIL, EVIL),
    ])
    written(tmp_path, rows, matches, articles)
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert page.count("</script>") == page.count("<script") == 2
    for file in (tmp_path / "page").iterdir():
        text = file.read_text(encoding="utf-8")
        assert not re.search("[<>&\u2028\u2029]", text)
        assert text.count("\n") == 1
    assert domain_data(tmp_path, "d-thief.test")["pairs"][0][2] == EVIL


def test_json_comes_back_as_it_was():
    value = {"a": [EVIL, None, 1.5, "\x00\ud83d\ude00"]}
    text = script_json(value)
    assert not re.search("[<>&\u2028\u2029]", text)
    assert json.loads(text) == value


@pytest.mark.parametrize(
    "domain", ["../../etc/passwd", "con", "A.test", "a_b.test", "新闻.test", "a\x00b", "x" * 300, "", ".", "a/b", "-"]
)
def test_names_of_files_are_safe_and_no_two_the_same(domain):
    stem = file_stem(domain)
    assert re.fullmatch(r"d-[a-z0-9._-]{1,130}", stem)
    assert ".." not in stem
    assert stem != file_stem(domain + "1")
    assert file_stem("a-b.example") == "d-a-b.example"


def test_the_policy_names_script_and_style_by_their_hashes(tmp_path):
    written(tmp_path, thief_rows())
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)[1]
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    assert not re.search(r"https?:|\*", policy)
    for tag, source in (("script", "script-src"), ("style", "style-src")):
        inside = re.search(rf"<{tag}>(.*?)</{tag}>", page, re.S)[1]
        digest = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
        assert f"{source} 'sha256-{digest}'" in policy


def test_bytes_are_the_same_again_and_in_any_order(tmp_path):
    matches = [match_row(f"https://thief.test/{n}", f"https://news.test/{n}") for n in range(5)]
    articles = MadeArticles(shown(f"https://{site}.test/{n}", TEXT, published_at=f"2026-03-0{n + 1}")
                            for site in ("thief", "news") for n in range(5))
    written(tmp_path / "a", thief_rows(), matches, articles)
    articles.known = dict(reversed(articles.known.items()))
    written(tmp_path / "b", thief_rows()[::-1], matches[::-1], articles)
    files = [path.relative_to(tmp_path / "a") for path in sorted((tmp_path / "a").rglob("*")) if path.is_file()]
    assert len(files) == 5
    for file in files:
        assert (tmp_path / "a" / file).read_bytes() == (tmp_path / "b" / file).read_bytes()


def test_files_of_domains_that_are_gone_are_removed_and_no_others(tmp_path):
    written(tmp_path, thief_rows())
    (tmp_path / "page" / "mine.js").write_text("")
    (tmp_path / "page" / "d-notes.txt").write_text("")
    written(tmp_path, thief_rows()[:1])
    assert sorted(path.name for path in (tmp_path / "page").iterdir()) == ["d-notes.txt", "d-thief.test.js", "mine.js"]


def test_a_page_of_somebody_else_is_left_alone(tmp_path):
    (tmp_path / "index.html").write_text("<!doctype html><title>My site</title>")
    (tmp_path / "matches.csv").write_text("")
    assert write_page(tmp_path, thief_rows(), MadeArticles(), Options()) is None
    assert "My site" in (tmp_path / "index.html").read_text()
    assert not (tmp_path / "page").exists()


def test_a_file_in_the_way_of_the_folder_is_an_output_error(tmp_path):
    (tmp_path / "page").write_text("")
    with pytest.raises(OutputError, match="REPRINT_OUTPUT_DIR"):
        written(tmp_path, thief_rows())


def test_of_many_pairs_the_first_are_listed_and_all_are_counted(tmp_path):
    matches = [match_row(f"https://thief.test/{n:04}", f"https://news.test/{n:04}") for n in range(600)]
    written(tmp_path, thief_rows(), matches)
    for stem, listed in (("d-thief.test", 500), ("d-news.test", 200)):
        data = domain_data(tmp_path, stem)
        assert (len(data["pairs"]), data["pair_count"]) == (listed, 600)


def test_ten_thousand_domains_stay_under_three_megabytes(tmp_path):
    rows = [
        domain_row(f"a-rather-long-name-{n:05}.example.com", "scraper", score=61.3, judged=1234, hits=1000,
                   copied_by=12, distinct_sources=100,
                   top_sources="; ".join(f"source-{n * k % 997}.example.com (12)" for k in range(5)))
        for n in range(10_000)
    ]
    data = written(tmp_path, rows)
    assert (tmp_path / "index.html").stat().st_size < 3_000_000
    assert len(data["domains"]) == 10_000
    assert len(data["graph"]["copiers"]) <= 30
    assert data["graph"]["total"] > 10_000


def test_the_language_is_the_settings(tmp_path):
    assert written(tmp_path, thief_rows())["language"] == "auto"
    assert written(tmp_path, thief_rows(), options=Options(lang="zh"))["language"] == "zh"
    assert data_of(tmp_path / "index.html")["words"]["zh"]["verdict.scraper"] == "采集站"


def test_both_languages_say_the_same_things():
    assert CHINESE.keys() == ENGLISH.keys()
    for name, words in ENGLISH.items():
        assert set(re.findall(r"\{\d\}", words)) >= set(re.findall(r"\{\d\}", CHINESE[name])), name
        assert words
        assert CHINESE[name]
