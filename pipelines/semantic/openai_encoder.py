"""Vectors from an OpenAI-compatible endpoint: ``POST <base URL>/embeddings``."""

from __future__ import annotations

import json
import logging
import os
import random
import time
from http.client import HTTPException
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

import numpy as np
from scrapy_reprint.errors import EncoderError, SettingError

from .encoders import normalized, readable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

logger = logging.getLogger(__name__)

_RETRIED = {408, 409, 429, 500, 502, 503, 504}
_MAX_ATTEMPTS = 6
_MAX_WAIT_SECONDS = 60.0
_MAX_ANSWER_BYTES = 64 * 2**20


class _NoRedirects(HTTPRedirectHandler):
    """Follows none: urllib would take the key along to another host."""

    def redirect_request(self, *_: Any) -> None:
        return None


_OPENER = build_opener(_NoRedirects)


class OpenAIEncoder:
    """Unit vectors from an endpoint, in batches, each retried with growing waits on overload and timeouts.

    Requests block: call it from a thread. The key is read from the environment for each request and shown nowhere.
    """

    def __init__(
        self,
        *,
        base_url: str,
        model: str,
        api_key_env: str = "",
        timeout_seconds: float = 60.0,
        batch_size: int = 64,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """`base_url` ends before ``/embeddings``: ``https://api.openai.com/v1``. `timeout_seconds` bounds one request.

        Vectors and thresholds are kept by the model's name alone: an endpoint is taken at its word.
        """
        parts = urlsplit(base_url)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise SettingError(
                f"The encoder 'openai' needs a base URL such as 'https://api.openai.com/v1', not {base_url!r}; "
                "set REPRINT_SEMANTIC_URL."
            )
        if parts.username or parts.password:
            raise SettingError(
                "The base URL of the encoder holds a password; put the key into an environment variable and name that "
                "in REPRINT_SEMANTIC_KEY_VARIABLE."
            )
        if not model:
            raise SettingError("The encoder 'openai' needs the name of a model; set REPRINT_SEMANTIC_MODEL.")
        if api_key_env and not os.environ.get(api_key_env):
            raise SettingError(
                f"The environment variable {api_key_env}, which REPRINT_SEMANTIC_KEY_VARIABLE names, is not set."
            )
        self.name = f"openai:{model}"
        self.dim = 0
        self._url = base_url.rstrip("/") + "/embeddings"
        self._model = model
        self._api_key_env = api_key_env
        self._timeout = timeout_seconds
        self._batch_size = batch_size
        self._sleep = sleep
        self._jitter = random.Random(0)  # noqa: S311 - spreads waits, guards nothing

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors of the texts, shape (n, dim); :exc:`EncoderError` when the endpoint gives none."""
        parts = [
            self._batch([readable(text) for text in texts[start : start + self._batch_size]])
            for start in range(0, len(texts), self._batch_size)
        ]
        return np.concatenate(parts) if parts else np.empty((0, self.dim), np.float32)

    def _batch(self, texts: list[str]) -> NDArray[np.float32]:
        for attempt in range(1, _MAX_ATTEMPTS + 1):
            try:
                return self._vectors(self._post(texts), len(texts))
            except HTTPError as error:
                with error:
                    reason, wait = f"HTTP {error.code} {self._message_of(error)}".strip(), _retry_after(error)
                if error.code not in _RETRIED:
                    raise EncoderError(self._sentence(reason)) from None
            except (URLError, TimeoutError, ConnectionError, HTTPException) as error:
                reason, wait = str(getattr(error, "reason", None) or error) or type(error).__name__, None
            if attempt == _MAX_ATTEMPTS:
                break
            pause = wait if wait is not None else 2.0 ** (attempt - 1) * (0.75 + self._jitter.random() / 2)
            pause = min(pause, _MAX_WAIT_SECONDS)
            logger.warning("Encoder endpoint: %s; next attempt in %.1f s", reason, pause)
            self._sleep(pause)
        raise EncoderError(self._sentence(f"{reason}, after {_MAX_ATTEMPTS} attempts"))

    def _post(self, texts: list[str]) -> Any:
        body = {"model": self._model, "input": texts, "encoding_format": "float"}
        headers = {"Content-Type": "application/json", "User-Agent": "scrapy-reprint"}
        if key := self._key():
            headers["Authorization"] = f"Bearer {key}"
        request = Request(self._url, json.dumps(body).encode(), headers)  # noqa: S310 - http or https, checked above
        deadline = time.monotonic() + self._timeout
        data = bytearray()
        with _OPENER.open(request, timeout=self._timeout) as answer:
            while chunk := answer.read1(2**16):
                data += chunk
                if time.monotonic() > deadline:
                    raise TimeoutError(f"no whole answer in {self._timeout:g} s")
                if len(data) > _MAX_ANSWER_BYTES:
                    raise EncoderError(self._sentence(f"the answer is larger than {_MAX_ANSWER_BYTES} bytes"))
        try:
            return json.loads(data)
        except ValueError:
            raise EncoderError(self._sentence("the answer is no JSON")) from None

    def _vectors(self, answer: Any, count: int) -> NDArray[np.float32]:
        """Vectors in the order of the texts: an answer may list them in any."""
        try:
            entries = sorted(answer["data"], key=lambda entry: entry["index"])
            indices = [entry["index"] for entry in entries]
            vectors = np.array([entry["embedding"] for entry in entries], np.float64)
        except (KeyError, TypeError, ValueError):
            raise EncoderError(self._sentence("the answer holds no vectors")) from None
        if indices != list(range(count)) or vectors.ndim != 2 or not np.isfinite(vectors).all():
            raise EncoderError(self._sentence(f"{len(indices)} vectors came for {count} texts, or not as numbers"))
        if self.dim and vectors.shape[1] != self.dim:
            raise EncoderError(self._sentence(f"vectors are {vectors.shape[1]} wide after {self.dim} before"))
        self.dim = int(vectors.shape[1])
        return normalized(vectors)

    def _message_of(self, error: HTTPError) -> str:
        """The endpoint's own words on an error, one line of at most 200 characters, without the key."""
        try:
            body = json.loads(error.read(65536))
            message = body["error"]["message"] if isinstance(body.get("error"), dict) else body.get("error") or ""
        except (OSError, ValueError, KeyError, AttributeError, HTTPException):
            return ""
        key = self._key()
        return " ".join((str(message).replace(key, "***") if key else str(message)).split())[:200]

    def _key(self) -> str:
        return os.environ.get(self._api_key_env, "").strip() if self._api_key_env else ""

    def _sentence(self, reason: str) -> str:
        return f"The encoder endpoint {self._url} gave no vectors: {reason}."


def _retry_after(error: HTTPError) -> float | None:
    try:
        return max(0.0, float(error.headers.get("Retry-After", "")))
    except ValueError:
        return None
