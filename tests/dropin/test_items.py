"""Items of every kind that Scrapy knows are read where they are, and come out as the objects they were."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from .conftest import ADDON, stories

if TYPE_CHECKING:
    from .conftest import UserProject

TYPES = """
from __future__ import annotations

import dataclasses
import json
import pathlib

import attrs
import pydantic
import scrapy

STORIES = json.loads(pathlib.Path("stories.json").read_text())


@dataclasses.dataclass
class Row:
    link: str
    content: str | bytes = ""
    words: str = ""
    reprint: dict | None = None


@attrs.define
class Attrs:
    link: str
    content: str | bytes = ""
    words: str = ""
    reprint: dict | None = None


class Model(pydantic.BaseModel):
    link: pydantic.HttpUrl
    content: str | bytes = ""
    words: str = ""
    reprint: dict | None = None


class Classic(scrapy.Item):
    link = scrapy.Field()
    content = scrapy.Field()
    words = scrapy.Field()
    reprint = scrapy.Field()


def plain(**values):
    return {**values, "reprint": None}


@dataclasses.dataclass
class BareRow:
    link: str
    content: str


@attrs.define
class BareAttrs:
    link: str
    content: str


class BareModel(pydantic.BaseModel):
    model_config = {"extra": "allow"}
    link: str
    content: str


class BareClassic(scrapy.Item):
    link = scrapy.Field()
    content = scrapy.Field()
"""

ALL_TYPES = TYPES + """

class Feed(scrapy.Spider):
    name = "feed"

    start_urls = ["data:,"]

    def parse(self, response):
        for story, make in zip(STORIES, (plain, Row, Attrs, Model, Classic)):
            name = make.__name__.lower()
            gbk = story["page"].replace("utf-8", "gbk").encode("gbk")
            yield make(link=f"https://as-text.test/{name}", words=story["text"])
            yield make(link=f"https://as-html.test/{name}", content=story["page"])
            yield make(link=f"https://as-bytes.test/{name}", content=gbk)
        for story, make in zip(STORIES, (dict, BareRow, BareAttrs, BareModel, BareClassic)):
            yield make(link=f"https://bare.test/{make.__name__.lower()}", content=story["page"])
"""
NAMES = {"url": "link", "html": "content", "text": "words"}


@pytest.mark.parametrize("given", ["in the settings", "on the command line"])
def test_items_of_all_types_are_read_and_come_out_the_same_object(project: UserProject, given: str) -> None:
    project.spider(ALL_TYPES)
    project.settings(ADDON + (f"REPRINT_FIELDS = {NAMES}\n" if given == "in the settings" else ""))
    options = () if given == "in the settings" else ("-s", f"REPRINT_FIELDS={json.dumps(NAMES)}")
    done = project.crawl("feed", *options)
    assert done.is_clean(), done.log
    assert len(done.came_out) == 20
    assert all(told["same"] for told in done.came_out)
    bare = [item for item in done.items if "bare.test" in item["link"]]
    assert [set(item) for item in bare] == [{"link", "content"}] * 5
    filled = {item["link"]: item["reprint"] for item in done.items if item not in bare}
    assert len(filled) == 15
    for url, result in filled.items():
        assert result["skipped_because"] == ""
        assert len(result["simhash"]) == len(result["page_id"]) == 16
        for match in result["matches"]:
            assert match["url"].split("/")[-1] == url.split("/")[-1]
            assert (match["domain"], match["tier"]) == (match["url"].split("/")[2], "high")
    found = [len(filled[f"https://{how}.test/{kind}"]["matches"]) for how in ("as-text", "as-html", "as-bytes")
             for kind in ("plain", "row", "attrs", "model", "classic")]
    assert found == [0] * 5 + [1] * 5 + [2] * 5
    articles = project.articles()
    assert articles["https://as-html.test/plain"]["title"] == stories()[0].title
    assert articles["https://as-bytes.test/classic"]["body"] == stories()[4].text


STRANGE = TYPES + """
from scrapy.exceptions import DropItem


@dataclasses.dataclass(frozen=True)
class FrozenRow:
    url: str
    text: str
    reprint: dict | None = None


@attrs.frozen
class FrozenAttrs:
    url: str
    text: str
    reprint: dict | None = None


class FrozenModel(pydantic.BaseModel):
    model_config = {"frozen": True}
    url: str
    text: str
    reprint: dict | None = None


class StrictModel(pydantic.BaseModel):
    model_config = {"validate_assignment": True}
    url: str
    text: str
    reprint: str = ""


class Strange(scrapy.Spider):
    name = "strange"

    start_urls = ["data:,"]

    def parse(self, response):
        story = STORIES[0]
        for make in (FrozenRow, FrozenAttrs, FrozenModel, StrictModel):
            yield make(url=f"https://{make.__name__.lower()}.test/1", text=story["text"])
        yield {"url": ["https://loader.test/1"], "html": [story["page"]], "title": [story["title"]]}
        yield {"url": "https://paragraphs.test/1", "text": story["text"].split("\\n")}
        yield {"url": "https://in-body.test/1", "body": story["page"]}
        yield {"url": "https://in-text.test/1", "text": story["page"]}
        yield {"url": "https://piece.test/1", "html": f"<div><p>{story['text']}</p></div>"}
        yield {"url": "https://own-meaning.test/1", "text": story["text"], "status": 404001, "headers": 7,
               "follows": 12, "date_hints": ["today"], "published_at": 5, "fetched_at": 20260101}
        yield "a line of text"
        yield 7
        yield {}
        yield {"url": None, "text": story["text"]}
        yield {"url": "/relative/1.html", "text": story["text"]}
        yield {"url": "https://nothing.test/1", "title": "Only a title"}
        yield Classic(link="https://unmapped.test/1")
"""


@pytest.fixture
def strange(project: UserProject) -> UserProject:
    project.spider(STRANGE)
    project.settings(ADDON)
    return project


def test_strange_items_lose_nothing_and_what_cannot_be_read_is_listed(strange: UserProject) -> None:
    done = strange.crawl("strange")
    assert done.is_clean(), done.log
    assert len(done.came_out) == 17
    assert all(told["same"] for told in done.came_out)
    articles = strange.articles()
    read = ("frozenrow", "frozenattrs", "frozenmodel", "strictmodel", "loader", "paragraphs", "in-body", "in-text",
            "piece", "own-meaning")
    assert set(articles) == {f"https://{name}.test/1" for name in read}
    assert {row["skipped_because"] for row in articles.values()} == {""}
    assert len(strange.pairs()) == 45
    assert {row["kind"] for row in strange.rows("matches.csv")} == {"verbatim"}
    assert articles["https://loader.test/1"]["title"] == stories()[0].title
    problems = {row["where"]: row["why"] for row in strange.rows("problems.csv")}
    assert problems == {
        "item str": "items of type str cannot be read",
        "item int": "items of type int cannot be read",
        "item dict": "the item has no 'url' field; map its name with REPRINT_FIELDS = {'url': ...}",
        "item Classic": "the item has no 'url' field; map its name with REPRINT_FIELDS = {'url': ...}",
        "/relative/1.html": "the item's 'url' is no web address with a host",
        "https://nothing.test/1": "the item has neither HTML nor text, and no response is known for it; name its "
                                  "fields in REPRINT_FIELDS, or switch on "
                                  "scrapy_reprint.middlewares.EvidenceMiddleware",
    }
    assert done.stats["strange"]["reprint/problems"] == 7
