"""A whole game as readable text: ``python -m engines.playthrough karma-4``.

The deal and every choice follow from the name, so the text of a variant changes only when its rules, its action ids
or its views change. The stored ones in ``tests/engines/golden`` are compared exactly.
"""

import hashlib
import sys
from collections.abc import Iterator

from engines.chance import Deal
from engines.errors import EngineError
from engines.interface import PUBLIC, Json, State
from engines.registry import engine, new_game, variants
from engines.transcript import canonical, fingerprint

PICTURE_EVERY = 25
"""Decisions between two pictures of the table."""


def playthrough(slug: str, name: str = "playthrough") -> str:
    return "\n".join(_lines(slug, name)) + "\n"


def _lines(slug: str, name: str) -> Iterator[str]:
    deal = Deal.from_text(f"{name} of {slug}")
    state = new_game(slug, deal, record=True)
    game = engine(state.variant.game)
    choice = deal.stream("choices of the playthrough")
    yield f"# {state.variant.title} ({slug}), rules version {game.rules_version}"
    told = 0
    step = 0
    while not state.is_over():
        if step % PICTURE_EVERY == 0:
            yield from _picture(state)
        seat = state.actor()
        actions = state.legal_actions(seat)
        action = actions[min(choice.below(len(actions)) for _try in range(3))]
        yield f"{step:>4}  seat {seat} {state.decision()}: {_listed(state, actions)}  [{_seen(state)}]"
        yield f"      -> {state.action_name(action)}  (id {action})"
        state.play(seat, action)
        yield from (f"         {_told(event)}" for event in state.events(PUBLIC, told))
        told = state.event_count()
        step += 1
    yield from _picture(state)
    yield f"ranks {state.ranks()}, progress {state.progress()}, at the turn cap: {state.is_capped()}"
    yield f"fingerprint {fingerprint(state)}"


def _picture(state: State) -> list[str]:
    text = engine(state.variant.game).render(state.view(PUBLIC))
    return ["", *(f"    | {line}".rstrip() for line in text.splitlines()), ""]


def _listed(state: State, actions: list[int], most: int = 8) -> str:
    names = [state.action_name(action) for action in actions[:most]]
    return ", ".join(names) + (f" and {len(actions) - most} more" if len(actions) > most else "")


def _seen(state: State) -> str:
    """Eight digits that change with any view of any seat."""
    views = {str(seat): state.view(seat) for seat in range(PUBLIC, state.variant.seats)}
    return hashlib.sha256(canonical(views)).hexdigest()[:8]


def _told(event: Json) -> str:
    details = " ".join(f"{key}={_plain(value)}" for key, value in event.items() if key != "type")
    return f"{event['type']} {details}".rstrip()


def _plain(value: object) -> str:
    return ",".join(str(each) for each in value) if isinstance(value, list) else str(value)


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        names = ", ".join(each.slug for each in variants())
        print(f"Usage: python -m engines.playthrough VARIANT\nVariants: {names}", file=sys.stderr)
        return 2
    try:
        print(playthrough(arguments[0]), end="")
    except EngineError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
