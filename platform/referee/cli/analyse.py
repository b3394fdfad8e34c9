"""``arena analyse``"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table as RichTable

from referee.cli.output import err, fail, here, out, plain, print_json
from referee.replay import Replay, loads
from referee.words import plural, t

if TYPE_CHECKING:
    from referee.analysis.habits import Habit

SIDE, TIMES, COSTS = t("side"), t("times"), t("costs")


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
        with err.status(here(t("Playing the game again …"))):
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
        with err.status(here(t("Looking for mistakes …"))) as status:
            found = judging.mistakes_of(replay, lambda done, total: status.update(_progress(done, total)))
    except judging.MistakesError as error:
        return {"mistakes": None, "not_judged": error.args[0]}
    return {"mistakes": judging.as_json(found), "not_judged": ""}


def _progress(done: int, total: int) -> str:
    return here(t("Looking for mistakes: {done} of {total} decisions …", done=done, total=total))


def _habits(files: list[Path], *, as_json: bool) -> None:
    from bots.house.values import ValuesError  # noqa: PLC0415 - only this command needs them
    from referee.analysis import habits  # noqa: PLC0415
    from referee.analysis import mistakes as judging  # noqa: PLC0415

    by_bot: dict[str, list[tuple[str, str, dict[str, Any]]]] = {}
    games: dict[str, int] = {}
    for file in files:
        replay = loads(file.read_bytes())
        try:
            with err.status(plain(t("Looking for mistakes in {file} …", file=file.name))):
                found = judging.as_json(judging.mistakes_of(replay))
        except (judging.MistakesError, ValuesError) as error:
            fail(f"{file}: {here(error.args[0])}")
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
    if not habits:
        out.print(plain(t("{bot}: no decision was clearly worse than another one.", bot=name)), soft_wrap=True)
        return
    played = plural("{n} game", "{n} games", games)
    table = RichTable(title=plain(t("The costliest habits of {bot} ({games})", bot=name, games=played)))
    for heading in (t("decision"), t("it plays"), t("better"), TIMES, COSTS, t("the worst time")):
        table.add_column(here(heading), justify="right" if heading in (TIMES, COSTS) else "left")
    for habit in habits:
        worst = t("{game}, action {number}", game=habit.worst.game, number=habit.worst.step + 1)
        table.add_row(habit.decision, habit.played, habit.better, str(habit.times), f"{habit.cost:.2f}", plain(worst))
    out.print(table)


def _name(replay: Replay, seats: list[int]) -> str:
    members = [here(t("{bot} (seat {seat})", bot=replay.seats[seat].name, seat=seat)) for seat in seats]
    return here(t(" and ")).join(members)


def _signed(part: float | None) -> str:
    return "" if part is None else f"{100 * part:+.0f} %"


def _show_totals(replay: Replay, told: dict[str, Any]) -> None:
    table = RichTable(title=here(t("What made the result, in chances to win")))
    parts_told = (t("luck"), t("own decisions"), t("others' decisions"), t("faults"))
    for heading in (SIDE, t("start"), *parts_told, t("result")):
        table.add_column(here(heading), justify="left" if heading == SIDE else "right")
    for side, totals in zip(told["sides"], told["totals"], strict=True):
        parts = [_signed(totals[part]) for part in ("luck", "own", "others", "fault")]
        table.add_row(
            plain(_name(replay, side)), f"{100 * totals['start']:.0f} %", *parts, f"{100 * totals['result']:.0f} %"
        )
    out.print(table)


def _show_moments(replay: Replay, told: dict[str, Any]) -> None:
    for moment in told["moments"]:
        changes = ", ".join(
            f"{_name(replay, side)} {_signed(change)}"
            for side, change in zip(told["sides"], moment["change"], strict=True)
            if abs(change) >= 0.01
        )
        whose = {"step": moment["step"], "bot": _name(replay, [moment["seat"]]), "changes": changes}
        if moment["cause"] == "luck":
            out.print(plain(t("After action {step}, what came to {bot}: {changes}", **whose)))
        else:
            out.print(plain(t("After action {step}, the decision of {bot}: {changes}", **whose)))


def _show_mistakes(replay: Replay, told: dict[str, Any]) -> None:
    if told["mistakes"] is None:
        out.print(plain(told["not_judged"]))
        return
    if not told["mistakes"]:
        out.print(here(t("No decision was clearly worse than another one.")))
    for mistake in told["mistakes"]:
        sentence = t(
            'Action {number}, {bot}: played "{played}"; "{better}" wins {loss} % more often '
            "(± {error} %, from {chance} %).",
            number=mistake["step"] + 1,
            bot=_name(replay, [mistake["seat"]]),
            played=mistake["played_name"],
            better=mistake["better_name"],
            loss=round(100 * mistake["loss"]),
            error=round(200 * mistake["error"]),
            chance=round(100 * mistake["chance"]),
        )
        out.print(plain(sentence), soft_wrap=True)
