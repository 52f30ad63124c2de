"""Invented articles: real words in sentences that mean nothing, so that anybody can build a large web.

Words come from jieba's dictionary by part of speech, each as likely as it is there. An article has a field with a
vocabulary of its own and names and numbers that are its alone, as real articles have; two articles share words and
short phrases and nothing longer.
"""

from __future__ import annotations

import random
import re
from functools import cache
from itertools import accumulate

import jieba
from texts import Text

#: Slots: N noun, V verb, A adjective, D adverb, L place, P person, M number, T time.
_FORMS = (
    "T，L的N在N中DV了N，P认为A的N会V。",
    "P说，N和N都要V，MN已经V。",
    "DV的N让L的NV，AN则V到M。",
    "T以来，LN共VM，比N多M，NDV。",
    "不过A的N未必V，P与P为N而V。",
    "N里的N，LV过，P也V过，DA。",
    "P把MN交给L，N于是DV，AN随后V。",
    "若NV得A，N便V；若N不V，AN会DV。",
    "LN的P在T见到N，V了M，DV着N。",
    "从L到L，N变A，N变A，只有PVN。",
    "M的N属于L，M的N属于P，其余V。",
    "AN、AN和AN，T都由PV。",
)
_FIELDS = 24
_PARTS = {"N": ("n",), "V": ("v", "vn"), "A": ("a", "an"), "D": ("d", "ad"), "L": ("ns",), "P": ("nr",)}
_HAN = re.compile(r"[\u4e00-\u9fff]{2,4}")


@cache
def _words() -> dict[str, list[tuple[str, int]]]:
    """Words of the dictionary and how often they occur, by slot."""
    found: dict[str, list[tuple[str, int]]] = {slot: [] for slot in _PARTS}
    slots = {part: slot for slot, parts in _PARTS.items() for part in parts}
    with jieba.get_dict_file() as lines:
        for line in lines:
            word, count, part = line.decode("utf-8").split()
            if part in slots and int(count) >= 3 and _HAN.fullmatch(word):
                found[slots[part]].append((word, int(count)))
    return found


class Inventor:
    """Makes articles; the same seed makes the same ones."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._fields = [self._vocabulary() for _ in range(_FIELDS)]

    def _vocabulary(self) -> dict[str, tuple[list[str], list[float]]]:
        """A field: some words of each kind, with the weights up to each."""
        sizes = {"N": 900, "V": 500, "A": 200, "D": 120, "L": 80, "P": 0}
        chosen = {
            slot: self._chance.sample(words, min(sizes[slot] or len(words), len(words)))
            for slot, words in _words().items()
        }
        # The square root flattens the dictionary's counts a little: its commonest words are no field's own.
        return {
            slot: ([word for word, _ in words], list(accumulate(count**0.5 for _, count in words)))
            for slot, words in chosen.items()
        }

    def article(self, chars: int) -> Text:
        """An article of about so many characters."""
        chance = self._chance
        field = chance.choice(self._fields)
        people = chance.choices(field["P"][0], k=3)
        places = chance.choices(field["L"][0], k=4)

        def fill(slot: str) -> str:
            if slot == "P":
                return chance.choice(people)
            if slot == "L":
                return chance.choice(places)
            if slot == "M":
                return f"{chance.randrange(2, 5000)}{chance.choice('个次件元吨人家')}"
            if slot == "T":
                return f"{chance.randrange(1, 13)}月{chance.randrange(1, 29)}日"
            words, weights = field[slot]
            return chance.choices(words, cum_weights=weights)[0]

        lines: list[str] = []
        while sum(map(len, lines)) < chars:
            forms = chance.choices(_FORMS, k=chance.randrange(2, 6))
            lines.append("".join(fill(letter) if letter in "NVADLPMT" else letter for letter in "".join(forms)))
        title = "".join(fill(slot) for slot in chance.choice(("ANVN", "LNV", "PVAN", "NVDA")))
        return Text(title, tuple(lines))

    def articles(self, count: int) -> list[Text]:
        """So many articles, of 400 to 2,000 characters."""
        return [self.article(int(400 * 5 ** self._chance.random())) for _ in range(count)]
