"""Names of pages and sites: canonical URLs, page ids and registrable domains."""

from __future__ import annotations

import hashlib
import ipaddress
import re
from functools import lru_cache
from urllib.parse import urlsplit

import tldextract
from w3lib.url import canonicalize_url, url_query_cleaner

# Query parameters that say where a visitor came from and never which page is shown.
TRACKING_PARAMETERS = (
    "utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "utm_id", "spm", "scm", "from_source",
    "fbclid", "gclid", "yclid", "msclkid", "mc_cid", "mc_eid", "share_token", "isappinstalled",
)

# Nearly all URLs; five times faster than taking them apart.
_PLAIN = re.compile(r"https?://([a-z0-9.-]+)(?=[/?#]|$)")
_PORTS = {"http": ":80", "https": ":443"}

# An empty list of addresses keeps tldextract on the snapshot in its package: no look-up, the same
# answer on every machine.
_extract = tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None, include_psl_private_domains=True)


# A page's own address is asked for several times in a row.
@lru_cache(maxsize=8)
def canonical_url(url: str) -> str:
    """Canonical form of a URL: lower-case host, sorted query; no fragment, user, default port, tracking parameters."""
    try:
        url = str(canonicalize_url(url_query_cleaner(url, TRACKING_PARAMETERS, remove=True, keep_fragments=False)))
    except ValueError:
        return url
    scheme, _, rest = url.partition("://")
    if scheme not in _PORTS:
        return url
    host, slash, path = rest.partition("/")
    return f"{scheme}://{host.rpartition('@')[2].removesuffix(_PORTS[scheme])}{slash}{path}"


def page_id(url: str) -> str:
    """64-bit id of a page, 16 hex digits: BLAKE2b of its canonical URL, the scheme apart.

    http and https are one page, so that a site's move to https does not double it.
    """
    name = canonical_url(url).partition("://")[2] or url
    return hashlib.blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def host_of(url: str) -> str:
    """Lower-case host name of a URL without port, in its ASCII form (``xn--...``), or an empty string."""
    plain = _PLAIN.match(url)
    if plain:
        return plain[1].rstrip(".")
    try:
        # A backslash ends the host, as in browsers: http://a.test\\@b.test/ is on a.test.
        host = (urlsplit(url.replace("\\", "/")).hostname or "").rstrip(".")
        return host if host.isascii() else host.encode("idna").decode("ascii")
    except ValueError:
        return ""


@lru_cache(maxsize=65536)
def registrable_domain(host: str) -> str:
    """Registrable domain of a host name, private suffixes included.

    ``www.a.com.cn`` gives ``a.com.cn``, ``x.a.github.io`` gives ``a.github.io``. A host with no known public suffix
    keeps its last two labels (``www.x.test`` gives ``x.test``); single labels and IP addresses stand for themselves.
    """
    host = host.lower().strip("[]").rstrip(".")
    try:
        ipaddress.ip_address(host)
    except ValueError:
        pass
    else:
        return host
    parts = _extract.extract_str(host)
    if parts.suffix and parts.domain:
        return f"{parts.domain}.{parts.suffix}"
    if parts.suffix:
        return host
    return ".".join(host.split(".")[-2:])


@lru_cache(maxsize=65536)
def private_suffix(domain: str) -> str:
    """Suffix of a hosting platform under which anybody may have a name (``a.github.io`` gives ``github.io``), or ""."""
    parts = _extract.extract_str(domain)
    return str(parts.suffix) if parts.is_private else ""


def domain_of(url: str) -> str:
    """Registrable domain of a URL; empty when the URL has no host."""
    return registrable_domain(host_of(url))
