"""What the conformance suite has to know of Karma; see ``tests/engines/conformance/__init__.py``."""

from collections import Counter

from engines.interface import State
from engines.karma import ENGINE
from tests.engines.conformance.hooks import Group

EXTRA_VARIANTS = ["karma-2+strictFollowUp", "karma-4-foresight+strictFollowUp", "karma-3+fullOrder"]


def hidden(state: State, seat: int) -> list[Group]:
    """Hands of others as far as nobody saw them taken, face-down slots, the draw pile in its order."""
    saved = state.save()
    foresees = state.variant.option("foresight") == 1
    common: Group = {f"draw {at}": [card] for at, card in enumerate(saved["draw"])}
    own: Group = {}
    for each, entry in enumerate(saved["seats"]):
        if each != seat:
            common[f"hand {each}"] = sorted((Counter(entry["hand"]) - Counter(entry["known"])).elements())
        slots = {f"down {each} {at}": [card] for at, card in enumerate(entry["down"]) if card is not None}
        (own if each == seat and foresees else common).update(slots)
    return [common, own]


def with_hidden(state: State, seat: int, groups: list[Group]) -> State:
    saved = state.save()
    places = {**groups[0], **groups[1]}
    saved["draw"] = [places[f"draw {at}"][0] for at in range(len(saved["draw"]))]
    for each, entry in enumerate(saved["seats"]):
        if each != seat:
            entry["hand"] = entry["known"] + places[f"hand {each}"]
            entry["chosen"] = None
        entry["down"] = [
            None if card is None else places[f"down {each} {at}"][0] for at, card in enumerate(entry["down"])
        ]
    return ENGINE.restore(saved)
