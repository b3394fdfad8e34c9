"""The pictures: a table, a rating over time, a board with its intervals, a tournament. Pure: values in, PNG out."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PIL import Image

from arena.web.sharing.canvas import (
    BRASS,
    FELT_DEEP,
    FELT_LINE,
    MARGIN,
    ON_BRASS,
    ON_FELT,
    ON_FELT_SOFT,
    SIZE,
    Canvas,
    display_font,
    shortened,
    text_font,
)

TOP = 190
BOTTOM = SIZE[1] - 84
"""Between them is the picture proper: above stand title and note, below the name of the arena."""
MOST_CARDS = 12
"""Of a hand; more could not be told from one another."""
MOST_LINES = 8
"""Of a list, so that its letters can be read in a chat."""


@dataclass(frozen=True)
class Place:
    """A seat of the table."""

    name: str
    rank: int | None


def table_picture(title: str, note: str, places: Sequence[Place], view: dict[str, Any]) -> bytes:
    """The seats with the cards that everybody sees before them."""
    canvas = Canvas()
    canvas.title(title, note)
    columns = 2 if len(places) in {2, 4} else 3
    rows = -(-len(places) // columns)
    width = (SIZE[0] - 2 * MARGIN - (columns - 1) * 24) / columns
    height = (BOTTOM - TOP - (rows - 1) * 18) / rows
    for seat, place in enumerate(places):
        left = MARGIN + (seat % columns) * (width + 24)
        top = TOP + (seat // columns) * (height + 18)
        _seat(canvas, (left, top, width, height), place, cards_of(view["seats"][seat]))
    return canvas.png()


def cards_of(seat: dict[str, Any]) -> list[str | None]:
    """What lies before a seat, whatever its game calls it: names are open cards, a number of cards in hand is backs."""
    open_cards: list[str | None] = []
    for value in seat.values():
        members = value if isinstance(value, list) else []
        open_cards += [member for member in members if isinstance(member, str)]
    hand = seat.get("hand")
    hidden = hand if isinstance(hand, int) and not isinstance(hand, bool) else 0
    return [*open_cards, *[None] * hidden][:MOST_CARDS]


def _seat(canvas: Canvas, box: tuple[float, float, float, float], place: Place, cards: Sequence[str | None]) -> None:
    left, top, width, height = box
    is_first = place.rank == 1
    canvas.draw.rounded_rectangle((left, top, left + width, top + 44), 22, fill=BRASS if is_first else FELT_DEEP)
    name = shortened(place.name, text_font(26, 700), width - 90)
    canvas.words(left + 20, top + 22, name, text_font(26, 700), ON_BRASS if is_first else ON_FELT, anchor="lm")
    if place.rank:
        rank = "1st" if is_first else f"#{place.rank}"
        ink = ON_BRASS if is_first else ON_FELT_SOFT
        canvas.words(left + width - 20, top + 22, rank, text_font(24, 700), ink, anchor="rm")
    size = min(96.0, (height - 60) / 1.4)
    pitch = min(size + 8, (width - size) / max(1, len(cards) - 1))
    for at, card in enumerate(cards):
        canvas.card(left + at * pitch, top + 56, size, card)


@dataclass(frozen=True)
class Rated:
    """A line of a board."""

    name: str
    rating: float
    margin: float


def board_picture(title: str, note: str, lines: Sequence[Rated]) -> bytes:
    """The leaders, each with the range in which its rating lies."""
    canvas = Canvas()
    canvas.title(title, note)
    shown = lines[:MOST_LINES]
    if not shown:
        canvas.words(SIZE[0] / 2, 370, "Nobody stands here yet", display_font(46), ON_FELT_SOFT, anchor="mm")
        return canvas.png()
    low = min(line.rating - line.margin for line in shown) - 20
    high = max(line.rating + line.margin for line in shown) + 20
    step = (BOTTOM - TOP) / MOST_LINES

    def x(rating: float) -> float:
        return 520 + (SIZE[0] - MARGIN - 110 - 520) * (rating - low) / (high - low)

    for at, line in enumerate(shown):
        y = TOP + step * (at + 0.5)
        name = shortened(line.name, text_font(28, 650), 400)
        canvas.words(MARGIN, y, f"{at + 1}", text_font(26, 700), ON_FELT_SOFT, anchor="lm")
        canvas.words(MARGIN + 46, y, name, text_font(28, 650), ON_FELT, anchor="lm")
        canvas.draw.line((520, y, SIZE[0] - MARGIN - 110, y), fill=FELT_LINE, width=1)
        canvas.draw.line((x(line.rating - line.margin), y, x(line.rating + line.margin), y), fill=ON_FELT_SOFT, width=7)
        canvas.draw.circle((x(line.rating), y), 10, fill=BRASS)
        canvas.words(SIZE[0] - MARGIN, y, f"{line.rating:.0f}", text_font(28, 750), ON_FELT, anchor="rm")
    return canvas.png()


def curve_picture(title: str, note: str, ratings: Sequence[float], figure: str) -> bytes:
    """A rating over time, oldest first, beside what it is now."""
    canvas = Canvas()
    canvas.title(title, note)
    canvas.words(SIZE[0] - MARGIN, TOP + 90, figure, display_font(110), BRASS, anchor="rm")
    if len(ratings) < 2:
        return canvas.png()
    low, high = min(ratings), max(ratings)
    span = max(high - low, 40.0)
    right = SIZE[0] - MARGIN - 330
    points = [
        (
            MARGIN + (right - MARGIN) * at / (len(ratings) - 1),
            BOTTOM - 16 - (BOTTOM - TOP - 32) * (rating - low) / span,
        )
        for at, rating in enumerate(ratings)
    ]
    canvas.draw.polygon([(MARGIN, BOTTOM), *points, (right, BOTTOM)], fill=FELT_DEEP)
    canvas.draw.line(points, fill=BRASS, width=6, joint="curve")
    canvas.draw.circle(points[-1], 11, fill=ON_FELT)
    return canvas.png()


def list_picture(title: str, note: str, lines: Sequence[tuple[str, str]]) -> bytes:
    """Names with a word each: the places of a tournament, or who takes part."""
    canvas = Canvas()
    canvas.title(title, note)
    step = (BOTTOM - TOP) / 4
    for at, (name, word) in enumerate(lines[:MOST_LINES]):
        left = MARGIN + (at // 4) * (SIZE[0] - 2 * MARGIN + 24) / 2
        width = (SIZE[0] - 2 * MARGIN - 24) / 2
        top = TOP + (at % 4) * step
        is_first = word == "1"
        fill, ink = (BRASS, ON_BRASS) if is_first else (FELT_DEEP, ON_FELT)
        canvas.draw.rounded_rectangle((left, top, left + width, top + step - 16), 18, fill=fill)
        middle = top + (step - 16) / 2
        canvas.words(left + 24, middle, word, text_font(30, 800), ink, anchor="lm")
        canvas.words(
            left + 84, middle, shortened(name, text_font(30, 650), width - 110), text_font(30, 650), ink, anchor="lm"
        )
    return canvas.png()


def moving(stills: Sequence[bytes], step_ms: int = 700, rest_ms: int = 2500) -> bytes:
    """Stills one after the other, half as large; the last one rests."""
    frames = [Image.open(io.BytesIO(still)).convert("RGB").resize((SIZE[0] // 2, SIZE[1] // 2)) for still in stills]
    durations = [step_ms] * (len(frames) - 1) + [rest_ms]
    packed = io.BytesIO()
    frames[0].save(packed, "WEBP", save_all=True, append_images=frames[1:], duration=durations, loop=0, quality=75)
    return packed.getvalue()
