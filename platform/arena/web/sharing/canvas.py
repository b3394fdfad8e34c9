"""A picture of 1200 by 630 in the colours and the type of the site, and the few strokes that all pictures share."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from arena.settings.environment import PACKAGE

SIZE = (1200, 630)
"""What link previews ask for; other sizes are cut."""
MARGIN = 56
FONTS = PACKAGE / "static" / "vendor" / "fonts"
_TEXT = FONTS / "figtree-latin-wght-normal.woff2"
_DISPLAY = FONTS / "bricolage-grotesque-latin-opsz-normal.woff2"

# The names and values of css/tokens.css.
FELT, FELT_DEEP, FELT_LINE = "#0e4b39", "#08372a", "#2b6a56"
ON_FELT, ON_FELT_SOFT = "#f1f6ec", "#bdd4c6"
BRASS, ON_BRASS = "#eebb4d", "#2b1d00"
CARD, CARD_EDGE, CARD_INK = "#fffefa", "#c9cfc2", "#1c2a23"


@cache
def _font(path: Path, size: int, weight: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(str(path), size)
    axes: list[float] = [weight] if path == _TEXT else [min(96, size), weight]
    font.set_variation_by_axes(axes)
    return font


def text_font(size: int, weight: int = 500) -> ImageFont.FreeTypeFont:
    return _font(_TEXT, size, weight)


def display_font(size: int) -> ImageFont.FreeTypeFont:
    return _font(_DISPLAY, size, 800)


class Canvas:
    """The cloth, with the name of the arena at its lower edge."""

    def __init__(self) -> None:
        self.image = Image.new("RGB", SIZE, FELT)
        self.draw = ImageDraw.Draw(self.image)
        self.draw.rectangle((0, SIZE[1] - 64, *SIZE), fill=FELT_DEEP)
        self.words(MARGIN, SIZE[1] - 32, "Karma Arena", text_font(28, 800), ON_FELT, anchor="lm")
        self.words(SIZE[0] - MARGIN, SIZE[1] - 32, "programs play cards", text_font(26), ON_FELT_SOFT, anchor="rm")

    def title(self, words: str, note: str) -> None:
        """At the top: who, and below it in brass what it is about."""
        room = SIZE[0] - 2 * MARGIN
        size = next((size for size in (68, 56, 46) if display_font(size).getlength(words) <= room), 38)
        self.words(MARGIN, 86, shortened(words, display_font(size), room), display_font(size), ON_FELT, anchor="lm")
        self.words(MARGIN, 146, shortened(note, text_font(32, 650), room), text_font(32, 650), BRASS, anchor="lm")

    def words(
        self, x: float, y: float, words: str, font: ImageFont.FreeTypeFont, fill: str, *, anchor: str = "la"
    ) -> None:
        self.draw.text((x, y), words, font=font, fill=fill, anchor=anchor)

    def card(self, x: float, y: float, width: float, face: str | None) -> None:
        """A playing card by its upper left corner; without a face it lies face down."""
        height = width * 1.4
        box = (x, y, x + width, y + height)
        self.draw.rounded_rectangle(
            box, width * 0.1, fill=CARD if face else BRASS, outline=CARD_EDGE if face else FELT_DEEP
        )
        if face is None:
            inner = (x + width * 0.1, y + width * 0.1, x + width * 0.9, y + height - width * 0.1)
            self.draw.rounded_rectangle(inner, width * 0.06, outline=ON_BRASS)
            return
        longest = max(face.split(), key=len)
        size = max(9, min(round(width * 0.46), round(1.55 * width / max(2, len(longest)))))
        for line, word in enumerate(face.split()[:2]):
            self.words(x + width * 0.1, y + width * 0.1 + line * size, word, text_font(size, 750), CARD_INK)

    def png(self) -> bytes:
        packed = io.BytesIO()
        self.image.quantize(128).save(packed, "PNG", optimize=True)
        return packed.getvalue()


def shortened(words: str, font: ImageFont.FreeTypeFont, room: float) -> str:
    """The beginning that fits, with a sign that it goes on."""
    if font.getlength(words) <= room:
        return words
    while words and font.getlength(f"{words}…") > room:
        words = words[:-1]
    return f"{words.rstrip()}…"
