"""A bracket as a picture: where each match stands, and the lines between them. Pure geometry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from arena.tournaments.models import NodeState
from arena.tournaments.models.structure import read_source
from arena.tournaments.planning.values import NodeKey
from arena.tournaments.reading import MatchLine, SlotLine

BOX_W, BOX_H = 200, 52
STEP_X, STEP_Y = 250, 72
MARGIN, HEAD = 12, 44
_GAP = 48
"""Between winners and losers."""


@dataclass(frozen=True)
class Row:
    slot: SlotLine
    y: int
    is_path: bool

    @property
    def text(self) -> str:
        return self.slot.text if len(self.slot.text) <= 22 else self.slot.text[:21] + "…"


@dataclass(frozen=True)
class Box:
    line: MatchLine
    x: int
    y: int
    rows: tuple[Row, ...]

    @property
    def middle(self) -> int:
        return self.y + BOX_H // 2


@dataclass(frozen=True)
class Wire:
    path: str
    seed: int | None
    """Who came along it, once known."""
    is_path: bool


@dataclass(frozen=True)
class Heading:
    text: str
    x: int
    y: int


@dataclass
class Picture:
    boxes: list[Box] = field(default_factory=list)
    wires: list[Wire] = field(default_factory=list)
    headings: list[Heading] = field(default_factory=list)
    width: int = 0
    height: int = 0


def draw(
    lines: Sequence[MatchLine], titles: dict[str, str], followed: int | None = None, last_rounds: int | None = None
) -> Picture:
    """Place a bracket. `followed` is the seed whose path stands out; `titles` are the headings by "bracket number".

    `last_rounds`: a small picture of how it ends, without the losers' half.
    """
    every = [line for line in lines if line.node.state != NodeState.VOID]
    skipped = 0
    if last_rounds is not None:
        skipped = max(0, _rounds([line for line in every if _is_upper(line)]) - last_rounds)
        every = [line for line in every if _is_at_the_end(line, skipped)]
    shown = [line for line in every if line.node.state != NodeState.BYE]
    places = _places(every, is_double=any(line.node.bracket == "losers" for line in lines), skipped=skipped)
    picture = Picture()
    boxes: dict[NodeKey, Box] = {}
    for line in shown:
        x, y = places[line.node.key]
        rows = tuple(
            Row(slot, y + 20 + 22 * i, _seed(slot) == followed is not None) for i, slot in enumerate(line.slots)
        )
        boxes[line.node.key] = Box(line, x, y, rows)
    picture.boxes = list(boxes.values())
    through = {line.node.key: line for line in every if line.node.state == NodeState.BYE}
    for box in picture.boxes:
        for i in range(len(box.line.node.slots)):
            picture.wires += _wires(box, i, boxes, through, followed)
    picture.headings = _headings(picture.boxes, titles)
    picture.width = max((box.x + BOX_W for box in picture.boxes), default=0) + MARGIN
    picture.height = max((box.y + BOX_H for box in picture.boxes), default=0) + MARGIN
    return picture


def _seed(slot: SlotLine) -> int | None:
    return slot.entrant.seed if slot.entrant else None


def _rounds(upper: Sequence[MatchLine]) -> int:
    return max((line.node.number_in_bracket for line in upper), default=1)


def _is_at_the_end(line: MatchLine, skipped: int) -> bool:
    if _is_upper(line):
        return line.node.number_in_bracket > skipped
    return line.node.bracket in ("final", "reset", "third")


def _places(lines: Sequence[MatchLine], *, is_double: bool, skipped: int) -> dict[NodeKey, tuple[int, int]]:
    upper = [line for line in lines if _is_upper(line)]
    first = sum(line.node.number_in_bracket == 1 + skipped for line in upper)
    rounds = _rounds(upper) - skipped
    lower_count = max((line.node.number for line in lines if line.node.bracket == "losers"), default=0)
    lower_top = MARGIN + HEAD + max(first, 1) * STEP_Y + _GAP
    lower_rounds = max((line.node.number_in_bracket for line in lines if line.node.bracket == "losers"), default=0)
    last = max(rounds, lower_rounds)
    places: dict[NodeKey, tuple[int, int]] = {}
    for line in lines:
        node = line.node
        if node.bracket == "losers":
            here = sum(o.node.bracket == "losers" and o.node.number_in_bracket == node.number_in_bracket for o in lines)
            share = lower_count / here
            y = lower_top + round((node.number - 0.5) * share * STEP_Y - BOX_H / 2)
            places[node.key] = (_x(node.number_in_bracket - 1), y)
            continue
        middle = MARGIN + HEAD + round(max(first, 1) / 2 * STEP_Y - BOX_H / 2)
        if is_double and node.bracket in ("final", "reset"):
            places[node.key] = (_x(last + (node.bracket == "reset")), middle)
        elif node.bracket == "third":
            places[node.key] = (_x(rounds - 1), middle + 2 * STEP_Y if first > 2 else middle + STEP_Y)
        else:
            column = node.number_in_bracket - 1 - skipped
            y = MARGIN + HEAD + round((node.number - 0.5) * 2**column * STEP_Y - BOX_H / 2)
            places[node.key] = (_x(column), y)
    return places


def _is_upper(line: MatchLine) -> bool:
    """In single elimination the final is the last round of the bracket; in double it stands apart."""
    return line.node.bracket == "winners" or (line.node.bracket == "final" and line.node.number_in_bracket > 1)


def _x(column: int) -> int:
    return MARGIN + column * STEP_X


def _wires(
    box: Box, index: int, boxes: dict[NodeKey, Box], byes: dict[NodeKey, MatchLine], followed: int | None
) -> list[Wire]:
    """From the winner's match to this slot. Losers drop without a line: it would cross everything."""
    slot = box.line.node.slots[index]
    if not isinstance(slot[1], str):
        return []
    source = read_source(slot[1])
    while source.node in byes:  # somebody came through without a match: look behind it
        behind = [row for row in byes[source.node].node.slots if not row[2] and isinstance(row[1], str)]
        if source.place != 1 or not behind:
            return []
        source = read_source(behind[0][1])
    start = boxes.get(source.node)
    if start is None or source.place != 1:
        return []
    seed = slot[0] if isinstance(slot[0], int) else None
    end_y = box.y + 15 + 22 * index
    bend = box.x - (STEP_X - BOX_W) // 2
    path = f"M{start.x + BOX_W} {start.middle}H{bend}V{end_y}H{box.x}"
    return [Wire(path, seed, seed is not None and seed == followed)]


def _headings(boxes: Sequence[Box], titles: dict[str, str]) -> list[Heading]:
    tops: dict[str, tuple[int, int]] = {}
    for box in boxes:
        name = f"{box.line.node.bracket} {box.line.node.number_in_bracket}"
        x, y = tops.get(name, (box.x, box.y))
        tops[name] = (x, min(y, box.y))
    lower = min((y for name, (_, y) in tops.items() if name.startswith("losers")), default=0)
    headings = []
    for name, (x, top) in tops.items():
        y = {"winners": MARGIN + HEAD, "losers": lower}.get(name.split()[0], top)
        headings.append(Heading(titles.get(name, ""), x, y - 20))
    return headings
