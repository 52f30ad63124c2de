"""Bytes of a page to text: the charset is what the bytes say, not what the page claims.

Old Chinese pages often name the wrong charset or none. Each charset that could be meant is tried; what
decodes cleanly and reads like a language wins. Names are widened as browsers do (gb2312 is read as gb18030).
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .plausible import plausibility

if TYPE_CHECKING:
    from collections.abc import Iterator

# Labels whose bytes in the wild need a wider codec, and labels Python does not know.
_WIDER = {
    "gb2312": "gb18030", "gbk": "gb18030", "x-gbk": "gb18030", "gb_2312-80": "gb18030", "cp936":
    "gb18030", "ms936": "gb18030", "936": "gb18030", "chinese": "gb18030", "euc-cn": "gb18030",
    "x-euc-cn": "gb18030", "csgb2312": "gb18030", "gb-2312": "gb18030", "gb_2312": "gb18030", "gb18030":
    "gb18030", "big5": "big5hkscs", "big5-hkscs": "big5hkscs", "x-x-big5": "big5hkscs", "cn-big5":
    "big5hkscs", "big-5": "big5hkscs", "csbig5": "big5hkscs", "cp950": "big5hkscs", "shift_jis": "cp932",
    "shift-jis": "cp932", "x-sjis": "cp932", "sjis": "cp932", "windows-31j": "cp932", "euc-kr": "cp949",
    "ks_c_5601-1987": "cp949", "ksc5601": "cp949", "x-windows-949": "cp949", "iso-8859-1": "cp1252",
    "latin1": "cp1252", "latin-1": "cp1252", "us-ascii": "cp1252", "ascii": "cp1252", "iso-8859-9":
    "cp1254", "iso-8859-11": "cp874", "tis-620": "cp874", "utf8": "utf-8", "unicode": "utf-8", "utf":
    "utf-8", "utf-8-sig": "utf-8",
    # A meta tag that could be read as ASCII cannot stand in a UTF-16 page (WHATWG HTML, 13.2.3.2).
    "utf-16": "utf-8", "utf-16le": "utf-8", "utf-16be": "utf-8", "utf-32": "utf-8", "utf-7": "utf-8",
}
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF32_LE, "utf-32-le"), (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"), (b"\x84\x31\x95\x33",
    "gb18030"),
)
# Tried when neither the declaration nor UTF-8 fits, the most frequent on the Chinese web first.
_MULTIBYTE = ("gb18030", "big5hkscs", "cp932", "euc_jp", "cp949")
_ESCAPED = {"iso-2022-jp": b"\x1b$", "hz-gb-2312": b"~{", "hz": b"~{"}
_HEADER_CHARSET = re.compile(r"charset\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)
_PAGE_CHARSET = re.compile(
    rb"<meta[^>]{0,400}?charset\s*=\s*[\"']?\s*([\w.:-]+)|<\?xml[^>]{0,200}?encoding\s*=\s*[\"']\s*([\w.:-]+)",
    re.IGNORECASE,
)
_UTF16_TAGS = {
    "utf-16-le": re.compile(rb"(?:\s\0)*<\0[!?a-zA-Z]\0[a-zA-Z-]\0"),
    "utf-16-be": re.compile(rb"(?:\0\s)*\0<\0[!?a-zA-Z]\0[a-zA-Z-]"),
}
_DECLARED_WITHIN = 4096
# Charsets are compared on this many bytes at most; the winner alone decodes the whole page.
_SAMPLE_BYTES = 32 * 1024
# A declared charset that reads this plausibly is taken at once: wrong ones stay under 0.1.
_BEYOND_DOUBT = 0.4
# Below this many non-ASCII bytes valid UTF-8 can be chance, and the declaration is heard.
_FEW_BYTES = 48
_NON_ASCII = bytes(range(128, 256))
_ASCII = bytes(range(128))
_CONTROLS = bytes(set(range(32)) - {9, 10, 12, 13, 27})
_MAGIC = (
    b"%PDF-", b"PK\x03\x04", b"PK\x05\x06", b"\x89PNG", b"GIF87a", b"GIF89a", b"\xff\xd8\xff",
    b"\x1f\x8b", b"RIFF", b"Rar!\x1a", b"7z\xbc\xaf\x27\x1c", b"\x7fELF", b"ID3", b"OggS", b"wOFF",
    b"wOF2", b"\xd0\xcf\x11\xe0\xa1\xb1", b"BZh9", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd", b"fLaC",
    b"\x00\x00\x01\x00", b"\xca\xfe\xba\xbe", b"FWS", b"CWS\x08",
)
_BINARY_TYPE = re.compile(
    r"\s*(?:image/(?!svg)|audio/|video/|font/|application/(?:pdf|zip|gzip|x-(?:rar|gzip|tar|7z|"
    r"shockwave)|octet-stream|msword|vnd\.|java-archive))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text of a page and the Python codec that read it."""

    text: str
    encoding: str
    #: True where bytes could not be read and stand as U+FFFD in the text.
    lossy: bool


def decode(body: bytes, content_type: str = "") -> Decoded:
    """Text of the bytes of a page; ``content_type`` is the value of the HTTP header.

    Never raises. NUL characters are removed; a character cut off at the very end is dropped without notice.
    """
    for bom, encoding in _BOMS:
        if body.startswith(bom):
            return _read(body[len(bom) :], encoding)
    wide = _utf16_without_bom(body)
    if wide:
        return _read(body, wide)
    declared = _declared(body, content_type)
    for label, escape in _ESCAPED.items():
        if label in declared and escape in body:
            return _read(body, "hz" if label.startswith("hz") else label)
    charsets = [name for name in map(_codec, declared) if name]
    try:
        text = codecs.utf_8_decode(body, "strict", False)[0]
    except UnicodeDecodeError:
        return _read(body, _choose(body, charsets))
    other = next((name for name in charsets if name != "utf-8"), None)
    if other and 0 < len(body) - len(body.translate(None, _NON_ASCII)) < _FEW_BYTES:
        reading, errors = _try(body, other)
        if not errors and plausibility(reading) > plausibility(text):
            return _read(body, other)
    return Decoded(text.replace("\0", ""), "utf-8", lossy=False)


