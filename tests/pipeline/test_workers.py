"""Pages that hang or kill the process that reads them, and crawls that end while processes work."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from scrapy_reprint.pipelines.analyse import PageLimits, analyse
from scrapy_reprint.pipelines.fingerprint.signatures import SignatureParams
from scrapy_reprint.pipelines.purify.raw import RawPage
from scrapy_reprint.pipelines.worker_process import FIRST_PAGE, Task
from scrapy_reprint.pipelines.workers import PageError, WorkerPool, worker_count

from .conftest import kill_group, stories, web, write_pages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .conftest import Bench

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes in /proc")

REPORTS = ("articles.jsonl", "matches.csv", "domains.csv", "problems.csv")

# libxml2 compares each attribute of an element with all before it: a minute in one call of C.
HANGS_IN_C = "<html><body><p " + " ".join(f"a{number}=1" for number in range(150_000)) + ">text"


def long_page(paragraphs: int) -> str:
    """A page whose paragraphs all differ; 10,000 of them take half a second."""
    text = stories()[0][1][0][:60]
    return "<html><body>" + "".join(f"<p>{text}{number}，{text[number % 30 :]}</p>" for number in range(paragraphs))


def row(url: str, html: str) -> dict[str, Any]:
    return {"url": url, "html": html, "fetched_at": "2026-05-01T08:00:00+08:00"}


def workers_of(parent: int) -> dict[int, float]:
    """CPU seconds of each worker process below a crawl."""
    found = {}
    for folder in Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError):
            name, _, rest = (folder / "stat").read_text().rpartition(")")
            fields = rest.split()
            of_crawl = int(fields[1]) == parent and fields[0] != "Z"
            if of_crawl and b"--multiprocessing-fork" in (folder / "cmdline").read_bytes():
                found[int(name.split()[0])] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return found


def wait_until(condition: Callable[[], Any], process: subprocess.Popen[str] | None = None, seconds: float = 60) -> Any:
    """Value of a condition once it is true."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        if process is not None and process.poll() is not None:
            pytest.fail("the crawl ended too early:\n" + process.communicate()[1])
        assert time.monotonic() < end, "it never came about"
        time.sleep(0.02)
    return value


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.fixture
def pool() -> Iterator[WorkerPool]:
    made = WorkerPool(1, PageLimits(), SignatureParams(), 30)
    yield made
    made.close()
    assert not multiprocessing.active_children()


def good(number: int = 0) -> RawPage:
    return RawPage(f"https://a.test/{number}", text="\n".join(stories()[number][1]))


def slow() -> RawPage:
    return RawPage("https://a.test/slow", html=long_page(6_000))


def only_child() -> int:
    (child,) = multiprocessing.active_children()
    assert child.pid is not None
    return child.pid


def wait_until_busy(pid: int) -> None:
    """Wait until a process that waited for a page works on one."""
    idle = workers_of(os.getpid())[pid]
    wait_until(lambda: workers_of(os.getpid())[pid] > idle + 0.3)


@pytest.mark.parametrize(
    ("cpus", "setting", "expected"), [(1, -1, 1), (2, -1, 1), (3, -1, 2), (16, -1, 15), (16, 0, 0), (2, 7, 7)]
)
def test_number_of_processes(monkeypatch: pytest.MonkeyPatch, cpus: int, setting: int, expected: int) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(cpus)))
    assert worker_count(setting) == expected


def test_page_that_processes_warm_up_with_goes_through_all_steps() -> None:
    found = analyse(FIRST_PAGE, PageLimits(min_chars=1))
    assert found.page.view.skipped_because == ""
    assert found.profile is not None
    assert len(found.profile.sentences)
    assert len(found.profile.facts)


# A callback of the garbage collector, of which test frameworks have some, may be what the limit interrupts first.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_without_processes_pages_are_analysed_at_once_and_within_their_time(pool: WorkerPool) -> None:
    here = WorkerPool(0, PageLimits(), SignatureParams(), 0.5)
    assert here.submit(good()).result(0).page == pool.submit(good()).result(60).page
    with pytest.raises(PageError, match=r"took longer than REPRINT_PAGE_SECONDS \(0\.5\)"):
        here.submit(RawPage("https://a.test/slow", html=long_page(60_000))).result(0)
    assert here.submit(good(1)).done()
    assert len(multiprocessing.active_children()) == 1  # the other pool's
    here.close()
    with pytest.raises(PageError, match="the crawl ended"):
        here.submit(good()).result(0)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_page_that_goes_on_after_its_limit_is_stopped_again(monkeypatch: pytest.MonkeyPatch) -> None:
    class Deaf:
        heard = 0

        def __del__(self) -> None:
            try:
                spin()
            finally:
                Deaf.heard += 1  # and then Python drops what was raised

    def spin(*_: Any) -> None:
        end = time.process_time() + 20
        while time.process_time() < end:
            pass

    def hears_badly(*_: Any) -> None:
        Deaf()
        spin()

    monkeypatch.setattr("scrapy_reprint.pipelines.worker_process.analyse", hears_badly)
    with pytest.raises(PageError, match="took longer than REPRINT_PAGE_SECONDS"):
        Task(PageLimits(), SignatureParams(), 0.1).run(good())
    assert Deaf.heard == 1
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0, 0)


