"""Undo what copiers do to a text, before any signature is computed."""

from __future__ import annotations

import html
import re
from functools import cache

import opencc

from .characters import HAN, level_characters
from .injected import strip_injected
from .look_alikes import level_han, level_scripts
from .numbering import strip_numbering
from .numerals import level_numerals
from .pinyin import strip_pinyin
from .repeated import undouble

__all__ = ["HAN", "normalize"]

# Patterns begin with the rarest character they need and look back from it, which makes them several times faster.
_SPACE_AT_HAN = re.compile(rf" (?:(?<=[{HAN}] )|(?=[{HAN}]))")
# An ampersand escaped any number of times; peeled one by one, they would take quadratic time.
_AMPERSANDS = re.compile("&(?:amp;?|#0*38;|#[xX]0*26;)+")
# An ampersand escaped any number of times; peeled one by one, they would take quadratic time.
_AMPERSANDS = re.compile("&(?:amp;?|#0*38;|#[xX]0*26;)+")
_KANA = re.compile("[\u3041-\u309f\u30a1-\u30fa]")
# A count and not a share: taking other things out of the line must not change what it is.
_JAPANESE_KANA = 4
# Text nested deeper than this in what is taken out was written against this loop and not for readers.
_MOST_PASSES = 8
_SPACES = re.compile(r" {2,}")
_SPACE_AT_END = re.compile(r" *\n *")
# A full stop of Latin type behind Han, where it ends a sentence.
_STOP = re.compile(rf"\.(?:(?<=[{HAN}]\.)(?=[{HAN}\s\"')]|$)|(?<=[A-Za-z)\"]\.)(?=[{HAN}]))")


@cache
def _to_simplified() -> opencc.OpenCC:
    return opencc.OpenCC("t2s")


def normalize(text: str) -> str:
    """The form of a text that signatures are computed on; line feeds between paragraphs are kept.

    Levelled are character references (escaped once or oftener), compatibility forms, what is not seen, ornaments,
    Traditional characters (OpenCC ``t2s``), look-alikes, numerals, punctuation and white space. Taken out are
    pronunciations in brackets, list numbers, doubled sentences, and injected addresses, contacts and calls. Each
    line is treated by itself but for the name of an injected site. The form of a form is itself.
    """
    for _ in range(_MOST_PASSES):
        text = _level(text)
        cleaned = _take_out(text)
        if cleaned == text:
            return text
        # What was taken out may have parted a disguise that now shows.
        text = cleaned
    return _level(text)


def _level(text: str) -> str:
    text = level_characters(text)
    while "&" in text and (plain := html.unescape(_AMPERSANDS.sub("&", text))) != text:
        text = level_characters(plain)
    text = _level_spaces(text)
    if not text.isascii():
        text = level_numerals(level_han(_simplify(level_scripts(text))))
        text = _STOP.sub("。", text)
    return strip_numbering(text)


def _simplify(text: str) -> str:
    """Traditional to simplified characters, but for lines in Japanese, which has forms of its own."""
    if _KANA.search(text) is None:
        return str(_to_simplified().convert(text))
    return "\n".join(
        line if len(_KANA.findall(line)) >= _JAPANESE_KANA else str(_to_simplified().convert(line))
        for line in text.split("\n")
    )


def _level_spaces(text: str) -> str:
    text = _SPACES.sub(" ", text)
    if not text.isascii():
        text = _SPACE_AT_HAN.sub("", text)
    if " \n" in text or "\n " in text:
        text = _SPACE_AT_END.sub("\n", text)
    return text.strip()


def _take_out(text: str) -> str:
    if text.isascii():
        return text
    return undouble(strip_injected(strip_pinyin(text)))
