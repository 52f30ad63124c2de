"""The language of a page, by the script of its text and by what it declares."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.html import HtmlElement

_SCRIPTS = tuple((name, re.compile(letters + "+")) for name, letters in (
    ("ja", r"[\u3041-\u30ff]"), ("ko", r"[\uac00-\ud7af]"), ("zh", r"[\u4e00-\u9fff]"), ("ru", r"[\u0400-\u04ff]"),
    ("ar", r"[\u0600-\u06ff]"), ("th", r"[\u0e00-\u0e7f]"), ("el", r"[\u0370-\u03ff]"), ("he", r"[\u0590-\u05ff]"),
    ("hi", r"[\u0900-\u097f]"),
))
# Where none of these letters stands, only Han is counted.
_OTHER_SCRIPT = re.compile(r"[\u0370-\u0fff\u3041-\u30ff\uac00-\ud7af]")
_ALPHABETS = frozenset({"ru", "ar", "el", "he", "hi", "th"})
_LATIN = re.compile(r"[A-Za-zÀ-ɏ]+")


def language_of(declared: str, text: str) -> str:
    """Two-letter language: by script where the script decides, else what the page declares, else English."""
    sample = text[:3000]
    others = not sample.isascii() and _OTHER_SCRIPT.search(sample) is not None
    counts = {
        name: sum(map(len, pattern.findall(sample))) if others or name == "zh" else 0 for name, pattern in _SCRIPTS
    }
    latin = sum(map(len, _LATIN.findall(sample)))
    total = sum(counts.values()) + latin
    declared = declared.strip().lower().replace("_", "-").split("-")[0][:3]
    if total < 10:
        return declared if declared.isalpha() else ""
    if counts["ja"] * 12 > total and counts["ja"] * 5 > counts["zh"]:
        return "ja"
    # A Latin letter is a fifth of a word, a Han character half of one.
    weights = {name: count * (1 if name in _ALPHABETS else 2.5) for name, count in counts.items()}
    best = max(weights, key=lambda name: weights[name])
    if weights[best] > latin:
        if best in ("ru", "ar") and declared in ("uk", "bg", "sr", "be", "kk", "mk", "fa", "ur"):
            return declared
        return best
    return declared if declared.isalpha() and declared not in ("zh", "ja", "ko", "ru", "ar") else "en"


def declared_language(tree: HtmlElement) -> str:
    """The ``lang`` of the html element, or an empty string."""
    for element in tree.iter("html"):
        return str(element.get("lang") or element.get("{http://www.w3.org/XML/1998/namespace}lang") or "")
    return ""
