"""A tournament out of its JSON export: the facts, so that anybody can plan it again and compare."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from arena.tournaments.planning.formats.interface import StageSetup
from arena.tournaments.planning.registry import get_format
from arena.tournaments.planning.stages import TournamentFacts, plan_tournament
from arena.tournaments.planning.values import (
    Departure,
    DepartureKind,
    Entrant,
    NodeKey,
    Override,
    Pairing,
    PairingKind,
    Result,
    StageFacts,
)

Document = Mapping[str, Any]
_FREE = {"bye": PairingKind.BYE, "sit_out": PairingKind.SIT_OUT}


def read_facts(document: Document) -> TournamentFacts:
    """What an export says happened. Made for an organiser or of a tournament that is over, it says everything."""
    lineups = {int(row["stage"]): tuple(row["lineup"]) for row in document["played_stages"] if row["lineup"]}
    facts = StageFacts(
        entrants=tuple(
            Entrant(row["seed"], row["seed"], row.get("family"), row["entered_round"]) for row in document["entrants"]
        ),
        results=tuple(_results(document["matches"])),
        published=tuple(_published(document)),
        departures=tuple(
            Departure(
                row["seed"],
                row["stage"],
                row["round"],
                DepartureKind(row["kind"]),
                as_losses=row.get("as_losses", False),
            )
            for row in document["departures"]
        ),
        overrides=tuple(
            Override(_key(row["match"]), tuple(row["entrants"]), tuple(row["ranks"]), row["reason"])
            for row in document["rulings"]
        ),
        lineup=lineups.get(1, ()),
    )
    setups = tuple(StageSetup(row["format"], row["settings"], row["advance"]) for row in document["stages"])
    return TournamentFacts(setups, facts, lineups)


def differences(document: Document) -> list[str]:
    """What an export says that does not follow from its own facts; empty: everything does."""
    plan = plan_tournament(read_facts(document))
    wrong = []
    for match in document["matches"]:
        node = plan.nodes.get(_key(match["key"]))
        if match["state"] == "void":
            continue
        if node is None or list(node.entrants) != [s["entrant"] for s in match["slots"] if s["entrant"] is not None]:
            wrong.append(f"match {match['key']} should not have these entrants")
        elif match["ranks"] != ([node.result.rank_of(entrant) for entrant in node.entrants] if node.result else []):
            wrong.append(f"match {match['key']} should have other ranks")
    if document["state"] == "finished":
        places = [{"place": place.place, "seed": place.entrant} for place in plan.places]
        if places != document["places"]:
            wrong.append("the places do not follow from the results")
    return wrong


def _key(text: str) -> NodeKey:
    return NodeKey(*(int(part) for part in text.split(".")))


def _results(matches: Sequence[Document]) -> Iterator[Result]:
    for match in matches:
        for take in match["takes"]:
            if take["state"] == "decided":
                scores = tuple(Fraction(score) for score in take["scores"])
                yield Result(_key(match["key"]), tuple(take["entrants"]), tuple(take["ranks"]), scores, take["games"])


def _published(document: Document) -> Iterator[Pairing]:
    by_round = {row["stage"] for row in document["played_stages"] if get_format(row["format"]).pairs_by_round}
    bound = {(row["stage"], row["round"]) for row in document["rounds"] if row["state"] != "draft" or row["is_edited"]}
    for match in document["matches"]:
        key = _key(match["key"])
        if key.stage in by_round and (key.stage, key.round) in bound and match["state"] != "void":
            entrants = tuple(slot["entrant"] for slot in match["slots"] if slot["entrant"] is not None)
            yield Pairing(key, entrants, _FREE.get(match["state"], PairingKind.MATCH))