def is_binary(body: bytes, content_type: str = "") -> bool:
    """True for images, archives, PDF and other bytes that are no text, whatever the header calls them."""
    if body.startswith(_MAGIC) or body[4:8] == b"ftyp":
        return True
    start = body[:_DECLARED_WITHIN]
    if start.startswith(tuple(bom for bom, _ in _BOMS)) or _utf16_without_bom(body):
        return False
    controls = len(start) - len(start.translate(None, _CONTROLS))
    if controls > len(start) * 0.1:
        return True
    return bool(_BINARY_TYPE.match(content_type)) and b"<" not in start


def _declared(body: bytes, content_type: str) -> list[str]:
    labels = []
    header = _HEADER_CHARSET.search(content_type)
    if header:
        labels.append(header[1].lower())
    page = _PAGE_CHARSET.search(body[:_DECLARED_WITHIN].replace(b"\0", b""))
    if page:
        labels.append((page[1] or page[2]).decode("ascii", "replace").lower())
    return labels


def _codec(label: str) -> str:
    """Python's codec for a charset label, or an empty string."""
    name = _WIDER.get(label, label)
    try:
        info = codecs.lookup(name)
    except (LookupError, ValueError):
        return ""
    # base64, rot13 and the like are codecs, too. UTF-16 and its kin have been ruled out by now.
    is_text = getattr(info, "_is_text_encoding", True)
    found = str(info.name)
    return _WIDER.get(found, found) if is_text and found not in _UNFIT else ""


_UNFIT = {"idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined", "mbcs", "oem"}


def _utf16_without_bom(body: bytes) -> str:
    start = body[:2048]
    # Chinese text has few zeros; markup begins with some.
    for encoding, tag in _UTF16_TAGS.items():
        if tag.match(start):
            return encoding
    half = len(start) // 2
    if half < 8:
        return ""
    even, odd = start[0 : half * 2 : 2].count(0), start[1 : half * 2 : 2].count(0)
    if odd > half * 0.4 and even < half * 0.05:
        return "utf-16-le"
    if even > half * 0.4 and odd < half * 0.05:
        return "utf-16-be"
    return ""


def _choose(body: bytes, declared: list[str]) -> str:
    """The codec that reads a page best which is not clean UTF-8."""
    sample = _sample(body)
    text, errors = _try(sample, "utf-8")
    # Sequences of UTF-8 do not come about by chance: a page with some bad bytes among many good is UTF-8.
    if errors * 4 <= _beyond_ascii(text) - errors:
        return "utf-8"
    best, best_score = "", -1.0
    for name in _candidates(sample, declared):
        text, errors = _try(sample, name)
        rate = errors / max(1, _beyond_ascii(text))
        # The declaration is worth a little more than any other guess, and only while it fits.
        bonus = 0.08 if name in declared and rate < 0.02 else 0.0
        score = plausibility(text) + bonus - min(1.0, 2 * rate)
        if not errors and name in declared and name in _MULTIBYTE and score > _BEYOND_DOUBT:
            return name
        if score > best_score:
            best, best_score = name, score
    if best_score > 0.05:
        return best
    fitting = (name for name in declared if not _try(sample, name)[1])
    return next(fitting, "cp1252" if _western(sample) else "gb18030")


def _candidates(sample: bytes, declared: list[str]) -> Iterator[str]:
    """Codecs that may read a page, each once; what single bytes stand for is asked only where it comes to that."""
    names = dict.fromkeys((*declared, *_MULTIBYTE))
    yield from names
    for name in ("cp1252",) if _western(sample) else ("cp1251", "cp1252"):
        if name not in names:
            yield name


def _western(sample: bytes) -> bool:
    """True where bytes above ASCII mostly stand alone, as accents do."""
    high = len(sample) - len(sample.translate(None, _NON_ASCII))
    alone = len(re.findall(rb"(?<![\x80-\xff])[\x80-\xff](?![\x80-\xff])", sample))
    return alone * 2 > high


def _beyond_ascii(text: str) -> int:
    """Number of characters beyond ASCII."""
    return len(text) - len(text.encode("ascii", "ignore"))


def _try(data: bytes, encoding: str) -> tuple[str, int]:
    """Text and number of bad places; a character cut off at the end is none."""
    decoder = codecs.getincrementaldecoder(encoding)(errors="replace")
    try:
        text = decoder.decode(data, final=False)
    except (UnicodeError, ValueError):
        return "", len(data)
    return text, max(0, text.count("\ufffd") - data.count(b"\xef\xbf\xbd"))


def _read(body: bytes, encoding: str) -> Decoded:
    text, errors = _try(body, encoding)
    return Decoded(text.replace("\0", "").removeprefix("\ufeff"), encoding, lossy=errors > 0)


def _sample(body: bytes) -> bytes:
    """Lines rich in non-ASCII bytes, cut where no character can be cut (markup and line ends)."""
    if len(body) <= _SAMPLE_BYTES:
        return body
    parts, size = [], 0
    for line in body.replace(b"<", b"\n").replace(b">", b"\n").split(b"\n"):
        piece = line[:4096]
        if piece.isascii():
            continue
        parts.append(piece)
        size += len(piece)
        if size > _SAMPLE_BYTES:
            break
    return b"\n".join(parts)
