"""The command, from its options to its exit status."""

import itertools
import os
import secrets
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from engines import variant as find_variant
from engines import variants
from referee.cli.crew import Cast, Crew
from referee.cli.output import EXIT_NO, out, print_json
from referee.cli.test.journal import Header, Journal, fingerprint, seed_in
from referee.cli.test.showing import LiveLine, as_json_result, result_table
from referee.clock import TimeControl
from referee.entrants import HOUSE, HUMAN, HouseEntrant, bot_name, build_folder
from referee.ratings.sprt import Verdict, VersionTest
from referee.series import SeriesError
from referee.versions.luck import knows_luck
from referee.versions.plan import DEFAULT_FILLER, Plan, Unit, field_of
from referee.versions.standing import Tally
from referee.versions.units import play_unit
from referee.words import t

EXIT_UNDECIDED = 3
"""Neither yes nor no within the games that were allowed."""
_DEFAULT = TimeControl()
_STATUS = {Verdict.BETTER: 0, Verdict.NOT_BETTER: EXIT_NO, Verdict.UNDECIDED: EXIT_UNDECIDED}


def compare(  # noqa: PLR0917 - the options of a command are named on the command line
    new: Annotated[str, typer.Argument(help="The new version: a bot's folder or house:NAME.")],
    old: Annotated[str, typer.Argument(help="The version it has to beat.")],
    variant: Annotated[str, typer.Option(help="What to play; the first of arena variants unless named.")] = "",
    elo0: Annotated[float, typer.Option(help="No gain: a lead of so many points is not enough.")] = 0.0,
    elo1: Annotated[float, typer.Option(help="A gain: a lead of so many points is to be found.")] = 20.0,
    alpha: Annotated[float, typer.Option(help="Chance to call a version better that leads by ELO0 only.")] = 0.05,
    beta: Annotated[float, typer.Option(help="Chance to call a version no better that leads by ELO1.")] = 0.05,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="Processes that play side by side; one for each core unless named.")
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(help="Let both versions meet this bot in the same seats, instead of each other. Repeat it."),
    ] = None,
    fill: Annotated[
        list[str] | None,
        typer.Option(help=f"Who takes the other seats of larger tables ({DEFAULT_FILLER} unless named). Repeat it."),
    ] = None,
    max_games: Annotated[int, typer.Option(min=1, help="Stop undecided after so many games.")] = 20_000,
    file: Annotated[Path | None, typer.Option(help="Where the test is kept, to go on after a stop.")] = None,
    seed: Annotated[str, typer.Option(help="Any text: the same text gives the same deals.")] = "",
    luck: Annotated[
        bool, typer.Option(help="A second line with the luck of the cards taken out; 20 ms a game.")
    ] = True,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Only the result.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="The result as JSON on stdout.")] = False,
    decision_ms: Annotated[int, typer.Option(min=1, help="Free time of each decision.")] = _DEFAULT.decision_ms,
    bank_ms: Annotated[int, typer.Option(min=0, help="Extra time for the whole game.")] = _DEFAULT.bank_ms,
) -> None:
    """Play until it is clear whether a new version of your bot is better than the old one.

    Both play the same deals in every seat, so that luck cancels, and a sequential test stops as soon as the games
    allow an answer. Ctrl-C stops it; the same command goes on where it was.

      arena test ./v2 ./v1
      arena test ./v2 ./v1 --variant karma-4 --fill house:greedy
      arena test ./v2 ./v1 --against house:expert --against ./rival     the same seats against others
      arena test ./v2 ./v1 --elo0 -20 --elo1 0                          is it at least not worse?

    Exit status: 0 better, 1 not better, 3 undecided after --max-games, 2 the test could not be run.
    """
    variant = variant or variants()[0].slug
    trial = VersionTest(elo0=elo0, elo1=elo1, alpha=alpha, beta=beta, max_games=max_games)
    is_pool, field = field_of(variant, against or [], fill or [])
    bots = [new, old, *field]
    _check(bots)
    path = file or Path(_file_name(bots[:2], variant))
    text = seed or seed_in(path) or secrets.token_hex(16)
    plan = Plan(variant, text.encode(), len(field), is_pool, TimeControl(decision_ms, bank_ms))
    for elo in (elo0, elo1):
        plan.lead(0.5).score(elo)  # refuses what no block can show, before anything is written
    prints = [fingerprint(bot) for bot in bots]
    header = Header(
        variant, prints[0], prints[1], tuple(prints[2:]), is_pool, text, decision_ms, bank_ms, elo0, elo1, alpha, beta
    )
    begun = time.monotonic()
    with ExitStack() as stack:
        journal = Journal(path, header)
        stack.callback(journal.close)
        tally = Tally(plan, trial, journal.units)
        line = stack.enter_context(LiveLine(trial, plan.games_per_unit, is_shown=not (quiet or as_json)))
        if not tally.is_decided:
            build = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="karma-test-")))
            cast = Cast(tuple(bots), tuple(_built(bots, build)))
            play = partial(play_unit, plan, with_luck=luck and knows_luck(find_variant(variant)))
            crew = stack.enter_context(Crew(play, cast, jobs or os.cpu_count() or 1))
            _Run(tally, journal, line).until_decided(crew)
    standing = tally.latest
    assert standing is not None  # noqa: S101 - a decided test has looked at least once
    names = (_name(new), _name(old)) if _name(new) != _name(old) else (new, old)
    without_luck = tally.adjusted() if luck else None
    if as_json:
        print_json(as_json_result(standing, trial, variant, names, without_luck))
    else:
        out.print(result_table(standing, trial, names, time.monotonic() - begun, path, without_luck=without_luck))
    raise typer.Exit(_STATUS[standing.verdict])


def _check(bots: Sequence[str]) -> None:
    """Refuse what cannot play before anything is built."""
    for bot in bots:
        if bot == HUMAN:
            raise SeriesError(t("A test takes hundreds of games; nobody would sit through it. Name bots only."))
        if bot.startswith(HOUSE):
            HouseEntrant(bot.removeprefix(HOUSE))
        elif not Path(bot).exists():
            raise SeriesError(
                t("{bot} is neither a folder nor a file. Give the folder of a bot, or house:NAME.", bot=bot)
            )


def _name(address: str) -> str:
    return address if address.startswith(HOUSE) else bot_name(Path(address))


def _file_name(versions: Sequence[str], slug: str) -> str:
    names = "-".join(_name(version).replace(":", "-") for version in versions)
    return f"arena-test-{names}-{slug}.jsonl"


def _built(bots: Sequence[str], folder: Path) -> Iterator[tuple[int, Path, str]]:
    """Programs are built once, for all processes."""
    folder.chmod(0o755)
    for number, bot in enumerate(bots):
        if not bot.startswith(HOUSE):
            place = folder / str(number)
            place.mkdir()
            yield number, build_folder(Path(bot), place).folder, _name(bot)


@dataclass(frozen=True)
class _Run:
    """The test while it is played."""

    tally: Tally
    journal: Journal
    line: LiveLine

    def until_decided(self, crew: Crew[Unit]) -> None:
        if self.tally.latest:
            self.line.show(self.tally.latest, self.tally.played)
        for unit in crew.play(self._wanted()):
            self.journal.add(unit)
            self.tally.add(unit)
            self.line.show(self.tally.latest, self.tally.played)
            if self.tally.is_decided:
                return

    def _wanted(self) -> Iterator[int]:
        return (number for number in itertools.count() if self.tally.is_missing(number))
