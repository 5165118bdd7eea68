"""Files written whole or not at all, and folders whose names are on the disk."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path

__all__ = ["flush", "scratch_folder", "write_whole"]


def flush(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    if path.is_dir() and os.name == "nt":
        return  # Windows does not open folders
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def scratch_folder(parent: Path, prefix: str) -> Path:
    """Make an empty folder of our own beside others, with the permissions the user gives to all."""
    folder = parent / f"{prefix}{os.getpid()}-{secrets.token_hex(4)}"
    folder.mkdir()
    return folder


def write_whole(path: Path, data: bytes) -> None:
    """Write a file under another name first, so that what was there stays until the new one is whole.

    :raises OSError: if it cannot be written; nothing is left behind.
    """
    if path.exists() and not path.is_file():  # a pipe or a device takes what it is given
        path.write_bytes(data)
        return
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(data)
        part.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise
