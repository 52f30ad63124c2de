"""What tells whose site a page belongs to: analytics accounts, verification codes, licence numbers.

Ids are ``kind:id``. Of an account with several properties the account is kept (UA-244507-2: ``ga:UA-244507``), of a
licence for several sites the licence (京ICP备12345678号-3: ``icp:京ICP备12345678``) and, apart, the site's own number
(``icp_site:京ICP备12345678-3``): who copies a footer copies that number too; two sites of one holder differ in it.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.html import HtmlElement

    from .shown import Shown

#: Ids of a page and characters of an id at most.
MOST_IDS, MOST_CHARS = 20, 80
#: Characters at the end of a page in which a licence number is taken for the site's own.
FOOTER_CHARS = 2000

_SNIPPET = 8000
# A longer list of Facebook pages is of a publisher's many brands or of a platform.
_MOST_CODES = 3
# Places that may hold a licence number, from the end.
_MOST_PLACES = 40
_TAGS = ("script", "meta", "ins", "iframe", "amp-ad", "amp-auto-ads")
_Q = r"(?:\?|%3F|&amp;|&|%26)"
_EQ = r"(?:=|%3D)"
_ACCOUNT = r"\.push\(\s*\[\s*[\"']_setAccount[\"']\s*,\s*[\"']"


@dataclass(frozen=True, slots=True)
class _Rule:
    """How accounts of one kind are found. Each pattern begins with plain letters, which are found fast, and looks back
    from there where it must.
    """

    kind: str
    #: One of these must stand in scripts or addresses before the patterns are tried.
    words: tuple[str, ...]
    patterns: tuple[re.Pattern[str], ...]
    #: What stands before the number in the id.
    form: str = ""


_RULES = (
    _Rule(
        "baidu_tongji",
        ("hm.baidu.com", "_hmt"),
        (
            re.compile(rf"hm\.baidu\.com\\?/hm?\.(?:js|gif){_Q}(?:si{_EQ})?([0-9a-fA-F]{{32}})\b"),
            re.compile(rf"_hmt{_ACCOUNT}([0-9a-fA-F]{{32}})[\"']"),
        ),
    ),
    _Rule(
        "cnzz",
        ("cnzz", "_czc"),
        (
            re.compile(
                rf"cnzz\.com\\?/[\w/.\\-]{{1,40}}{_Q}(?:[\w=%-]{{0,20}}{_Q}){{0,4}}?(?:web_)?id{_EQ}(\d{{4,12}})"
            ),
            re.compile(r"cnzz_stat_icon_(\d{4,12})"),
            re.compile(rf"_czc{_ACCOUNT}(\d{{4,12}})[\"']"),
        ),
    ),
    _Rule(
        "51la",
        ("51.la", "LA.init"),
        (
            re.compile(r"users\.51\.la\\?/(\d{4,12})\."),
            re.compile(r"v6-widget\.51\.la\\?/v6\\?/([\w-]{6,40})\\?/"),
            re.compile(r"LA\.init\(\s*\{\s*[\"']?id[\"']?\s*:\s*[\"']([\w-]{6,40})[\"']"),
            re.compile(r"id[\"']?(?<=[\s{,\"']id|id[\"'])\s*:\s*[\"']([\w-]{6,40})[\"']\s*,\s*[\"']?ck[\"']?\s*:"),
        ),
    ),
    _Rule("ga", ("UA-",), (re.compile(r"UA-(?<=[\"'=]UA-)(\d{4,12})-\d{1,4}\b"),), "UA-"),
    _Rule(
        "ga",
        ("gtag", "googletagmanager", "google-analytics"),
        (re.compile(r"G-(?<=[\"'=]G-)([A-Z0-9]{6,14})\b"),),
        "G-",
    ),
    _Rule("gtm", ("GTM-",), (re.compile(r"GTM-(?<=[\"'=]GTM-)([A-Z0-9]{4,12})\b"),), "GTM-"),
    _Rule("adsense", ("pub-",), (re.compile(r"pub-(?<=[\"'=-]pub-)(\d{10,20})\b"),), "pub-"),
)
_ENGINES = {
    "baidu-site-verification": "baidu",
    "google-site-verification": "google",
    "verify-v1": "google",
    "msvalidate.01": "bing",
    "360-site-verification": "360",
    "sogou_site_verification": "sogou",
    "sogou-site-verification": "sogou",
    "shenma-site-verification": "shenma",
    "bytedance-verification-code": "bytedance",
    "yandex-verification": "yandex",
    "p:domain_verify": "pinterest",
    "fb:app_id": "facebook_app",
    "fb:pages": "facebook_pages",
}
_CODE = re.compile(r"[\w+/=.-]{4,80}")
_COMMENTED_OUT = re.compile(r"^[ \t]*//.*$", re.MULTILINE)
# What themes and manuals have in the place of an id; the last is Facebook's own.
_STANDS_FOR_ONE = re.compile(r"x{3}|your|example|966242223397117", re.I)
_PROVINCES = "京津冀晋蒙辽吉黑沪苏浙皖闽赣鲁豫鄂湘粤桂琼渝川蜀贵黔云滇藏陕秦甘陇青宁新"
_SIMPLIFIED = str.maketrans("遼滬蘇閩贛魯粵瓊貴雲陝隴寧備證網號", "辽沪苏闽赣鲁粤琼贵云陕陇宁备证网号")
_LICENCE = re.compile(rf"([{_PROVINCES}])\)?ICP(备|证)案?字?第?(\d{{5,10}})号?(?:-(\d{{1,4}})(?!\d))?", re.I)
_PERMIT = re.compile(rf"(?:ICP|许可)\D{{0,14}}?([{_PROVINCES}])B([12])-?(\d{{8}})", re.I)
_POLICE = re.compile(rf"[{_PROVINCES}]公网安备案?(\d{{10,14}})")
_LICENCE_WORDS = ("ICP", "icp", "ＩＣＰ", "公网安备", "公網安備", "B2-", "B1-")
_AUTHORITY = re.compile(r"beian|miit\.gov", re.I)
_FOOTER = re.compile(r"foot(?!ball|age|note|wear|print)|bottom|copyright|beian|(?<![a-z])icp(?![a-z])", re.I)
_FOOTER_LINE = re.compile(r"copyright|©|版权所有|all rights reserved|主办单位|承办单位", re.I)


def read_owner_ids(tree: HtmlElement, shown: Shown) -> tuple[str, ...]:
    """Ids of the page's owner, sorted, at most :data:`MOST_IDS`.

    Analytics accounts and verification codes are read from scripts, addresses and meta elements. Licence numbers are
    read from what the page shows, where it is a link to the authority or stands in the footer: an article may speak of
    somebody else's licence.
    """
    found = {*_machine_read(tree), *_licences(shown)}
    return tuple(sorted(owner_id for owner_id in found if len(owner_id) <= MOST_CHARS)[:MOST_IDS])


def _machine_read(tree: HtmlElement) -> Iterator[str]:
    texts = []
    for element in tree.iter(*_TAGS):
        if element.tag == "meta":
            name = (element.get("name") or element.get("property") or "").strip().lower()
            content = element.get("content") or ""
            if name in _ENGINES:
                yield from _codes(_ENGINES[name], content)
            elif name == "google-adsense-account":
                texts.append(f'"{content}"')
            continue
        address = element.get("src") or element.get("data-ad-client")
        if address:
            # In quotes: an address that begins with // is no comment.
            texts.append(f'"{address}"')
        text = element.text if element.tag == "script" else None
        if text and "ld+json" not in (element.get("type") or ""):
            # Snippets are short; what is long is a program or data, with at most a snippet put before or behind.
            texts += (text,) if len(text) < 2 * _SNIPPET else (text[:_SNIPPET], text[-_SNIPPET:])
    yield from _accounts("\n".join(texts))


def _accounts(text: str) -> Iterator[str]:
    cleaned = ""
    for rule in _RULES:
        if any(word in text for word in rule.words):
            cleaned = cleaned or _COMMENTED_OUT.sub("", text)
            for number in (number for pattern in rule.patterns for number in pattern.findall(cleaned)):
                if not _stands_for_one(number):
                    yield f"{rule.kind}:{rule.form}{number.lower() if rule.kind == 'baidu_tongji' else number}"


def _codes(engine: str, content: str) -> Iterator[str]:
    codes = content.split(",") if engine == "facebook_pages" else [content]
    for code in codes if len(codes) <= _MOST_CODES else ():
        if _CODE.fullmatch(code.strip()) and not _stands_for_one(code):
            yield f"verify:{engine}:{code.strip()}"


def _stands_for_one(owner_id: str) -> bool:
    """True for what stands in the place of an id: UA-00000-1, G-XXXXXXXXXX, YOUR_CODE."""
    own = owner_id.rpartition("-")[2]
    return bool(_STANDS_FOR_ONE.search(owner_id)) or (len(own) > 3 and len(set(own)) == 1)


def _licences(shown: Shown) -> set[str]:
    text = "\n".join(shown.runs)
    places = sorted(place for word in _LICENCE_WORDS if word in text for place in _places(text, word))
    found: set[str] = set()
    for place in places[-_MOST_PLACES:]:
        window = unicodedata.normalize("NFKC", text[max(0, place - 24) : place + 60]).translate(_SIMPLIFIED)
        numbers = set(_numbers("".join(window.split())))
        if numbers and _is_the_sites_own(shown, len(text), place):
            found |= numbers
    # A site has one holder; what names several is a list.
    return set() if sum("ICP备" in owner_id for owner_id in found if owner_id.startswith("icp:")) > 2 else found


def _places(text: str, word: str) -> Iterator[int]:
    place = text.find(word)
    while place >= 0:
        yield place
        place = text.find(word, place + len(word))


def _numbers(window: str) -> Iterator[str]:
    for province, kind, number, site in _LICENCE.findall(window):
        if len(set(number)) > 1:
            licence = f"{province}ICP{kind}{number}"
            yield f"icp:{licence}"
            if site and kind == "备":
                yield f"icp_site:{licence}-{int(site)}"
    for province, level, number in _PERMIT.findall(window):
        if len(set(number)) > 1:
            yield f"icp:{province}B{level}-{number}"
    for number in _POLICE.findall(window):
        if len(set(number)) > 1:
            yield f"police:{number}"


def _is_the_sites_own(shown: Shown, length: int, place: int) -> bool:
    """True where a licence number is that of the site that shows it, and not one that its text speaks of."""
    run = bisect_right(range(len(shown.runs)), place, key=lambda index: shown.offsets[index] + index) - 1
    element: Any = shown.element(run)
    for _ in range(6):
        if element is None or element.tag == "body":
            break
        if element.tag == "a" and _AUTHORITY.search(element.get("href") or ""):
            return True
        if element.tag == "footer" or _FOOTER.search(f"{element.get('class') or ''} {element.get('id') or ''}"):
            return True
        element = element.getparent()
    if length - place > FOOTER_CHARS:
        return False
    after_text = shown.main_end is None or run > shown.main_end
    return after_text or bool(_FOOTER_LINE.search(shown.runs[run]) and len(shown.runs[run]) < 200)
