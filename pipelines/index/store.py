"""The LMDB environment: opening it, its parameter stamp, transactions that outgrow the map."""

from __future__ import annotations

import errno
import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import lmdb
from scrapy_reprint.errors import StoreError

from .compaction import next_step
from .runs import SLOTS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Self

T = TypeVar("T")

FORMAT = 2

#: Name of each table and whether one key holds many fixed-width values.
TABLES: dict[str, bool] = {
    "meta": False,  # stamp, counters
    "ids": False,  # page id (8 bytes) -> article number (u32, big endian)
    "articles": False,  # article number -> version, domain number, ArticleRecord
    "texts": False,  # article number, piece -> body and fingerprint paragraphs, compressed
    "versions": False,  # version -> article number, domain number, number of its postings
    "fingerprints": False,  # version, piece -> Signatures and Profile
    "dead": False,  # versions that are no more and may still have postings in runs
    "vectors": False,  # article number -> vectors of its sentences
    "domains": False,  # domain name -> domain number
    "domain_names": False,  # domain number -> name
    "domain_articles": True,  # domain number -> article numbers
    "recent": True,  # family and half of a shingle -> the other half, version
    **dict.fromkeys(SLOTS, False),  # family, bucket -> postings
    "hot": False,  # character shingles found in too many articles
    "common": False,  # and in many
    "blocks": True,  # SimHash block -> article number and SimHash
    "pairs": True,  # article number -> article numbers of other domains that may be its copies or sources
    "line_sums": False,  # domain number, paragraph hash -> its SimHash sums, when two articles have it
    "allowed": False,  # kind, names -> what a person allowed
    "rulings": False,  # both page ids -> what a person ruled on the pair
    "problems": False,  # where -> why
    "crawls": False,  # crawl number -> state
    "visits": False,  # domain number -> last crawl that touched it
    "gone": False,  # article numbers of pages that are no longer there
    "changes": False,  # domain number -> pages found new, changed, unchanged and gone since the last entry in history
    "history": False,  # domain number, crawl number -> DomainState
}


class Txn:
    """A transaction with the store's tables by name."""

    __slots__ = ("lmdb", "tables")

    def __init__(self, txn: Any, tables: Mapping[str, Any]) -> None:
        self.lmdb = txn
        self.tables = tables

    def get(self, table: str, key: bytes) -> bytes | None:
        """Value of a key, or None."""
        value: bytes | None = self.lmdb.get(key, db=self.tables[table])
        return value

    def put(self, table: str, key: bytes, value: bytes, *, append: bool = False) -> None:
        """Set a key, or add a value to a key of many; `append` where it is above all keys of the table."""
        self.lmdb.put(key, value, append=append, db=self.tables[table])

    def delete(self, table: str, key: bytes, value: bytes = b"") -> None:
        """Take a key (or one value of a key of many) away; nothing happens when it is not there."""
        self.lmdb.delete(key, value, db=self.tables[table])

    def clear(self, table: str) -> None:
        """Empty a table."""
        self.lmdb.drop(self.tables[table], delete=False)

    def cursor(self, table: str) -> Any:
        """A cursor over a table."""
        return self.lmdb.cursor(db=self.tables[table])

    def entries(self, table: str) -> int:
        """Number of entries in a table."""
        return int(self.lmdb.stat(self.tables[table])["entries"])

    def values(self, table: str, key: bytes) -> list[bytes]:
        """All values of a key of many."""
        cursor = self.cursor(table)
        return [bytes(value) for value in cursor.iternext_dup()] if cursor.set_key(key) else []

    def count_up(self, name: str) -> int:
        """Next number of a counter, from 1."""
        key = name.encode()
        number = int.from_bytes(self.get("meta", key) or b"\0", "big") + 1
        self.put("meta", key, number.to_bytes(8, "big"))
        return number


