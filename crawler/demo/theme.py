"""A site's markup, read from ``<site>.html``: a file of named parts, filled in with :class:`string.Template`."""

from __future__ import annotations

import re
from importlib.resources import files
from string import Template

_PART = re.compile(r"<!-- part: (\w+) -->\n")


class Theme:
    """The parts of one site: ``frame`` around every page, ``article``, ``list`` and ``item`` inside it."""

    def __init__(self, site: str) -> None:
        text = files(__package__).joinpath(f"{site}.html").read_text(encoding="utf-8")
        _, *pieces = _PART.split(text)
        names, bodies = pieces[::2], pieces[1::2]
        self._parts = {name: Template(body.rstrip("\n")) for name, body in zip(names, bodies, strict=True)}

    def fill(self, part: str, values: dict[str, str]) -> str:
        """One part with its values; a value the part names and ``values`` lacks is an error."""
        return self._parts[part].substitute(values)

    def __contains__(self, part: str) -> bool:
        return part in self._parts
