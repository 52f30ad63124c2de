from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from scrapy_reprint.errors import StoreError
from scrapy_reprint.pipelines.fingerprint import SignatureParams
from scrapy_reprint.pipelines.index.store import Store

from .conftest import STAMP

if TYPE_CHECKING:
    from pathlib import Path


def test_store_outgrows_its_first_map(store: Store) -> None:
    for number in range(30):
        store.write(lambda txn, n=number: txn.put("articles", n.to_bytes(4, "big"), os.urandom(200_000)))  # type: ignore[misc]
    assert store.size() > 5 * 2**20
    assert store.read(lambda txn: txn.entries("articles")) == 30


def test_other_parameters_are_refused_by_name(tmp_path: Path) -> None:
    Store(str(tmp_path / "s"), map_size=2**20, stamp=STAMP).close()
    with pytest.raises(StoreError, match=r"shingle_words = 5 and this crawl uses shingle_words = 6.*REPRINT_DB"):
        Store(str(tmp_path / "s"), map_size=2**20, stamp=SignatureParams(shingle_words=6).stamp())
    Store(str(tmp_path / "s"), map_size=2**20, stamp=STAMP).close()
    Store(str(tmp_path / "s"), map_size=2**20, stamp=None).close()


def test_missing_store_is_not_made_for_a_report(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="REPRINT_DB"):
        Store(str(tmp_path / "none"), map_size=2**20, stamp=None, create=False)
    assert not (tmp_path / "none").exists()


def test_file_in_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreError, match="REPRINT_DB"):
        Store(str(tmp_path / "file"), map_size=2**20, stamp=STAMP)


def test_folder_with_something_else_in_it(tmp_path: Path) -> None:
    (tmp_path / "data.mdb").write_bytes(b"no database" * 1000)
    with pytest.raises(StoreError, match=r"does not hold a readable store.*REPRINT_DB"):
        Store(str(tmp_path), map_size=2**20, stamp=STAMP)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions")
def test_read_only_folder(tmp_path: Path) -> None:
    folder = tmp_path / "fixed"
    folder.mkdir()
    folder.chmod(0o500)
    if os.access(folder, os.W_OK):  # root may write anywhere: be somebody else in a child process
        tmp_path.chmod(0o755)
        for parent in tmp_path.parents[:2]:
            parent.chmod(0o755)
        code = (
            "import os\n"
            "from scrapy_reprint.pipelines.index.store import Store\n"
            "from scrapy_reprint.errors import StoreError\n"
            "os.setuid(65534)\n"
            f"try: Store({str(folder)!r}, map_size=2**20, stamp={{}})\n"
            "except StoreError as error: print(error)\n"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        assert "cannot be written; set REPRINT_DB" in done.stdout, done.stderr
    else:
        with pytest.raises(StoreError, match="cannot be written; set REPRINT_DB"):
            Store(str(folder), map_size=2**20, stamp=STAMP)


def test_another_process_grows_the_map(store: Store) -> None:
    code = (
        "import os\n"
        "from scrapy_reprint.pipelines.index.store import Store\n"
        f"store = Store({str(store.path)!r}, map_size=2**20, stamp=None)\n"
        "for n in range(20): store.write(lambda txn: txn.put('texts', n.to_bytes(4, 'big'), os.urandom(200_000)))\n"
        "store.close()\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    assert store.read(lambda txn: txn.entries("texts")) == 20
    store.write(lambda txn: txn.put("texts", b"last", b"x"))
    assert store.read(lambda txn: txn.get("texts", b"last")) == b"x"


def test_a_failed_write_leaves_nothing(store: Store) -> None:
    def fail(txn) -> None:  # type: ignore[no-untyped-def]
        txn.put("meta", b"half", b"x")
        raise RuntimeError

    with pytest.raises(RuntimeError):
        store.write(fail)
    assert store.read(lambda txn: txn.get("meta", b"half")) is None
