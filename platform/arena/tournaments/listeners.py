"""What this app hears from below. That a match is over is a favour; a beat task looks for itself too."""

from typing import Any

from arena.bots.models import Bot
from arena.matches import signals
from arena.matches.models import MatchKind
from arena.tournaments.actions.departures import let_go
from arena.tournaments.models import Play
from arena.tournaments.running import nudges


def connect() -> None:
    signals.match_finished.connect(_on_match_finished, dispatch_uid="tournaments: advance")
    signals.bot_left.connect(_on_bot_left, dispatch_uid="tournaments: let a bot go")


def _on_match_finished(sender: Any, match_id: int, kind: str, **_kwargs: Any) -> None:
    if kind != MatchKind.TOURNAMENT:
        return  # most matches are a ladder's: they cost nothing here
    tournament_id = Play.objects.filter(match=match_id).values_list("node__round__stage__tournament", flat=True).first()
    if tournament_id is not None:
        nudges.tournament_has_news(tournament_id)


def _on_bot_left(sender: Any, bot_id: int, **_kwargs: Any) -> None:
    let_go(Bot.objects.get(pk=bot_id))
