"""The desk's one script: its words, its keys and, in Chinese, what the report's page puts reasons into Chinese with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from ...pipelines.report import page
from ...pipelines.report.page.phrases import PARTS, REASONS

if TYPE_CHECKING:
    from .language import Speech

_PAGE = Path(page.__file__).parent
_STATIC = Path(__file__).parent / "static"


def script_of(speech: Speech) -> str:
    """The script in a language. Parts of the report's page are shut in: no name of theirs meets one of the desk."""
    parts = ['"use strict";', f"const WORDS = {json.dumps(speech.script_words(), ensure_ascii=False)};"]
    if speech.language != "en":
        data = {"phrases": {"reasons": REASONS, "parts": PARTS}}
        parts += [
            "const reasonsOf = (() => {",
            f"const DATA = {json.dumps(data, ensure_ascii=False)};",
            f"const language = {json.dumps(speech.language)};",
            *((_PAGE / name).read_text(encoding="utf-8") for name in ("make.js", "reasons.js")),
            "return reasonsOf;",
            "})();",
            (_STATIC / "reasons.js").read_text(encoding="utf-8"),
        ]
    parts.append((_STATIC / "desk.js").read_text(encoding="utf-8"))
    return "\n".join(parts)
