"""The moving picture of the README: whole, of one size, and light enough for a page."""

import struct

import pytest

from tools.moving_picture import FRAMES, PICTURE, SIZE
from tools.webp import image_of, moving

MOST_BYTES = 700_000


def still(data: bytes) -> bytes:
    """A picture as far as the container sees it."""
    body = b"WEBP" + b"VP8 " + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def chunks(picture: bytes) -> list[tuple[bytes, bytes]]:
    at, found = 12, []
    while at < len(picture):
        length = struct.unpack("<I", picture[at + 4 : at + 8])[0]
        found.append((picture[at : at + 4], picture[at + 8 : at + 8 + length]))
        at += 8 + length + length % 2
    return found


def test_stills_become_frames_in_their_order_with_their_times() -> None:
    picture = moving([still(b"one"), still(b"four")], (300, 200), [700, 2500])
    assert struct.unpack("<I", picture[4:8])[0] == len(picture) - 8
    (head, canvas), (loop, _), *frames = chunks(picture)
    assert (head, loop) == (b"VP8X", b"ANIM")
    assert canvas[4:10] == (299).to_bytes(3, "little") + (199).to_bytes(3, "little")
    assert [name for name, _ in frames] == [b"ANMF", b"ANMF"]
    assert [int.from_bytes(data[12:15], "little") for _, data in frames] == [700, 2500]
    assert [data[16:] for _, data in frames] == [image_of(still(b"one")), image_of(still(b"four"))]


def test_what_is_no_webp_is_refused() -> None:
    with pytest.raises(ValueError, match="no WebP"):
        image_of(b"\x89PNG and so on")


def test_the_stored_picture_has_all_its_frames_and_is_light() -> None:
    data = PICTURE.read_bytes()
    assert len(data) < MOST_BYTES
    (_, canvas), *rest = chunks(data)
    assert canvas[4:10] == (SIZE[0] - 1).to_bytes(3, "little") + (SIZE[1] - 1).to_bytes(3, "little")
    assert [name for name, _ in rest].count(b"ANMF") == FRAMES
