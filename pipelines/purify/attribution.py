"""Whom a page names as its source and its author, in attribution lines and beside the byline."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .links import link_of
from .shown import title_words
from .url import domain_of, host_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .shown import Shown

# Labels that name a source by themselves, and those that do so only before a colon: 来源于生活 names nobody.
_LABEL = re.compile(
    r"(?P<open>(?:本文|本稿|文章|全文)?(?:转载自|轉載自|转载于|转自|轉自|摘自|选自|摘编自|首发于|原文发表于)|原载于?(?=\s*[《:：])|原載于?"
    r"|本文(?:来自|來自|来源于|來源於|(?:由|系).{0,12}?转载自)"
    r"|\b(?:originally (?:published|appeared|posted) (?:at|on|in|by)|reposted from|republished from"
    r"|(?:article|story|post) (?:was )?(?:first|originally) (?:published|appeared) (?:at|on|in)"
    r"|read the original (?:article )?(?:at|on))\b|(?-i:^\s*[Vv]ia(?=\s+[A-Z])))\s*[:：]?\s*"
    r"|(?:(?<![据片料量图力])(?<!消息)(?:来\s*源|來\s*源)(?:网站|媒体|于|自)?|出\s*处|出\s*處|稿\s*源|来自|來自|转载|\b(?:source|via))\s*[:：|｜]\s*",
    re.IGNORECASE,
)
# "Please name the source when you reprint" asks others; it does not say where this came from.
_REQUEST = re.compile(r"请注明|须注明|务必注明|注明出处|注明来源", re.IGNORECASE)
_PREFIX = re.compile(r"^(?:微信)?公众号\s*[:：]?|^综合(?=.{3})|^the\s+(?=website\b)", re.IGNORECASE)
_ADDRESS = re.compile(r"https?://([\w.-]+)", re.IGNORECASE)
_END = re.compile(
    r"\s{2,}|[\n|｜\t\u3000(（;；。,，、!！?？]|\s*[(（\[【]?(?:作者|责任编辑|责编|编辑|記者|记者|发布|发表|时间|日期|点击|浏览|阅读|人气|字号|字体|字號|"
    r"评论|我要|打印|收藏|分享|更新|关键词|校对|审核|通讯员|摄影|撰文|访问|人次|大中小|【|\[)|\s*\d{4}\s*[-年/.]|\s\d{1,2}[-:]\d{2}"
    r"|\s+[于於]\s|\s+[于於]$|\s(?:by|author|published|posted|date|on|views?)\b|\s+(?=[\u4e00-\u9fff]{2,4}\s*[:：])",
    re.IGNORECASE,
)
_WRAP = " \u3000\xa0\t\r\n:：-—_·.,，。[]【】()（）<>《》〈〉“”\"'「」『』→>"
_NO_SOURCE = re.compile(
    r"^(?:(?:本站|本网|网络|互联网|综合).{0,4}|大\s*中.*|跟[帖贴].*|本站|本网|本報|本报|本刊|本网站|本站原创|原创|原創|本站编辑|本网原创|网站原创|未知|不详|佚名|网络|互联网|網絡|网络整理|网上|网友|网友投稿|"
    r"来源于网络|网络转载|转载|转载文章|本站整理|整理|综合|其他|其它|无|暂无|admin|管理员|原文|原文链接|链接|站内|投稿|作者投稿|会员投稿|"
    r"未注明|匿名|互联网收集|网络收集|internet|web|unknown|none|null|n/?a|original|us|here|link|code|size=.*|the web)$",
    re.IGNORECASE,
)
_AUTHOR = re.compile(
    r"(?:(?:文章|原文|本文)?作\s*者|撰\s*文|撰\s*稿|文\s*(?=/)|记\s*者|記\s*者|通讯员|供\s*稿)\s*[:：/]\s*(?P<name>[^\n|｜;；。，,]{1,40})"
    r"|(?:^|[(（【\s])(?:本报|本网|本刊|实习)?记者\s+(?P<reporter>[\u4e00-\u9fff]{2,4})(?=$|[\s)）】])"
    r"|(?:^|[|·•]\s*|(?:[Ww]ritten|[Pp]osted|[Aa]uthor)\s*:?\s*)(?:(?:[Bb]y|BY)\s+|(?<=[rR:]\s))"
    r"(?P<latin>[A-Z][\w.'’-]+(?:\s+[A-Z][\w.'’-]+){0,3})",
)
_AUTHOR_END = re.compile(
    r"\s{2,}|[(（\[【<>《]|\s*/|\s*[:：]|\s*(?:来源|來源|出处|编辑|责编|责任|时间|日期|发布|发表|点击|浏览|阅读|更新|摄影|审核|字号|转自|译者)|\s*\d{4}|\s*[^\s:：]{2,4}[:：]"
)
_NO_AUTHOR = re.compile(
    r"^(?:佚名|未知|不详|本站|网络|admin|管理员|匿名|无|none|unknown|null|size=.*|小编|\W*)$", re.IGNORECASE
)
# Portals set the medium's name right after the date: 2005年03月21日 11:21 《...周刊》.
_AFTER_DATE = re.compile(
    r"\d[日号]?\s*(?:\d{1,2}[:：]\d\d(?:[:：]\d\d)?)\s*"
    r"(?:《(?P<title>[^《》]{2,20})》|(?P<medium>[\w—·-]{1,16}?(?:报|网|社|刊|杂志|新闻|在线|电视台|之声|电台|客户端)))"
    r"(?=$|[\s\[【(（|])"
)
# A long name without one of these is a sentence.
_NAME_MARK = re.compile(r"[\s、·,，&.A-Za-z]")
_NO_PERSON = re.compile(r"^[A-Z]{0,3}[_-]?\d+$|网络|科技|公司|软件|系统|\bcms\b", re.IGNORECASE)
_AROUND = 700


@dataclass(frozen=True, slots=True)
class Attribution:
    """What the lines around title and text say about where the article comes from."""

    source_name: str = ""
    author: str = ""
    #: Absolute links in or beside the attribution.
    links: tuple[str, ...] = ()


def attribution_source(line: str) -> str | None:
    """Name of the source that an attribution line gives, or None.

    ``来源：新华网 作者：李明`` gives ``新华网``; lines that name no one (本站, 原创, 网络) give None.
    """
    line = line[:400]
    if _REQUEST.search(line):
        return None
    for match in _LABEL.finditer(line):
        name = _trimmed(line[match.end() :])
        if name and not _NO_SOURCE.match(name):
            return name
    return None


def author_of(line: str) -> str | None:
    """Name of the author that a byline gives (作者：, 记者, by), or None."""
    match = _AUTHOR.search(line[:400])
    if match is None:
        return None
    name = match["latin"] or match["reporter"] or _AUTHOR_END.split(match["name"].strip(), maxsplit=1)[0]
    name = name.strip(_WRAP)
    if not name or len(name) > 30 or _NO_AUTHOR.match(name) or (len(name) > 10 and not _NAME_MARK.search(name)):
        return None
    return name


def is_own_name(name: str, url: str, site_name: str, title_suffix: str = "") -> bool:
    """Whether a source's name is the page's own site: within its names, or its own domain."""
    words = title_words(name)
    if not words:
        return True
    for site in (site_name, title_suffix):
        site_words = title_words(site)
        if len(words) >= 2 and site_words and (words in site_words or (len(site_words) >= 3 and site_words in words)):
            return True
    host = host_of(url)
    domain = domain_of(url)
    lowered = name.lower().strip("/ ")
    return bool(host) and (domain in lowered or lowered == domain.split(".", maxsplit=1)[0])


def read_attribution(shown: Shown, url: str, *, lines: Iterable[str] = (), meta_source: str = "",
                     meta_author: str = "", site_name: str = "") -> Attribution:
    """Join what meta fields, the lines near the title and the body's attribution lines say.

    A name of the page's own site is no source. The first that names another wins: the line by the title, then the
    lines of the body, then the meta field.
    """
    author = ""
    links: list[str] = []
    source = ""
    unlabelled = ""
    for text, first, last in _zone_lines(shown):
        # A headline may begin with 转载： and names no source; so may the headline of another page, which is a link.
        if shown.title_run is not None and first <= shown.title_run <= last:
            continue
        if _all_links_home(shown, first, last, url):
            continue
        if not author:
            author = author_of(text) or ""
        name = attribution_source(text)
        if name is not None and not is_own_name(name, url, site_name):
            source = source or name
            links += _links(shown, first, last, url)
        elif name is None and not unlabelled and (match := _AFTER_DATE.search(text)):
            name = match["title"] or match["medium"]
            if not _NO_SOURCE.match(name) and not is_own_name(name, url, site_name):
                unlabelled = name
    source = source or unlabelled
    for text in lines:
        if not author:
            author = author_of(text) or ""
        if not source:
            name = attribution_source(text)
            if name is not None and not is_own_name(name, url, site_name):
                source = name
    if not source and meta_source:
        name = _trimmed(meta_source)
        if name and "://" not in name and not _NO_SOURCE.match(name) and not is_own_name(name, url, site_name):
            source = name
    if not author and not _NO_PERSON.search(meta_author) and not _NO_AUTHOR.match(meta_author):
        author = meta_author
    return Attribution(source, author, tuple(dict.fromkeys(links)))


def _trimmed(text: str) -> str:
    text = text.lstrip(_WRAP)
    address = _ADDRESS.match(text)
    if address:
        return address[1][:40]
    text = _PREFIX.sub("", text).lstrip(_WRAP)
    match = _END.search(text)
    name = re.split("[:：]", text[: match.start()] if match else text, maxsplit=1)[0].strip(_WRAP)
    for opening, closing in ("“”", "《》", "「」", "[]", "()", "（）"):
        # A mark whose partner was cut off.
        if (opening in name) != (closing in name):
            name = name.partition(closing)[0].replace(opening, "").strip(_WRAP)
    return name if 2 <= len(name) <= 40 else ""


def _zone_lines(shown: Shown) -> list[tuple[str, int, int]]:
    """Lines between title and text, and a few above and below, as (text, first run, last run)."""
    if shown.title_run is None and shown.main_run is None:
        return []
    first = shown.title_run if shown.title_run is not None else max(0, (shown.main_run or 0) - 12)
    last = shown.main_run if shown.main_run is not None and shown.main_run > first else first + 12
    begin, end = max(0, first - 4), min(len(shown.runs), last + 3)
    found: list[tuple[str, int, int]] = []
    run = begin
    while run < end and run < first + 60 and shown.chars_between(first, run) < _AROUND:
        line = shown.line(run)
        text = line.text
        # A label whose value stands in the next cell.
        if text.endswith((":", "：")) and len(text) <= 8 and line.last + 1 < len(shown.runs):
            after = shown.line(line.last + 1)
            found.append((f"{text}{after.text}", line.first, after.last))
        elif len(text) <= 200:
            found.append((text, line.first, line.last))
        run = max(run, line.last) + 1
    return found


def _all_links_home(shown: Shown, first: int, last: int, url: str) -> bool:
    """Whether all of a line stands inside links to other pages of this site."""
    home = domain_of(url)
    targets = [_target(shown, run, url) for run in range(first, last + 1) if shown.runs[run].strip()]
    return bool(targets) and all(link and domain_of(link) == home for link in targets)


def _target(shown: Shown, run: int, url: str) -> str | None:
    """Absolute address of the link that a run stands in; None where it stands in none."""
    element: Any = shown.element(run)
    for _ in range(3):
        if element is None:
            return None
        if element.tag == "a":
            return link_of(element, url)
        element = element.getparent()
    return None


def _links(shown: Shown, first: int, last: int, url: str) -> list[str]:
    targets = [_target(shown, run, url) for run in range(first, last + 1)]
    return [link for link in targets if link and domain_of(link) != domain_of(url)]
