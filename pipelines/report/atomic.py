"""Report files that are whole or not there at all."""

from __future__ import annotations

import os
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING

from ...errors import OutputError

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def atomic_writer(path: str | os.PathLike[str], *, synced: bool = True) -> Iterator[IO[str]]:
    """Open a text file (UTF-8, no BOM, lone surrogates become ``?``) that takes its name only when written
    whole.

    It is written beside the target, synced and renamed, so a crash or a full disk leaves the old file as it
    was; without `synced`, which spares thousands of small files the wait for the disk, only a crash of this process
    does. Whatever goes wrong with the file is an :exc:`OutputError`; faults of the caller's own code pass
    through.
    """
    target = Path(path)
    temporary: Path | None = None
    try:
        with _as_output_error(target):
            target.parent.mkdir(parents=True, exist_ok=True)
            if target.is_dir():
                raise IsADirectoryError(21, "Is a directory", str(target))
            handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
            temporary = Path(name)
            # mkstemp makes the file private; a report is as readable as any new file.
            temporary.chmod(0o666 & ~_umask())
            file = os.fdopen(handle, "w", encoding="utf-8", errors="replace", newline="")
        with _as_output_error(target), file:
            yield file
            file.flush()
            if synced:
                os.fsync(file.fileno())
        with _as_output_error(target):
            temporary.replace(target)
            temporary = None
            if synced:
                _sync_folder(target.parent)
    finally:
        if temporary is not None:
            with suppress(OSError):
                temporary.unlink()


@contextmanager
def _as_output_error(target: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise OutputError(
            f"Cannot write {target} ({reason}); make room there or set REPRINT_OUTPUT_DIR to another folder."
        ) from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _sync_folder(folder: Path) -> None:
    """Make the rename itself last; not every file system lets a folder be opened."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
