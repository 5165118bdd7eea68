"""Starting the web application on this machine."""

from __future__ import annotations

import argparse
import sys

import uvicorn

from kb.desk import open_desk
from kb.errors import KbError
from kb.web.app import create_app

__all__ = ["main", "serve"]

HOST = "127.0.0.1"
PORT = 7860


def serve(host: str = HOST, port: int = PORT) -> None:
    """Open the desk and answer until interrupted; by default for this machine only.

    :raises KbError: if the corpus, the encoder or a setting cannot work.
    """
    desk, report = open_desk()
    if report.built:
        print(f"kb: search index built ({report.built}; {report.encoded} texts encoded).", file=sys.stderr)
    app = create_app(desk)
    print(f"kb: open http://{host}:{port} in a browser; stop with Ctrl+C.", file=sys.stderr)
    uvicorn.run(app, host=host, port=port, log_level="warning", server_header=False)


def main() -> None:
    """Start from the command line; an error we know is one clear line."""
    parser = argparse.ArgumentParser(description="Web chat about the FIDE Laws of Chess.")
    parser.add_argument("--host", default=HOST, help=f"address to listen on (default: {HOST})")
    parser.add_argument("--port", type=int, default=PORT, help=f"port (default: {PORT})")
    chosen = parser.parse_args()
    try:
        serve(chosen.host, chosen.port)
    except KbError as error:
        sys.exit(f"kb: {error}")
