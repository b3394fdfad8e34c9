"""What an authenticator app computes (RFC 6238)."""

import base64
import hmac
import struct
import time


def code(secret: str, steps: int = 0) -> str:
    """``steps``: half minutes from now."""
    counter = struct.pack(">Q", int(time.time()) // 30 + steps)
    digest = hmac.digest(base64.b32decode(secret), counter, "sha1")
    place = digest[-1] & 15
    number = struct.unpack(">I", digest[place : place + 4])[0] & 0x7FFFFFFF
    return f"{number % 1_000_000:06d}"
