from __future__ import annotations

import csv
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scrapy_reprint.errors import OutputError
from scrapy_reprint.pipelines.report import DOMAIN_COLUMNS, MATCH_COLUMNS, atomic_writer, safe_text, write_csv


@dataclass
class Row:
    url: str
    share: float | None
    count: int = 0


def read(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def test_columns_are_the_contract():
    assert ",".join(DOMAIN_COLUMNS) == (
        "domain,verdict,score,review,pages,articles,judged,hits,hits_high,hit_rate,hit_rate_low,copied_by,"
        "distinct_sources,top_sources,burst_share,largest_burst,leftover_link_share,hotlink_share,markup_share,"
        "same_path_share,attributed_share,cross_topic,first_published,last_published,crawl_complete,reasons"
    )
    assert ",".join(MATCH_COLUMNS) == (
        "url,domain,matched_url,matched_domain,tier,kind,layers,direction,simhash_distance,word_jaccard,"
        "char_containment,segments_matched,sentences_reused,semantic_sentences,semantic_paragraphs,keyword_rules,"
        "immutables_agree,attributed,review,reasons"
    )


def test_rows_come_back_as_written(tmp_path):
    path = tmp_path / "new" / "x.csv"
    rows = [Row("https://a.test/春节,晚会", 0.5, -3), Row('say "no"', None)]
    assert write_csv(path, rows, ("url", "share", "count")) == 2
    assert read(path) == [
        ["url", "share", "count"],
        ["https://a.test/春节,晚会", "0.5", "-3"],
        ['say "no"', "", "0"],
    ]
    assert path.read_bytes().startswith(b"url,")
    assert b"\r" not in path.read_bytes()


def test_no_rows_leave_a_header(tmp_path):
    assert write_csv(tmp_path / "x.csv", [], ["a", "b"]) == 0
    assert (tmp_path / "x.csv").read_text() == "a,b\n"


def test_dicts_are_rows_too(tmp_path):
    write_csv(tmp_path / "x.csv", [{"b": True, "a": -0.5}], ["a", "b", "c"])
    assert read(tmp_path / "x.csv")[1] == ["-0.5", "yes", ""]


@pytest.mark.parametrize(
    "text",
    [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "  =1",
        "\t=1",
        "\r\n=1",
        "\u200b=1",
        "\ufeff@x",
        "＝1",
        "\x00=1",
        "\u3000-1",
    ],
)
def test_formulas_are_neutralised(text):
    assert safe_text(text).startswith("'")


def test_text_is_one_line_without_controls_and_lone_surrogates():
    assert safe_text("a\r\nb\tc\u2028d\x07e\ud800\u202ef") == "a b c de\ufffdf"
    assert safe_text("https://a.test/?q=-1") == "https://a.test/?q=-1"


@given(st.text())
def test_no_text_is_ever_a_formula_or_two_lines(text):
    safe = safe_text(text)
    assert not safe.lstrip().startswith(("=", "+", "-", "@"))
    assert len(safe.splitlines()) <= 1
    safe.encode()


def test_a_fault_midway_leaves_the_old_file_and_nothing_else(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("old")

    def rows():
        yield {"a": 1}
        raise RuntimeError("midway")

    with pytest.raises(RuntimeError, match="midway"):
        write_csv(path, rows(), ["a"])
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_full_disk_is_an_output_error(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("old")

    def fill():
        with atomic_writer(path) as file:
            file.write("new")
            raise OSError(28, "No space left on device")

    with pytest.raises(OutputError, match=r"No space left.*REPRINT_OUTPUT_DIR"):
        fill()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_in_the_way_is_an_output_error(tmp_path):
    (tmp_path / "x.csv").mkdir()
    with pytest.raises(OutputError, match=r"Cannot write .*x\.csv .*REPRINT_OUTPUT_DIR"):
        write_csv(tmp_path / "x.csv", [], ["a"])
    assert [entry.name for entry in tmp_path.iterdir()] == ["x.csv"]


def test_a_file_for_the_folder_is_an_output_error(tmp_path):
    (tmp_path / "reports").write_text("")
    with pytest.raises(OutputError, match="REPRINT_OUTPUT_DIR"):
        write_csv(tmp_path / "reports" / "x.csv", [], ["a"])


def test_a_folder_that_cannot_be_written_is_an_output_error(tmp_path):
    folder = tmp_path / "locked"
    folder.mkdir()
    folder.chmod(0o500)
    try:
        if _writable(folder):
            pytest.skip("this user may write anywhere")
        with pytest.raises(OutputError, match="REPRINT_OUTPUT_DIR"):
            write_csv(folder / "x.csv", [], ["a"])
    finally:
        folder.chmod(0o700)


def _writable(folder):
    try:
        (folder / "probe").write_text("")
    except OSError:
        return False
    return True


def test_reports_are_as_readable_as_any_new_file(tmp_path):
    (tmp_path / "plain").write_text("")
    write_csv(tmp_path / "x.csv", [], ["a"])
    assert (tmp_path / "x.csv").stat().st_mode == (tmp_path / "plain").stat().st_mode
