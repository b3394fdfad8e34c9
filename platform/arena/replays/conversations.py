"""What was said to a program in a game, made again from the replay: its owner can see a failure again at home."""

from __future__ import annotations

from arena.bots.conditions import conditions
from arena.matches import replay_store
from arena.matches.models import Game, Seat
from referee import conversation


def conversation_of(game: Game, seat: Seat) -> str:
    """As a file for ``arena rerun``. The game has a replay; who may have this is for ``access`` to say."""
    assert game.replay is not None  # noqa: S101 - asked by those who have looked
    allowed = conditions()
    said = conversation.of_replay(
        replay_store.load(game.replay),
        seat.seat,
        allowed.control,
        allowed.memory_mb,
        is_at_hello=bool(seat.fault) and conversation.is_hello(str(seat.evidence.get("last_request", ""))),
    )
    return conversation.dumps(said.exchanges, said.kind, seat.fault_sentence)
