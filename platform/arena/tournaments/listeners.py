"""What this app hears from below. That a match is over is a favour; a beat task looks for itself too."""

from typing import Any

from arena.bots.models import Bot
from arena.matches import signals
from arena.matches.models import Match, MatchKind, MatchState
from arena.tournaments.actions.departures import let_go
from arena.tournaments.models import Play, PlayState
from arena.tournaments.running import nudges
from arena.tournaments.running.advance import try_to_advance


def connect() -> None:
    signals.match_finished.connect(_on_match_finished, dispatch_uid="tournaments: advance")
    signals.bot_left.connect(_on_bot_left, dispatch_uid="tournaments: let a bot go")


def _on_match_finished(sender: Any, match_id: int, kind: str, source: str, **_kwargs: Any) -> None:
    """Who ends the last open match of a tournament pairs the next round at once: nobody can play before that, and a
    message takes as long on its way as a good part of the pairing. While others play on a message is enough: a storm of
    results then costs one look, on a worker that plays nothing."""
    if kind != MatchKind.TOURNAMENT:
        return  # most matches are a ladder's: they cost nothing here
    # What is decided somebody has seen already: of several matches that ended together the first looked at all.
    play = Play.objects.filter(match=match_id, state=PlayState.OPEN)
    tournament_id = play.values_list("node__round__stage__tournament", flat=True).first()
    if tournament_id is None:
        return
    if Match.objects.filter(source=source, state=MatchState.RUNNING).exists():
        nudges.tournament_has_news(tournament_id)
    else:
        try_to_advance(tournament_id)


def _on_bot_left(sender: Any, bot_id: int, **_kwargs: Any) -> None:
    let_go(Bot.objects.get(pk=bot_id))
