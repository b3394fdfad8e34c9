"""A game in a few numbers: luck, how even it was, what turned it, and who threw it away. For lists of many games."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import fsum

from referee.analysis.line import BIG, Chances, Json, Line, rounded

WON = 0.2
"""A side has as good as won when its risk is a fifth of that in an even game: 90 % where two play for the win, 95 % of
not being the last of four."""
FORMAT = 1
"""Part of the name of who judged: raise it when a course is told in another way."""


@dataclass(frozen=True)
class Turn:
    """The action that moved the chances most towards the result."""

    step: int
    """Actions played by then."""
    seat: int
    cause: str
    """``luck`` or ``decision``."""
    side: int
    """Whose chances it moved most..."""
    change: float
    """...and by how much."""


@dataclass(frozen=True)
class Course:
    """Per side, in its order."""

    luck: Chances
    gain: Chances
    """The result, less what the game began with."""
    lead: float
    """How far the chances were from even, in the mean over the game."""
    thrown: Sequence[float]
    """The best chance a side had that then had nothing; zero if it never had as good as won."""
    turn: Turn | None


def judge_name(version: str) -> str:
    """Values of the same name tell the same course."""
    return f"{version}-course{FORMAT}"


def course_of(line: Line) -> Course:
    """Of a line that knows luck."""
    even = [a - b for a, b in zip(line.chances[0], line.deal, strict=True)]
    gain = [a - b for a, b in zip(line.chances[-1], even, strict=True)]
    played = line.chances[:-1] or line.chances
    apart = [abs(chance - fair) for row in played for chance, fair in zip(row, even, strict=True)]
    return Course(
        luck=rounded(line.luck),
        gain=rounded(gain),
        lead=round(fsum(apart) / len(apart), 3),
        thrown=[_thrown(line, side, fair) for side, fair in enumerate(even)],
        turn=_turn(line, gain),
    )


def as_json(course: Course) -> Json:
    return asdict(course)


def _thrown(line: Line, side: int, fair: float) -> float:
    """Not of a game that a fault ended: that side did not play it to its end."""
    if line.chances[-1][side] > 0 or any(line.fault):
        return 0.0
    best = max(row[side] for row in line.chances)
    return round(best, 3) if 1 - best <= WON * (1 - fair) else 0.0


def _turn(line: Line, gain: Chances) -> Turn | None:
    found: tuple[float, Turn] | None = None
    for step, swing in enumerate(line.swings, 1):
        for cause, change in (("luck", swing.luck), ("decision", swing.decision)):
            if change is None:
                continue
            towards = fsum(moved * wanted for moved, wanted in zip(change, gain, strict=True))
            side = max(range(len(change)), key=lambda at: abs(change[at]))
            if towards > 0 and abs(change[side]) >= BIG and (found is None or towards > found[0]):
                found = towards, Turn(step, swing.seat, cause, side, round(change[side], 3))
    return None if found is None else found[1]
