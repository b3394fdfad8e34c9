"""Moments of a game of Karma that uniform choices hardly bring about.

A game is told as a line of words, one for each event, and a rare moment is a pattern in that line.
"""

from tests.engines.oracles.interface import Json

RARE = {
    "a set opens a pile": r"(turn|skipping) start:\w+:2",
    "T is the last card": r":T:\d out",
    "T asks for a T": r":T:1 \w+:T:1 (?!clear)",
    "T asks for a G": r":T:\d (up|flip|hand):G:",
    "T asks for a card of the hand": r":T:\d hand:",
    "T asks for a flip": r":T:\d flip:",
    "three T are cleared and ask for nothing": r":T:\d clear",
    "three B are cleared and bring nothing up": r":B:\d clear",
    "three F are cleared": r":F:\d clear",
    "B brings up the third of a row": r"bottom:\w+ clear",
    "B brings F up": r"bottom:F",
    "B brings T or B up from below": r"(up|hand|flip):B:\d bottom:[TB]",
    "B starts a pile": r"start:B:\d bottom:B",
    "G without a pile": r"start:G:\d (?!give)",
    "several G at once": r":G:[23]",
    "G is the last card": r":G:1 give (take|back) out",
    "G without a pile is the last card": r":G:1(:start)? out",
    "G brings a seat back": r"back",
    "a seat is out a second time": r"back.* again",
    "F is followed by a seat that is not the next": r":F:\d (draw )?skipping",
    "a hand is empty at the clear and is filled first": r"clear draw start",
    "a clear with the last card": r"clear out",
    "two clears in one turn": r"clear (draw )?start:\w+:3 clear",
    "a set is played from the table": r"up:\w+:[23]",
    "a flip clears the pile": r"flip:\w+:1 clear",
    "a flip starts a pile": r"flip:\w+:1:start",
    "a flip does not fit": r"flip:\w+:1 fails",
    "a flip shows a G": r"flip:G:",
    "T asks for a fitting card and the pile is taken": r":T:\d take",
    "T asks for a fitting card and the flip does not fit": r":T:\d flip:\w+:1 fails",
    "the game ends with a clear": r"clear out over",
    "the cap": r"over:capped",
}


def story(events: list[Json]) -> str:
    """The words of the events of a whole game, as a spectator saw it."""
    words: list[str] = []
    out: list[int] = []
    ever_out: set[int] = set()
    seats, pile, last = 0, 0, 0
    for event in events:
        match event["type"]:
            case "reveal":
                seats += 1
            case "turn":
                words.append("turn" if words == [] or event["seat"] == (last + 1) % seats else "skipping")
                last = event["seat"]
            case "play":
                zone = "start" if not pile and event["zone"] == "hand" else event["zone"]
                words.append(f"{zone}:{event['cards'][0]}:{len(event['cards'])}")
            case "flip":
                words.append(f"flip:{event['cards'][0]}:1" + ("" if pile else ":start"))
                words += [] if event["fits"] else ["fails"]
            case "bottom-up":
                words.append(f"bottom:{event['cards'][0]}")
            case "take":
                words.append("back" if event["seat"] in out else "take")
                out = [seat for seat in out if seat != event["seat"]]
            case "out":
                words.append("again" if event["seat"] in ever_out else "out")
                out.append(event["seat"])
                ever_out.add(event["seat"])
            case "over":
                words.append("over:capped" if event["capped"] else "over")
            case "clear" | "give" | "draw":
                words.append(event["type"])
        pile = _pile_after(event, pile)
    return " ".join(words)


def _pile_after(event: Json, pile: int) -> int:
    if event["type"] in ("clear", "take"):
        return 0
    return pile + len(event["cards"]) if event["type"] in ("play", "flip") and event["cards"][0] != "G" else pile
