"""Host names in the words of a text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

# Not a part of a path: http://a.test/b.com/c.asp is a.test alone.
_HOST = re.compile(
    r"(?<![a-z0-9._@-])(?<![^/]/)(?P<mail>[a-z0-9._+-]{1,40}@)?"
    r"(?P<host>(?:[a-z0-9-]{1,40}\.){1,4}[a-z]{2,6})(?![a-z0-9_-])",
    re.IGNORECASE,
)
# Nearly all paragraphs are done with here.
_DOT = re.compile(r"\.(?<=[a-z0-9]\.)[a-z]", re.IGNORECASE)
# Last labels that are a file's or a program's far oftener than a site's.
_NO_DOMAIN = frozenset(
    """
    am asp aspx bak bin cfg class conf cs css csv deb dll do exe gif go gz hs htm html img ini iso jar java jpeg jpg
    js json jsp la list local lock log lua md mk ml path pdf php pl pm png ps py rb rpm rs sh shtml so sql st svg tar
    target ts txt vb xml yaml yml zip
    """.split()
)
# Who writes from a free mailbox speaks of no publisher.
_MAILBOXES = frozenset(
    """
    126.com 139.com 163.com 188.com 189.cn 21cn.com aliyun.com aol.com foxmail.com gmail.com gmx.com gmx.de
    googlemail.com hotmail.com icloud.com live.com mac.com mail.com mail.ru me.com msn.com outlook.com proton.me
    protonmail.com qq.com sina.cn sina.com sohu.com tom.com vip.163.com vip.qq.com vip.sina.com yahoo.cn
    yahoo.co.jp yahoo.com yahoo.com.cn yeah.net zoho.com
    """.split()
)
# Nor who shows a channel on a platform, or a place that everybody names.
_PLATFORMS = re.compile(
    r"(?:^|\.)(?:baidu\.com|bilibili\.com|douyin\.com|example\.(?:com|net|org)|facebook\.com|fb\.com|github\.com"
    r"|google\.com|instagram\.com|linkedin\.com|t\.co|t\.me|tiktok\.com|toutiao\.com|twitter\.com|v\.qq\.com"
    r"|weibo\.(?:cn|com)|weixin\.qq\.com|whatsapp\.com|wikipedia\.org|x\.com|youtu\.be|youtube\.com|zhihu\.com)$"
)


def named_hosts(text: str) -> Iterator[str]:
    """Hosts in the words of a text, lower case and without ``www.``, those of mail addresses among them."""
    if not _DOT.search(text):
        return
    for match in _HOST.finditer(text):
        host = match["host"].lower().removeprefix("www.")
        if host.rpartition(".")[2] in _NO_DOMAIN or _PLATFORMS.search(host):
            continue
        if "." in host and not (match["mail"] and host in _MAILBOXES):
            yield host
