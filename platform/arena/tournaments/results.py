"""A whole tournament as plain values, for JSON and CSV: what its pages and the API hand out."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Any

from arena.accounts.models import User
from arena.lib.spreadsheet import cell
from arena.tournaments.models import Departure, Entrant, Override, Round, Tournament
from arena.tournaments.models.structure import light
from arena.tournaments.planning.errors import StateError
from arena.tournaments.planning.export import brackets_model
from arena.tournaments.planning.values import EntrantId
from arena.tournaments.reading import MatchLine, entrants_by_seed, match_lines
from arena.tournaments.staging import staging_of
from arena.tournaments.visibility import (
    hides_drafts,
    hides_results,
    shown_plan,
    shown_rounds,
    shown_stages,
    shown_tournament_plan,
)

COLUMNS = ("place", "seed", "bot", "version", "owner", "departure")


class UnopenedStageError(StateError):
    """The stage does not exist (yet)."""


def as_values(tournament: Tournament, user: User | None) -> dict[str, Any]:
    entrants = entrants_by_seed(tournament)
    return {
        "name": tournament.name,
        "state": tournament.state,
        "variant": tournament.variant,
        "format": tournament.format,
        "stages": tournament.stage_setups,
        "blocks": tournament.blocks,
        "commitment": tournament.commitment,
        "secret": tournament.published_secret or None,
        "log_hash": tournament.log_hash or None,
        "entrants": list(_entrants(entrants)),
        "departures": list(_departures(tournament)),
        "rulings": list(_rulings(tournament, user)),
        "played_stages": list(_played_stages(tournament, user)),
        "rounds": [_round_values(round_) for round_ in shown_rounds(tournament, user)],
        "matches": [match_values(line) for line in match_lines(tournament, entrants, user)],
        "places": [{"place": place, "seed": seed} for place, seed in tournament.places],
    }


def _entrants(by_seed: Mapping[int, Entrant]) -> Iterator[dict[str, Any]]:
    """``family``: bots with the same number are of one owner and were kept apart. It is the best seed among them, since
    numbers of accounts are nobody's business."""
    families: dict[int, int] = {}
    for seed, entrant in sorted(by_seed.items()):
        family = families.setdefault(entrant.family, seed) if entrant.family is not None else None
        yield entrant_values(entrant) | {"family": family}


def entrant_values(entrant: Entrant) -> dict[str, Any]:
    departure = getattr(entrant, "departure", None)
    return {
        "seed": entrant.seed,
        "bot": entrant.bot.name,
        "version": entrant.version.number if entrant.version else None,
        "owner": entrant.owner.name if entrant.owner else None,
        "entered_round": entrant.entered_round,
        "departure": departure.kind if departure else None,
    }


def _departures(tournament: Tournament) -> Iterator[dict[str, Any]]:
    """In order of time, which decides who loses when two who left should meet."""
    rows = Departure.objects.filter(entrant__tournament=tournament).order_by("id")
    for seed, stage, number, kind, as_losses in rows.values_list(
        "entrant__seed", "stage", "round", "kind", "as_losses"
    ):
        yield {"seed": seed, "stage": stage, "round": number, "kind": kind, "as_losses": as_losses}


def _rulings(tournament: Tournament, user: User | None) -> Iterator[dict[str, Any]]:
    sealed = staging_of(tournament).sealed if hides_results(tournament, user) else frozenset()
    rows = Override.objects.filter(node__round__stage__tournament=tournament, is_lifted=False).order_by("id")
    for ruling in rows.select_related("node__round__stage").defer(*light("node__round__stage")):
        if ruling.node.key in sealed:
            continue
        yield {
            "match": str(ruling.node.key),
            "entrants": ruling.entrants,
            "ranks": ruling.ranks,
            "reason": ruling.reason,
        }


def _played_stages(tournament: Tournament, user: User | None) -> Iterator[dict[str, Any]]:
    """As they were played, if too few reached one; the line-up only if the organiser arranged it."""
    hidden = hides_drafts(tournament, user) or hides_results(tournament, user)
    for stage in shown_stages(tournament, user):
        yield {"stage": stage.number, "format": stage.format, "lineup": [] if hidden else stage.lineup}


def _round_values(round_: Round) -> dict[str, Any]:
    return {
        "stage": round_.stage.number, "round": round_.number, "state": round_.state, "is_edited": round_.is_edited
    }  # fmt: skip


def match_values(line: MatchLine) -> dict[str, Any]:
    return {
        "key": line.key,
        "state": line.node.state,
        "round_name": line.title,
        "bracket": line.node.bracket,
        "group": line.node.group,
        "slots": [{"entrant": row[0], "source": row[1], "bye": row[2]} for row in line.node.slots],
        "ranks": line.node.ranks,
        "ruling": line.ruling or None,
        "takes": [
            {
                "take": play.take,
                "match": play.match_id,
                "state": play.state,
                "entrants": play.entrants,
                "ranks": play.ranks,
                "scores": play.scores,
                "games": play.games,
                "settled_by": play.settled_by or None,
            }
            for play in line.takes
        ],
    }


def as_csv(tournament: Tournament) -> str:
    """A line an entrant, by place; those without one come last."""
    places = {seed: place for place, seed in tournament.places}
    rows = [
        {
            "place": places.get(seed),
            **{name: value for name, value in entrant_values(entrant).items() if name in COLUMNS},
        }
        for seed, entrant in entrants_by_seed(tournament).items()
    ]
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, COLUMNS)
    writer.writeheader()
    for row in sorted(rows, key=lambda line: (line["place"] or len(rows) + 1, line["seed"])):
        writer.writerow({name: cell(value) for name, value in row.items()})
    return out.getvalue()


def as_brackets(tournament: Tournament, stage: int, user: User | None) -> dict[str, Any]:
    """One stage in the shape of brackets-model. ``StateError`` for pods, ``UnopenedStageError`` before it opens."""
    plan = shown_tournament_plan(tournament, user)
    if plan is None or not 1 <= stage <= len(plan.stages):
        raise UnopenedStageError("This stage has not opened.")
    names: dict[EntrantId, str] = {seed: entrant.bot.name for seed, entrant in entrants_by_seed(tournament).items()}
    kind = plan.openings[stage - 1].setup.format
    shown = shown_plan(tournament, stage, plan.stages[stage - 1], user)
    return brackets_model(shown, names, title=tournament.name, kind=kind)
