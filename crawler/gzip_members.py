"""A gzip file read member by member, so that one damaged member does not cost the rest."""

from __future__ import annotations

import io
import zlib
from typing import IO, Any

_MAGIC = b"\x1f\x8b\x08"
_BLOCK = 1 << 16


class DamagedMemberError(OSError):
    """A member that cannot be unpacked; :meth:`GzipMembers.skip_member` goes on behind it."""


class GzipMembers(io.RawIOBase):
    """The members of a gzip file as one stream of bytes.

    Reading raises :exc:`DamagedMemberError` where a member is broken or cut. At most 64 KiB are unpacked at a time,
    however well they were packed.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._packed = b""
        self._at = 0  # offset in the file of the first byte of `_packed`
        self._unpack = zlib.decompressobj(31)
        #: Offset in the file of the member being read.
        self.member_start = 0

    def readable(self) -> bool:
        """Say that the stream can be read."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill a buffer; 0 at the end of the file."""
        view = memoryview(buffer)
        size = min(len(view), _BLOCK)
        while True:
            if self._unpack.eof:
                self._next_member()
            ended = not self._packed and not self._refill()
            if ended and self._at == self.member_start:
                return 0
            try:
                data = self._unpack.decompress(self._packed, size)
            except zlib.error as error:
                raise DamagedMemberError(f"damaged gzip data ({error})") from None
            rest = self._unpack.unused_data if self._unpack.eof else self._unpack.unconsumed_tail
            self._at += len(self._packed) - len(rest)
            self._packed = rest
            if data:
                view[: len(data)] = data
                return len(data)
            if ended and not self._unpack.eof:
                raise DamagedMemberError("the file ends inside a gzip member")

    def skip_member(self) -> bool:
        """Go to where the next member seems to begin; False when there is none."""
        position = self.member_start + 1
        self._file.seek(position)
        window = b""
        while block := self._file.read(_BLOCK):
            window += block
            found = window.find(_MAGIC)
            if found >= 0:
                self._start_at(position + found)
                return True
            position += max(0, len(window) - len(_MAGIC) + 1)
            window = window[-len(_MAGIC) + 1 :]
        return False

    def _start_at(self, offset: int) -> None:
        self._file.seek(offset)
        self._packed, self._at = b"", offset
        self._next_member()

    def _next_member(self) -> None:
        self._unpack = zlib.decompressobj(31)
        self.member_start = self._at

    def _refill(self) -> bool:
        self._packed = self._file.read(_BLOCK)
        return bool(self._packed)
