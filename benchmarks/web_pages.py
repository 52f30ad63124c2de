"""Pages of a made-up web: sites, their posts, and how each site's template shows them."""

from __future__ import annotations

import html
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scrapy_reprint.pipelines.purify.raw import RawPage

if TYPE_CHECKING:
    from datetime import datetime

FETCHED = "2026-09-01T00:00:00+00:00"


@dataclass(frozen=True, slots=True)
class Theme:
    """A template: tags and classes of the body, the form of the paths and how a time is shown."""

    name: str
    #: Tag and class of the body, of a paragraph and of what stands around an image.
    body: tuple[str, str]
    paragraph: tuple[str, str]
    figure: tuple[str, str]
    #: Fields: number, year, month, day, slug.
    path: str
    #: strftime form of the line under the title.
    byline: str
    #: True where the head declares the time.
    declares_time: bool = True


THEMES = (
    Theme("daily", ("article", "story"), ("p", "story-p"), ("figure", "story-pic"),
          "/{year}/{month:02}/{day:02}/{number}.html", "%Y-%m-%d %H:%M"),
    Theme("portal", ("div", "TRS_Editor"), ("p", "indent"), ("p", "img-center"),
          "/content/{year}{month:02}/t{number}.shtml", "%Y年%m月%d日 %H:%M"),
    Theme("press", ("div", "entry-content"), ("p", "wp-p"), ("div", "wp-caption"), "/archives/{number}",
          "%Y/%m/%d %H:%M"),
    Theme("old", ("div", "artibody"), ("div", "line"), ("div", "photo"), "/html/{number}.htm", "%Y-%m-%d %H:%M:%S",
          declares_time=False),
    Theme("slug", ("section", "post-body"), ("p", "lead-text"), ("span", "media"), "/posts/{slug}/", "%Y-%m-%d %H:%M"),
    Theme("cms", ("div", "content_area"), ("p", ""), ("p", "o-photo"), "/a/{slug}.html", "%Y-%m-%d %H:%M"),
)


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a body: kind "p", "img" (text is the address), "quote" or "code"; links are (phrase, address)."""

    kind: str
    text: str
    links: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Site:
    """A site of the web."""

    host: str
    kind: str
    name: str
    theme: Theme
    #: Host of its images; empty for a site without.
    image_host: str = ""
    #: How fine times are shown: "minute", "day" or "none".
    shows: str = "minute"
    #: Markup of its analytics, verification and licence.
    head: str = ""
    licence: str = ""


@dataclass(frozen=True, slots=True)
class Post:
    """An article on a site."""

    site: Site
    number: int
    title: str
    blocks: tuple[Block, ...]
    #: When it says it was published.
    published: datetime
    #: Addresses of the posts it was taken from; empty for one that was written here.
    taken_from: tuple[str, ...] = ()
    #: Name and address of the source it names.
    credit: tuple[str, str] = ("", "")
    canonical: str = ""
    #: Template of the body where it is not the site's own.
    body_theme: Theme | None = None
    #: Path where it is not the site's own form.
    path: str = ""
    #: Markup of another site's head that came along.
    head: str = field(default="")

    @property
    def url(self) -> str:
        """Address of the post."""
        day = self.published
        path = self.path or self.site.theme.path.format(
            number=self.number, year=day.year, month=day.month, day=day.day, slug=f"entry-{_letters(self.number)}"
        )
        return f"https://{self.site.host}{path}"


def _letters(number: int) -> str:
    """A number as lower-case letters, as slugs have words and no numbers."""
    found = ""
    for _ in range(6):
        number, rest = divmod(number, 26)
        found += chr(97 + rest)
    return found


def page_of(post: Post) -> RawPage:
    """The page that shows a post."""
    site, theme = post.site, post.site.theme
    title = html.escape(post.title)
    shown = {"minute": post.published.strftime(theme.byline), "day": post.published.strftime("%Y-%m-%d"), "none": ""}
    time = shown[site.shows]
    meta = ""
    if site.shows == "minute" and theme.declares_time:
        meta = f'<meta property="article:published_time" content="{post.published.isoformat()}">'
    canonical = f'<link rel="canonical" href="{post.canonical}">' if post.canonical else ""
    name, address = post.credit
    link = f'<a href="{html.escape(address)}">{html.escape(name)}</a>' if address else html.escape(name)
    credit = f'<p class="source">来源：{link}</p>' if name else ""
    return RawPage(
        url=post.url,
        html=_shell(
            site, title, f"{meta}{canonical}{post.head}",
            f'<h1>{title}</h1><div class="byline">{time}</div>{credit}{_body(post)}',
        ),
        fetched_at=FETCHED,
    )


def _shell(site: Site, title: str, head: str, inner: str) -> str:
    licence = f'<p><a href="https://beian.miit.gov.cn/">{site.licence}</a></p>' if site.licence else ""
    return (
        f'<!DOCTYPE html><html lang="zh"><head><meta charset="utf-8"><title>{title} - {site.name}</title>{head}'
        f'{site.head}</head><body><header><nav><a href="/">{site.name}</a> '
        f'<a href="/list.html">更多</a></nav></header>\n{inner}\n'
        f'<footer><p>© 2026 {site.name} <a href="/about.html">关于</a></p>{licence}</footer></body></html>'
    )


def _body(post: Post) -> str:
    theme = post.body_theme or post.site.theme
    tag, name = theme.body
    return f'<{tag} class="{name}">\n' + "\n".join(_block(block, theme) for block in post.blocks) + f"\n</{tag}>"


def _block(block: Block, theme: Theme) -> str:
    if block.kind == "img":
        tag, name = theme.figure
        return f'<{tag} class="{name}"><img src="{html.escape(block.text)}" alt=""></{tag}>'
    text = html.escape(block.text, quote=False)
    if block.kind == "quote":
        return f"<blockquote><p>{text}</p></blockquote>"
    if block.kind == "code":
        return f"<pre><code>{text}</code></pre>"
    for phrase, address in block.links:
        shown = html.escape(phrase, quote=False)
        text = text.replace(shown, f'<a href="{html.escape(address)}">{shown}</a>', 1)
    tag, name = theme.paragraph
    opening = f'<{tag} class="{name}">' if name else f"<{tag}>"
    return f"{opening}{text}</{tag}>"


def standing_pages(site: Site, posts: list[Post]) -> list[RawPage]:
    """Pages that are no articles of the site's own writing: the front page and the privacy policy."""
    links = "\n".join(f'<li><a href="{post.url}">{html.escape(post.title)}</a></li>' for post in posts[-40:])
    policy = "\n".join(f"<p>{line.format(name=site.name)}</p>" for line in POLICY)
    return [
        RawPage(url=f"https://{site.host}/", html=_shell(site, site.name, "", f"<ul>{links}</ul>"), fetched_at=FETCHED),
        RawPage(
            url=f"https://{site.host}{POLICY_PATH}", fetched_at=FETCHED,
            html=_shell(site, "隐私政策", "", f"<h1>隐私政策</h1><div class='page'>{policy}</div>"),
        ),
    ]


#: What a content system puts on every site that it runs, and where.
POLICY_PATH = "/privacy.html"
POLICY = (
    "{name}重视每一位访客的个人信息。您浏览本站文章时，服务器会留下访问时间、浏览器类型和来路地址等记录，用于统计访问量和排查故障。",
    "当您发表评论时，我们会保存您填写的称呼、邮箱和评论内容，并用邮箱地址的摘要向头像服务查询是否有对应的头像。",
    "评论通过审核后，称呼与头像会公开显示在评论旁边，邮箱不会公开，也不会提供给任何第三方用于推广，更不会转让或者出售。",
    "本站会使用少量缓存文件来记住您的登录状态和显示偏好，您可以在浏览器里随时清除它们。文章中嵌入的视频、图片来自其他网站时，其行为与您直接访问那些网站相同，请查阅它们各自的政策。",
    "如果您希望导出或者删除我们保存的与您有关的资料，请写信到站务邮箱，我们会在十五个工作日内答复。法律要求保留的部分除外。",
)
