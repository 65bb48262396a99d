"""Reaches a socket in the file system, however long the folder's name is.

The system takes at most 107 bytes for a socket's path (unix(7)), and a person's runtime folder may
be longer. Then the folder is opened, and the socket is named inside the open folder, which Linux
shows under a short name of its own (proc(5), `/proc/self/fd`). The rule of the file: it is the
same socket in the same folder, with the same rights, whichever way it is named.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PATH_BYTES_MAX = 107


@contextmanager
def socket_address(path: Path) -> Iterator[str]:
    """What to give `bind` or `connect` for the socket at this path; good inside the block.

    Raises an `OSError` where the folder cannot be opened.
    """
    if len(os.fsencode(path)) <= PATH_BYTES_MAX:
        yield str(path)
        return
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)
