from __future__ import annotations

import json

from scrapy_reprint.pipelines.purify.docview import DocView
from scrapy_reprint.pipelines.report import ARTICLE_KEYS, write_articles


def view(**known):
    url = "https://a.test/1"
    return DocView(page_id="00ff", url=url, canonical_url=url, domain="a.test", page_type="article", **known)


def test_keys_are_the_contract_in_its_order(tmp_path):
    write_articles(tmp_path / "a.jsonl", [(view(title="标题"), 255)])
    text = (tmp_path / "a.jsonl").read_text(encoding="utf-8")
    line = json.loads(text)
    assert tuple(line) == ARTICLE_KEYS
    assert " ".join(line) == (
        "page_id url canonical_url domain page_type category title keywords summary body related_links author "
        "source_name published_at published_from modified_at language images quotes code_share chars "
        "skipped_because simhash"
    )
    assert line["simhash"] == "00000000000000ff"
    assert "标题" in text


def test_an_article_without_simhash_has_null_and_128_bits_have_32_digits(tmp_path):
    write_articles(tmp_path / "a.jsonl", [(view(), None)])
    assert json.loads((tmp_path / "a.jsonl").read_text())["simhash"] is None
    write_articles(tmp_path / "a.jsonl", [(view(), 1)], simhash_bits=128)
    assert len(json.loads((tmp_path / "a.jsonl").read_text())["simhash"]) == 32


def test_every_article_is_one_line_of_valid_utf8(tmp_path):
    body = "a\nb\u2028c\x85d\ud800e\x00"
    assert write_articles(tmp_path / "a.jsonl", ((view(body=body), None) for _ in range(3))) == 3
    lines = (tmp_path / "a.jsonl").read_bytes().decode("utf-8").splitlines()
    assert len(lines) == 3
    assert json.loads(lines[0])["body"] == "a\nb\u2028c\x85d\ufffde\x00"


def test_articles_are_written_as_they_come(tmp_path):
    alive = []

    def stream():
        for i in range(50):
            alive.append(i)
            yield view(body="x" * 1000), i

    assert write_articles(tmp_path / "a.jsonl", stream()) == len(alive) == 50
