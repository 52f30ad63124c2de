"""Screenshots for the README and the docs: ``python benchmarks/screenshots.py`` writes ``docs/images/*.png``.

Crawls the demo web and takes pictures of its report page, and of the review desk, in Chromium. Needs the extra ``test``
and Chromium, and a Chinese font to show Chinese.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

IMAGES = Path(__file__).parents[1] / "docs" / "images"
THIEF = "#/domain/wanxiang-wenzhai.test"
WIDE, PHONE = {"width": 1200, "height": 860}, {"width": 390, "height": 844}
#: Name, what follows the page's address, and the browser's settings.
SHOTS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("report", "", {"viewport": {"width": 1200, "height": 1080}}),
    ("report-domain", THIEF, {"viewport": {"width": 1200, "height": 1400}}),
    ("report-dark-zh", THIEF, {"viewport": WIDE, "color_scheme": "dark", "locale": "zh-CN"}),
    ("report-phone", "", {"viewport": PHONE}),
)


def main() -> None:
    """Crawl the demo, look at what it wrote, and take the pictures."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        sys.exit("No Chromium is installed; install it, such as with: apt-get install chromium")
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as driver:
        folder = Path(name)
        scrapy(folder, "crawl", "demo")
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page = (folder / "reports" / "index.html").as_uri()
        for shot, where, settings in SHOTS:
            take(browser, shot, page + where, settings)
        for address in desk(folder):
            # The demo queues nothing: the pair that is shown is one of those that are settled.
            listed = f"{address}?domain=wanxiang-wenzhai.test&pairs=all"
            take(browser, "desk", listed, {"viewport": WIDE}, follow=("a.pick",))
        browser.close()


def take(browser: Any, name: str, address: str, settings: dict[str, Any], follow: Sequence[str] = ()) -> None:
    """Take one picture of what stands in the window after following links (CSS selectors)."""
    context = browser.new_context(**{"locale": "en-US", **settings})
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("h1")
    for selector in follow:
        page.locator(selector).first.click()
        page.wait_for_load_state()
    page.wait_for_function("!document.querySelector('[aria-busy]')")
    page.screenshot(path=IMAGES / f"{name}.png")
    context.close()
    print(f"{IMAGES / name}.png")


def desk(folder: Path) -> Iterator[str]:
    """Address of the review desk while it is served; nothing where its extra is not installed."""
    process = subprocess.Popen(
        command(folder, "reprint", "review", "--port", "0", "--reviewer", "Li"), cwd=folder, env=environment(),
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )
    try:
        assert process.stdout is not None
        for line in process.stdout:
            found = re.search(r"http://127\.0\.0\.1:\d+\S*", line)
            if found:
                yield found[0].rstrip(".,;")
                break
        else:
            print("The review desk did not start; it has no picture.")
    finally:
        process.terminate()
        process.wait()


def scrapy(folder: Path, *arguments: str) -> None:
    """Run a command to its end."""
    subprocess.run(command(folder, *arguments), cwd=folder, env=environment(), check=True, capture_output=True)


def command(folder: Path, *arguments: str) -> list[str]:
    """A scrapy command whose store and reports lie in a folder."""
    return [sys.executable, "-m", "scrapy", *arguments, "-s", f"REPRINT_DB={folder / 'store'}",
            "-s", f"REPRINT_OUTPUT_DIR={folder / 'reports'}"]


def environment() -> dict[str, str]:
    """The environment in which the package's own spiders are found."""
    return {**os.environ, "SCRAPY_SETTINGS_MODULE": "scrapy_reprint.crawler.settings"}


if __name__ == "__main__":
    main()
