"""An encoder that remembers: copies share their sentences, and each is embedded once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..fingerprint.hashing import digest128

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from .encoders import Encoder

#: Sentences remembered: about 100 MB of half floats at 384 dimensions.
MOST = 100_000


class Remembered:
    """An :class:`~.encoders.Encoder` in front of another that keeps the vectors of the latest `most` texts.

    Half floats, as they are kept in the store, so that a text has the same vector the first time and later.
    """

    def __init__(self, encoder: Encoder, most: int = MOST) -> None:
        self._encoder = encoder
        self._most = most
        self._vectors: dict[bytes, NDArray[np.float16]] = {}
        self.name = encoder.name

    @property
    def dim(self) -> int:
        """Width of the vectors, as the other encoder knows it."""
        return self._encoder.dim

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors of the texts, shape (n, dim); only those not remembered are embedded."""
        keys = [digest128(text) for text in texts]
        fresh = {key: text for key, text in zip(keys, texts, strict=True) if key not in self._vectors}
        if fresh:
            self._vectors.update(zip(fresh, self._encoder.encode(list(fresh.values())).astype(np.float16), strict=True))
        rows = [self._vectors[key] for key in keys]
        while len(self._vectors) > self._most:
            # The oldest first: a dictionary keeps the order in which texts came.
            del self._vectors[next(iter(self._vectors))]
        return np.array(rows, np.float32) if rows else np.empty((0, self.dim), np.float32)
