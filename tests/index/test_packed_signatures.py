from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scrapy_reprint.pipelines.fingerprint import SignatureParams, compute_signatures
from scrapy_reprint.pipelines.index.packed_signatures import (
    SHINGLE_MASK,
    as_stored,
    pack_signatures,
    packed_size,
    unpack_signatures,
)

from .test_articles import OTHER, STORY

TEXTS = [STORY, OTHER, STORY * 40, ["".join(STORY) * 30], ["短"], []]


@pytest.mark.parametrize("bits", [64, 128])
@pytest.mark.parametrize("text", TEXTS)
def test_signatures_survive_packing(text: list[str], bits: int) -> None:
    signatures, _ = compute_signatures(text, SignatureParams(simhash_bits=bits))
    packed = pack_signatures(signatures)
    found = unpack_signatures(packed + b"what follows")
    assert packed_size(packed + b"what follows") == len(packed)
    assert found.simhash == signatures.simhash
    assert found.paragraphs.tolist() == signatures.paragraphs.tolist()
    assert found.words.tolist() == (signatures.words & SHINGLE_MASK).tolist()
    assert found.chars.tolist() == (signatures.chars & SHINGLE_MASK).tolist()
    assert found.segments == tuple(value & 0xFFFFFFFF for value in signatures.segments)
    for name in ("paragraph_chars", "word_counts", "char_counts"):
        assert getattr(found, name).tolist() == getattr(signatures, name).tolist()
    assert pack_signatures(as_stored(signatures)) == packed


@given(st.lists(st.integers(-(2**30), 2**30), min_size=64, max_size=64))
def test_no_sum_loses_its_sign_or_much(values: list[int]) -> None:
    sums = np.array(values, np.int32)
    signatures = replace(compute_signatures(STORY)[0], sums=sums)
    found = unpack_signatures(pack_signatures(signatures))
    assert np.sign(found.sums.astype(np.int64)).tolist() == np.sign(sums).tolist()
    off = np.abs(found.sums.astype(np.int64) - sums.astype(np.int64)).max()
    assert off <= np.abs(sums.astype(np.int64)).max() / 2**14
