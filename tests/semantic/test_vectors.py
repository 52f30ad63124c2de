from __future__ import annotations

import numpy as np
from scrapy_reprint.pipelines.semantic.encoders import normalized
from scrapy_reprint.pipelines.semantic.vectors import pack_vectors, unpack_vectors

SENTENCES = ("第一句话说渔船。", "第二句话说带鱼。", "第三句话说码头。")
VECTORS = normalized(np.random.default_rng(1).normal(size=(3, 384)))


def test_vectors_come_back_within_half_float_precision() -> None:
    packed = pack_vectors("model:a", SENTENCES, VECTORS, (0, 0, 1))
    found = unpack_vectors(packed, "model:a", SENTENCES)
    assert found is not None
    assert found.paragraph_of == (0, 0, 1)
    assert np.abs(found.sentences @ VECTORS.T - VECTORS @ VECTORS.T).max() < 5e-4
    assert len(packed) < 3 * 800


def test_vectors_of_another_model_or_text_are_not_used() -> None:
    packed = pack_vectors("model:a", SENTENCES, VECTORS, (0, 0, 1))
    assert unpack_vectors(packed, "model:b", SENTENCES) is None
    assert unpack_vectors(packed, "model:a", SENTENCES[:2]) is None
    assert unpack_vectors(packed[:-1], "model:a", SENTENCES) is None
    assert unpack_vectors(b"", "model:a", SENTENCES) is None


def test_an_article_without_sentences_has_vectors_too() -> None:
    packed = pack_vectors("model:a", (), VECTORS[:0], ())
    found = unpack_vectors(packed, "model:a", ())
    assert found is not None
    assert found.sentences.shape == (0, 384)
