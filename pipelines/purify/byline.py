"""The date a page shows for its article: candidates near title and text, weighed by what stands around them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from .dates import Stamp, Written, valid, without_empty_clock, written_dates

if TYPE_CHECKING:
    from datetime import datetime

    from .shown import Shown

_PUBLISHED = re.compile(
    r"(?:发布|發佈|發布|发表|發表|刊发|刊登|发稿|发文|发贴|发帖|张贴|张贴|提交|上传|录入|添加|加入|创建|建立|上线|出版|见报|撰写|写作|日志|投稿|登出)"
    r"\s*(?:时间|日期|时刻|時間|于|於|在|:|：)"
    r"|(?:^|[^更修改新复册效止录播记业复诊])(?:时间|日期|時間)\s*[:：]|(?:帖|贴|文)由.{0,30}[于於]|来源.{1,30}[于於]\s*$|发信站|post by|由.{1,30}(?:张贴|发表|发布|撰写).{0,6}$"
    r"|(?:发表|发布|發表|發佈|发稿|刊发|发帖|发贴|张贴)[\s@]*[:：]?\s*$|由.{1,20}[于於在]\s*$"
    r"|\b(?:published|posted|date|pubdate|released|first posted|filed)\b(?:\s+(?:on|at|by .{1,40}))?\s*[:：|,]?",
    re.IGNORECASE,
)
_UPDATED = re.compile(
    r"(?:更新|修改|修订|编辑)\s*(?:时间|日期|于|於|時間)?\s*[:：]?\s*$|\b(?:updated|modified|last edited|edited)\b.{0,12}$",
    re.IGNORECASE,
)
_NOT_THE_PAGES = re.compile(
    r"注册|註冊|登录|登陆|登錄|上次|最后|最後|最新|回复|回復|回帖|成文|生效|实施|施行|截止|截至|有效|到期|起始|今天|今日|现在|現在|当前|當前|"
    r"生日|出生|成立|始建|备案|版权|copyright|©|\(c\)|举办|活动|会议|开始|结束|考试|报名|播出|上映|首播|发行|出版日期|农历|"
    r"抓取|快照|\b(?:joined|member since|registered|last (?:visit|post|reply|edit)|expires?|today|deadline|event|born|"
    r"since|until|copyright|all rights)\b",
    re.IGNORECASE,
)
_AFTER_PUBLISHED = re.compile(
    r"\s*[)）\]】]?\s*(?:发表|发布|發表|张贴|刊登|发帖|发贴|上传|来源|來源|出处|作者|编辑|責任|责任|记者|点击|浏览|阅读|查看|人气|字号|字体|大 ?中 ?小|评论|"
    r"楼主|[|｜【\[]|by\b|source|views?|在[〖【《])", re.IGNORECASE,
)
_AFTER_UPDATED = re.compile(r"\s*(?:更新|修改|最后编辑|编辑过)")
_AFTER_PROSE = re.compile(
    r"\s*[，,、电讯訊至到~～起前后後以期间晚早上下中午]|\s*消息|\s*新华社|\s?[-—–]{1,2}\s*\d|\s*(?:to|until|through)\b|\s*第\d"
    r"|\s*[之的在将是被举召开发生，。]",
)
# Lines about another post.
_OTHER_POST = re.compile(r"\W*(?:原标题|原題|原帖|原贴|引用|回复|回復|上一?篇|下一?篇|前一篇|后一篇|相关|re\b)", re.IGNORECASE)
_BYLINE_WORDS = re.compile(
    r"来源|來源|出处|作者|编辑|记者|点击|浏览|阅读|查看|人气|字号|字体|评论|打印|收藏|分享|楼主|\bby\b|source|author|views?|comments?|"
    r"https?://|www\.|\.com|\.cn|\.net|日报|晚报|新闻网|在线|网\b", re.IGNORECASE,
)
_DATE_CLASS = re.compile(
    r"date|time|pub|info|meta|source|byline|post[-_ ]?(?:head|title|foot|author)|author|laiyuan|shijian|riqi|"
    r"(?:^|[\s_-])(?:ly|sj|rq|fbsj|zy|from)(?:$|[\s_-])",
    re.IGNORECASE,
)
_OTHER_ZONE = re.compile(
    r"comment(?!able)|(?:^|[\s_-])(?:reply|replies|foot|footer|page-?foot|site-?footer|bottom|copyright|sidebar|side|"
    r"aside|rank|ranking|nav|menu|login|calendar|archives?|weather|widget|hot|related|recommend|recent|latest|ticker)"
    r"(?:$|[\s_-])|pinglun|xiangguan|relat(?:ed|ion)|recommend|relate|sidebar|tuijian|paihang|hotnews|toplist",
    re.IGNORECASE,
)
_WEEKDAY_ONLY = re.compile(r"[\s(（\[]*(?:星期|周|週|礼拜)[一二三四五六日天][\s)）\]]*$")
_SENTENCE = re.compile(r"[，。；！？]|[a-z]{3,}[,.;]\s[a-z]{2,}\s[a-z]{2,}\s[a-z]")
_NEWSPAPER = re.compile(r"版面导航|版面概览|标题导航|上一版|下一版|上一期|下一期|按日期检索|往期回顾|数字报|电子报|版面目录")
_TALK = re.compile(r"评论|留言|回复|回復|跟帖|跟贴|网友|\bcomments?\b|\brepl(?:y|ies)\b", re.IGNORECASE)
_IN_BRACKETS = re.compile(r"[(（]\s*$")
_ENOUGH = 40
_NEAR_TITLE = 700
_FAR_ABOVE = 400


@dataclass(frozen=True, slots=True)
class Byline:
    """A shown date with the weight of the evidence that it is the article's."""

    stamp: Stamp
    weight: int
    #: The label before or after it says publication.
    labelled: bool
    #: The label says update, not publication.
    updated: bool
    otherwise: Stamp | None
    run: int