def test_pages_that_take_too_long_are_listed_and_the_others_are_judged_as_without_them(
    bench: Bench, tmp_path: Path
) -> None:
    rows = web()
    bench.replay(write_pages(tmp_path / "good.jsonl", rows))
    expected = {name: (bench.reports / name).read_bytes() for name in REPORTS[:3]}
    bench.store = tmp_path / "other"
    rows[3:3] = [row("https://hangs.test/", HANGS_IN_C), row("https://slow.test/", long_page(60_000))]
    done = bench.replay(write_pages(tmp_path / "pages.jsonl", rows), REPRINT_WORKERS=2, REPRINT_PAGE_SECONDS=1)
    assert done.exit_code == 0, done.log
    assert "Traceback" not in done.log
    assert "'reprint/problems': 2," in done.log
    assert bench.rows("problems.csv") == [
        {"where": f"https://{name}.test/", "why": "its analysis took longer than REPRINT_PAGE_SECONDS (1)"}
        for name in ("hangs", "slow")
    ]
    assert {name: (bench.reports / name).read_bytes() for name in REPORTS[:3]} == expected


def test_page_whose_process_is_killed_twice_is_listed_and_not_tried_again(bench: Bench, tmp_path: Path) -> None:
    rows = [row("https://kills.test/", long_page(80_000)), *web()]
    process = bench.start("crawl", "replay", "-a", f"path={write_pages(tmp_path / 'p.jsonl', rows)}",
                          settings={"REPRINT_WORKERS": 2})
    killed: set[int] = set()
    for _ in range(2):
        # Ready and done with the other pages it uses under two seconds; the long page takes twenty.
        pid = wait_until(
            lambda: next((pid for pid, used in workers_of(process.pid).items() if used > 3 and pid not in killed), 0),
            process,
        )
        os.kill(pid, signal.SIGKILL)
        killed.add(pid)
    _, log = process.communicate(timeout=60)
    assert process.returncode == 0, log
    assert "Traceback" not in log
    assert "'reprint/worker_deaths': 2," in log
    assert bench.rows("problems.csv") == [
        {"where": "https://kills.test/",
         "why": "the page ended the processes that read it (SIGKILL, out of memory perhaps)"}
    ]
    assert len(bench.articles()) == 28
    assert bench.domains()["thief.test"]["verdict"] == "scraper"


def test_page_whose_process_is_killed_once_is_read_by_another(pool: WorkerPool) -> None:
    pool.submit(good()).result(60)
    again = pool.submit(slow())
    wait_until_busy(only_child())
    os.kill(only_child(), signal.SIGKILL)
    assert again.result(60).page.view.chars > 10_000
    assert pool.deaths == 1


def test_page_that_memory_has_no_room_for_is_a_problem_and_the_next_is_read(pool: WorkerPool) -> None:
    expected = pool.submit(good()).result(60)
    pid = only_child()
    used = int(Path(f"/proc/{pid}/statm").read_text().split()[0]) * resource.getpagesize()
    resource.prlimit(pid, resource.RLIMIT_AS, (used + 60 * 2**20, used + 60 * 2**20))
    # Where the process dies of it, the page is tried once more, in one that has room, and takes too long there.
    with pytest.raises(PageError, match=r"MemoryError|ended the processes|took longer"):
        pool.submit(RawPage("https://a.test/", html="<p>的" * 4_000_000)).result(120)
    assert pool.submit(good()).result(60).page == expected.page


def test_process_killed_between_pages_costs_no_page(pool: WorkerPool) -> None:
    pool.submit(good()).result(60)
    os.kill(only_child(), signal.SIGKILL)
    assert pool.submit(good(1)).result(60).page.view.chars > 200


