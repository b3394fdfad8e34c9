"""What the conformance suite has to know of Market Day."""

from engines.interface import State
from engines.registry import restore

EXTRA_VARIANTS = ["market-day-3+carry"]


def hidden(state: State, seat: int) -> list[dict[str, list[str]]]:
    """The order of the lots, and of each other seat that has laid a coin which of its coins that is."""
    saved = state.save()
    groups = [{f"draw {at}": [str(lot)] for at, lot in enumerate(saved["draw"])}]
    for other, bid in enumerate(saved["bids"]):
        if bid and other != seat:
            rest = [str(coin) for coin in saved["hands"][other] if coin != bid]
            groups.append({f"bid {other}": [str(bid)], f"hand {other}": rest})
    return groups


def with_hidden(state: State, seat: int, groups: list[dict[str, list[str]]]) -> State:
    saved = state.save()
    saved["draw"] = [int(groups[0][f"draw {at}"][0]) for at in range(len(saved["draw"]))]
    for group in groups[1:]:
        for zone, cards in group.items():
            if zone.startswith("bid "):
                saved["bids"][int(zone.removeprefix("bid "))] = int(cards[0])
    return restore(saved)
