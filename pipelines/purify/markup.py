"""The format of a body: hashes of its tag-and-class pattern, which copies of the markup keep."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lxml.html import HtmlElement

#: Consecutive elements in one shingle.
SHINGLE = 3


def markup_shingles(elements: Iterable[HtmlElement]) -> tuple[int, ...]:
    """Sorted distinct CRC-32 hashes of every run of three ``tag.class`` among elements in document order."""
    names = [
        f"{element.tag}.{'.'.join((element.get('class') or '').split())}"
        for element in elements
        if isinstance(element.tag, str)
    ]
    runs = {" ".join(names[i : i + SHINGLE]) for i in range(len(names) - SHINGLE + 1)}
    return tuple(sorted({zlib.crc32(run.encode("utf-8", "replace")) for run in runs}))
