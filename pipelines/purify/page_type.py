"""What kind of page it is: article, list, index, error, login or other."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from lxml import etree

if TYPE_CHECKING:
    from lxml.html import HtmlElement

_ERROR_TITLE = re.compile(
    r"^\W*(?:4\d\d|50[0-9])\W*(?:$|not found|forbidden|error|bad|page|service|internal|unauthorized|页面|错误|找不到)"
    r"|(?:页面|網頁|网页|您访问的(?:页面|内容)|该页|文章|内容|帖子|主题|信息|访问的内容)\s*(?:不存在|已(?:被)?删除|未找到|找不到|无法(?:访问|找到|显示)|已失效|走丢)"
    r"|^(?:错误|出错|系统错误|错误提示|提示信息|系统提示|信息提示|访问出错|出错了)\W*"
    r"(?:$|[-_|–—])|(?:page|file|article|url)\W{1,3}(?:could\s|can\s?)?not\s(?:be\s)?found|^\W*not found"
    r"|^(?:error|access denied|forbidden|"
    r"service unavailable|just a moment|attention required|bad gateway|internal server error|oops|site not found)\b",
    re.IGNORECASE,
)
_ERROR_TEXT = re.compile(
    r"(?:抱歉|对不起|很遗憾|sorry).{0,30}(?:页面|网页|文章|内容|帖子|主题|page|article|content|find|exist|found)"
    r".{0,20}(?:不存在|删除|找不到|未找到|无法|失效|not|n't|no longer|removed|unavailable)?"
    r"|(?:您|你)?(?:要|所|想)?(?:访问|查找|查看|浏览|请求)的.{0,10}(?:不存在|已(?:被)?删除|未找到|找不到|已失效)"
    r"|404 (?:not found|error|错误|页面)|error 404|page (?:you|not|can)|指定的主题不存在|没有找到(?:您|你|相关|该)",
    re.IGNORECASE,
)
_LOGIN_TITLE = re.compile(
    r"^\W*(?:用户|会员|系统|账号|帐号|请先?|统一身份)?\s*(?:登录|登陆|登錄|注册|sign in|log ?in|sign up|register)"
    r"(?:$|\W|页面|系统|中心)",
    re.IGNORECASE,
)
_LOGIN_URL = re.compile(
    r"(?:^|[/_.-])(?:login|signin|sign-in|logon|register|passport|sso|oauth)(?:$|[/_.?-])", re.IGNORECASE
)
_LOGIN_TEXT = re.compile(
    r"(?:请|需要?|必须)(?:您)?先?(?:登录|登陆|注册)(?!.{0,12}(?:帖|回复|评论|发表|留言|下载|查看大图))|没有权限|无权(?:限|访问)"
    r"|please (?:log|sign) ?in|log in to continue",
    re.IGNORECASE,
)
_INDEX_PATH = re.compile(r"^/*(?:(?:index|default|home|main)(?:\.\w{2,5})?/?)?$", re.IGNORECASE)
_LIST_PATH = re.compile(
    r"/(?:list|lists|category|categories|tag|tags|channel|archive|archives|author|search|topics?|forum|board|page|column|"
    r"feed|special|label)(?:[/_.-]|$)|forumdisplay"
    r"|(?:^|/)(?:index|list)[-_]?\d*\.\w{2,5}$|[?&](?:page|catid|typeid|fid|q|s|wd)=",
    re.IGNORECASE,
)
# An address that ends as those of lists do: /list/1.html, /tag/name/, /category/name/page/3/.
_LIST_END = re.compile(
    r"/(?:lists?|category|categories|tags?|channel|archives?|author|search|page|label)"
    r"(?:/[^/?]{1,40})?(?:/(?:page/)?\d{1,4})?/?(?:\.\w{2,5})?(?:\?.*)?$",
    re.IGNORECASE,
)
_PASSWORD = etree.XPath("boolean(//input[translate(@type, 'PASWORD', 'pasword')='password'])")
_LINKS = etree.XPath("//a[@href]")
_OG_TYPE = etree.XPath("string(//meta[@property='og:type'][1]/@content)")
_LONG_PROSE = re.compile(r"[，。；！？,]|\.\s")
_SHORT_TEXT = 400
# A teaser list of a few entries has no more text than this, and no date of its own.
_TEASERS = 800


def page_type(
    tree: HtmlElement | None, url: str, *, status: int = 200, title: str = "", body: str = "", paragraphs: int = 0,
    body_links: int = 0, dated: bool = False,
) -> str:
    """Judge the kind of a page: "article", "list", "index", "error", "login" or "other".

    ``body`` is the extracted main text, ``paragraphs`` and ``body_links`` how many of these it has; ``dated`` says that
    the page declares a publication time in its markup, as articles do and lists do not. Navigation
    counts little: an article in a large portal frame has more links than text. A page with a long running text
    is an article, whatever its URL.
    """
    if status >= 400:
        return "error"
    chars = len("".join(body.split()))
    if chars < _SHORT_TEXT:
        if _ERROR_TITLE.search(title[:120]) or (chars < _SHORT_TEXT // 2 and _ERROR_TEXT.search(body[:200])):
            return "error"
        if _is_login(tree, url, title, body):
            return "login"
    elif _ERROR_TITLE.match(title) and chars < 2 * _SHORT_TEXT and paragraphs <= 4:
        return "error"
    prose = _prose(body)
    path = _path(url)
    if _INDEX_PATH.match(path.partition("?")[0]) and "?" not in path:
        return "article" if prose >= 1500 and _says_article(tree) else "index"
    if prose < _TEASERS and not dated and _LIST_END.search(path) and not _says_article(tree):
        return "list"
    if prose >= _SHORT_TEXT or (prose >= 150 and prose >= 0.5 * chars):
        if prose < 1200 and _LIST_PATH.search(path) and _entries(tree) >= 12 and not _says_article(tree):
            return "list"
        if body_links >= 10 and prose < body_links * (80 if _LIST_PATH.search(path) else 40):
            return "list"
        return "article"
    if tree is None:
        return "article" if chars else "other"
    if _says_article(tree) and chars >= 50:
        return "article"
    entries = _entries(tree)
    if entries >= 15 and (_LIST_PATH.search(path) or prose < 60):
        return "list"
    return "article" if chars >= 50 else "other"


def _is_login(tree: HtmlElement | None, url: str, title: str, body: str) -> bool:
    if _LOGIN_TITLE.search(title[:60]):
        return True
    if _LOGIN_TEXT.search(body[:200]) and len(body) < 200:
        return True
    return tree is not None and len(body) < 200 and bool(_LOGIN_URL.search(_path(url))) and bool(_PASSWORD(tree))


def _prose(body: str) -> int:
    """Characters in lines that read like sentences; lists of headlines have none."""
    total = 0
    for line in body.split("\n"):
        size = len(line)
        if size >= 30 and _LONG_PROSE.search(line):
            total += size if size >= 60 else size // 2
    return total


def _entries(tree: HtmlElement | None) -> int:
    """Links whose text is as long as a headline."""
    if tree is None:
        return 0
    count = 0
    for link in _LINKS(tree)[:800]:
        text = (link.text or "").strip()
        if len(text) >= 10 or (not text and len(link) and len(" ".join("".join(link.itertext())[:80].split())) >= 10):
            count += 1
    return count


def _says_article(tree: HtmlElement | None) -> bool:
    return tree is not None and "article" in str(_OG_TYPE(tree)).lower()


def _path(url: str) -> str:
    try:
        parts = urlsplit(url[:4000])
    except ValueError:
        return "/" + url[:4000].partition("://")[2].partition("/")[2]
    return parts.path + (f"?{parts.query}" if parts.query else "")
