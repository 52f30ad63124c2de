"""``scrapy reprint allow``: what a person allows, entered into the store."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy_reprint.errors import ReprintError

from ..pipelines.fingerprint.signatures import compute_signatures
from ..pipelines.index.allow import Allowance, all_allowances, put_allowances, remove_allowance
from ..pipelines.purify import purify
from ..pipelines.purify.raw import RawPage
from ..pipelines.purify.url import domain_of, registrable_domain
from .last_day import if_over, last_day

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..pipelines.fingerprint.signatures import SignatureParams
    from ..pipelines.index.store import Store, Txn

USAGE = (
    "say what to allow: allow owner DOMAIN DOMAIN ..., allow domain DOMAIN ..., allow text FILE ..., or allow list; "
    "--note TEXT and --until YYYY-MM-DD go with each, --remove takes it back"
)


class AllowError(ReprintError):
    """Something that cannot be allowed; the message says why."""


def allow(
    store: Store,
    params: SignatureParams,
    words: Sequence[str],
    *,
    note: str = "",
    until: str = "",
    remove: bool = False,
) -> str:
    """Carry out one ``allow`` command; returns what to tell the user."""
    if list(words) == ["list"]:
        return _listing(store)
    if len(words) < 2 or words[0] not in {"owner", "domain", "text"}:
        raise AllowError(f"{USAGE[0].upper()}{USAGE[1:]}.")
    until = "" if remove else last_day(until)
    found = [
        replace(allowance, note=note, until=until)
        for allowance in _allowances(words[0], words[1:], params, with_text=not remove)
    ]
    if remove:
        gone = store.write(lambda txn: [remove_allowance(txn, allowance) for allowance in found])
        if not any(gone):
            raise AllowError("Nothing was taken back: none of these is allowed (scrapy reprint allow list).")
        return f"Took back {sum(gone)} of {len(found)}; run scrapy reprint report to see the effect."
    found = store.write(lambda txn: _put(txn, found))
    said = f"Allowed {_counted(found)}; run scrapy reprint report to see the effect.{if_over(until)}"
    domains = sorted({name for allowance in found if allowance.kind != "text" for name in allowance.names})
    unknown = store.read(lambda txn: [name for name in domains if txn.get("domains", name.encode()) is None])
    return f"{said} Not in the store yet: {', '.join(unknown)}." if unknown else said


def _put(txn: Txn, allowances: Sequence[Allowance]) -> list[Allowance]:
    """Store what is allowed; what was allowed before keeps its note, and a last day to come, where none are given."""
    known = {allowance.key: allowance for allowance in all_allowances(txn)}
    kept = []
    for allowance in allowances:
        before = known.get(allowance.key, allowance)
        until = "" if if_over(before.until) else before.until
        kept.append(replace(allowance, note=allowance.note or before.note, until=allowance.until or until))
    put_allowances(txn, kept)
    return kept


def _allowances(
    kind: str, names: Sequence[str], params: SignatureParams, *, with_text: bool
) -> Iterator[Allowance]:
    if kind == "text":
        for name in names:
            for title, text in _texts(Path(name)):
                signatures = compute_signatures(text.splitlines(), params)[0] if with_text else None
                shingles = (signatures.word_set, signatures.char_set) if signatures else ()
                yield Allowance("text", (title,), "", "", *shingles)
        return
    domains = [domain_of(name) if "://" in name else registrable_domain(name) for name in names]
    if kind == "owner":
        if len(set(domains)) < 2:
            raise AllowError("allow owner needs two or more domains of one owner.")
        yield Allowance("owner", tuple(sorted(set(domains))))
        return
    for domain in domains:
        yield Allowance("domain", (domain,))


def _texts(path: Path) -> Iterator[tuple[str, str]]:
    """Texts of a file with their names: plain text, HTML, or JSON Lines of `text` and `title`."""
    try:
        data = path.read_bytes()
        if path.suffix == ".gz":
            data = gzip.decompress(data)
    except (OSError, EOFError) as error:
        raise AllowError(f"{str(path)!r} cannot be read ({error}).") from error
    if ".jsonl" in path.suffixes:
        for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
            try:
                row = json.loads(line)
                yield str(row.get("title") or f"{path.name}:{number}"), str(row["text"])
            except (ValueError, KeyError, AttributeError, TypeError) as error:
                raise AllowError(f"{path.name}, line {number}: no JSON object with a 'text'.") from error
        return
    kind = "text/plain" if path.suffix.lower() in {".txt", ".md"} else ""
    page = purify(RawPage(url=path.resolve().as_uri(), headers=(("content-type", kind),), body=data), min_chars=1)
    if not page.paragraphs:
        raise AllowError(f"{str(path)!r} has no text.")
    yield path.name, "\n".join(page.paragraphs)


def _listing(store: Store) -> str:
    found = store.read(lambda txn: list(all_allowances(txn)))
    if not found:
        return "Nothing is allowed."
    lines = []
    for allowance in found:
        until = f" until {allowance.until}" if allowance.until else ""
        note = f" ({allowance.note})" if allowance.note else ""
        lines.append(f"{allowance.kind:<6} {' '.join(allowance.names)}{until}{note}")
    return "\n".join(lines)


def _counted(found: Sequence[Allowance]) -> str:
    return f"{len(found)} {found[0].kind}{'s' if len(found) > 1 else ''}"
