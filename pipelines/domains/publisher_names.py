"""Whose publisher a body means when it speaks of its own.

"晨报记者" stands in the source and in the copy alike. It says that the text is Chenbao's: where one of the two sites is
Chenbao's, the other has it from there. That is worth little, for a site may copy news about itself, and it is believed
only of names that can mean nobody else.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from ..purify.url import registrable_domain
from .site_names import plain_name

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from .facts import ArticleFacts
    from .site_names import SiteNames

#: A name in this share of a site's articles outside pairs, and in so many, is its habit: a partner in its template.
HABIT_SHARE, HABIT_ARTICLES = 0.2, 3
#: A name that so many domains use which share no text with whom it means is everybody's: an agency, a platform.
STRANGERS = 3
#: Letters of a Latin name: told Linda is not linda.test.
MIN_LATIN = 5

_HOST = re.compile(r"[a-z0-9-]+(?:\.[a-z0-9-]+)+", re.IGNORECASE)
# What may follow a Chinese site's name: 新浪科技 is 新浪网's, 晨报 is 晨报网's. 报 and 社 are no such endings: 北京晚报
# is not 北京日报.
_SITE_ENDING = re.compile(r"(?:官方)?(?:新闻网|新闻|网站|官网|门户|网|在线|客户端|app)$")
_CHANNEL = re.compile(
    r"(?:新闻网|新闻|网|在线|客户端|科技|财经|体育|娱乐|汽车|军事|健康|教育|房产|时尚|旅游|视频)$"
)
# A name that is known with an ending may lack it only if it is a medium's by itself: 温州讯 does not mean 温州网.
_MEDIUM = re.compile(r"[报刊社台]$|传媒$|卫视$")
_GENERIC = frozenset(
    """
    中国 中华 全国 全球 环球 世界 国际 亚洲 东方 西方 南方 北方 华夏 美国 英国 法国 德国 日本 韩国 俄罗斯 印度 欧洲
    香港 澳门 台湾 北京 上海 天津 重庆 河北 山西 辽宁 吉林 黑龙江 江苏 浙江 安徽 福建 江西 山东 河南 湖北 湖南 广东
    海南 四川 贵州 云南 陕西 甘肃 青海 内蒙古 广西 西藏 宁夏 新疆 广州 深圳 杭州 南京 武汉 成都 西安 苏州 青岛 大连
    厦门 宁波 沈阳 长沙 郑州 济南 哈尔滨 长春 福州 昆明 合肥 温州 今日 每日 今天 第一 大众 都市 城市 时代 生活 经济
    商业 企业 行业 产业 科学 文化 法律 法制 教育 健康 体育 娱乐 财经 科技 汽车 旅游 新闻 资讯 信息 互联网 网络 手机
    移动 百姓 人民 市民 农民 青年 青春 女性 家庭 观察 评论 热点 头条 快讯 america american asia asian brand business
    canada center china city company daily digital europe express family finance global google group health herald
    house india international journal latest local london magazine market markets media mobile money music national
    network north online people planet police politics press public report review science search service social south
    sport sports state street studio sunday times today trade travel update video weather weekly women world
    """.split()
)


class PublisherNames:
    """What the names in bodies mean, learned from the whole crawl.

    ``partners`` gives, by page id, the domains with which a page stands in findings. Pages outside pairs tell which
    names are a site's habit and which are everybody's.
    """

    def __init__(self, names: SiteNames, partners: Mapping[str, Collection[str]]) -> None:
        self._names = names
        self._partners = partners
        #: Name -> domains that use it outside pairs, and of those the ones whose habit it is.
        self._users: dict[str, list[str]] = {}
        self._habits: dict[str, set[str]] = {}
        self._shares_text: dict[str, set[str]] = {}
        self._everybodys: dict[tuple[str, str], bool] = {}
        #: Pages outside pairs of the domain that is being read, and those that use each name.
        self._unpaired = 0
        self._uses: Counter[str] = Counter()

    def add(self, article: ArticleFacts) -> None:
        """Take in a page of the domain that is being read."""
        partners = self._partners.get(article.page_id)
        if partners is not None:
            for other in partners:
                self._shares_text.setdefault(other, set()).add(article.domain)
            return
        self._unpaired += 1
        if article.named:
            self._uses.update({_key(name) for name in article.named})

    def end(self, domain: str) -> None:
        """Sum up the domain that was read."""
        for key, count in self._uses.items():
            self._users.setdefault(key, []).append(domain)
            if count >= HABIT_ARTICLES and count >= HABIT_SHARE * self._unpaired:
                self._habits.setdefault(key, set()).add(domain)
        self._unpaired = 0
        self._uses.clear()

    def done(self) -> None:
        """Sum up the crawl."""

    def naming(self, article: ArticleFacts, domain: str) -> str:
        """The name in the article's body by which it means ``domain``'s publisher; empty where it names it not."""
        for name in article.named:
            if self._means(name, domain):
                key = _key(name)
                if article.domain not in self._habits.get(key, ()) and not self._is_everybodys(key, domain):
                    return name
        return ""

    def names_itself(self, article: ArticleFacts) -> bool:
        """True where the body names its own site."""
        return any(self._means(name, article.domain) for name in article.named)

    def speaks_for(self, copy: ArticleFacts, source: ArticleFacts) -> str:
        """The name by which one body means the other's site, and not its own, while that one does not name it back."""
        name = self.naming(copy, source.domain)
        return name if name and not self.names_itself(copy) and not self.naming(source, copy.domain) else ""

    def _means(self, name: str, domain: str) -> bool:
        if _HOST.fullmatch(name):
            return registrable_domain(name) == domain
        wanted = plain_name(name)
        return any(same_publisher(wanted, known) for known in self._names.names_of(domain))

    def _is_everybodys(self, key: str, domain: str) -> bool:
        known = self._everybodys.get((key, domain))
        if known is None:
            kin = self._shares_text.get(domain, set()) | {domain}
            strangers = 0
            for user in self._users.get(key, ()):
                strangers += user not in kin
                if strangers == STRANGERS:
                    break
            known = self._everybodys[key, domain] = strangers == STRANGERS
        return known


def same_publisher(wanted: str, known: str) -> bool:
    """True where two plain names (:func:`plain_name`) are one publisher's; stricter than for attribution lines.

    A line that says 来源： names a source whatever follows; in running text 北京 before 记者 is a place.
    """
    if wanted.isascii() or known.isascii():
        return _tells(wanted) and wanted.removeprefix("the") == known.removeprefix("the")
    if wanted == known:
        return _tells(wanted)
    stem = _SITE_ENDING.sub("", known)
    if wanted == stem:
        return _tells(stem) and bool(_MEDIUM.search(stem))
    return _tells(stem) and _CHANNEL.sub("", wanted) == stem


def _tells(name: str) -> bool:
    return len(name) >= (MIN_LATIN if name.isascii() else 2) and name not in _GENERIC


def _key(name: str) -> str:
    """Under what a name is counted: a host by its domain."""
    return registrable_domain(name) if _HOST.fullmatch(name) else plain_name(name)
