"""The rules of Karmaka as the comparison asks for them."""

from tests.engines.oracles.interface import Json, Oracle
from tests.engines.oracles.karmaka.asking import Question
from tests.engines.oracles.karmaka.cards import Card, sorted_names
from tests.engines.oracles.karmaka.game import Game
from tests.engines.oracles.karmaka.seeing import view_of
from tests.engines.oracles.karmaka.table import Mode
from tests.engines.oracles.karmaka.tempers import TEMPERS


class KarmakaOracle(Oracle):
    """One game; between two calls it stands at a question, or is over."""

    def __init__(self, slug: str, seed: bytes, first: int | None) -> None:
        self.game = Game(Mode.of(slug), seed, first)
        self._rules = self.game.run()
        self.question: Question | None = next(self._rules)

    def deciders(self) -> list[int]:
        return [self.question.seat] if self.question else []

    def decision(self) -> str:
        return self.question.decision if self.question else ""

    def options(self, seat: int) -> list[Json]:
        return self.question.options if self.question and self.question.seat == seat else []

    def choose(self, seat: int, option: Json) -> None:
        assert option in self.options(seat)
        try:
            self.question = self._rules.send(option)
        except StopIteration:
            self.question = None

    def ranks(self) -> list[int] | None:
        return ranks_of(self.game) if self.game.is_over else None

    def is_capped(self) -> bool:
        return self.game.is_capped

    def zones(self) -> Json:
        table, players = self.game.table, self.game.players
        return {
            "well": _names(table.well),
            "ruins": _names(table.ruins),
            "centre": table.centre.name if table.centre else None,
            "aside": _names(table.aside),
            "shown": sorted_names(table.shown),
            "hands": [sorted_names(player.hand) for player in players],
            "decks": [_names(player.deck) for player in players],
            "futures": [_names(player.future) for player in players],
            "deeds": [_names(player.deeds) for player in players],
            "levels": [player.level for player in players],
            "rings": [player.rings for player in players],
            "picks": [player.random_picks for player in players],
        }

    def view(self, seat: int) -> Json:
        return view_of(self.game, self.question, seat, self.ranks())

    def events(self, seat: int, since: int) -> list[Json]:
        return [event.seen_by(seat) for event in self.game.table.log[since:]]

    def weight(self, temper: str, seat: int, option: Json) -> float:
        return TEMPERS[temper](self.game, seat, option)


def zones_of_save(saved: Json) -> Json:
    """The same zones in what the engine saves."""

    def names(slots: list[Json]) -> list[str]:
        return [slot["card"] for slot in slots]

    as_they_are = ("ruins", "centre", "shown", "hands", "deeds", "levels", "rings", "picks")
    zones = {zone: saved[zone] for zone in as_they_are}
    zones |= {zone: names(saved[zone]) for zone in ("well", "aside")}
    return zones | {zone: [names(slots) for slots in saved[zone]] for zone in ("decks", "futures")}


def ranks_of(game: Game) -> list[int]:
    """Per side. A winner has rank 1 and all others 2; at the cap the best standing of a member counts."""
    if game.winner is not None:
        return [1 if game.winner in side else 2 for side in game.mode.sides]
    best = [max(game.players[seat].standing() for seat in side) for side in game.mode.sides]
    winners = best.count(max(best))
    return [1 if standing == max(best) else 1 + winners for standing in best]


def _names(cards: list[Card]) -> list[str]:
    return [card.name for card in cards]
