"""Moments of a game of Karmaka that uniform choices hardly bring about.

A game is told as a line of words, one for each event, and a rare moment is a pattern in that line.
"""

from tests.engines.oracles.interface import Json
from tests.engines.oracles.karmaka.cards import KINDS, UsedOn
from tests.engines.oracles.karmaka.table import CARDS_OF_A_LIFE

USED = r"\b(ability|copy):"
OFFERED = r"(accept|decline)\b"
WITHOUT_EFFECT = (
    *(kind.name for kind in KINDS if kind.used_on is UsedOn.RIVAL and kind.name != "Peek"),
    *("Transmigrate", "Denial", "Panic", "Dwindle", "Embody", "Mimic"),
)


def _word(name: str) -> str:
    return name.replace(" ", "-")


RARE = {
    **{f"{kind.name} is copied": rf"copy:{_word(kind.name)}\b" for kind in KINDS},
    **{f"{name} has no effect": rf"{USED}{_word(name)} (target:\S+ )?{OFFERED}" for name in WITHOUT_EFFECT},
    "three copies in a row": r"(copy:\S+ (ruin:hand:\S+ )?){3}",
    "four copies in a row": r"(copy:\S+ (ruin:hand:\S+ )?){4}",
    "Denial copies Denial": rf"{USED}Denial ruin:hand:Denial copy:Denial",
    "Embody copies Mimic": rf"{USED}Embody copy:Mimic",
    "Mimic copies Embody": rf"{USED}Mimic copy:Embody copy",
    "a second Embody does nothing": rf"Embody copy:Mimic copy:Embody {OFFERED}",
    "a second Mimic does nothing": rf"Mimic copy:Embody copy:Mimic {OFFERED}",
    "Mimic copies Mimic": rf"{USED}Mimic copy:Mimic {OFFERED}",
    "Denial lets Embody work once more": r"Embody copy:Denial ruin:hand:Embody copy:Embody copy",
    "Salvage fetches back the card that Denial ruined": r"ruin:hand:Salvage copy:Salvage take_from_ruins:Salvage",
    "Recycle fetches back the card that Denial ruined": r"ruin:hand:Recycle copy:Recycle take_from_ruins:Recycle",
    "a copy gives an extra play": r"copy:(Voyage|Peek|Panic|Another-Day) ((?!turn)\S+ )*(stop|deed|future)",
    "five cards are played for their abilities in a turn": r"abilities:5",
    "a card is used on the own seat": r"target:self",
    "a card is used on the teammate": r"target:mate",
    "the last rival accepts": r"decline decline accept",
    "all three rivals decline": r"decline decline decline",
    "a card for the teammate's Future Life": r"future:mate",
    "Destiny needs a new Well": r"Destiny reshuffle look:3",
    "Destiny sees fewer than three cards": r"look:[12]",
    "Destiny sees nothing": r"look:0",
    "Sowing finds one card": rf"{USED}Sowing future:own {OFFERED}",
    "Swindle shows one card": r"show:1",
    "Spite finds one card": rf"{USED}Spite target:\S+ ruin:hand:\S+ {OFFERED}",
    "Hell's Heart finds one card": rf"{USED}Hell's-Heart target:\S+ ruin:future:\S+ {OFFERED}",
    "a hand of seven cards for a new life": r"future_to_hand:[7-9]",
    "a new life with too few cards": r"too_few",
    "rings are paid": r"ascend:[1-9]",
    "no ring is left": r"stay:0",
    "the last turn": r"over:capped",
}


def _far_away(steps: int, seats: int) -> str:
    """Nothing is used on the seat opposite but by its teammate."""
    return {0: "self", 2: "mate" if seats == 4 else "other"}.get(steps, "other")


def story(events: list[Json]) -> str:
    """The words of the events of a whole game, as a spectator saw it."""
    words: list[str] = []
    abilities, dealt, wanted = 0, 0, 0
    seats = sum(event["type"] == "dealt" for event in events)
    for event in events:
        match event["type"]:
            case "turn" | "over" as kind:
                words += [f"abilities:{abilities}", *(["too_few"] if dealt < wanted else [])]
                words.append(f"over:{'capped' if event['capped'] else 'won'}" if kind == "over" else "turn")
                abilities, dealt, wanted = 0, 0, 0
            case "ability" | "copy" | "take_from_ruins" as kind:
                abilities += kind == "ability"
                words.append(f"{kind}:{_word(event['card'])}")
            case "target":
                distance = (event["on"] - event["seat"]) % seats
                words.append(
                    "target:" + ("self" if not distance else "mate" if seats == distance * 2 == 4 else "other")
                )
            case "future":
                words.append("future:own" if event["owner"] == event["seat"] else "future:mate")
            case "ruin":
                words.append(f"ruin:{event['zone']}:{_word(event['card'])}")
            case "look" | "show" as kind:
                words.append(f"{kind}:{event['count']}")
            case "future_to_hand":
                words.append(f"future_to_hand:{event['count']}")
                wanted = CARDS_OF_A_LIFE - event["count"]
            case "ascend":
                words.append(f"ascend:{event['rings_paid']}")
            case "stay":
                words.append(f"stay:{event['rings_gained']}")
            case "deal":
                dealt += 1
            case other:
                words.append(other)
    return " ".join(words)
