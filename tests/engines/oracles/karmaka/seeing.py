"""The view of a seat, field by field as on the rules page."""

from tests.engines.oracles.interface import SPECTATOR, Json
from tests.engines.oracles.karmaka.asking import Question
from tests.engines.oracles.karmaka.cards import OLD, PLACES, WELL, Card, sorted_names
from tests.engines.oracles.karmaka.game import Game, Step
from tests.engines.oracles.karmaka.memory import Bag, Mind
from tests.engines.oracles.karmaka.table import LEVELS, Player


def view_of(game: Game, question: Question | None, observer: int, ranks: list[int] | None) -> Json:
    table = game.table
    return {
        "game": "karmaka",
        "variant": game.mode.slug,
        "rules_version": 2,
        "seat": observer,
        "actor": question.seat if question else -1,
        "decision": question.decision if question else "",
        "first": game.first,
        "active": game.active,
        "turn": game.turn,
        "turn_cap": game.mode.last_turn,
        "well": {"size": len(table.well), "slots": _remarkable_slots(table.well, observer)},
        "reshuffles": table.reshuffles,
        "ruins": [card.name for card in table.ruins],
        "centre": table.centre.name if table.centre else None,
        "aside": [_slot(card, observer) for card in table.aside],
        "shown": _shown(game, observer),
        "ring_supply": table.ring_supply,
        "seats": [_seat(game, player, observer) for player in table.players],
        "own": _own(game, observer),
        "pending": [_step(step) for step in _to_do(game, question)],
        "chain": {
            "target": game.chain.target,
            "extra_play": game.chain.extra_play,
            "extra_plays": game.extra_plays,
            "embody_used": game.chain.embody_used,
            "mimic_used": game.chain.mimic_used,
        },
        "bounds": _bounds(table.minds[observer]),
        "bounds_for_all": _bounds(table.minds[SPECTATOR]),
        "winner": game.winner,
        "capped": game.is_capped,
        "ranks": ranks,
    }


def _slot(card: Card, observer: int) -> Json:
    """A face-down card. Only its face is secret; who has seen it is not."""
    return {
        "card": card.name if observer in card.seen_by else None,
        "seen_by": sorted(card.seen_by - {SPECTATOR}),
        "open": SPECTATOR in card.seen_by,
        "source": card.source,
    }


def _remarkable_slots(well: list[Card], observer: int) -> list[Json]:
    return [{"at": at, **_slot(card, observer)} for at, card in enumerate(well) if card.seen_by or card.source != WELL]


def _shown(game: Game, observer: int) -> Json | None:
    shown = game.table.shown
    if not shown:
        return None
    knows = observer in (game.active, game.chain.target)
    return {"count": len(shown), "cards": sorted_names(shown) if knows else None}


def _seat(game: Game, player: Player, observer: int) -> Json:
    mind, spectator = game.table.minds[observer], game.table.minds[SPECTATOR]
    return {
        "level": player.level,
        "level_name": LEVELS[player.level],
        "rings": player.rings,
        "hand": len(player.hand),
        "surely": _bag(mind.surely.get(player.seat)),
        "perhaps": _bag(mind.perhaps.get(player.seat)),
        "surely_for_all": _bag(spectator.surely[player.seat]),
        "perhaps_for_all": _bag(spectator.perhaps[player.seat]),
        "deck": [_slot(card, observer) for card in player.deck],
        "future": [_slot(card, observer) for card in player.future],
        "deeds": [card.name for card in player.deeds],
    }


def _bag(bag: Bag | None) -> list[str]:
    """Cards without an order, in that of the list. Of the own hand there is nothing to remember."""
    return sorted(bag.elements(), key=PLACES.__getitem__) if bag else []


def _bounds(mind: Mind) -> Json:
    return {"well": _bag(mind.can_be[WELL]), "old": _bag(mind.can_be[OLD])}


def _own(game: Game, observer: int) -> Json | None:
    if observer == SPECTATOR:
        return None
    others = [game.table.minds[seat] for seat in range(game.mode.seats) if seat != observer]
    known_to = [
        {"seat": mind.observer, "surely": _bag(mind.surely[observer]), "perhaps": _bag(mind.perhaps[observer])}
        for mind in others
    ]
    return {"hand": sorted_names(game.players[observer].hand), "known_to": known_to}


def _to_do(game: Game, question: Question | None) -> list[Step]:
    if question is None:
        return []
    return [*game.still_to_do, Step(question.decision, question.seat, question.card, question.number)]


def _step(step: Step) -> Json:
    return {"step": step.name, "seat": step.seat, "card": step.card, "number": step.number}