def shown_dates(shown: Shown, fetched: datetime | None, known: Stamp | None) -> list[Byline]:
    """Dates that the page shows for its article, the most likely first; empty where none is likely.

    ``known`` is the day or month that the URL or a machine-readable field names: it gives the year of dates
    written without one and speaks for the dates that agree with it.
    """
    candidates = []
    signatures: dict[tuple[Any, ...], int] = {}
    written_all = list(written_dates(shown.joined))[:400]
    for written in written_all:
        run = shown.run_at(written.start)
        signature = _signature(shown, run)
        signatures[signature] = signatures.get(signature, 0) + 1
    seen: dict[tuple[Any, ...], int] = {}
    for written in written_all:
        run = shown.run_at(written.start)
        signature = _signature(shown, run)
        seen[signature] = seen.get(signature, 0) + 1
        known_written = _with_year(written, known)
        if known_written is None or not valid(known_written.stamp, fetched):
            continue
        candidate = _weigh(shown, known_written, run, signatures[signature], seen[signature], fetched, known)
        if candidate is not None and candidate.weight >= _ENOUGH:
            candidates.append(candidate)
    candidates += _newspaper_day(shown, written_all, fetched) if not candidates else []
    candidates.sort(key=lambda candidate: -candidate.weight)
    return candidates


def _newspaper_day(shown: Shown, written_all: list[Written], fetched: datetime | None) -> list[Byline]:
    """The issue's day of a newspaper's page: the only day that stands on a line of its own."""
    if len(set(_NEWSPAPER.findall(shown.joined))) < 2:
        return []
    alone: dict[Stamp, int] = {}
    for written in written_all:
        run = shown.run_at(written.start)
        if written.yearless or written.otherwise or not valid(written.stamp, fetched):
            continue
        if len(shown.runs[run].strip()) <= 2 * (written.end - written.start) + 8 and _link_around(shown, run) is None:
            alone.setdefault(written.stamp.bare, run)
    if len(alone) != 1:
        return []
    stamp, run = next(iter(alone.items()))
    return [Byline(stamp, _ENOUGH, labelled=False, updated=False, otherwise=None, run=run)]


def _with_year(written: Written, known: Stamp | None) -> Written | None:
    if not written.yearless:
        return written
    if known is None or known.month != written.stamp.month or known.day not in (None, written.stamp.day):
        return None
    return replace(written, stamp=replace(written.stamp, year=known.year), yearless=False)


def _signature(shown: Shown, run: int) -> tuple[Any, ...]:
    element, block = shown.element(run), shown.block(run)
    if element is None or block is None:
        return ()
    return element.tag, element.get("class"), block.tag, block.get("class"), block.getparent() is None


