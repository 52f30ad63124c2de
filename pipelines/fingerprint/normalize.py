"""Undo what copiers do to the letters of a text, before any signature is computed."""

from __future__ import annotations

import html
import re
import unicodedata
from functools import cache

import opencc

HAN = "\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"

# Characters that are in the text and not on the screen: zero width, bidirectional controls, variation selectors,
# soft hyphen, tags, byte order marks, fillers.
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffd\U0001bca0-\U0001bca3\U000e0000-\U000e0fff\ud800-\udfff]"
)
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f]")
_EMOJI = re.compile(
    "[\U0001f000-\U0001faff\u2600-\u27bf\u2b00-\u2bff\u2190-\u21ff\u2300-\u23ff\u25a0-\u25ff\u20e3\ue000-\uf8ff]"
)
# One syllable of Mandarin in Latin letters, without tone marks.
_SYLLABLE = r"(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?(?:[iu]?[aeo]|[iuüv]|a|o|e)(?:[iou]|ng?|r)?"
_PINYIN = re.compile(rf"^(?:{_SYLLABLE}[1-5]?[\s'·]*){{1,4}}$", re.IGNORECASE)
_ONE_SYLLABLE = re.compile(rf"^{_SYLLABLE}[1-5]?$", re.IGNORECASE)
_TONED = re.compile("[\u0300\u0301\u0304\u030c]")
_AFTER_HAN = re.compile(rf"(?<=[{HAN})])\s*[(\[]\s*([a-zA-Z\u00c0-\u024f\u0300-\u030c1-5'· ]{{1,24}})\s*[)\]]")
_SPACE_AT_HAN = re.compile(rf"(?<=[{HAN}])[^\S\n]+|[^\S\n]+(?=[{HAN}])")
_SPACES = re.compile(r"[^\S\n]+")

# Letters of other scripts that look like Latin ones; replaced only in words that also hold Latin ones.
_LOOK_ALIKE = str.maketrans(
    "АВЕКМНОРСТУХаеорсухіјѕԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧοαν",
    "ABEKMHOPCTYXaeopcyxijsdqwABEZHIKMNOPTYXoav",
)
_MIXED_WORD = re.compile(r"[A-Za-z\u0370-\u03ff\u0400-\u052f]+")
# Numerals of cheques used in place of plain ones. Those that are also common words or surnames stay.
_FORMAL_NUMERALS = str.maketrans("壹贰弍叁叄柒捌玖", "一二二三三七八九")


@cache
def _to_simplified() -> opencc.OpenCC:
    return opencc.OpenCC("t2s")


def normalize(text: str) -> str:
    """The form of a text that signatures are computed on; line feeds are kept.

    Character references, compatibility forms (NFKC), Traditional characters (OpenCC ``t2s``), invisible and control
    characters, emoji, bracketed pinyin after Han, Latin look-alikes and white space beside Han are levelled, so that
    a copy disguised by them has the signatures of its source.
    """
    if "&" in text:
        text = html.unescape(text)
    text = _INVISIBLE.sub("", _CONTROL.sub("", text))
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
        text = _EMOJI.sub("", text)
        text = _strip_pinyin(text)
        text = _to_simplified().convert(text).translate(_FORMAL_NUMERALS)
        text = _MIXED_WORD.sub(_latin, text)
        text = _SPACE_AT_HAN.sub("", text)
    return _SPACES.sub(" ", text).strip()


def _strip_pinyin(text: str) -> str:
    if "(" not in text and "[" not in text:
        return text
    for _ in range(4):  # a syllable in brackets may stand several times behind one character
        text, count = _AFTER_HAN.subn(_drop_if_pinyin, text)
        if not count:
            break
    return text


def _drop_if_pinyin(match: re.Match[str]) -> str:
    inner = match.group(1).strip()
    parts = unicodedata.normalize("NFD", inner)
    plain = _TONED.sub("", parts)
    plain = unicodedata.normalize("NFC", plain)
    if plain != unicodedata.normalize("NFC", parts):
        return "" if _PINYIN.match(plain) else match.group()
    return "" if _ONE_SYLLABLE.match(plain) and (plain.islower() or plain[-1].isdigit()) else match.group()


def _latin(match: re.Match[str]) -> str:
    word = match.group()
    if word.isascii():
        return word
    levelled = word.translate(_LOOK_ALIKE)
    # A word of another script keeps letters that have no Latin twin; a disguised one has none.
    return levelled if levelled.isascii() and any(char.isascii() for char in word) else word
