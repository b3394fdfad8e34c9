"""``arena ask``, ``arena rest``: of a replay file with bots of this machine, of a game's number with an arena's."""

import hashlib
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from time import monotonic, sleep
from typing import Annotated, Any

import typer
from rich.table import Table

from referee.channels.base import Channel
from referee.cli.output import err, fail, here, out, plain, print_json
from referee.cli.remote import config
from referee.cli.remote.client import Client
from referee.entrants import HUMAN, Local, ProgramEntrant, entrant
from referee.replay import Replay, loads
from referee.words import plural, t

Json = dict[str, Any]
POLL_S = 1.0
"""Most answers take some seconds."""
WAIT_S = 3600.0
"""As long as the arena keeps a question that no worker answers."""
LOCAL_BUDGET_S = 600.0
"""Nobody else waits for this machine; a slow line-up should end all the same."""
Game = Annotated[str, typer.Argument(help="A replay file, or the number of a game of the arena you are logged in to.")]
Step = Annotated[int, typer.Argument(help="The decision: actions played before it, as a replay counts.", min=0)]
AsJson = Annotated[bool, typer.Option("--json", help="The answer as JSON on stdout.")]


def ask(
    game: Game,
    step: Step,
    bots: Annotated[list[str], typer.Argument(help="Of a file: folders or house:NAME. Of a number: slug or slug:3.")],
    as_json: AsJson = False,
) -> None:
    """What would these bots have played there? Each comes anew and sees exactly the view of that seat.

    arena ask game-12.json 40 house:expert ./my-bot
    arena ask 12 40 house-expert my-bot my-bot:3        on the arena's workers; counts as practice
    """
    replay = _file(game)
    if replay is None:
        told = _remote(f"/games/{int(game)}/ask", {"step": step, "bots": bots})["asked"]
    else:
        told = _asked_here(replay, step, bots)
    if as_json:
        print_json(told)
        return
    out.print(_answers(told))


def rest(
    game: Game,
    step: Step,
    bots: Annotated[list[str], typer.Argument(help="One for each seat, from seat 0, named as for arena ask.")],
    games: Annotated[int, typer.Option(help="How often.", min=1, max=1000)] = 20,
    as_json: AsJson = False,
) -> None:
    """Play on from there, many times. What nobody had seen is dealt anew each time; hands stay.

    arena rest game-12.json 40 house:expert ./my-bot --games 100
    arena rest 12 40 house-expert my-bot
    """
    replay = _file(game)
    if replay is None:
        told = _remote(f"/games/{int(game)}/rest", {"step": step, "bots": bots, "games": games})["rest"]
    else:
        told = _rest_here(replay, step, bots, games)
    if as_json:
        print_json(told)
        return
    out.print(_sides(told))


# -- on this machine ------------------------------------------------------------------------------------------


def _file(game: str) -> Replay | None:
    path = Path(game)
    if path.is_file():
        return loads(path.read_bytes())
    if not game.isdecimal():
        fail(t("{file} is neither a replay file nor the number of a game.", file=game))
    return None


def _entrants(bots: Sequence[str], replay: Replay, step: int, stack: ExitStack) -> list[Local]:
    if HUMAN in bots:
        fail(t("Only bots can be asked."))
    seed = hashlib.sha256(f"{step}|{replay.transcript_hash}".encode()).digest()
    found = [entrant(bot, seed=seed) for bot in bots]
    for one in found:
        if isinstance(one, ProgramEntrant):
            stack.enter_context(one)
    return found


def _asked_here(replay: Replay, step: int, bots: Sequence[str]) -> Json:
    from bots.house.values import ValuesError  # noqa: PLC0415 - only these commands need them
    from referee.analysis.asking import Asked, AskingError, ask_all  # noqa: PLC0415

    with ExitStack() as stack, err.status(here(t("Asking …"))):
        seated = _entrants(bots, replay, step, stack)
        asked = [Asked(one.name, lambda one=one: one.open(replay.variant)) for one in seated]  # type: ignore[misc]
        try:
            return ask_all(replay, step, asked)
        except (AskingError, ValuesError) as reason:
            fail(reason.args[0])


def _rest_here(replay: Replay, step: int, bots: Sequence[str], games: int) -> Json:
    from referee.analysis.asking import AskingError  # noqa: PLC0415 - as above
    from referee.analysis.rest import RestError, play_rest  # noqa: PLC0415

    if len(bots) != len(replay.seats):
        fail(t("This game has {seats} seats: name a bot for each.", seats=len(replay.seats)))
    with ExitStack() as stack, err.status(here(t("Playing on …"))):
        seated = _entrants(bots, replay, step, stack)

        def line_up(number: int) -> list[Channel]:
            return [one.open(replay.variant) for one in seated]

        try:
            return play_rest(replay, step, line_up, games=games, budget_s=LOCAL_BUDGET_S)
        except (AskingError, RestError) as reason:
            fail(reason.args[0])


# -- with an arena --------------------------------------------------------------------------------------------


def _remote(path: str, body: Json) -> Json:
    """The question once it is answered."""
    client = Client(config.load())
    question: Json = client.post_json(path, body)
    end = monotonic() + WAIT_S
    with err.status(here(t("Waiting for a worker …"))):
        while question["state"] in ("waiting", "running"):
            if monotonic() > end:
                fail(t("No worker answered within an hour. Ask again later."))
            sleep(POLL_S)
            question = client.get(f"/questions/{question['id']}")
    if question["has_failed"]:
        fail(t("The arena failed, not your bot. Ask again."))
    return question


# -- for people -----------------------------------------------------------------------------------------------


def _answers(told: Json) -> Table:
    title = t("Seat {seat}, {decision}", seat=told["seat"], decision=told["decision"])
    table = Table(here(t("bot")), here(t("would have played")), here(t("wins")), title=plain(title), box=None)
    table.add_row(here(t("in the game")), plain(told["played"]["name"]), _chance(told["played"]))
    for answer in told["answers"]:
        played = plain(answer["name"]) if not answer["fault"] else here(t("failed: {fault}", fault=answer["fault"]))
        table.add_row(plain(answer["label"]), played, _chance(answer))
    return table


def _sides(told: Json) -> Table:
    title = plural("{n} game was played from there", "{n} games were played from there", told["games"])
    ranks = [str(rank + 1) for rank in range(len(told["sides"]))]
    heads = [
        here(t("side")),
        *(here(t("rank {rank}", rank=rank)) for rank in ranks),
        here(t("wins")),
        here(t("faults")),
    ]
    table = Table(*heads, title=plain(title), box=None)
    for number, side in enumerate(told["sides"]):
        table.add_row(str(number), *(str(count) for count in side["ranks"]), _chance(side), str(side["faults"]))
    return table


def _chance(told: Json) -> str:
    if told["chance"] is None:
        return ""
    return f"{100 * told['chance']:.0f} % ± {200 * (told['error'] or 0):.0f}"
