"""The wheel as a user gets it, beside a project that has the names of our folders."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from .conftest import UserProject

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[2]
FOLDERS = ("crawler", "middlewares", "pipelines")


def test_package_list_is_the_folders() -> None:
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]
    found = {
        ".".join(("scrapy_reprint", *init.parent.relative_to(ROOT).parts))
        for folder in FOLDERS for init in (ROOT / folder).rglob("__init__.py") if "_package" not in init.parts
    }
    assert listed == sorted({"scrapy_reprint", *found})


def test_every_folder_with_modules_is_a_package() -> None:
    for folder in FOLDERS:
        for module in (ROOT / folder).rglob("*.py"):
            assert (module.parent / "__init__.py").exists(), module


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    # A build leaves files beside the sources.
    ignored = shutil.ignore_patterns("__pycache__", "*.pyc")
    for name in (*FOLDERS, "tests"):
        shutil.copytree(ROOT / name, source / name, ignore=ignored)
    for path in ROOT.iterdir():
        if path.is_file():
            shutil.copy(path, source / path.name)
    built = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--no-deps", "--quiet", "--disable-pip-version-check", "-w", folder,
         source], capture_output=True, text=True, check=False,
    )
    assert built.returncode == 0, built.stderr
    (found,) = folder.glob("*.whl")
    return found


def test_wheel_holds_the_package_its_data_and_nothing_else(wheel: Path) -> None:
    names = {name for name in zipfile.ZipFile(wheel).namelist() if not name.endswith("/")}
    meta = {name for name in names if name.split("/")[0].endswith(".dist-info")}
    expected = {"scrapy_reprint/py.typed"} | {
        f"scrapy_reprint/{path.name}" for path in (ROOT / "crawler/_package").glob("*.py")
    }
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*"):
            inside = path.relative_to(ROOT)
            if path.is_file() and not {"_package", "__pycache__"} & set(inside.parts):
                expected.add(f"scrapy_reprint/{inside.as_posix()}")
    assert names - meta == expected
    assert any(name.endswith("demo/chenbao.txt") for name in names)
    assert any(name.endswith("LICENSE") for name in meta)


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], UserProject]:
    """An environment with the wheel, and with what it depends on from the environment of the tests."""
    home = tmp_path_factory.mktemp("fresh")
    venv.create(home, with_pip=False, symlinks=os.name != "nt")
    python = home / ("Scripts" if os.name == "nt" else "bin") / "python"
    asked = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages = Path(subprocess.run([python, "-c", asked], capture_output=True, text=True, check=True).stdout.strip())
    # A path from a .pth file is searched last, and the .pth files in it (such as that of an editable install) are not
    # read.
    dependencies = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (packages / "dependencies.pth").write_text("\n".join(sorted(dependencies)) + "\n")
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", "--quiet",
         "--disable-pip-version-check", wheel], check=True,
    )

    def project(folder: Path) -> UserProject:
        made = UserProject(folder)
        made.python = str(python)
        return made

    return project


SPIDER = """
import json
import pathlib

import crawler
import middlewares
import pipelines
import scrapy
import scrapy_reprint.crawler


class News(scrapy.Spider):
    name = "news"
    start_urls = ["data:,"]

    def parse(self, response):
        modules = (crawler, middlewares, pipelines, scrapy_reprint, scrapy_reprint.crawler)
        print(json.dumps([module.__file__ for module in modules]))
        for number, story in enumerate(json.loads(pathlib.Path("stories.json").read_text())[:3]):
            for site in ("one", "two"):
                yield {"url": f"https://{site}.test/{number}", "html": story["page"]}
"""


def test_a_project_called_crawler_runs_through_the_wheel(
    installed: Callable[[Path], UserProject], tmp_path: Path
) -> None:
    project = installed(tmp_path)
    project.write("scrapy.cfg", "[settings]\ndefault = crawler.settings\n")
    project.write("crawler/__init__.py", "")
    project.write("crawler/spiders/__init__.py", "")
    project.write("crawler/spiders/news.py", SPIDER)
    project.write("middlewares.py", "class Pass:\n    pass\n")
    project.write("pipelines/__init__.py", "class Pass:\n    def process_item(self, item):\n        return item\n")
    project.write("crawler/settings.py", """
SPIDER_MODULES = ["crawler.spiders"]
ADDONS = {"scrapy_reprint.Addon": 500}
ITEM_PIPELINES = {"pipelines.Pass": 100}
SPIDER_MIDDLEWARES = {"middlewares.Pass": 100}
TELNETCONSOLE_ENABLED = False
REMOTE_CONTROL_ENABLED = False
LOG_LEVEL = "INFO"
REPRINT_WORKERS = 1
REPRINT_DB = "store"
""")
    done = project.crawl("news")
    assert done.is_clean(), done.log
    files = json.loads(done.out)
    assert [Path(file).relative_to(tmp_path).as_posix() for file in files[:3]] == [
        "crawler/__init__.py", "middlewares.py", "pipelines/__init__.py",
    ]
    home = Path(project.python).parents[1]
    assert all(home in Path(file).parents for file in files[3:])
    assert len(project.pairs()) == 3

    outside = installed(tmp_path / "outside")
    (outside.folder / "scrapy.cfg").unlink()
    told = outside.run("-m", "scrapy", "reprint", "stats", "-s", f"REPRINT_DB={tmp_path / 'store'}")
    assert told.exit_code == 0, told.log
    assert "judged articles" in told.out
    assert "6" in told.out
