"""Names of the files beside the page, and JSON that may stand inside a script."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

#: Folder of the domains' files, beside index.html.
FOLDER = "page"
#: What every one of them begins with, so that no name is a device's (``con.test`` is, on Windows).
PREFIX = "d-"
SUFFIX = ".js"
_PLAIN = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)*\Z")
_MAX_PLAIN = 120
_ODD = re.compile(r"[^a-z0-9.-]+")

# Inside a script element "<" could end it or open a comment; the two separators end a line in old JavaScript.
_UNSAFE = ("<", ">", "&", "\u2028", "\u2029")


def file_stem(domain: str) -> str:
    """Name of a domain's file without its ending: a safe one on every file system, no two the same.

    Names that are not plain host names end in a hash, and only theirs have an underscore.
    """
    if len(domain) <= _MAX_PLAIN and _PLAIN.match(domain):
        return PREFIX + domain
    digest = hashlib.blake2b(domain.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
    shown = _ODD.sub("-", domain.lower())[:40].strip(".-")
    return f"{PREFIX}{shown}_{digest}"


def script_json(value: Any) -> str:
    """Compact JSON in which nothing can end a script element or a line of JavaScript."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    # Five passes of str.replace take a tenth of the time of one str.translate.
    for character in _UNSAFE:
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text
