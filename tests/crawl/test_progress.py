"""The progress of a crawl is shown and leaves the log readable."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Project

SOURCE = """
EXTENSIONS["scrapy_reprint.crawler.progress.Progress"] = 0
ITEM_PIPELINES = {"settings.Count": 1}


class Count:
    def __init__(self, crawler):
        self.crawler = crawler

    @classmethod
    def from_crawler(cls, crawler):
        return cls(crawler)

    async def process_item(self, item):
        import asyncio, logging
        self.crawler.stats.inc_value("reprint/articles")
        self.crawler.stats.set_value("reprint/pairs", 7)
        await asyncio.sleep(0.01)
        logging.getLogger("test").info("did %s end", item.url)
        return item
"""


def pages(tmp_path: Path, count: int) -> Path:
    path = tmp_path / "p.jsonl"
    path.write_text("".join(json.dumps({"url": f"https://a.test/{n}", "html": "x"}) + "\n" for n in range(count)))
    return path


def test_without_a_terminal_it_is_a_log_line(project: Project, tmp_path: Path) -> None:
    project.write(SOURCE)
    done = project.crawl("replay", path=pages(tmp_path, 30))
    (line,) = [line for line in done.log.splitlines() if "pages/s" in line]
    assert re.search(r"INFO: 30 pages, 30 articles, 7 pairs found, \d+\.\d pages/s$", line)
    assert "\r" not in done.log


def test_on_a_terminal_it_is_one_live_line_below_the_log(project: Project, tmp_path: Path) -> None:
    project.write(SOURCE)
    path = pages(tmp_path, 150)
    terminal, stderr = pty.openpty()
    fcntl.ioctl(stderr, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))
    process = subprocess.Popen(
        [sys.executable, "-m", "scrapy", "crawl", "replay", "-s", "CONCURRENT_ITEMS=2", "-a", f"path={path}"],
        cwd=project.folder, stderr=stderr, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
    )
    os.close(stderr)
    shown = b""
    try:
        while block := os.read(terminal, 65536):
            shown += block
    except OSError:  # Linux says so at the end of a terminal whose other side is closed
        pass
    os.close(terminal)
    assert process.wait(30) == 0
    text = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", shown.decode())
    assert re.search(r"150 pages, 150 articles, 7 pairs", text)
    # A terminal shows of each line what was written after the last return to its start.
    lines = [line.rstrip("\r").rpartition("\r")[2] for line in text.split("\n")]
    assert sum(bool(re.search(r"\[test\] INFO: did https://a.test/\d+ end$", line)) for line in lines) == 150
    assert text.count("pages/s") >= 2
