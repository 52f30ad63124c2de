from __future__ import annotations

import random
from collections import Counter

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from scrapy_reprint.pipelines.fingerprint.qsign import QSignParams, counts, radius_table, sentence_signature
from scrapy_reprint.pipelines.index.qsign_index import QSignIndex, SentenceSet, reused_sentences, reused_with_each

VOCABULARY = [f"词{number}" for number in range(400)]
PARAMS = QSignParams()


def sentences(chance: random.Random, count: int) -> list[list[str]]:
    return [chance.choices(VOCABULARY, k=chance.randint(6, 30)) for _ in range(count)]


def edited(chance: random.Random, words: list[str], edits: int) -> list[str]:
    words = list(words)
    for _ in range(edits):
        place = chance.randrange(len(words))
        words[place : place + chance.randint(0, 1)] = chance.choices(VOCABULARY, k=chance.randint(0, 1))
    return words


def alike(a: list[str], b: list[str]) -> bool:
    differing = ((Counter(a) - Counter(b)) + (Counter(b) - Counter(a))).total()
    return counts(a) and counts(b) and differing <= PARAMS.allowed(len(a), len(b))


def test_index_finds_exactly_what_lies_within_the_radius() -> None:
    chance = random.Random(3)
    known = sentences(chance, 300)
    known += [edited(chance, words, chance.randint(0, 6)) for words in known]
    index = QSignIndex()
    index.add(known[:250])
    index.add(known[250:])
    signatures = np.array([sentence_signature(words) for words in known])
    table = radius_table()
    for words in known[::20]:
        distances = np.bitwise_count(signatures ^ sentence_signature(words)).sum(axis=1)
        lengths = np.array([len(other) for other in known])
        within = np.array([counts(other) for other in known]) & (distances <= table[len(words), lengths])
        [candidates] = index.query([words], verify=False)
        assert candidates.tolist() == np.flatnonzero(within).tolist()
        verified = [number for number in candidates.tolist() if alike(words, known[number])]
        assert index.query([words])[0].tolist() == verified


def test_wide_radius_finds_all_that_verification_accepts() -> None:
    params = QSignParams(risk=1.0)
    chance = random.Random(4)
    known = sentences(chance, 100)
    known += [edited(chance, words, chance.randint(0, 5)) for words in known]
    index = QSignIndex(params)
    for number, words in enumerate(known):
        [found] = index.query_then_add([words])
        assert found.tolist() == [other for other in range(number) if alike(words, known[other])]
    assert len(index) == 200


def test_short_sentences_are_numbered_and_never_found() -> None:
    index = QSignIndex()
    short = "记者 从 会上 了解 到".split()
    assert index.add([short, VOCABULARY[:8]]) == range(2)
    assert [found.tolist() for found in index.query([VOCABULARY[:8], short])] == [[1], []]
    assert index.query([]) == []


def test_article_does_not_find_its_own_sentences() -> None:
    index = QSignIndex()
    article = [VOCABULARY[:8], VOCABULARY[:8]]
    assert [found.tolist() for found in index.query_then_add(article)] == [[], []]
    assert [found.tolist() for found in index.query_then_add(article)] == [[0, 1], [0, 1]]


def test_reused_sentences_are_counted_in_the_smaller_article() -> None:
    chance = random.Random(5)
    own, other = sentences(chance, 20), sentences(chance, 30)
    copied = [*own[:5], edited(chance, own[5], 0)[::-1], [*own[6], "又"]]
    a, b = SentenceSet.of(own), SentenceSet.of([*other, *copied, VOCABULARY[:4]])
    assert len(b) == 37
    assert reused_sentences(a, b) == 7
    assert reused_sentences(b, a) == 7
    assert reused_with_each(a, [b, a, SentenceSet.of([])]).tolist() == [7, 20, 0]


def test_repeated_sentence_is_one() -> None:
    article = SentenceSet.of([VOCABULARY[:9]] * 4)
    assert len(article) == 1
    assert reused_sentences(article, article) == 1


def test_long_articles_are_compared_in_parts() -> None:
    a = SentenceSet.of(sentences(random.Random(6), 600))
    assert reused_sentences(a, a) == len(a)


@settings(deadline=None)
@given(st.lists(st.lists(st.sampled_from(VOCABULARY[:40]), max_size=14), max_size=12), st.sampled_from([64, 128, 256]))
def test_set_survives_packing_in_few_bytes(article: list[list[str]], bits: int) -> None:
    params = QSignParams(bits=bits)
    found = SentenceSet.of(article, params)
    packed = found.pack()
    assert len(packed) == len(found) * (1 + bits // 8)
    again = SentenceSet.unpack(packed, params)
    assert np.array_equal(again.words, found.words)
    assert np.array_equal(again.signatures, found.signatures)
    assert SentenceSet.of(reversed(article), params).pack() == packed


@settings(deadline=None)
@given(*[st.lists(st.lists(st.sampled_from(VOCABULARY[:12]), max_size=9), max_size=8)] * 2)
def test_reuse_is_symmetric_and_at_most_the_smaller_article(first: list[list[str]], second: list[list[str]]) -> None:
    a, b = SentenceSet.of(first), SentenceSet.of(second)
    assert reused_sentences(a, b) == reused_sentences(b, a) <= min(len(a), len(b))
    assert reused_sentences(a, a) == len(a)
