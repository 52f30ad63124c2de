"""A server of many sites for one crawl: saved pages as templates, each filled with a text of its own.

    python benchmarks/crawl_server.py PAGES [FOLDER]

It is spoken to as a proxy, so that sites have names. ``http://site007.example/a/31.html`` is page 31: the markup of a
saved page (:mod:`saved_pages`) in which every run of text is another one of the same length,
so that pages of one template share its markup and nothing else. A tenth of the
pages are copies of others (:mod:`bulk_plan`). It prints its port and serves until its input closes.
"""

from __future__ import annotations

import asyncio
import html
import re
import sys
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from bulk import Maker
from bulk_sentences import TITLE
from saved_pages import read_pages

if TYPE_CHECKING:
    from collections.abc import Sequence

    from saved_pages import SavedPage

SITES = 300
_KEPT = re.compile(r"<(script|style|textarea)\b.*?</\1\s*>|<!--.*?-->", re.DOTALL | re.IGNORECASE)
_RUN = re.compile(r"(?<=>)[^<>]{6,}(?=<)")
_HAN = re.compile("[\u4e00-\u9fff]")
_LETTER = re.compile(r"[^\W\d_]")
_TITLE = re.compile(r"<title[^>]*>([^<]*)</title>", re.IGNORECASE)
_CHARSET = re.compile(r"(charset\s*=\s*[\"']?)[\w-]+", re.IGNORECASE)
#: Characters of an invented sentence at most.
_SENTENCE = 16
#: Letters of any script from which a run is replaced too.
_LONG = 20
#: Pages that are made before the crawl begins, so that making them takes no time from it.
_KEPT_PAGES = 4000


class Template:
    """A saved page's markup with places for a title and for running text."""

    def __init__(self, page: SavedPage) -> None:
        markup = _CHARSET.sub(r"\1utf-8", page.decoded)
        found = _TITLE.search(markup)
        title = html.unescape(found[1]).split("_")[0].split("-")[0].split("|")[0].strip() if found else ""
        if len(title) >= 4:
            markup = markup.replace(title, "\0T\0")
        self._parts: list[str] = []
        #: Characters of each place, and the parts between them.
        self.lengths: list[int] = []
        end = 0
        for begin, stop in self._open(markup):
            for run in _RUN.finditer(markup, begin, stop):
                text = run.group()
                if len(_HAN.findall(text)) * 2 > len(text) or len(_LETTER.findall(text)) >= _LONG:
                    self._parts.append(markup[end : run.start()])
                    self.lengths.append(run.end() - run.start())
                    end = run.end()
        self._parts.append(markup[end:])

    @staticmethod
    def _open(markup: str) -> list[tuple[int, int]]:
        """Stretches of the markup that are no script and no comment."""
        kept = [(0, 0), *((match.start(), match.end()) for match in _KEPT.finditer(markup)), (len(markup), len(markup))]
        return [(before[1], after[0]) for before, after in pairwise(kept)]

    def filled(self, title: str, sentences: Sequence[str]) -> str:
        """The page with another title and text."""
        parts, place = [self._parts[0]], 0
        for length, part in zip(self.lengths, self._parts[1:], strict=True):
            begin, size = place, 0
            while size < length and place < len(sentences):
                size += len(sentences[place])
                place += 1
            parts += ["".join(sentences[begin:place]) or "。", part]
        return "".join(parts).replace("\0T\0", title)


class Pages:
    """Makes each page when it is asked for."""

    def __init__(self, arguments: Sequence[str]) -> None:
        self._templates = [made for page in read_pages(arguments) if sum((made := Template(page)).lengths) >= 300]
        self._maker = Maker(3, SITES, 0.1)

    @lru_cache(maxsize=_KEPT_PAGES)  # noqa: B019 - one object, which lives as long as the process
    def body(self, number: int) -> bytes:
        """Bytes of a page."""
        maker = self._maker
        copied = maker.plan.copied(number)
        source = copied.source if copied else number
        # A template by the page and not by its source: a thief has a look of its own.
        template = self._templates[number * 7919 % len(self._templates)]
        count = sum(template.lengths) // _SENTENCE + len(template.lengths) + 1
        numbers = np.append(np.arange(count), TITLE)
        keys = np.full(count + 1, maker.plan.key(source), np.uint64)
        written = maker.write(keys, numbers, np.zeros(count + 1, np.int64))
        ends = [0, *np.cumsum(written.lengths).tolist()]
        *sentences, title = [
            maker.text(written.words[begin:end], written.places[begin:end]) for begin, end in pairwise(ends)
        ]
        return template.filled(title, sentences).encode("utf-8", "replace")


async def _serve(count: int, pages: Pages) -> None:
    for number in range(min(count, _KEPT_PAGES)):
        pages.body(number)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                while (await reader.readline()).strip():
                    pass
                name = line.split()[1].rpartition(b"/")[2].removesuffix(b".html")
                number = int(name) if name.isdigit() else count
                body = pages.body(number) if number < count else b"<p>none"
                status = b"200 OK" if number < count else b"404 Not Found"
                writer.write(
                    b"HTTP/1.1 %s\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %d\r\n\r\n%s"
                    % (status, len(body), body)
                )
                await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0, backlog=512)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    server.close()


if __name__ == "__main__":
    asyncio.run(_serve(int(sys.argv[1]), Pages(sys.argv[2:])))
