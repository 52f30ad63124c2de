"""Serve the demo web until interrupted, for people to look at."""

from __future__ import annotations

import argparse
import sys
from threading import Event

from .server import DemoWeb


def main() -> None:
    """Serve until Ctrl-C, and say where."""
    parser = argparse.ArgumentParser(
        prog="python -m scrapy_reprint.crawler.demo", description="Serve the demo sites as an HTTP proxy."
    )
    parser.add_argument("--port", type=int, default=0, help="port on 127.0.0.1; a free one by default")
    with DemoWeb(parser.parse_args().port) as web:
        sys.stdout.write(f"Proxy: {web.proxy_url}\nSites:\n")
        sys.stdout.writelines(f"  {seed}\n" for seed in web.seeds)
        sys.stdout.write(f"Look at one: curl -x {web.proxy_url} {web.seeds[0]}   (Ctrl-C ends)\n")
        sys.stdout.flush()
        try:
            Event().wait()
        except KeyboardInterrupt:
            sys.stdout.write("\n")


if __name__ == "__main__":
    main()
