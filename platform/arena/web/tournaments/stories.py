"""What the chances tell of a tournament: of one match, of all, and of the final. Only of what is revealed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arena.accounts.models import User
from arena.replays.luck import Story, story_of
from arena.tournaments.models import PlayState, Tournament, TournamentState
from arena.tournaments.planning.qualifying import BRACKETS
from arena.tournaments.reading import MatchLine
from arena.tournaments.visibility import hides_results

_LAST = ("winners", "final", "reset")
"""Brackets that a final is played in; a match for third place is none."""


def match_story(tournament: Tournament, line: MatchLine, user: User | None) -> Story | None:
    """Of the take that counts, once it is decided."""
    match = _match_of(line)
    return story_of([match], tournament.variant, user) if match else None


def stories(tournament: Tournament, lines: Sequence[MatchLine], user: User | None) -> dict[str, Any]:
    """For the first page of a tournament that is over: of all its matches, and the luck of the final."""
    if tournament.state != TournamentState.FINISHED or hides_results(tournament, user):
        return {}
    found = [match for line in lines if (match := _match_of(line))]
    final = _final(lines)
    last = story_of([final], tournament.variant, user) if final else None
    return {"story": story_of(found, tournament.variant, user), "final_luck": last.luck if last else []}


def _match_of(line: MatchLine) -> int | None:
    play = line.play
    return play.match_id if play is not None and play.state == PlayState.DECIDED else None


def _final(lines: Sequence[MatchLine]) -> int | None:
    """The last match of the last bracket; a table that everybody plays has none."""
    if not lines or lines[-1].node.round.stage.format not in BRACKETS:
        return None
    played = [line for line in lines if line.node.bracket in _LAST and _match_of(line)]
    last = [line for line in played if line.node.round_id == played[-1].node.round_id]
    return _match_of(last[0]) if len(last) == 1 else None
