"""Third step of a page's way: the LMDB store, where signatures are kept and candidates found."""

from .record import ArticleRecord
from .shared import Seen, StoreSession, shared_store
from .store import Store

__all__ = ["ArticleRecord", "Seen", "Store", "StoreSession", "shared_store"]
