"""Numbers that the workers of a machine share out among themselves: users for seats, cores for games.

A name is reserved by binding an abstract socket: other workers see it, and the kernel gives it back when we die. It
leaves no file.
"""

import socket


def reserve(name: str) -> socket.socket | None:
    """The name is ours until the socket is closed; None if it is somebody else's."""
    lock = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    try:
        lock.bind(f"\0karma-sandbox-{name}")
    except OSError:
        lock.close()
        return None
    return lock
