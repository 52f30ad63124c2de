"""Which stored pages a path stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .arguments import ArgumentError
from .pages_file import Fault, read_pages
from .warc_file import NotHtml, read_warc

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from .items import Page

_JSON_NAMES = (".jsonl", ".jsonl.gz", ".ndjson", ".ndjson.gz")
_WARC_NAMES = (".warc", ".warc.gz")


def find_files(path: Path) -> list[Path]:
    """Files that hold pages: the path itself, or all below a folder, sorted by name.

    :exc:`ArgumentError` when there is none.
    """
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise ArgumentError(f"There is no file or folder {path}; set -a path= to a pages.jsonl, a WARC or a folder.")
    files = sorted(file for file in path.rglob("*") if file.name.lower().endswith(_JSON_NAMES + _WARC_NAMES))
    files = [file for file in files if file.is_file()]
    if not files:
        raise ArgumentError(f"The folder {path} holds no .jsonl, .jsonl.gz, .warc or .warc.gz file.")
    return files


def read_file(path: Path, max_page_bytes: int) -> Iterator[Page | Fault | NotHtml]:
    """Yield what a file holds; a name that says nothing is read as JSON lines."""
    if path.name.lower().endswith(_WARC_NAMES):
        yield from read_warc(path, max_page_bytes)
    else:
        yield from read_pages(path, max_page_bytes)


def require_pages(files: list[Path], max_page_bytes: int) -> None:
    """Raise :exc:`ArgumentError` when the files hold no page at all; reads up to the first page."""
    faults = 0
    first = None
    for path in files:
        for found in read_file(path, max_page_bytes):
            if isinstance(found, Fault):
                faults += 1
                first = first or found
            elif not isinstance(found, NotHtml):
                return
    names = str(files[0]) if len(files) == 1 else f"the {len(files)} files from {files[0]} on"
    why = f": {first.where}: {first.why} ({faults} such faults)" if first else ""
    raise ArgumentError(f"There is no page in {names}{why}.")
