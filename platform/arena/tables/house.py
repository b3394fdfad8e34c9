"""The house bots at a table of people: which there are, which answer at once, and how each is asked."""

from __future__ import annotations

import hashlib

from arena.bots.actions.house import title_of
from arena.tables import limits
from arena.tables.models import Sitter, Sitting, Table
from arena.tables.stored import deal_of
from bots.house.base import HouseBot
from bots.house.registry import create, names, searches
from engines import variant
from referee.clock import TimeControl
from referee.sitting import SatGame
from referee.substitute import NAMES, house_substitute


def grades(game: str) -> list[tuple[str, str]]:
    """Name and title of those that play a game, weakest first."""
    return [(name, title_of(name)) for name in names(game)]


def usual_grade(game: str) -> str:
    """Who sits there unless somebody else is asked for: a good opponent who answers at once."""
    known = names(game)
    return next((name for name in NAMES if name in known), known[0])


def is_program(sitting: Sitting) -> bool:
    """An author's bot that still plays. For one that was deleted the house's quick bot plays on."""
    return sitting.sitter == Sitter.BOT and sitting.version_id is not None and not sitting.has_left


def answers_at_once(sitting: Sitting) -> bool:
    """In the request itself. For somebody who left, the house's quick bot always plays."""
    if is_program(sitting):
        return False
    return sitting.sitter != Sitter.HOUSE or not searches(sitting.house_name)


def choice(table: Table, game: SatGame, sitting: Sitting) -> int:
    """What the bot in this seat does now. Same deal and same actions, same answer."""
    seed = _seed(table, game, sitting.seat)
    is_slow = not answers_at_once(sitting)
    control = TimeControl(decision_ms=limits.SEARCH_MS if is_slow else limits.QUICK_MS)
    return game.ask(_bot(table.variant, sitting, seed), sitting.seat, control)


def quick_choice(table: Table, game: SatGame, seat: int) -> int:
    """The house's stand-in for whoever has that seat."""
    bot = house_substitute(table.variant, _seed(table, game, seat))
    return game.ask(bot, seat, TimeControl(decision_ms=limits.QUICK_MS))


def _seed(table: Table, game: SatGame, seat: int) -> bytes:
    """Another one for every decision: the bot is made anew each time, and must not throw the same dice again."""
    own = f"{deal_of(table).bot_random(seat)}|{len(game.course.actions)}"
    return hashlib.sha256(own.encode()).digest()


def _bot(slug: str, sitting: Sitting, seed: bytes) -> HouseBot:
    if sitting.sitter == Sitter.HOUSE and sitting.house_name in names(variant(slug).game):
        return create(sitting.house_name, slug, seed)
    return house_substitute(slug, seed)
