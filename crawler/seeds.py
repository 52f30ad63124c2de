"""The ``urls`` argument of the site spider."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from .arguments import ArgumentError


def read_seeds(urls: str) -> list[str]:
    """Addresses of ``https://a.example,b.example`` or ``@file`` (one a line, ``#`` comments), each once.

    One without a scheme gets ``https://``. :exc:`ArgumentError` says what cannot be used.
    """
    if not urls.strip():
        raise ArgumentError("The site spider needs -a urls= with addresses parted by commas, or -a urls=@FILE.")
    words = _lines(Path(urls[1:])) if urls.startswith("@") else urls.replace(",", " ").split()
    seeds = list(dict.fromkeys(_seed(word) for word in words))
    if not seeds:
        raise ArgumentError(f"There is no address in -a urls={urls}.")
    return seeds


def _lines(path: Path) -> list[str]:
    try:
        text = path.read_text("utf-8-sig")
    except OSError as error:
        raise ArgumentError(f"The file of -a urls=@{path} cannot be read: {error.strerror or error}.") from None
    except UnicodeDecodeError:
        raise ArgumentError(f"The file of -a urls=@{path} is not UTF-8 text.") from None
    lines = (line.split(" #")[0].strip() for line in text.splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def _seed(word: str) -> str:
    url = word if "://" in word else f"https://{word}"
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        parts = urlsplit("")
    if parts.scheme.lower() not in {"http", "https"} or not parts.hostname or any(char.isspace() for char in url):
        raise ArgumentError(f"{word!r} in -a urls= is not a web address.")
    return url if parts.path or parts.query else f"{url}/"
