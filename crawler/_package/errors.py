"""What can go wrong that a user can put right."""

from __future__ import annotations


class ReprintError(Exception):
    """A fault whose message is one sentence that names the setting or file and says what to do."""


class SettingError(ReprintError):
    """A ``REPRINT_...`` setting holds a value that cannot be used."""


class StoreError(ReprintError):
    """The store folder (``REPRINT_DB``) cannot be opened, read or written."""


class OutputError(ReprintError):
    """A report file cannot be written to ``REPRINT_OUTPUT_DIR``."""


class WorkerError(ReprintError):
    """Worker processes (``REPRINT_WORKERS``) cannot be started, or end before they can read a page."""


class EncoderError(ReprintError):
    """An encoder (``REPRINT_SEMANTIC``) gives no vectors."""
