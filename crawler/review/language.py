"""In which language the desk speaks, and how its words are filled in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from ...pipelines.report.page.words import WORDS as PAGE_WORDS
from .measure_words import LABELS, LAYERS, value_in_chinese
from .words import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from flask import Request

#: Languages of the desk -> what each calls itself.
LANGUAGES = {"en": "English", "zh": "中文"}
#: Keeps the language that was chosen by the switch.
COOKIE = "reprint-language"

_TIME = re.compile(r"^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::(?!00)\d\d)?)(?::00)?(?:\.\d+)?(.*)$")
_HELD = re.compile(r"it held until (\S+)")


@dataclass(frozen=True, slots=True)
class Message:
    """Words by their name in :mod:`.words`, and what is filled in: text, numbers, and messages in turn."""

    name: str
    values: tuple[object, ...] = ()


@dataclass(frozen=True, slots=True)
class Term:
    """A verdict, tier or kind of the CSV files: of the group "verdict", "tier" or "kind"."""

    group: str
    value: str


def chosen_language(request: Request, setting: str) -> str:
    """The language that was chosen by the switch, else the one of REPRINT_LANG, else the browser's."""
    for language in (request.cookies.get(COOKIE), setting):
        if language in LANGUAGES:
            return language
    return request.accept_languages.best_match(list(LANGUAGES)) or "en"


class Speech:
    """The words of one language, as markup in which everything that is filled in is text."""

    def __init__(self, language: str) -> None:
        """`language` is one of :data:`LANGUAGES`."""
        self.language = language
        self._words = WORDS[language]

    def say(self, name: str, *values: object) -> Markup:
        """The words of a name."""
        form = self._words[name]
        if "|" in form:
            one, many = form.split("|")
            form = one if values[0] == 1 else many
        return Markup(form).format(*map(self._shown, values))  # noqa: S704 - our own words; values are escaped

    def tell(self, messages: tuple[Message, ...]) -> Markup:
        """Sentences one after the other."""
        return self._joined(" " if self.language == "en" else "", messages)

    def term(self, group: str, value: str) -> str:
        """A term of the CSV files: in English as it stands there."""
        return value if self.language == "en" else PAGE_WORDS[self.language].get(f"{group}.{value}", value)

    def lapsed(self, reason: str) -> str | Markup:
        """Why a ruling does not hold any more."""
        if found := _HELD.fullmatch(reason):
            return self.say("lapsed.until", found[1])
        return self.say("lapsed.changed") if reason == "the page has changed" else reason

    def measure(self, layer: str, label: str, value: str) -> tuple[str, str, str]:
        """A row of the table of numbers."""
        if self.language == "en":
            return layer, label, value
        return LAYERS.get(layer, layer), LABELS.get(label, label), value_in_chinese(value)

    def layers(self, layers: str) -> str:
        """Layers as matches.csv has them: "whole;fragment"."""
        names = layers.split(";") if layers else ["none"]
        return ", ".join(names) if self.language == "en" else "、".join(LAYERS.get(name, name) for name in names)

    def script_words(self) -> dict[str, str]:
        """Words of the desk's script."""
        return {name.removeprefix("script."): words for name, words in self._words.items()
                if name.startswith("script.")}

    def _joined(self, between: str, values: Iterable[Message]) -> Markup:
        return Markup(between).join(self.say(one.name, *one.values) for one in values)  # noqa: S704 - as above

    def _shown(self, value: object) -> object:
        if isinstance(value, Message):
            return self.say(value.name, *value.values)
        if isinstance(value, Term):
            return self.term(value.group, value.value)
        if isinstance(value, tuple):
            return self._joined("; " if self.language == "en" else "；", value)
        return f"{value:,}" if isinstance(value, int) else value


def moment(time: str) -> str:
    """A time of ISO 8601 to read: "2026-03-02 07:40 +08:00"."""
    return _TIME.sub(r"\1 \2 \3", time).rstrip()
