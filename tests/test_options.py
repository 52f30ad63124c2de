from __future__ import annotations

import re
from pathlib import Path

import pytest
from scrapy_reprint.errors import SettingError
from scrapy_reprint.options import Options, declared, reference

ROOT = Path(__file__).parent.parent


def test_defaults_are_read_from_empty_settings() -> None:
    assert Options.from_settings({}) == Options()


@pytest.mark.parametrize(
    ("name", "raw", "sentence"),
    [
        ("REPRINT_WORKERS", "many", "REPRINT_WORKERS is 'many'; it must be a whole number"),
        ("REPRINT_WORKERS", -2, "must be -1 or more"),
        ("REPRINT_MIN_CHARS", 1.5, "REPRINT_MIN_CHARS is 1.5"),
        ("REPRINT_SIMHASH_BITS", 96, "must be one of '64', '128'"),
        ("REPRINT_DROP", "all", "must be one of '', 'high', 'medium', 'suspected'"),
        ("REPRINT_KEEP_TEXT", "perhaps", "REPRINT_KEEP_TEXT is 'perhaps'"),
        ("REPRINT_FIELDS", "url", "REPRINT_FIELDS is 'url'"),
        ("REPRINT_WEIGHTS", '{"luck": 3}', "REPRINT_WEIGHTS has 'luck', which is none of hit_rate"),
        ("REPRINT_SIMHASH_NEAR", 2, "REPRINT_SIMHASH_NEAR (2) is below REPRINT_SIMHASH_DISTANCE (3)"),
        ("REPRINT_SEGMENTS", 4, "REPRINT_SEGMENTS_EQUAL (6) is above REPRINT_SEGMENTS (4)"),
        ("REPRINT_SIMHASH_DISTANCE", 5, "must be 3 or less"),
    ],
)
def test_value_that_cannot_be_used_is_named(name: str, raw: object, sentence: str) -> None:
    with pytest.raises(SettingError, match=re.escape(sentence)):
        Options.from_settings({name: raw})


def test_values_of_the_command_line_are_typed() -> None:
    options = Options.from_settings({
        "REPRINT_WORKERS": "0", "REPRINT_KEEP_TEXT": "False", "REPRINT_PAGE_SECONDS": "2.5",
        "REPRINT_FIELDS": '{"url": "link"}', "REPRINT_WEIGHTS": '{"bursts": 0}',
    })
    assert (options.workers, options.keep_text, options.page_seconds) == (0, False, 2.5)
    assert options.fields == {"url": "link"}
    assert options.weights["bursts"] == 0
    assert options.weights["hit_rate"] == 45


def test_weights_make_a_hundred() -> None:
    assert sum(Options().weights.values()) == 100


def test_settings_page_is_the_declaration() -> None:
    page = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    assert reference() in page


def test_every_setting_named_in_the_project_is_declared() -> None:
    known = {name for name, *_ in declared()}
    files = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
    for folder in ("crawler", "middlewares", "pipelines", "benchmarks"):
        files += (ROOT / folder).rglob("*.py")
    for path in files:
        for name in re.findall(r"REPRINT_[A-Z]+(?:_[A-Z]+)*", path.read_text(encoding="utf-8")):
            assert name in known, f"{path.name} names {name}"
