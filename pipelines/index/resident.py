"""Pages of the store's file that this process has in memory, and how they are given back.

LMDB maps its file, and what a process has read of a map counts as its memory until the system wants it for something
else. A report reads the whole store once: on Linux it gives back what it has read, so that its memory is its own and no
limit on a process's memory takes the store's file for a leak. The system keeps the pages in its cache all the same.
"""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path

#: MADV_DONTNEED of Linux; of a map of a file it only says that the pages are not needed here now.
_DONTNEED = 4


def mapped_bytes() -> int:
    """Bytes of files that are in this process's memory; 0 where that is not told."""
    try:
        return int(Path("/proc/self/statm").read_bytes().split()[2]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError, ValueError):
        return 0


def let_go(folder: Path) -> None:
    """Give back the pages of the store in a folder that this process has mapped; does nothing but on Linux."""
    if not sys.platform.startswith("linux"):
        return
    wanted = os.fsencode((folder / "data.mdb").resolve())
    try:
        maps = Path("/proc/self/maps").read_bytes().splitlines()
        madvise = ctypes.CDLL(None).madvise
    except (OSError, AttributeError):
        return
    madvise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    for line in maps:
        parts = line.split(None, 5)
        if len(parts) == 6 and parts[5] == wanted:
            begin, end = (int(address, 16) for address in parts[0].split(b"-"))
            madvise(begin, end - begin, _DONTNEED)
