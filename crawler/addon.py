"""The add-on: one line in a project's settings switches everything on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..middlewares import CharsetMiddleware, EvidenceMiddleware, GoneMiddleware, UnchangedMiddleware
from ..pipelines import ReprintPipeline
from .arguments import tell_errors_plainly
from .progress import Progress

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings


class Addon:
    """``ADDONS = {"scrapy_reprint.Addon": 500}``. Components that the project already lists keep their places."""

    def update_settings(self, settings: BaseSettings) -> None:
        """Enter our components where the project does not have them."""
        tell_errors_plainly()
        put = settings.setdefault_in_component_priority_dict
        put("ITEM_PIPELINES", ReprintPipeline, 300)
        # Behind HttpCompression (590): it reads the decompressed body.
        put("DOWNLOADER_MIDDLEWARES", CharsetMiddleware, 580)
        # Before HttpCache (900) and the cookies, so that a fresh article costs nothing.
        put("DOWNLOADER_MIDDLEWARES", UnchangedMiddleware, 120)
        # Past redirects (600) and retries (550): what it sees is the last word.
        put("DOWNLOADER_MIDDLEWARES", GoneMiddleware, 121)
        put("SPIDER_MIDDLEWARES", EvidenceMiddleware, 50)
        put("EXTENSIONS", Progress, 0)
