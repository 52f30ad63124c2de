"""Words of the desk for what rulings and numbers are."""

from __future__ import annotations

import re

#: Each kind of ruling.
KIND_WORDS = {
    "copy": "copy",
    "not_copy": "not a copy",
    "same_owner": "same owner",
    "official": "official release",
    "quote": "quotation",
}

_TIME = re.compile(r"^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::(?!00)\d\d)?)(?::00)?(?:\.\d+)?(.*)$")


def told(number: int, thing: str) -> str:
    """A number of things: "1 pair", "2 pairs"."""
    return f"{number:,} {thing}{'s' * (number != 1)}"


def moment(time: str) -> str:
    """A time of ISO 8601 to read: "2026-03-02 07:40 +08:00"."""
    return _TIME.sub(r"\1 \2 \3", time).rstrip()
