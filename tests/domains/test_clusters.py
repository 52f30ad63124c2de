from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from scrapy_reprint.pipelines.domains.clusters import origins, stories

PAIRS = st.lists(st.tuples(st.sampled_from("abcdefghij"), st.sampled_from("abcdefghij")), max_size=20)


def components(pairs):
    sets = {x: {x} for pair in pairs for x in pair}
    for a, b in pairs:
        joined = sets[a] | sets[b]
        for x in joined:
            sets[x] = joined
    return sorted({tuple(sorted(one)) for one in sets.values()})


@given(PAIRS)
def test_stories_are_the_connected_components(pairs):
    assert [tuple(one) for one in stories(pairs)] == components(pairs)


@given(PAIRS, st.randoms(use_true_random=False))
def test_stories_do_not_depend_on_order(pairs, dice):
    mixed = [pair[::-1] if dice.random() < 0.5 else pair for pair in pairs]
    dice.shuffle(mixed)
    assert stories(mixed) == stories(pairs)


def age(page):
    return (page,)


def test_a_copy_of_many_carriers_is_traced_to_the_one_that_copies_nobody():
    copied_from = {
        "b": {"a": False},
        "c": {"a": False, "b": False},
        "d": {"a": False, "b": False, "c": False},
    }
    assert origins([list("abcd")], copied_from, age) == {"b": "a", "c": "a", "d": "a"}


def test_a_trace_goes_before_the_first_of_the_story():
    assert origins([list("abc")], {"b": {"a": False}, "c": {"a": False, "b": True}}, age)["c"] == "b"


def test_a_splice_does_not_lend_one_story_the_origin_of_another():
    found = origins([list("abxy")], {"x": {"a": False, "b": False}, "y": {"b": False}}, age)
    assert found["y"] == "b"
    assert set(found) == {"x", "y"}
