"""The review desk in a process of its own, and a browser in front of it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from tests.pipeline.conftest import Bench, write_pages
from tests.review.conftest import two_sites

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


def _hear_interrupts() -> None:
    """Whoever runs tests behind a shell's back has SIGINT ignored, and his children with him."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Running:
    """A desk in a process of its own, as the command starts it."""

    def __init__(self, store: Path, reports: Path) -> None:
        self.store, self.reports = store, reports
        self.settings = ["-s", f"REPRINT_DB={store}", "-s", f"REPRINT_OUTPUT_DIR={reports}",
                         "-s", "REPRINT_SEMANTIC=off"]
        self.process = subprocess.Popen(
            [*self.command("review"), "--port", "0", "--reviewer", "Li"], stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, env=self.environment, cwd=store.parent,
            preexec_fn=_hear_interrupts,  # noqa: PLW1509 - before any thread of the new process
        )
        assert self.process.stdout is not None
        told = [self.process.stdout.readline()]
        while told[-1] and "http://" not in told[-1]:
            told.append(self.process.stdout.readline())
        assert "Review as Li: http://127.0.0.1:" in told[-1], told
        self.address = told[-1].split("Review as Li: ")[1].split("/ ")[0]

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "SCRAPY_SETTINGS_MODULE": "scrapy_reprint.crawler.settings"}

    def command(self, *words: str) -> list[str]:
        return [sys.executable, "-m", "scrapy", "reprint", *words, *self.settings]

    def stop(self) -> str:
        """End it as Ctrl-C does; returns what it wrote to standard error."""
        self.process.send_signal(signal.SIGINT)
        _, log = self.process.communicate(timeout=30)
        assert self.process.returncode == 0, log
        return log


class Seat:
    """A browser's page of a desk, and all that went wrong or elsewhere."""

    def __init__(self, page: Any, address: str) -> None:
        self.page, self.address = page, address
        self.faults: list[str] = []
        self.elsewhere: list[str] = []
        page.on("console", lambda message: self.faults.append(message.text))
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("request", lambda asked: self.note(asked.url))

    def note(self, url: str) -> None:
        if f"http://{urlsplit(url).netloc}" != self.address:
            self.elsewhere.append(url)

    def go(self, path: str) -> None:
        self.page.goto(f"{self.address}{path}")
        self.wait()

    def wait(self) -> None:
        self.page.wait_for_selector("html[data-ready=yes]")

    def press(self, key: str) -> None:
        """Press a key that leads to another page, and wait for that."""
        with self.page.expect_navigation():
            self.page.keyboard.press(key)
        self.wait()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Callable[[Path], Running]]:
    started: list[Running] = []

    def start(store: Path) -> Running:
        shutil.copytree(store, tmp_path / "store")
        started.append(Running(tmp_path / "store", tmp_path / "reports"))
        return started[-1]

    yield start
    for running in started:
        if running.process.poll() is None:
            running.stop()


@pytest.fixture
def seat(browser: Any) -> Iterator[Callable[..., Seat]]:
    contexts = []

    def sit(running: Running, path: str = "/", **how: Any) -> Seat:
        contexts.append(browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **how}))
        found = Seat(contexts[-1].new_page(), running.address)
        found.go(path)
        return found

    yield sit
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of two sites whose titles and texts are full of scripts."""
    folder = tmp_path_factory.mktemp("hostile")
    bench = Bench(folder)
    done = bench.replay(write_pages(folder / "pages.jsonl", two_sites()))
    assert done.exit_code == 0, done.log
    return bench.store
