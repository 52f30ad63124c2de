"""What a person has ruled on pairs of pages, kept in the store."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from datetime import date
from typing import TYPE_CHECKING

from scrapy_reprint.errors import ReprintError

from ..purify.url import domain_of, page_id
from .articles import read_record, read_signatures
from .record import pack_json, unpack_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .store import Txn

#: ``copy``: the first page copies the second. ``not_copy``: neither copies the other. ``quote``: a fair quotation.
#: ``official``: both carry an official release, which anybody may. ``same_owner``: both sites are one owner's.
KINDS = ("copy", "not_copy", "quote", "official", "same_owner")

_WAITING = b"rulings that wait"


class RulingError(ReprintError):
    """A ruling that cannot be made; the message says why."""


@dataclass(frozen=True, slots=True)
class RuledPage:
    """A page as it was when it was ruled on."""

    url: str
    #: SimHash of its text, hex.
    simhash: str

    @property
    def page_id(self) -> str:
        """Page id, 16 hex digits."""
        return page_id(self.url)

    @property
    def domain(self) -> str:
        """Registrable domain."""
        return domain_of(self.url)


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a person says of two pages; for ``copy``, ``first`` copies ``second``."""

    #: One of :data:`KINDS`.
    kind: str
    first: RuledPage
    second: RuledPage
    #: When it was made: ISO 8601, UTC.
    ruled_at: str
    #: Who made it; empty where nobody put a name to it.
    reviewer: str = ""
    note: str = ""
    #: Last day on which it holds (ISO 8601); empty for ever.
    until: str = ""

    @property
    def pair(self) -> tuple[str, str]:
        """Page ids of the two, the lower one first; ruling on the same pair again replaces the ruling."""
        a, b = sorted((self.first.page_id, self.second.page_id))
        return a, b


def ruling_on(
    txn: Txn, kind: str, url: str, other_url: str, *, ruled_at: str, reviewer: str = "", note: str = "", until: str = ""
) -> Ruling:
    """A ruling on two stored pages as they are now, not stored yet; for ``copy`` the first is the copy.

    Raises :exc:`RulingError` for what cannot be ruled.
    """
    return checked(
        Ruling(kind, _page(txn, url), _page(txn, other_url), ruled_at, reviewer, note, until)
    )


def checked(ruling: Ruling) -> Ruling:
    """The ruling with its words in one line each; raises :exc:`RulingError` where it makes no sense."""
    if ruling.kind not in KINDS:
        raise RulingError(f"{ruling.kind!r} is no ruling; choose one of {', '.join(KINDS)}.")
    for page in (ruling.first, ruling.second):
        if not page.domain:
            raise RulingError(f"{page.url!r} is no address of a page; give it as in matches.csv.")
    if ruling.first.page_id == ruling.second.page_id:
        raise RulingError(f"{ruling.first.url} is given twice; a ruling needs two pages.")
    if ruling.first.domain == ruling.second.domain:
        raise RulingError(
            f"Both pages are on {ruling.first.domain}; rulings are on pages of different domains, as in matches.csv."
        )
    return replace(
        ruling, reviewer=_one_line(ruling.reviewer), note=_one_line(ruling.note), until=_day(ruling.until)
    )


def put_rulings(txn: Txn, rulings: Iterable[Ruling]) -> None:
    """Store rulings, each in the place of an earlier one on its pair."""
    for ruling in rulings:
        txn.put("rulings", _key(ruling.pair), pack_json(asdict(ruling)))


def ruling_of(txn: Txn, url: str, other_url: str) -> Ruling | None:
    """The ruling on two pages, whichever comes first; None when there is none."""
    a, b = sorted((page_id(url), page_id(other_url)))
    raw = txn.get("rulings", _key((a, b)))
    return _unpacked(raw) if raw else None


def remove_ruling(txn: Txn, ruling: Ruling) -> None:
    """Take a ruling back."""
    txn.delete("rulings", _key(ruling.pair))


def all_rulings(txn: Txn) -> Iterator[Ruling]:
    """All rulings, in order of page ids."""
    for value in txn.cursor("rulings").iternext(keys=False):
        yield _unpacked(value)


def ruled_pairs(txn: Txn) -> Iterator[tuple[str, str]]:
    """Page ids of the pairs that somebody ruled on, in order."""
    for key in txn.cursor("rulings").iternext(values=False):
        name = bytes(key).hex()
        yield name[: len(name) // 2], name[len(name) // 2 :]


def simhashes_now(txn: Txn, rulings: Iterable[Ruling]) -> dict[str, str]:
    """SimHashes, in hex, that the ruled pages have now; a page that is not stored or not judged has none."""
    found = {}
    for name in sorted({page.page_id for ruling in rulings for page in (ruling.first, ruling.second)}):
        number = txn.get("ids", bytes.fromhex(name))
        if number is not None and (simhash := _simhash(txn, int.from_bytes(number, "big"))):
            found[name] = simhash
    return found


def note_waiting(txn: Txn, pairs: Iterable[tuple[str, str]]) -> None:
    """Remember the ruled pairs that the last report could not find."""
    waiting = frozenset(pairs)
    if waiting != waiting_pairs(txn):
        txn.put("meta", _WAITING, pack_json(sorted(waiting)))


def waiting_pairs(txn: Txn) -> frozenset[tuple[str, str]]:
    """Ruled pairs that the last report could not find."""
    raw = txn.get("meta", _WAITING)
    return frozenset((a, b) for a, b in unpack_json(raw)) if raw else frozenset()


def stored_page(txn: Txn, url: str) -> RuledPage | None:
    """The stored page at an address as it is now; None when it is not stored or not judged."""
    number = txn.get("ids", bytes.fromhex(page_id(url)))
    if number is None:
        return None
    article = int.from_bytes(number, "big")
    simhash = _simhash(txn, article)
    return RuledPage(read_record(txn, article).view.url, simhash) if simhash else None


def _page(txn: Txn, url: str) -> RuledPage:
    found = stored_page(txn, url)
    if found is not None:
        return found
    if txn.get("ids", bytes.fromhex(page_id(url))) is None:
        raise RulingError(f"{url} is not in the store (REPRINT_DB); give the address as in matches.csv.")
    raise RulingError(f"{url} is stored but not judged, so nothing is counted of it; articles.jsonl says why.")


def _simhash(txn: Txn, number: int) -> str:
    # As stored, template lines included: what other pages of the site say must not make this one look changed.
    signatures = read_signatures(txn, number)
    return f"{signatures.simhash:0{len(signatures.sums) // 4}x}" if signatures else ""


def _unpacked(raw: bytes) -> Ruling:
    row = unpack_json(raw)
    return Ruling(**{**row, "first": RuledPage(**row["first"]), "second": RuledPage(**row["second"])})


def _key(pair: tuple[str, str]) -> bytes:
    return bytes.fromhex(pair[0] + pair[1])


def _day(text: str) -> str:
    if not text:
        return ""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError as error:
        raise RulingError(f"{text!r} is no date for the last day of a ruling; write it as 2027-01-31.") from error


def _one_line(text: str) -> str:
    """Text without line ends and whatever else does not show."""
    return "".join(char for char in " ".join(text.split()) if char.isprintable())
