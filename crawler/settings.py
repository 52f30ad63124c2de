"""Scrapy settings of the crawls that this package brings: ``site``, ``replay`` and ``demo``."""

from __future__ import annotations

BOT_NAME = "scrapy-reprint"
SPIDER_MODULES = ["scrapy_reprint.crawler.spiders"]
NEWSPIDER_MODULE = "scrapy_reprint.crawler.spiders"
COMMANDS_MODULE = "scrapy_reprint.crawler.commands"
ADDONS = {"scrapy_reprint.Addon": 500}

USER_AGENT = "scrapy-reprint (+https://pypi.org/project/scrapy-reprint/)"
ROBOTSTXT_OBEY = True
AUTOTHROTTLE_ENABLED = True
AUTOTHROTTLE_TARGET_CONCURRENCY = 2.0
TELNETCONSOLE_ENABLED = False
LOG_LEVEL = "INFO"

# An article that was stored within a day is not fetched again.
REPRINT_REVISIT_AFTER = 86400
