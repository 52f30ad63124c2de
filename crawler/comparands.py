"""The two sides of a comparison: files, or pages in the store."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from scrapy_reprint.errors import ReprintError

from ..pipelines.fingerprint.prepared import prepare
from ..pipelines.fingerprint.signatures import compute_signatures
from ..pipelines.index.articles import read_profile, read_signatures
from ..pipelines.index.packed_signatures import as_stored
from ..pipelines.index.profile import compute_profile
from ..pipelines.index.store import Store
from ..pipelines.purify import purify
from ..pipelines.purify.raw import RawPage
from ..pipelines.purify.url import page_id

if TYPE_CHECKING:
    from scrapy_reprint.options import Options

    from ..pipelines.fingerprint.signatures import SignatureParams, Signatures
    from ..pipelines.index.profile import Profile
    from ..pipelines.index.store import Txn


class ComparandError(ReprintError):
    """Something that cannot be compared; the message says why."""


def comparand(name: str, options: Options, params: SignatureParams) -> tuple[Signatures, Profile | None]:
    """Signatures and profile of a file (HTML or plain text) or of a URL in the store."""
    if "://" in name:
        return _stored(name, options)
    path = Path(name)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ComparandError(
            f"{name!r} cannot be read ({error.strerror}); give a file, or the URL of a page in the store."
        ) from error
    plain = path.suffix.lower() in {".txt", ".md"}
    header = (("content-type", "text/plain" if plain else ""),)
    page = purify(RawPage(url=path.resolve().as_uri(), headers=header, body=data), min_chars=1)
    if not page.paragraphs:
        raise ComparandError(f"{name!r} has no text to compare ({page.view.skipped_because or 'empty'}).")
    text = prepare(page.paragraphs)
    return as_stored(compute_signatures(text, params)[0]), compute_profile(text, page.view.summary)


def _stored(url: str, options: Options) -> tuple[Signatures, Profile | None]:
    def read(txn: Txn) -> tuple[Signatures | None, Profile | None]:
        number = txn.get("ids", bytes.fromhex(page_id(url)))
        if number is None:
            raise ComparandError(f"{url} is not in the store {options.db!r} (REPRINT_DB); crawl it first.")
        article = int.from_bytes(number, "big")
        return read_signatures(txn, article), read_profile(txn, article)

    with Store(options.db, map_size=options.map_size, stamp=None, create=False) as store:
        signatures, profile = store.read(read)
    if signatures is None:
        raise ComparandError(f"{url} is stored but not judged; articles.jsonl says why (skipped_because).")
    return signatures, profile
