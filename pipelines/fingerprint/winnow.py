"""Winnowing: keep few of a text's hashes and still catch every long shared run (Schleimer, Wilkerson, Aiken 2003)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def winnow(hashes: NDArray[np.uint32], window: int = 4) -> NDArray[np.intp]:
    """Positions of the hashes to keep, ascending and distinct.

    From each run of `window` consecutive hashes the least is kept, the rightmost of equals. Two texts that share
    `window` consecutive hashes keep at least one of them both. About 2 / (window + 1) of all are kept. Fewer than
    `window` hashes are one window.
    """
    if not len(hashes):
        return np.empty(0, np.intp)
    width = min(window, len(hashes))
    views = np.lib.stride_tricks.sliding_window_view(hashes, width)
    last_least = width - 1 - np.argmin(views[:, ::-1], axis=1)
    kept = np.zeros(len(hashes), bool)
    kept[np.arange(len(views)) + last_least] = True
    return np.flatnonzero(kept)