def test_closing_gives_up_pages_under_way_and_waiting(pool: WorkerPool) -> None:
    pool.submit(good()).result(60)
    futures = [pool.submit(slow()) for _ in range(4)]
    wait_until_busy(only_child())
    began = time.monotonic()
    pool.close()
    assert time.monotonic() - began < 2
    for future in [*futures, pool.submit(good())]:
        with pytest.raises(PageError, match="the crawl ended before the page was analysed"):
            future.result(0)
    assert pool.deaths == 0


def test_page_that_nobody_waits_for_any_more_is_left_out(pool: WorkerPool) -> None:
    futures = [pool.submit(good(number)) for number in range(4)]
    assert futures[2].cancel()
    assert [future.result(60).page.view.url[-1] for future in futures if not future.cancelled()] == ["0", "1", "3"]


def test_page_that_cannot_be_sent_is_a_problem(pool: WorkerPool) -> None:
    broken = RawPage("https://a.test/", html="x", title=lambda: "a title")  # type: ignore[arg-type]
    with pytest.raises(PageError, match="pickle"):
        pool.submit(broken).result(60)
    assert pool.submit(good()).result(60).signatures is not None


def test_processes_that_cannot_start_end_the_crawl_with_one_sentence(bench: Bench, tmp_path: Path) -> None:
    # What a container without memory does to them.
    (tmp_path / "sitecustomize.py").write_text(
        "import os, sys\nif '--multiprocessing-fork' in sys.orig_argv:\n    os.kill(os.getpid(), 9)\n"
    )
    command = bench.command("crawl", "replay", "-a", f"path={write_pages(tmp_path / 'p.jsonl', web())}",
                            settings={"REPRINT_WORKERS": 2})
    done = subprocess.run(command, cwd=tmp_path, env={**bench.environment, "PYTHONPATH": str(tmp_path)}, check=False,
                          capture_output=True, text=True, timeout=60)
    assert "Traceback" not in done.stderr
    assert done.stderr.count(
        "Worker processes end before they can read a page (SIGKILL, out of memory perhaps); set REPRINT_WORKERS to"
    ) == 1
    assert "reprint_error" in done.stderr


def test_processes_end_when_the_crawl_is_killed(bench: Bench, tmp_path: Path) -> None:
    rows = [row(f"https://long{number}.test/", long_page(6_000)) for number in range(9)]
    process = bench.start("crawl", "replay", "-a", f"path={write_pages(tmp_path / 'p.jsonl', rows)}",
                          settings={"REPRINT_WORKERS": 2})
    try:
        workers = wait_until(
            lambda: len(found := workers_of(process.pid)) == 2 and max(found.values()) > 2 and found, process
        )
        process.kill()
        process.wait()
        wait_until(lambda: not any(map(alive, workers)), seconds=20)
    finally:
        kill_group(process)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stop_signal_to_all_while_processes_start_closes_cleanly(
    bench: Bench, tmp_path: Path, number: signal.Signals
) -> None:
    pages = write_pages(tmp_path / "p.jsonl", web())
    process = bench.start("crawl", "replay", "-a", f"path={pages}", settings={"REPRINT_WORKERS": 2})
    wait_until(lambda: len(workers_of(process.pid)) == 2, process)
    os.killpg(process.pid, number)
    _, log = process.communicate(timeout=60)
    assert process.returncode == 0, log
    assert "Traceback" not in log
    assert "The crawl was cut short (shutdown)" in log
    assert "'reprint/problems'" not in log
    assert bench.rows("problems.csv") == []


SCRIPT = """
import sys
from scrapy.crawler import CrawlerProcess
from scrapy.settings import Settings
from scrapy_reprint.crawler.spiders.replay import ReplaySpider

print("the script runs")
settings = Settings({"ADDONS": {"scrapy_reprint.Addon": 500}, "REPRINT_WORKERS": 2, "LOG_LEVEL": "INFO",
                     "REMOTE_CONTROL_ENABLED": False, "TELNETCONSOLE_ENABLED": False})
process = CrawlerProcess(settings)
process.crawl(ReplaySpider, path=sys.argv[1])
process.start()
"""


def test_script_without_a_main_guard_runs_once(tmp_path: Path) -> None:
    (tmp_path / "run.py").write_text(SCRIPT)
    pages = write_pages(tmp_path / "p.jsonl", web())
    done = subprocess.run([sys.executable, "run.py", str(pages)], cwd=tmp_path, capture_output=True, text=True,
                          timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("the script runs") == 1
    assert "Traceback" not in done.stderr
    assert "'reprint/pages': 28," in done.stderr
