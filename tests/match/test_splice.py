from __future__ import annotations

import numpy as np
from scrapy_reprint.crawler.demo.article import load_articles
from scrapy_reprint.pipelines.fingerprint import compute_signatures
from scrapy_reprint.pipelines.index.profile import compare_profiles, compute_profile
from scrapy_reprint.pipelines.match import judge_pair
from scrapy_reprint.pipelines.match.compare import part_shares, shared_order
from scrapy_reprint.pipelines.match.splice import name_splices

SOURCES = [article.paragraphs for article in load_articles("haibin")][:4]


def third(paragraphs: tuple[str, ...]) -> tuple[str, ...]:
    return paragraphs[: max(1, len(paragraphs) // 3)]


def verdicts(texts: dict[str, tuple[str, ...]]):  # type: ignore[no-untyped-def]
    signatures = {name: compute_signatures(text)[0] for name, text in texts.items()}
    profiles = {name: compute_profile(text) for name, text in texts.items()}
    found = {}
    for a in sorted(texts):
        for b in sorted(texts):
            if a >= b:
                continue
            measures = compare_profiles(profiles[a], profiles[b])
            verdict = judge_pair(a, b, signatures[a], signatures[b], profile=measures)
            if verdict:
                found[a, b] = verdict
    return found


def test_a_splice_names_its_three_sources_and_not_their_carriers() -> None:
    spliced = (*third(SOURCES[0]), *third(SOURCES[1]), *third(SOURCES[2]))
    texts = {f"s{number}": text for number, text in enumerate(SOURCES)} | {"z": spliced, "carrier": SOURCES[0]}
    found = name_splices(verdicts(texts), lambda page: f"http://{page}.test/")
    for number in range(3):
        pair = found[f"s{number}", "z"]
        assert pair.kind == "spliced"
        assert pair.finding
        reason = next(reason for reason in pair.reasons if "is spliced from" in reason)
        assert reason.count("of ten parts") == 3
        assert ("http://s0.test/" in reason) != ("http://carrier.test/" in reason)
        assert "http://s1.test/" in reason
        assert "http://s2.test/" in reason
    assert ("s3", "z") not in found
    assert found["carrier", "s0"].kind == "verbatim"


def test_a_copy_of_one_source_is_no_splice() -> None:
    texts = {"a": SOURCES[0], "b": SOURCES[0], "c": SOURCES[0][:-1]}
    assert {pair.kind for pair in name_splices(verdicts(texts), str).values()} <= {"verbatim", "edited"}


def test_parts_are_looked_up_in_all_of_the_other_text() -> None:
    whole = compute_signatures(SOURCES[0])[0]
    moved = compute_signatures((*SOURCES[1][:2], *SOURCES[0][::-1]))[0]
    assert (part_shares(whole, moved) > 0.5).sum() >= 9
    assert not part_shares(whole, compute_signatures(SOURCES[2])[0]).any()


def test_order_tells_kept_from_shuffled() -> None:
    values = np.arange(100, dtype=np.uint32)
    assert shared_order(values, values[::2]) == 1
    assert shared_order(values, values[::-1]) == -1
    assert abs(shared_order(values, np.random.default_rng(1).permutation(values))) < 0.3
    assert shared_order(values[:4], values) == 0


def test_a_victim_cut_up_by_two_thieves_is_not_spliced_from_them() -> None:
    half = len(SOURCES[0]) // 2
    texts = {"victim": SOURCES[0], "x": SOURCES[0][:half], "y": SOURCES[0][half:]}
    found = name_splices(verdicts(texts), str)
    assert len(found) == 2
    assert all("spliced" not in pair.kind for pair in found.values())


def test_a_passage_alone_is_a_lead_and_no_finding() -> None:
    found = name_splices(verdicts({"a": SOURCES[0], "b": (SOURCES[0][1], *SOURCES[1])}), str)
    assert [(pair.tier, pair.finding) for pair in found.values()] in ([("suspected", False)], [])
