"""``arena analyse``"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table as RichTable

from referee.cli.output import err, fail, out, plain, print_json
from referee.replay import Replay, loads

if TYPE_CHECKING:
    from referee.analysis.habits import Habit


def analyse(
    files: Annotated[
        list[Path],
        typer.Argument(
            help="A replay file. Of several, the costliest habits of every bot are told.",
            exists=True,
            dir_okay=False,
            readable=True,
        ),
    ],
    mistakes: Annotated[bool, typer.Option(help="Look for decisions that cost much; takes some seconds.")] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Everything as JSON on stdout.")] = False,
) -> None:
    """Why was this game won? Winning chances, luck, and decisions that another action would have beaten.

    How it is counted, and what it does not say: docs/bot-authors/analysis.md. Exit status 2 means that the file
    cannot be read, or its game not be played again.
    """
    from bots.house.values import ValuesError  # noqa: PLC0415 - only this command needs them
    from referee.analysis import line as lines  # noqa: PLC0415

    if len(files) > 1:
        _habits(files, as_json=as_json)
        return
    replay = loads(files[0].read_bytes())
    try:
        with err.status("Playing the game again …"):
            told = lines.as_json(lines.line_of(replay))
        if mistakes:
            told |= _mistakes(replay)
    except ValuesError as error:
        fail(str(error))
        return
    if as_json:
        print_json(told)
        return
    _show_totals(replay, told)
    _show_moments(replay, told)
    if mistakes:
        _show_mistakes(replay, told)


def _mistakes(replay: Replay) -> dict[str, Any]:
    from referee.analysis import mistakes as judging  # noqa: PLC0415

    try:
        with err.status("Looking for mistakes …") as status:
            found = judging.mistakes_of(
                replay, lambda done, total: status.update(f"Looking for mistakes: {done} of {total} decisions …")
            )
    except judging.MistakesError as error:
        return {"mistakes": None, "not_judged": str(error)}
    return {"mistakes": judging.as_json(found), "not_judged": ""}


def _habits(files: list[Path], *, as_json: bool) -> None:
    from bots.house.values import ValuesError  # noqa: PLC0415 - only this command needs them
    from referee.analysis import habits  # noqa: PLC0415
    from referee.analysis import mistakes as judging  # noqa: PLC0415

    by_bot: dict[str, list[tuple[str, str, dict[str, Any]]]] = {}
    games: dict[str, int] = {}
    for file in files:
        replay = loads(file.read_bytes())
        try:
            with err.status(f"Looking for mistakes in {file.name} …"):
                found = judging.as_json(judging.mistakes_of(replay))
        except (judging.MistakesError, ValuesError) as error:
            fail(f"{file}: {error}")
            return
        for seat in replay.seats:
            by_bot.setdefault(seat.name, [])
        for name in {seat.name for seat in replay.seats}:
            games[name] = games.get(name, 0) + 1
        for mistake in found:
            by_bot[replay.seats[mistake["seat"]].name].append((str(file), replay.variant, mistake))
    costliest = {name: habits.habits_of(rows) for name, rows in by_bot.items()}
    if as_json:
        print_json({name: {"games": games[name], "habits": habits.as_json(of)} for name, of in costliest.items()})
        return
    for name, of in costliest.items():
        _show_habits(name, games[name], of)


def _show_habits(name: str, games: int, habits: "list[Habit]") -> None:
    table = RichTable(title=f"The costliest habits of {plain(name)}, over {games} games")
    for heading in ("decision", "it plays", "better", "times", "costs", "the worst time"):
        table.add_column(heading, justify="right" if heading in ("times", "costs") else "left")
    for habit in habits:
        worst = f"{plain(habit.worst.game)}, action {habit.worst.step + 1}"
        table.add_row(habit.decision, habit.played, habit.better, str(habit.times), f"{habit.cost:.2f}", worst)
    out.print(table if habits else f"{plain(name)}: no decision was clearly worse than another one.")


def _name(replay: Replay, seats: list[int]) -> str:
    return plain(" and ".join(f"{replay.seats[seat].name} (seat {seat})" for seat in seats))


def _signed(part: float | None) -> str:
    return "" if part is None else f"{100 * part:+.0f} %"


def _show_totals(replay: Replay, told: dict[str, Any]) -> None:
    table = RichTable(title="What made the result, in chances to win")
    for heading in ("side", "start", "luck", "own decisions", "others' decisions", "faults", "result"):
        table.add_column(heading, justify="left" if heading == "side" else "right")
    for side, totals in zip(told["sides"], told["totals"], strict=True):
        parts = [_signed(totals[part]) for part in ("luck", "own", "others", "fault")]
        table.add_row(_name(replay, side), f"{100 * totals['start']:.0f} %", *parts, f"{100 * totals['result']:.0f} %")
    out.print(table)


def _show_moments(replay: Replay, told: dict[str, Any]) -> None:
    for moment in told["moments"]:
        changes = ", ".join(
            f"{_name(replay, side)} {_signed(change)}"
            for side, change in zip(told["sides"], moment["change"], strict=True)
            if abs(change) >= 0.01
        )
        whose = "what came" if moment["cause"] == "luck" else "the decision"
        out.print(f"After action {moment['step']}, {whose} of {_name(replay, [moment['seat']])}: {changes}")


def _show_mistakes(replay: Replay, told: dict[str, Any]) -> None:
    if told["mistakes"] is None:
        out.print(told["not_judged"])
        return
    if not told["mistakes"]:
        out.print("No decision was clearly worse than another one.")
    for mistake in told["mistakes"]:
        out.print(
            f"Action {mistake['step'] + 1}, {_name(replay, [mistake['seat']])}: "
            f'played "{plain(mistake["played_name"])}"; '
            f'"{plain(mistake["better_name"])}" wins {100 * mistake["loss"]:.0f} % more often '
            f"(± {200 * mistake['error']:.0f} %, from {100 * mistake['chance']:.0f} %).",
            soft_wrap=True,
        )
