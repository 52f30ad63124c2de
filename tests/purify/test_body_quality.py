"""Scores on real pages with hand-made bodies must not fall; skipped where the pages are not at hand."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT.parent / "shared" / "data"


@pytest.mark.skipif(not PAGES.is_dir(), reason="the pages lie outside the project")
@pytest.mark.parametrize(("folder", "least_mean", "most_bad"), [("pages_zh", 0.93, 1), ("pages_en", 0.97, 0)])
def test_body_scores_stay_up_and_above_trafilatura(folder: str, least_mean: float, most_bad: int) -> None:
    command = [sys.executable, str(ROOT / "benchmarks" / "purify_body.py"), str(PAGES / folder)]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    result = json.loads(printed.splitlines()[-1])
    assert result["scrapy_reprint"]["mean"] >= least_mean
    assert result["scrapy_reprint"]["under_0.5"] <= most_bad
    assert result["scrapy_reprint"]["mean"] > result["trafilatura_text"]["mean"]