def _weigh(shown: Shown, written: Written, run: int, alike: int, nth: int, fetched: datetime | None,
           known: Stamp | None) -> Byline | None:
    if run == shown.title_run:
        return None
    place = written.start
    line = shown.line(run)
    line_start, line_end = shown.place_of(line.first), shown.place_of(line.last) + len(shown.runs[line.last])
    if _OTHER_POST.match(line.text):
        return None
    before_in_line = shown.joined[max(line_start, place - 60) : place].replace("\n", " ")
    after = shown.joined[written.end : written.end + 30]
    after_in_line = after[: max(0, line_end - written.end)] if line.last == run else after
    # A label may stand in the cell or line before its value; other lines' words are not labels.
    previous = shown.runs[line.first - 1].strip() if line.first and not before_in_line.strip() else ""
    label_zone = before_in_line if before_in_line.strip() else (previous[-14:] if _ends_as_label(previous) else "")
    if _NOT_THE_PAGES.search(label_zone[-16:]):
        return None
    updated = bool(_UPDATED.search(label_zone[-16:]) or _AFTER_UPDATED.match(after_in_line))
    label = _PUBLISHED.search(label_zone[-40:]) if not updated else None
    labelled = label is not None or bool(re.match(r"\s*(?:发表|发布|张贴|發表|刊登|发帖)", after_in_line))
    prose_after = _AFTER_PROSE.match(after_in_line) and not _AFTER_PUBLISHED.match(after_in_line)
    rest = len(line.text) - (written.end - written.start)
    if prose_after and not (labelled and written.stamp.hour is not None) and rest > 4:
        return None
    if (rest > 160 or (rest > 40 and _SENTENCE.search(line.text))) and not labelled:
        return None
    around = shown.ancestors(run)
    names = " ".join(f"{e.get('class') or ''} {e.get('id') or ''}" for e in around if e.attrib)
    if _OTHER_ZONE.search(names) or any(e.tag in ("aside", "footer", "nav", "select") for e in around):
        return None
    weight = 0
    clocked = written.stamp.hour is not None
    if labelled:
        weight += 40
    elif updated:
        weight += 25
    if clocked:
        weight += 10
    if _AFTER_PUBLISHED.match(after_in_line) or _BYLINE_WORDS.search(line.text):
        weight += 12
    if _DATE_CLASS.search(names[:120]):
        weight += 12
    weight += _place_weight(shown, run, clocked)
    if known is not None and (known.year, known.month) == (written.stamp.year, written.stamp.month) and (
        known.day in (None, written.stamp.day)
    ):
        weight += 30
    linked = _link_around(shown, run)
    if linked is not None and len(linked) > 2 * (written.end - written.start) + 12:
        weight -= 60
    if alike >= 3:
        weight -= (0 if nth == 1 else 30) if labelled else (15 if nth == 1 else 45)
    if not labelled and not clocked and _IN_BRACKETS.search(before_in_line):
        # (August 12, 2005) below a title is the day of a speech or a law.
        weight -= 15
    if shown.main_end is not None and run > shown.main_end:
        between = shown.joined[shown.place_of(shown.main_end) + 1 : line_start]
        weight -= 50 if _TALK.search(between[-600:]) else 0
    if not labelled and not clocked and _clock_of_the_day(written, after, fetched, run, shown):
        weight -= 40
    return Byline(without_empty_clock(written.stamp), weight, labelled, updated, written.otherwise, run)


def _ends_as_label(text: str) -> bool:
    return text.endswith((":", "：", "于", "於")) or bool(re.search(r"(?:时间|日期|published|posted|date)$", text, re.I))


def _place_weight(shown: Shown, run: int, clocked: bool) -> int:
    """Where the date stands: between title and text best, after the text worst."""
    title, main = shown.title_run, shown.main_run
    if title is not None:
        distance = shown.chars_between(title, run)
        if run > title and (main is None or run <= main):
            return 40 if distance <= _NEAR_TITLE else 20
        if run > title and distance <= _NEAR_TITLE:
            return 30
        if run < title and -distance <= _FAR_ABOVE // 2:
            return 32 if clocked and -distance <= _FAR_ABOVE // 3 else 28
    if main is not None:
        distance = shown.chars_between(main, run)
        if run <= main and -distance <= _FAR_ABOVE:
            return 30 if title is None else 15
        if run <= main and title is None and -distance <= 3 * _FAR_ABOVE:
            return 15
        if shown.main_end is not None and run > shown.main_end:
            return 5 if run - shown.main_end <= 25 else -20
        if run > main:
            return 0
        return -5
    return 10 if title is None else -10


def _link_around(shown: Shown, run: int) -> str | None:
    element = shown.element(run)
    for _ in range(4):
        if element is None:
            return None
        if element.tag == "a":
            return " ".join("".join(element.itertext()).split()) + (element.get("title") or "")
        element = element.getparent()
    return None


def _clock_of_the_day(written: Written, after: str, fetched: datetime | None, run: int, shown: Shown) -> bool:
    """A date with a weekday above the title, or the day of the fetch there: a 'today is' line of the page head."""
    above = shown.title_run is not None and run < shown.title_run
    if not above:
        return False
    if _WEEKDAY_ONLY.match(after.split("\n")[0]):
        return True
    return fetched is not None and abs((written.stamp.clock.date() - fetched.date()).days) <= 1
