"""``arena watch``"""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from engines import PUBLIC, engine
from referee.cli.output import fail, here, out, plain
from referee.cli.tables import ending
from referee.messages import action_words
from referee.replay import Replay, ReplayError, ReplayFault, loads
from referee.verify import play_again
from referee.words import Argument, of_terminal, plural, t

_HELP = t("Enter: next   b: back   g NUMBER: go to   l: last   q: quit")


def watch(
    file: Annotated[Path, typer.Argument(help="A replay file.", exists=True, dir_okay=False, readable=True)],
    seat: Annotated[int, typer.Option(help="Look through the eyes of a seat; by default as a spectator.")] = PUBLIC,
    at: Annotated[int, typer.Option(help="Begin after so many actions.", min=0)] = 0,
    whole: Annotated[bool, typer.Option("--all", help="Print every step and leave.")] = False,
) -> None:
    """Step through a replay: the table after each action, as a spectator or as a seat saw it."""
    replay = loads(file.read_bytes())
    if not PUBLIC <= seat < len(replay.seats):
        fail(t("This game has the seats 0 to {last}, not {seat}.", last=len(replay.seats) - 1, seat=seat))
    if whole:
        for frame in frames(replay, seat):
            out.print(frame, soft_wrap=True)
        return
    _browse(replay, min(at, len(replay.actions)), seat)


def frames(replay: Replay, seat: int) -> Iterator[str]:
    """The table before the first action and after each, with a line that says what happened."""
    state = play_again(replay, 0)
    draw = engine(state.variant.game).render
    total = len(replay.actions)

    def frame(step: int, caption: str) -> str:
        ending = _ending(replay, state.variant.sides) if step == total else ""
        table = plain(draw(state.view(seat), of_terminal()))
        return f"[bold]{step}/{total}[/bold]  {caption}\n{table}\n{_failures(replay, step)}{ending}"

    yield frame(0, here(t("the deal")))
    for step, played in enumerate(replay.actions, start=1):
        if not 0 <= played.seat < len(replay.seats) or played.action not in state.legal_actions(played.seat):
            raise ReplayError(t("Action {number} of the replay is not legal there. Try arena verify.", number=step - 1))
        caption = _caption(replay, step, action_words(state, played.action, of_terminal()))
        state.apply(played.action, played.seat)
        yield frame(step, caption)


def _caption(replay: Replay, step: int, action_name: str) -> str:
    last = replay.actions[step - 1]
    failed = any(fault.seat == last.seat and fault.after_actions < step for fault in replay.faults)
    told: dict[str, Argument] = {
        "seat": last.seat,
        "bot": _name(replay, last.seat),
        "action": action_name,
        "time": f"{last.charged_ms:.0f} ms",
    }
    if failed:
        return plain(t("seat {seat}, a house bot for {bot}: {action} ({time})", **told))
    return plain(t("seat {seat}, {bot}: {action} ({time})", **told))


def _name(replay: Replay, seat: int) -> str:
    """A damaged file may blame a seat that is not there."""
    return replay.seats[seat].name if 0 <= seat < len(replay.seats) else t("nobody")


def _failures(replay: Replay, step: int) -> str:
    """Who failed at the decision that follows so many actions."""
    return "".join(
        f"[bold red]{plain(_failed_now(replay, fault))}[/bold red]\n"
        for fault in replay.faults
        if fault.after_actions == step
    )


def _failed_now(replay: Replay, fault: ReplayFault) -> str:
    name = _name(replay, fault.seat)
    return t("seat {seat} ({bot}) failed: {kind}", seat=fault.seat, bot=name, kind=fault.kind.value)


def _failed_then(replay: Replay, fault: ReplayFault) -> str:
    return plural(
        "seat {seat} ({bot}) failed after {n} action: {kind}",
        "seat {seat} ({bot}) failed after {n} actions: {kind}",
        fault.after_actions,
        seat=fault.seat,
        bot=_name(replay, fault.seat),
        kind=fault.kind.value,
    )


def _ending(replay: Replay, sides: tuple[tuple[int, ...], ...]) -> str:
    names = [" + ".join(replay.seats[seat].name for seat in side) for side in sides]
    placed = sorted(zip(replay.ranks, names, strict=True))
    shown = plain("  ".join(f"{rank}. {name}" for rank, name in placed))
    faults = "".join(f"\n{plain(_failed_then(replay, fault))}" for fault in replay.faults)
    head = t("The end: {ending}.", ending=ending(replay.termination))
    return f"[bold]{here(head)}[/bold] {shown}{faults}\n"


def _browse(replay: Replay, step: int, seat: int) -> None:
    last = len(replay.actions)
    coming = frames(replay, seat)
    seen: list[str] = []
    while True:
        seen.extend(islice(coming, max(0, step + 1 - len(seen))))
        out.clear()
        out.print(seen[step], soft_wrap=True)
        out.print(f"[dim]{here(_HELP)}[/dim]")
        try:
            words = input("> ").split()
        except EOFError:
            return
        key = words[0] if words else ""
        if key == "q":
            return
        if key == "g" and len(words) == 2 and words[1].isdecimal():
            step = int(words[1])
        else:
            step = {"b": step - 1, "l": last}.get(key, step + 1)
        step = max(0, min(last, step))
