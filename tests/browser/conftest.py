"""A real browser, and the report of the demo to look at with it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync",
)


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base's name
        pass


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api")
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed")
    with playwright.sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield started
        started.close()


@pytest.fixture(scope="session")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report files of a crawl of the demo web."""
    folder = tmp_path_factory.mktemp("demo")
    command = [sys.executable, "-m", "scrapy", "crawl", "demo", "-s", f"REPRINT_DB={folder / 'store'}",
               "-s", f"REPRINT_OUTPUT_DIR={folder / 'reports'}", "-s", "REPRINT_WORKERS=0",
               "-s", "REMOTE_CONTROL_ENABLED=False"]
    environment = {**os.environ, "SCRAPY_SETTINGS_MODULE": "scrapy_reprint.crawler.settings"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False,
                          stdin=subprocess.DEVNULL, timeout=300)
    assert done.returncode == 0, done.stderr
    assert f"to look at: {folder / 'reports' / 'index.html'}" in done.stderr
    return folder / "reports"


@pytest.fixture(scope="session")
def served(reports: Path) -> Iterator[str]:
    """Address of the reports on loopback."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(reports)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()
