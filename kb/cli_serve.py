"""The commands that serve answers: to browsers and programs, and to desktop assistants."""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = ["commands"]

commands = typer.Typer()


@commands.command()
def serve(
    host: Annotated[
        str, typer.Option(help="Address to listen on; the default is reached from this machine only.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(help="Port to listen on; 0 for any free one.", min=0, max=65535)
    ] = 7860,
    workers: Annotated[
        int, typer.Option(help="Processes that answer; one for each core to spare.", min=1, max=32)
    ] = 1,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(help="A further name this machine may be called by, such as that of a reverse proxy."),
    ] = None,
) -> None:
    """Serve the chat, the JSON API and the MCP tools."""
    from kb.web.serving import serve as run

    run(host, port, workers, tuple(allow_host or ()))


@commands.command()
def mcp() -> None:
    """Serve the MCP tools over standard input and output, for a desktop assistant."""
    from kb.web.stdio import run

    run()
