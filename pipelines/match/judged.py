"""Which articles of a snapshot are judged, and what is left of each text without its domain's template."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ..index.articles import articles_of, read_record
from ..index.cleaned import domain_template
from ..purify.url import page_id
from .duplicates import in_domain_duplicates, text_keys

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ..fingerprint.signatures import Signatures
    from ..index.store import Txn
    from .duplicates import Key

_UNKNOWN, _NOT, _JUDGED = 0, 1, 2


class JudgedTexts:
    """A few bytes of each article: whether it is judged, and its SimHash without template."""

    def __init__(self, simhash_bits: int) -> None:
        self._width = simhash_bits // 8
        self._states = bytearray()
        self._simhashes = bytearray()
        #: Domain number -> hashes of its template paragraphs, where it has any.
        self.templates: dict[int, frozenset[int]] = {}
        #: Number of each page that repeats another of its domain -> page id of that other.
        self.repeats: dict[int, str] = {}

    def template_of(self, domain: int) -> frozenset[int]:
        """Hashes of a domain's template paragraphs."""
        return self.templates.get(domain, frozenset())

    def knows(self, number: int) -> bool:
        """False for an article that came into the store after its domain was read."""
        return number < len(self._states) and self._states[number] != _UNKNOWN

    def is_judged(self, number: int) -> bool:
        """True for an article of a known domain with enough text of its own."""
        return number < len(self._states) and self._states[number] == _JUDGED

    def simhash(self, number: int) -> int:
        """SimHash of a judged article without template."""
        return int.from_bytes(self._simhashes[number * self._width : (number + 1) * self._width], "little")

    def read_domain(self, txn: Txn, domain: int, cleaned: Callable[[int], Signatures | None]) -> None:
        """Read all texts of a domain: `cleaned` gives signatures less the template that is found here."""
        numbers = articles_of(txn, domain)
        template = domain_template(txn, domain)
        if template:
            self.templates[domain] = template
        keys: dict[int, tuple[Key, ...]] = {}
        for number in numbers:
            signatures = cleaned(number)
            self._enter(number, signatures)
            if signatures is not None:
                keys[number] = text_keys(signatures)
        self._find_repeats(txn, keys)

    def _enter(self, number: int, signatures: Signatures | None) -> None:
        if number >= len(self._states):
            more = max(number + 1 - len(self._states), len(self._states) // 8)
            self._states.extend(bytes(more))
            self._simhashes.extend(bytes(more * self._width))
        self._states[number] = _NOT if signatures is None else _JUDGED
        if signatures is not None:
            place = number * self._width
            self._simhashes[place : place + self._width] = signatures.simhash.to_bytes(self._width, "little")

    def _find_repeats(self, txn: Txn, keys: Mapping[int, tuple[Key, ...]]) -> None:
        shared = Counter(key for of_article in keys.values() for key in of_article)
        alike = {number: of for number, of in keys.items() if any(shared[key] > 1 for key in of)}
        records = {number: read_record(txn, number) for number in alike}
        urls = {number: record.view.url for number, record in records.items()}
        gone = {urls[number] for number, record in records.items() if record.is_gone}
        firsts = in_domain_duplicates({urls[number]: of for number, of in alike.items()}, gone)
        for number, url in urls.items():
            if url in firsts:
                self.repeats[number] = page_id(firsts[url])