class Store:
    """An open store. Not thread-safe, and LMDB allows one in a process for each folder: let one thread own it."""

    def __init__(self, path: str, *, map_size: int, stamp: Mapping[str, Any] | None, create: bool = True) -> None:
        """Open or make the store in folder `path`.

        `stamp` holds the parameters that its signatures depend on; a store made with others is refused. None reads
        a store whatever its parameters.
        """
        self.path = Path(path)
        if not create and not (self.path / "data.mdb").exists():
            raise StoreError(f"There is no store in {path!r}; set REPRINT_DB to the folder of an earlier crawl's store")
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            self._env = lmdb.open(
                str(self.path), map_size=map_size, max_dbs=len(TABLES), max_readers=126, metasync=False, readahead=False
            )
        except (lmdb.Error, OSError) as error:
            raise self._explained(error) from error
        try:
            self._tables = self._open_tables()
            self.check_stamp(stamp)
        except (lmdb.Error, OSError) as error:
            self._env.close()
            raise self._explained(error) from error
        except BaseException:
            self._env.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the environment; nothing can be read or written after."""
        self._env.close()

    def write(self, work: Callable[[Txn], T]) -> T:
        """Run `work` in a write transaction and commit it.

        When the map is full it is doubled and `work` runs again from the start, so it must only change the store.
        Then the postings are put in order, where that is due.
        """
        result = self._commit(work)
        while step := self.read(next_step):
            self._commit(step)
        return result

    def _commit(self, work: Callable[[Txn], T]) -> T:
        while True:
            try:
                with self._env.begin(write=True) as txn:
                    return work(Txn(txn, self._tables))
            except lmdb.MapFullError:
                self._grow()
            except lmdb.MapResizedError:
                self._env.set_mapsize(0)  # another process has grown it
            except (lmdb.Error, OSError) as error:
                raise self._explained(error) from error

    def read(self, work: Callable[[Txn], T]) -> T:
        """Run `work` on a snapshot of the store."""
        while True:
            try:
                with self._env.begin() as txn:
                    return work(Txn(txn, self._tables))
            except lmdb.MapResizedError:
                self._env.set_mapsize(0)
            except (lmdb.Error, OSError) as error:
                raise self._explained(error) from error

    def size(self) -> int:
        """Bytes that the store takes on disk."""
        return (self.path / "data.mdb").stat().st_size

    def table_sizes(self) -> dict[str, tuple[int, int]]:
        """Entries and bytes of each table."""

        def sizes(txn: Txn) -> dict[str, tuple[int, int]]:
            found = {}
            for name, table in txn.tables.items():
                stat = txn.lmdb.stat(table)
                pages = stat["branch_pages"] + stat["leaf_pages"] + stat["overflow_pages"]
                found[name] = (stat["entries"], pages * stat["psize"])
            return found

        return self.read(sizes)

    def _open_tables(self) -> dict[str, Any]:
        return {
            name: self._env.open_db(name.encode(), dupsort=many, dupfixed=many) for name, many in TABLES.items()
        }

    def check_stamp(self, stamp: Mapping[str, Any] | None) -> None:
        """Raise :exc:`StoreError` unless the store was made with these parameters; a new store takes them on."""
        if stamp is None:
            return
        wanted = {"format": FORMAT, **stamp}
        raw = self.read(lambda txn: txn.get("meta", b"stamp"))
        if raw is None:
            encoded = json.dumps(wanted, sort_keys=True).encode()
            self.write(lambda txn: txn.put("meta", b"stamp", encoded))
            return
        found = json.loads(raw)
        for name in sorted({*wanted, *found}):
            if wanted.get(name) != found.get(name):
                setting = f"REPRINT_{name.upper()}"
                remedy = f"set {setting} back to {found.get(name)!r} or " if name in _SETTINGS else ""
                raise StoreError(
                    f"The store in {str(self.path)!r} was made with {name} = {found.get(name)!r} and this crawl uses "
                    f"{name} = {wanted.get(name)!r}: their fingerprints cannot be compared; {remedy}"
                    f"set REPRINT_DB to a new folder."
                )

    def _grow(self) -> None:
        size = self._env.info()["map_size"] * 2
        self._env.set_mapsize(size)

    def _disk_is_full(self) -> bool:
        return shutil.disk_usage(self.path).free < 2**20

    def _explained(self, error: Exception) -> StoreError:
        path = str(self.path)
        number = getattr(error, "errno", None) or getattr(error, "code", None)
        text = str(error)
        # LMDB tells a write that was cut short by a full disk as an input/output error.
        if number == errno.ENOSPC or "No space left" in text or ("Input/output" in text and self._disk_is_full()):
            return StoreError(
                f"The disk of the store {path!r} is full; free space or set REPRINT_DB to a folder on another disk. "
                f"All that was committed is kept."
            )
        if number in {errno.EACCES, errno.EROFS, errno.EPERM} or "Permission denied" in text or "Read-only" in text:
            return StoreError(f"The store {path!r} cannot be written; set REPRINT_DB to a folder that can be.")
        if isinstance(error, (NotADirectoryError, FileExistsError)):
            return StoreError(f"{path!r} is not a folder; set REPRINT_DB to one.")
        if isinstance(error, _UNREADABLE):
            return StoreError(f"{path!r} does not hold a readable store ({text}); set REPRINT_DB to another folder.")
        return StoreError(f"The store {path!r} failed: {text}; check the folder that REPRINT_DB names.")


_UNREADABLE = (lmdb.InvalidError, lmdb.CorruptedError, lmdb.VersionMismatchError, lmdb.PageNotFoundError)
_SETTINGS = {"simhash_bits", "segments", "shingle_words", "shingle_chars", "winnow_window"}


