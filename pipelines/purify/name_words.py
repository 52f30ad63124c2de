"""Where a publisher's name begins and ends within a Chinese sentence, and names that name nobody."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

# What a name may be made of; all else ends it.
_RUN = re.compile(r"[\w·・]+$")
_SPLIT = re.compile(r"[·・]")
_CLOSING, _OPENING = "”\"」』】", "“\"「『【"
# Verbs and other words after which a name may begin: 他告诉|晨报记者, 接受|晨报记者采访.
_BEFORE = re.compile(
    "告[诉知]|[对向][着]?|接受|邀请|回答|面对|表示|介绍|透露|采访|询问|联系|陪同|欢迎|关注|搜索|添加|扫描|订阅|点击|长按|进入"
    "|打开|登录|下载|访问|首发于|发布在|刊登在|刊发于|来自|援引|转自|提供给|授权|通过|查看|阅读|参见|遵守|同意|根?据"
    "|[在由被给跟从让称说是为请随的位名个]"
)
_AND = re.compile(r"(?<=..)[和与及同或](?=..)")
# Words of a house that are no part of its name: 晨报首席记者, 晨报驻海滨记者.
_ROLE = re.compile(
    r"(?:首席|特[约派]|[实见]习|前方|[全融新]媒体|视频|摄影|文字|资深|高级|本地|驻\w{1,6}?|小|官方|最新|独家|微信)+$"
)
_CITED = re.compile("据|援引|来自|转自|综合|引述|参考")
# 据晨报记者了解 is the house's own voice, 据晨报独家报道 is not.
_CITING = re.compile(rf"(?:根?据|援引|来自|转自)(?!.*(?:{_BEFORE.pattern})..)")
# What a house says of its channel, and all that follows.
_TAIL = re.compile(
    r"(?:官方|微信|(?:公众|服务|订阅|视频)号|微博|客户端|app\b|网站(?!\w)|频道|的|(?<=[网报刊社台])(?:首发|发布|原创|独家)).*$",
    re.IGNORECASE,
)
_WRAP = "“”\"「」『』《》【】()（） 　:：-—–·.…'’"
_NOBODY = re.compile(
    "(?:[本我该各有多两几贵某全另]|其他?)"
    "(?:[报网站刊社台院店家号们司部群]|公?众号|平台|网站|报社|媒体|公司|栏目|编辑部)?$"
    "|未经|.*记者$"
    "|(?:[你他她]们|大家|编辑|小编|编者|作者|读者|网友|用户|官方|最新|重磅|突发|独家|可靠|内部|今[日天]|昨[日天]|近日|日前|刚刚|此前"
    "|有关|相关|更多|手机|微信|微博|网络|互联网|公众号|客户端|官网|网站|首页|平台|新闻|媒体|[外官]媒|报社|电视台|报纸|杂志"
    "|[美英法德韩]国|日本|俄罗斯|中国|外国|[中国境]外|国内|[本当]地|现场|随行|战地|年轻|体育|娱乐|财经|时政|社会|法治|新闻发布会|未知|不详)$"
    "|(?:the|an?|us|our|we|me|them|reporters?|media|journalists?|police|news|privacy|terms|cookie|website|site|this"
    "|that|s?he|it|they|his|her)$"
    # Agencies: papers carry their text, and their reporters' names, by right.
    "|(?:新华社|新华通讯社|中新社|中国新闻社|法新社|路透社?|美联社|合众国际社|彭博社?|共同社|时事社|塔斯社|俄新社|韩联社"
    "|中央社|德新社)$"
    "|(?:the )?(?:associated press|press association|afp|agence france-presse|ani|ap|bloomberg(?: news)?|dpa|ians"
    "|kyodo(?: news)?|pa media|pti|reuters|tass|upi|xinhua(?: news agency)?|yonhap)$",
    re.IGNORECASE,
)
# A longer run of characters is a sentence.
_LONGEST_HAN = 16


def is_nobody(name: str) -> bool:
    """True for words that name no publisher of their own (本报, 美国, reporters) and for agencies."""
    return bool(_NOBODY.match(name)) or not any(letter.isalpha() for letter in name)


def name_before(text: str, *, house: bool) -> Iterator[str]:
    """Names at the end of a text that breaks off before 记者 and the like.

    他告诉晨报首席 gives 晨报, 新华日报·交汇点 both. Before words of a ``house`` (公众号, 独家报道) a name may stand in
    quotation marks, and is none if it is cited: 据晨报独家报道.
    """
    if house and text and text[-1] in _CLOSING:
        opened = max(text[:-1].rfind(mark) for mark in _OPENING)
        yield from trimmed(text[opened + 1 : -1] if opened >= 0 else "")
        return
    match = _RUN.search(text)
    run = _ROLE.sub("", match[0] if match else "")
    if house and _CITING.search(run):
        return
    run = _BEFORE.split(run)[-1]
    for part in _AND.split(run):
        yield from trimmed(_ROLE.sub("", part))


def trimmed(text: str) -> Iterator[str]:
    """Names at the head of a text, without marks and without what a house says of its channel; none of a citation."""
    text = text.strip(_WRAP)
    if _CITED.match(text):
        return
    for part in _SPLIT.split(_TAIL.sub("", text)):
        name = part.strip(_WRAP)
        if len(name) >= 2 and (len(name) <= _LONGEST_HAN or name.isascii()):
            yield name
