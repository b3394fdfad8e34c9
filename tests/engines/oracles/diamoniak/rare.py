"""Moments of a game of Diamoniak that uniform choices hardly bring about.

A game is told as a line of words, one for each event, and a rare moment is a pattern in that line.
"""

from tests.engines.oracles.interface import Json

RARE = {
    "older parts join a castle that is started": r"build:[2-6]",
    "a colour that became free is started by another seat": r"build:\d:freed",
    "a purchase wins": r"buy end",
    "a drawn part wins": r"draw:P end",
    "a purchase after a draw": r"draw:\w buy",
    "a witch and nothing to lose": r"pay:0",
    "all that is left goes to the witch": r"pay:[12]",
    "a fairy is paid": r"pay:\d:fairy",
    "a fairy beats the witch": r"fairy",
    "the last castle part is lost": r"free",
    "the pile runs out within a turn": r"draw:\w reshuffle draw",
    "a turn begins with a reshuffle": r"turn reshuffle draw",
    "the reshuffle right after a witch": r"draw:W (pay:\S+|fairy) (free )?turn reshuffle",
    "a third reshuffle": r"(reshuffle.*){3}",
    "the cap": r"end:capped:1",
    "the cap with several winners": r"end:capped:[2-4]",
}


def story(events: list[Json]) -> str:
    """The words of the events of a whole game."""
    words: list[str] = []
    freed: dict[str, int] = {}
    for event in events:
        match event["type"]:
            case "draw":
                words.append("draw:" + (event["card"] if len(event["card"]) == 1 else "P"))
            case "build":
                was_freed_by_another = freed.get(event["colour"], event["seat"]) != event["seat"]
                words.append(f"build:{len(event['castle'])}" + (":freed" if was_freed_by_another else ""))
            case "free":
                words.append("free")
                freed[event["colour"]] = event["seat"]
            case "pay":
                words.append(f"pay:{len(event['cards'])}" + (":fairy" if "F" in event["cards"] else ""))
            case "end":
                words.append(f"end:capped:{event['ranks'].count(1)}" if event["capped"] else "end")
            case other:
                words.append(other)
    return " ".join(words)
