"""Staff may see what only an owner may. Whoever does leaves an entry in the audit log, before it is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.accounts import audit
from arena.accounts.models import AuditAction, User
from arena.matches.models import Game, GameState

if TYPE_CHECKING:
    from arena.bots.models import Bot, BotVersion


def is_foreign(user: User | None, bot: Bot) -> bool:
    """Staff, and not the owner."""
    return user is not None and user.is_staff and bot.owner_id != user.pk and not bot.is_house


def note_block(user: User | None, game: Game, address: str) -> None:
    """For a page or answer that shows seats of a game beyond what everybody sees."""
    if user is None or game.state != GameState.DONE or game.block.is_finished:
        return
    if any(is_foreign(user, seat.version.bot) for seat in game.seats.all()):
        block = game.block
        audit.note(user, AuditAction.BLOCK, f"match {block.match_id}, block {block.number}, game {game.pk}", address)


def note_logs(user: User | None, bot: Bot, address: str) -> None:
    if user is not None and is_foreign(user, bot):
        audit.note(user, AuditAction.LOGS, bot.name, address)


def note_download(user: User | None, version: BotVersion, address: str) -> None:
    if user is not None and is_foreign(user, version.bot):
        audit.note(user, AuditAction.PROGRAM, str(version), address)
