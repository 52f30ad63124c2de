"""Pronunciations put behind characters to break up a text: 復(fù)興, 复(fu)兴, 复（ㄈㄨˋ）兴."""

from __future__ import annotations

import re
import unicodedata

from .characters import HAN
from .readings import readings

_SYLLABLE = r"(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?(?:[iuü]?[aeo]|[iuüv]|ê)(?:[iou]|ng?|r)?"
_SYLLABLES = re.compile(rf"(?:{_SYLLABLE}[1-5]?[\s'·,-]*){{1,6}}", re.IGNORECASE)
_TONE_MARKS = re.compile("[\u0300\u0301\u0304\u0306\u030c]")
_TONED = "āáǎăàēéěĕèīíǐĭìōóǒŏòūúǔŭùǖǘǚǜńňǹḿ"
_LETTER = f"A-Za-zɑɡüê{_TONED}{_TONED.upper()}"
_GLOSS = re.compile(rf"[(\[{{<【] *([{_LETTER}][{_LETTER}1-5'·, -]{{0,29}}|[\u3105-\u312fˉˊˇˋ˙ ]{{1,16}})[)\]}}>】]")
_BARE = re.compile(rf"(?<=[{HAN}])[a-zɑɡ]{{0,3}}[{_TONED}][a-zɑɡ]{{0,3}}(?![{_LETTER}])")
_HAS_TONE = re.compile(f"[{_TONED}]")
_TO_LATIN = str.maketrans("ɑɡ", "ag")


def strip_pinyin(text: str) -> str:
    """The text without pronunciations in brackets behind Han, however often repeated, and without bare toned ones.

    Toned syllables are pronunciations whatever character they follow (polyphones are often annotated wrongly).
    Syllables without tones must be a reading of the characters before them: (he) behind 他 is a word, behind 和 pinyin.
    """
    if _GLOSS.search(text):
        text = _strip_glosses(text)
    if _HAS_TONE.search(text):
        text = _BARE.sub(_drop_if_read, text)
    return text


def _strip_glosses(text: str) -> str:
    kept, end = [], 0
    before = ""  # what a gloss would annotate: the last characters kept
    for match in _GLOSS.finditer(text):
        between = text[end : match.start()]
        if between.strip(" "):
            before = between.rstrip(" ")[-6:]
        if _is_pronunciation(match.group(1), before):
            kept.append(between.rstrip(" "))
        else:
            kept += between, match.group()
            before = ""
        end = match.end()
    kept.append(text[end:])
    return "".join(kept)


def _is_pronunciation(inner: str, before: str) -> bool:
    if not before or before[-1] < "\u3007" or not _is_han(before[-1]):
        return False
    if inner[0] >= "\u3100":
        return "\u3105" <= inner[0] <= "\u312f"
    parts = unicodedata.normalize("NFD", inner.translate(_TO_LATIN))
    plain = unicodedata.normalize("NFC", _TONE_MARKS.sub("", parts))
    toned = plain != unicodedata.normalize("NFC", parts)
    if toned and len(plain) > 1:
        return _SYLLABLES.fullmatch(plain) is not None
    return (toned or plain.islower()) and reads(plain, before)


def _drop_if_read(match: re.Match[str]) -> str:
    parts = unicodedata.normalize("NFD", match.group().translate(_TO_LATIN))
    plain = unicodedata.normalize("NFC", _TONE_MARKS.sub("", parts))
    return "" if reads(plain, match.string[max(0, match.start() - 4) : match.start()]) else match.group()


def reads(pinyin: str, han: str) -> bool:
    """Whether pinyin without tones ("fuxing", "fu4", "lv") is a reading of the last characters of `han`."""
    letters = re.sub(r"[^a-zü]", "", pinyin.lower().replace("u:", "ü").replace("v", "ü"))
    return bool(letters) and _reads(letters, han)


def _reads(letters: str, han: str) -> bool:
    for reading in readings().get(han[-1:], ()):
        for form in {reading, reading.replace("ü", "u")}:
            if letters == form or (letters.endswith(form) and _reads(letters[: -len(form)], han[:-1])):
                return True
    return False


def _is_han(char: str) -> bool:
    return re.match(f"[{HAN}]", char) is not None
