"""Ways of choosing. Uniform choices seldom copy a copy, fill a Deck or reach the last turn; these do."""

from collections.abc import Callable

from tests.engines.oracles.interface import Json
from tests.engines.oracles.karmaka.game import Game
from tests.engines.oracles.karmaka.table import POINTS_NEEDED

Temper = Callable[[Game, int, Json], float]

COPIES = ("Denial", "Embody", "Mimic")
DRAWS = ("Voyage", "Another Day", "Sowing", "Roulette", "Longevity", "Salvage", "Recycle", "Destiny", "Transmigrate")


def uniform(_game: Game, _seat: int, _option: Json) -> float:
    return 1


def schemer(_game: Game, _seat: int, option: Json) -> float:
    """Plays nearly every card for its ability."""
    if option["type"] == "play":
        return 8 if option["mode"] == "ability" else 1
    return 0.2 if option["type"] in ("pass", "stop") else 1


def copycat(game: Game, seat: int, option: Json) -> float:
    """Lays copies as Deeds, covers them seldom, and copies whatever it can, copies of copies first."""
    deeds = game.players[seat].deeds
    match option["type"]:
        case "play" if option["card"] in COPIES:
            is_first = all(card.name != option["card"] for card in deeds)
            return {"deed": 20 if is_first else 1, "ability": 20}.get(option["mode"], 1)
        case "play":
            return 2 if option["mode"] == "ability" else 1
        case "pick_hand":
            return 10 if option["card"] in COPIES else 1
        case "pick_deed":
            return 10 if deeds[option["at"]].name in COPIES else 1
        case "copy":
            exposed = game.players[option["seat"]].deeds[-1:]
            return 10 if exposed and exposed[0].name in COPIES else 1
    return 1


def hoarder(_game: Game, _seat: int, option: Json) -> float:
    """Takes and keeps what it can, until the Well and the Ruins have no card to give."""
    if option["type"] == "play":
        if option["mode"] == "ability":
            return 6 if option["card"] in DRAWS else 0.1
        return 2 if option["mode"] == "future" else 1
    if option["type"] in ("ruin", "jubilee"):
        return 0.2 ** len(option["cards"])
    return {"take": 20, "draw": 20, "pass": 4}.get(option["type"], 1)


def climber(game: Game, seat: int, option: Json) -> float:
    """Lives for one colour and ascends."""
    if option["type"] == "play" and option["mode"] == "deed":
        deeds = game.players[seat].deeds
        colours = {card.kind.colour for card in deeds}
        kind = game.players[seat].card_in_hand(option["card"]).kind
        return 12 if not deeds or kind.colour in colours or kind.colour == "mosaic" else 2
    return 10 if option["type"] == "pay" else 1


def sluggard(game: Game, seat: int, option: Json) -> float:
    """Climbs a little and then never again, so that its games last until the turns run out."""
    player = game.players[seat]
    may_ascend = player.level < seat % 3
    if option["type"] in ("play", "jubilee"):
        names = option.get("cards", [option.get("card")])
        points = sum(player.card_in_hand(name).kind.points for name in names)
        is_deed = option["type"] == "jubilee" or option["mode"] == "deed"
        if is_deed and not may_ascend and player.score() + points >= POINTS_NEEDED[player.level]:
            return 0
    return 0 if option["type"] == "pay" and not may_ascend else 1


TEMPERS: dict[str, Temper] = {
    "uniform": uniform,
    "schemer": schemer,
    "copycat": copycat,
    "hoarder": hoarder,
    "climber": climber,
    "sluggard": sluggard,
}
