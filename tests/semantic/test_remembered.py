"""An encoder that remembers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scrapy_reprint.pipelines.semantic.encoders import normalized
from scrapy_reprint.pipelines.semantic.remembered import Remembered

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


class Counting:
    """Vectors of character codes, and what was asked."""

    name = "counting"
    dim = 4

    def __init__(self) -> None:
        self.asked: list[str] = []

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked += texts
        return normalized(np.array([[len(text), ord(text[0]) % 17, ord(text[-1]) % 23, 1] for text in texts]))


def test_each_text_is_embedded_once_and_vectors_come_in_order() -> None:
    counting = Counting()
    encoder = Remembered(counting)
    first = encoder.encode(["晨报", "晚报", "晨报"])
    again = encoder.encode(["晚报", "日报", "晨报"])
    assert counting.asked == ["晨报", "晚报", "日报"]
    assert first.dtype == np.float32
    assert np.array_equal(first[0], first[2])
    assert np.array_equal(again[[0, 2]], first[[1, 0]])
    assert np.abs(first - Counting().encode(["晨报", "晚报", "晨报"])).max() < 0.001
    assert encoder.encode([]).shape == (0, 4)


def test_the_oldest_are_forgotten() -> None:
    counting = Counting()
    encoder = Remembered(counting, most=2)
    assert encoder.encode(["一", "二", "三"]).shape == (3, 4)
    encoder.encode(["三", "二", "一"])
    assert counting.asked == ["一", "二", "三", "一"]
