"""Writing the page and the files beside it, each whole or not at all."""

from __future__ import annotations

import base64
import hashlib
from contextlib import suppress
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

from ..atomic import atomic_writer
from ..phases import Untold, told
from .data import page_data
from .domain_data import Parts, domain_data
from .names import FOLDER, PREFIX, SUFFIX, file_stem, script_json
from .pairs import Pairs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy_reprint.options import Options

    from ...domains.rows import DomainRow
    from ..phases import Phases
    from .articles import Articles

INDEX = "index.html"
_HERE = Path(__file__).parent
#: Parts of the page's one script, in their order.
SCRIPTS = (
    "make.js", "words.js", "reasons.js", "domains.js", "graph.js", "timeline.js", "passages.js", "lists.js",
    "domain.js", "start.js",
)
#: Stands in every page of ours: no other file of that name is written over.
_OURS = '<meta name="generator" content="scrapy-reprint">'
_HEAD_BYTES = 2048


def write_page(
    folder: Path,
    rows: Sequence[DomainRow],
    articles: Articles,
    options: Options,
    phases: Phases | None = None,
    not_counted: Sequence[int] = (),
) -> Path | None:
    """Write ``index.html`` and ``page/*.js`` beside the CSVs, ``matches.csv`` among them, which is read again.

    Files of domains that are gone are removed. `phases` is told of each domain; `not_counted` are rows of the file,
    from 0, of pairs that count for nothing. The bytes hang on the report alone.
    Returns the page's path, or None where an ``index.html`` of somebody else's is in the way, which is left as it is.
    Raises :exc:`OutputError`.
    """
    index = folder / INDEX
    if not _may_write(index):
        return None
    written = set()
    ordered = sorted(rows, key=lambda row: row.domain)
    with Pairs(folder / "matches.csv", [row.domain for row in ordered], not_counted) as pairs:
        parts = Parts(pairs, articles, options)
        for row in told(ordered, phases or Untold()):
            path = folder / FOLDER / (file_stem(row.domain) + SUFFIX)
            data = script_json(domain_data(row, parts))
            # Thousands of small files: these can be made again, so each one's way to the disk is not waited for.
            with atomic_writer(path, synced=False) as file:
                file.write(f"reprintDomain({script_json(row.domain)},{data});\n")
            written.add(path.name)
        with atomic_writer(index) as file:
            file.write(page_html(script_json(page_data(ordered, pairs.total, options.lang))))
    for path in sorted((folder / FOLDER).glob(f"{PREFIX}*{SUFFIX}")):
        if path.name not in written:
            with suppress(OSError):
                path.unlink()
    return index


def page_html(data: str) -> str:
    """The page around its data, which must be safe inside a script element.

    Script and style are named by their hashes, so that nothing else runs but the domains' files beside the page
    ('self', also of a page opened from disk, in Chromium and in Firefox).
    """
    script = "\n".join(_text(name) for name in SCRIPTS)
    style = _text("page.css")
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}' 'self'; style-src '{_hash(style)}'; "
        f"img-src data:; base-uri 'none'; form-action 'none'"
    )
    template = Template(_text("page.html"))
    return template.substitute(policy=policy, generator=_OURS, style=style, script=script, data=data)


def _text(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


def _may_write(index: Path) -> bool:
    try:
        with index.open("rb") as file:
            return _OURS.encode() in file.read(_HEAD_BYTES)
    except OSError:
        # Not there; or in the way, which writing it tells better.
        return True
