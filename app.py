"""Start the web chat: ``python app.py``, then open http://127.0.0.1:7860 in a browser."""

from __future__ import annotations

import argparse
import sys

from kb.errors import KbError
from kb.web.serving import serve


def main() -> None:
    """Serve until interrupted, by default for this machine only; an error we know is one clear line."""
    parser = argparse.ArgumentParser(description="Web chat about the FIDE Laws of Chess.")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    parser.add_argument("--port", type=int, default=7860, help="port (default: %(default)s)")
    chosen = parser.parse_args()
    try:
        serve(chosen.host, chosen.port)
    except KbError as error:
        sys.exit(f"kb: {error}")


if __name__ == "__main__":
    main()
