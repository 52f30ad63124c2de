"""By what names a text speaks of its own publisher.

A copied text often keeps the voice of the house that wrote it: "晨报记者 李明", "晨报讯", "told The Daily A", "visit
www.a.test". Only forms that a house uses of itself are read. Who writes of another says 据晨报报道 or "according to
The Daily A"; an attribution line (来源：晨报) is a declaration and is read elsewhere. What a name means, and whether
it is the page's own, the domain step tells.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import opencc

from .attribution import is_own_name
from .name_words import is_nobody, name_before, trimmed
from .named_hosts import named_hosts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .body import Body

MAX_NAMES = 12
MAX_CHARS = 60

# A paragraph with none of these names nobody; nearly all are done with here. All forms begin with plain characters,
# which are found fast.
_CHINESE_FORM = re.compile(
    "讯|訊|号|號|悉|©|记者|記者|消息|编[辑輯]部|編[辑輯]部|客[户戶]端|独家|獨家|官方微|欢迎|歡迎|首[发發]|版[权權]|隐私|隱私"
    r"|协[议議]|協[议議]|条款|條款|日(?<=\d日)[电電]|（以?下|\(以?下|注明"
)
_ENGLISH_FORM = re.compile(
    r"©|told [A-Zt]|ollow [A-Zt]|isit [A-Zt]| reporters?\b| learned\b|nterview with|ubscribe to|elcome to|ign up"
    r"|olicy\b|erms of|opyright|\) ?[-–—]|appeared (?:on|in|at) |published (?:on|in|at) "
)

# The name stands before these words. 据晨报记者了解 is the house's own voice, 据晨报消息 is somebody else's.
_REPORTER = re.compile(r"记者(?!站|会|招待|们|证|协会|节|部|团)")
_HOUSE = re.compile(
    r"编辑部|(?:从\w{1,12})?获悉|独家(?=报道|专访|获悉|消息|稿件|首发|策划)|版权所有|(?:官方)?(?:微信)?(?:公众|服务|订阅)号|官方微[信博]"
    r"|(?:新闻)?客户端(?=讯|消息|记者|获悉|报道|首发)|(?:网站)?的?(?:隐私权?(?:政策|声明)|用户协议|服务条款|使用条款)"
    r"|(?=[（(](?:以下|下称|下文)(?:简称|称|统称)?为?[“\"「『]?(?:我们|本网站?|本站|本公司|本平台))"
)
# At the head of a paragraph: 晨报讯, 【晨报讯】, 晨报3月5日讯, 央视网消息：
_DATELINE = re.compile(
    r"^[\s　【\[（(]*(?P<name>[^\W\d_][\w·]{1,15}?)"
    r"(?:(?:(?<=[报网社台刊线闻])[\w·]{0,6}?)?\d{1,2}月\d{1,2}日(?:讯|电|消息)|讯|(?<=[报网社台刊线闻])消息)"
    r"(?=[\s　：:，,（()）】\]]|$)"
)
# The name stands after these.
_YEARS = r"(?:19|20)\d\d(?:\s*[-–—]\s*(?:19|20)?\d\d)?,?"
_AFTER = re.compile(
    r"(?:欢迎(?:您|大家|读者)?(?:访问|关注|登[录陆]|光临|订阅|使用|来到)|首发于|(?:(?:公众|服务|订阅)号|微信号)\s*[：:]"
    r"|凡本?[网站]?[^。]{0,6}注明[“\"]?(?:稿件|文章)?来源\s*[：:]"
    rf"|(?:版权所有\s*[：:©]?|©\s*{_YEARS})\s*(?=[\u3400-\u9fff]))"
    r"\s*(?P<name>[“\"「『《【]?[^\s，。；！？、,;!?（()）|]{2,30})"
)
# Bounded, so that a wall of capitals costs no more than its length.
_WORD = r"[A-Z][\w&'’-]{0,30}"
_TITLE = rf"(?:[Tt]he )?{_WORD}(?:\.[A-Za-z][\w-]{{0,30}}){{0,2}}(?: (?:of |and |& )?{_WORD}){{0,4}}"
_ENGLISH = re.compile(
    r"(?:\b(?:told|[Ii]nterview with|[Ss]ubscribe to|[Ww]elcome to|[Ff]ollow|[Ss]ign up (?:for|to)|[Vv]isit"
    r"|(?:first|originally) (?:appeared|published) (?:on|in|at))"
    rf"|(?:\b[Cc]opyright(?: ©| \(c\))?|©)\s*{_YEARS}) (?P<after>{_TITLE})"
    rf"|\b(?P<before>{_TITLE})(?: has (?:exclusively )?learned\b| reporters?\b"
    r"|['’]s? (?:(?:[Pp]rivacy|[Cc]ookie) [Pp]olicy|[Tt]erms of (?:[Uu]se|[Ss]ervice)))"
    rf"|^[A-Z][\w ,.'’-]{{2,40}} \((?P<line>{_TITLE})\) ?[-–—]"
)


def named_publishers(paragraphs: Iterable[str]) -> tuple[str, ...]:
    """Names and hosts by which a text speaks of its publisher: distinct, in order, at most :data:`MAX_NAMES`.

    Hosts are lower case, Chinese names in simplified characters. Names of nobody (本报, 本站) and of agencies, whose
    text papers carry by right, are left out.
    """
    found: dict[str, str] = {}
    for paragraph in paragraphs:
        for name in (*_names(paragraph), *named_hosts(paragraph)):
            if 2 <= len(name) <= MAX_CHARS and not is_nobody(name):
                found.setdefault(name.casefold(), name)
                if len(found) == MAX_NAMES:
                    return tuple(found.values())
    return tuple(found.values())


def publishers_of(body: Body, url: str, site_name: str) -> tuple[str, ...]:
    """By what names a page's body, and the lines that were cut off it, speak of their publisher.

    A line that was cut off may as well be the page's own: of those only names that are not are taken.
    """
    cut = (name for name in named_publishers(body.asides) if not is_own_name(name, url, site_name))
    return tuple({name.casefold(): name for name in (*cut, *named_publishers(body.paragraphs))}.values())[:MAX_NAMES]


def _names(paragraph: str) -> Iterator[str]:
    if _CHINESE_FORM.search(paragraph):
        paragraph = _to_simplified().convert(paragraph)
        if dateline := _DATELINE.match(paragraph):
            yield from trimmed(dateline["name"])
        for form in _REPORTER, _HOUSE:
            for match in form.finditer(paragraph):
                before = paragraph[max(0, match.start() - 24) : match.start()]
                yield from name_before(before, house=form is _HOUSE)
        for match in _AFTER.finditer(paragraph):
            yield from trimmed(match["name"])
    if _ENGLISH_FORM.search(paragraph):
        for match in _ENGLISH.finditer(paragraph):
            yield match["after"] or match["before"] or match["line"]


@cache
def _to_simplified() -> opencc.OpenCC:
    return opencc.OpenCC("t2s")
