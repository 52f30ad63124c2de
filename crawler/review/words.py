"""Words of the desk for what rulings and numbers are."""

from __future__ import annotations

#: Each kind of ruling.
KIND_WORDS = {
    "copy": "copy",
    "not_copy": "not a copy",
    "same_owner": "same owner",
    "official": "official release",
    "quote": "quotation",
}


def told(number: int, thing: str) -> str:
    """A number of things: "1 pair", "2 pairs"."""
    return f"{number:,} {thing}{'s' * (number != 1)}"
