"""First room of the way of a page: from what was fetched to the article, its dates, its source and its links."""

from .body import Body, extract_body, parse
from .decode import Decoded, decode, is_binary
from .docview import DocView, Purified
from .metadata import Metadata, read_metadata
from .page import purify
from .page_type import page_type
from .published import Published, published_time
from .raw import RawPage
from .url import canonical_url, domain_of, page_id, registrable_domain

__all__ = [
    "Body", "Decoded", "DocView", "Metadata", "Published", "Purified", "RawPage", "canonical_url", "decode",
    "domain_of", "extract_body", "is_binary", "page_id", "page_type", "parse", "published_time", "purify",
    "read_metadata", "registrable_domain",
]
