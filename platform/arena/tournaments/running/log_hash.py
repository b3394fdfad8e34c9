"""One number for a whole tournament: whoever has the same log has the same hash."""

import hashlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

import orjson

from arena.matches.models import Game, GameState
from arena.tournaments.models import Departure, Entrant, Override, Play, PlayState
from arena.tournaments.models.structure import light

if TYPE_CHECKING:
    from arena.tournaments.models import Tournament


def log_hash(tournament: "Tournament") -> str:
    digest = hashlib.sha256()
    for line in log_lines(tournament):
        digest.update(orjson.dumps(line) + b"\n")
    return digest.hexdigest()


def log_lines(tournament: "Tournament") -> Iterator[list[object]]:
    """Everything that decided the tournament, in schedule order; no ids, no times, no order of arrival."""
    yield ["tournament", tournament.slug, tournament.variant, tournament.stage_setups, tournament.seal()]
    entrants = Entrant.objects.filter(tournament=tournament).order_by("seed")
    for seed, slug, content, entered in entrants.values_list(
        "seed", "bot__slug", "version__content_hash", "entered_round"
    ):
        yield ["entrant", seed, slug, content, entered]
    transcripts = _transcripts(tournament)
    plays = Play.objects.filter(node__round__stage__tournament=tournament).select_related("node__round__stage")
    plays = plays.defer(*light("node__round__stage"))
    for play in sorted(plays, key=lambda play: (play.node.key, play.take)):
        decided = [play.ranks, play.scores, play.games, play.settled_by, transcripts.get(play.match_id, [])]
        # How far a void play came is a matter of chance, and it counts nowhere.
        counted = decided if play.state == PlayState.DECIDED else []
        yield ["play", str(play.node.key), play.take, play.state, play.entrants, *counted]
    departures = Departure.objects.filter(entrant__tournament=tournament).order_by("id")
    for seed, stage, number, kind in departures.values_list("entrant__seed", "stage", "round", "kind"):
        yield ["departure", seed, stage, number, kind]
    rulings = Override.objects.filter(node__round__stage__tournament=tournament).order_by("id")
    for ruling in rulings.select_related("node__round__stage"):
        yield ["ruling", str(ruling.node.key), ruling.entrants, ruling.ranks, ruling.is_lifted]
    yield ["places", tournament.places]


def _transcripts(tournament: "Tournament") -> dict[int, list[str]]:
    games = Game.objects.filter(block__match__play__node__round__stage__tournament=tournament, state=GameState.DONE)
    rows = games.order_by("block__match", "block__number", "number").values_list(
        "block__match", "block__number", "number", "transcript_hash"
    )
    transcripts: dict[int, list[str]] = {}
    for match, block, number, transcript in rows:
        transcripts.setdefault(match, []).append(f"{block}.{number}:{transcript}")
    return transcripts
