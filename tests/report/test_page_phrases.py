"""The Chinese forms of reasons speak of what the steps really say."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
import scrapy_reprint.pipelines
from scrapy_reprint.pipelines.report.page.phrases import PARTS, REASONS

HOLE = re.compile(r"\{(\d)\+?\}")
STEPS = [Path(scrapy_reprint.pipelines.__file__).parent / name for name in ("match", "semantic", "domains", "index")]


def literals() -> str:
    """Everything that the steps' strings say, each placeholder as one mark, plural endings as if there."""
    said = []
    for folder in STEPS:
        for path in sorted(folder.glob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.JoinedStr):
                    said.append("".join(
                        str(part.value) if isinstance(part, ast.Constant) else "\0" for part in node.values
                    ))
                elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                    said.append(node.value)
    return "\n".join(said)


@pytest.fixture(scope="module")
def said() -> str:
    return literals()


@pytest.mark.parametrize(("english", "chinese"), [*REASONS, *PARTS])
def test_form_has_the_same_holes_and_is_said(said: str, english: str, chinese: str) -> None:
    assert sorted(HOLE.findall(english)) == sorted(HOLE.findall(chinese))
    for piece in HOLE.split(english)[::2]:
        for words in re.split(r"\(s\)|[(),:;]", piece):
            # What the code puts together of single words is looked for word by word.
            assert words.strip() in said or all(word in said for word in words.split()), words


def test_no_form_is_there_twice() -> None:
    forms = [english for english, _ in (*REASONS, *PARTS)]
    assert len(set(forms)) == len(forms)
