"""A game as readable text: ``python -m engines.playthrough karma-4``.

The deal and every choice follow from the name, so the text of a variant changes only when its rules, its action ids
or its views change. The stored ones in ``tests/engines/golden`` are compared exactly. To be read by people they show
the first decisions and the end; a hash stands for what lies between, and ``--whole`` shows that too.
"""

import hashlib
import sys

from engines.chance import Deal, Stream
from engines.errors import EngineError
from engines.interface import PUBLIC, Json, State
from engines.registry import engine, new_game, variants
from engines.transcript import canonical, fingerprint

PICTURE_EVERY = 25
"""Decisions between two pictures of the table."""


DECISIONS_SHOWN = 60
"""Enough to see every kind of decision of a game; a whole one is thousands of lines that nobody reads."""


def playthrough(slug: str, name: str = "playthrough", whole: bool = False) -> str:
    beginning, middle, end = _parts(slug, name)
    if middle and not whole:
        digest = hashlib.sha256("\n".join(middle).encode()).hexdigest()
        middle = ["", f"{len(middle)} lines are left out, their SHA-256 is {digest}"]
    return "\n".join(beginning + middle + end) + "\n"


def _parts(slug: str, name: str) -> tuple[list[str], list[str], list[str]]:
    """The heading and the first decisions, the other decisions, and the end."""
    deal = Deal.from_text(f"{name} of {slug}")
    state = new_game(slug, deal, record=True)
    game = engine(state.variant.game)
    choice = deal.stream("choices of the playthrough")
    beginning = [f"# {state.variant.title} ({slug}), rules version {game.rules_version}"]
    middle: list[str] = []
    step = 0
    while not state.is_over():
        lines = beginning if step < DECISIONS_SHOWN else middle
        if step % PICTURE_EVERY == 0:
            lines += _picture(state)
        lines += _one_decision(state, step, choice)
        step += 1
    end = _picture(state)
    end.append(f"ranks {state.ranks()}, progress {state.progress()}, at the turn cap: {state.is_capped()}")
    end.append(f"fingerprint {fingerprint(state)}")
    return beginning, middle, end


def _one_decision(state: State, step: int, choice: Stream) -> list[str]:
    """Plays a decision; what was asked, what was chosen, and what everybody saw of it."""
    seat = state.actor()
    actions = state.legal_actions(seat)
    action = actions[min(choice.below(len(actions)) for _try in range(3))]
    lines = [
        f"{step:>4}  seat {seat} {state.decision()}: {_listed(state, actions)}  [{_seen(state)}]",
        f"      -> {state.action_name(action)}  (id {action})",
    ]
    before = state.event_count()
    state.play(seat, action)
    return lines + [f"         {_in_words(event)}" for event in state.events(PUBLIC, before)]


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


def _in_words(event: Json) -> str:
    details = " ".join(f"{key}={_plain(value)}" for key, value in event.items() if key != "type")
    return f"{event['type']} {details}".rstrip()


def _plain(value: object) -> str:
    return ",".join(str(part) for part in value) if isinstance(value, list) else str(value)


def main(arguments: list[str]) -> int:
    whole = "--whole" in arguments
    slugs = [argument for argument in arguments if argument != "--whole"]
    if len(slugs) != 1:
        names = ", ".join(variant.slug for variant in variants())
        print(f"Usage: python -m engines.playthrough [--whole] VARIANT\nVariants: {names}", file=sys.stderr)
        return 2
    try:
        print(playthrough(slugs[0], whole=whole), end="")
    except EngineError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
