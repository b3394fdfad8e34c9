"""Still WebP pictures of one size put together to a moving one, by the container format alone.

https://developers.google.com/speed/webp/docs/riff_container
"""

import struct
from collections.abc import Sequence

_ANIMATION = 0x02
_NO_BLENDING = 0x02
"""Each picture replaces the one before."""


def moving(stills: Sequence[bytes], size: tuple[int, int], durations_ms: Sequence[int]) -> bytes:
    """A picture that plays for ever; each still is shown for its time."""
    width, height = size
    canvas = struct.pack("<B3x", _ANIMATION) + _three(width - 1) + _three(height - 1)
    chunks = [_chunk(b"VP8X", canvas), _chunk(b"ANIM", struct.pack("<IH", 0xFFFFFFFF, 0))]
    for still, duration_ms in zip(stills, durations_ms, strict=True):
        head = _three(0) + _three(0) + _three(width - 1) + _three(height - 1) + _three(duration_ms)
        chunks.append(_chunk(b"ANMF", head + bytes([_NO_BLENDING]) + image_of(still)))
    body = b"WEBP" + b"".join(chunks)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def image_of(still: bytes) -> bytes:
    """The chunks of a still picture that hold its pixels, with their headers."""
    if still[:4] != b"RIFF" or still[8:12] != b"WEBP":
        raise ValueError("This is no WebP picture.")
    at, image = 12, b""
    while at < len(still):
        name, length = still[at : at + 4], struct.unpack("<I", still[at + 4 : at + 8])[0]
        if name in (b"VP8 ", b"VP8L"):
            image += _chunk(name, still[at + 8 : at + 8 + length])
        at += 8 + length + length % 2
    return image


def _chunk(name: bytes, data: bytes) -> bytes:
    return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


def _three(number: int) -> bytes:
    return number.to_bytes(3, "little")
