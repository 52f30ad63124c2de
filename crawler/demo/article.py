"""The articles of the demo web, read from the ``.txt`` files of this folder.

A file holds one site's articles. ``=== id`` opens an article, ``key: value`` lines follow, then, after an empty
line, its blocks: a line each, or several lines between code fences. The inline form ``[words](id)`` links to another
article, of this site or of another (``site/id``).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

CHINA = timezone(timedelta(hours=8))

_PREFIXES = {"## ": "heading", "> ": "quote", "! ": "image", "| ": "table", "@ ": "include"}
_FENCE = "```"


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, heading, quote, image ("name.png caption"), table row, code or include ("site/id#n")."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Article:
    """An article as one site publishes it."""

    #: "site/id"; the same in every run.
    key: str
    title: str
    section: str
    author: str
    published: datetime
    blocks: tuple[Block, ...]
    #: Key of the article this one was taken from; empty for a site's own work.
    taken_from: str = ""
    #: How the site owns up to that: "", "name", "link" or "canonical".
    credit: str = ""
    #: Body markup taken over with the text; empty where the site renders the blocks itself.
    body_html: str = ""

    @property
    def site(self) -> str:
        """Name of the site that publishes it."""
        return self.key.partition("/")[0]

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """The running text, link forms included."""
        return tuple(block.text for block in self.blocks if block.kind == "paragraph")


def load_articles(site: str) -> tuple[Article, ...]:
    """All articles of ``<site>.txt``, in the order of the file."""
    text = files(__package__).joinpath(f"{site}.txt").read_text(encoding="utf-8")
    return tuple(_parse(site, chunk) for chunk in text.split("\n=== ")[1:])


def _parse(site: str, chunk: str) -> Article:
    head, _, body = chunk.partition("\n\n")
    name, *lines = head.splitlines()
    fields = dict(line.split(": ", 1) for line in lines)
    return Article(
        key=f"{site}/{name.strip()}",
        title=fields["title"],
        section=fields["section"],
        author=fields.get("author", ""),
        published=datetime.fromisoformat(fields["published"]).replace(tzinfo=CHINA),
        blocks=tuple(_blocks(body)),
        taken_from=fields.get("from", ""),
        credit=fields.get("credit", ""),
    )


def _blocks(body: str) -> Iterator[Block]:
    code: list[str] | None = None
    for line in body.splitlines():
        if line.startswith(_FENCE):
            if code is None:
                code = []
            else:
                yield Block("code", "\n".join(code))
                code = None
        elif code is not None:
            code.append(line)
        elif line.strip():
            kind = _PREFIXES.get(line[: line.find(" ") + 1], "paragraph")
            yield Block(kind, line if kind == "paragraph" else line.split(" ", 1)[1])
