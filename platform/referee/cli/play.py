"""``arena play``"""

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from engines import variant as find_variant
from referee.blocks import Seating
from referee.cli.block_plan import BlockPlan
from referee.cli.crew import Cast, Crew
from referee.cli.live import LiveTable
from referee.cli.output import EXIT_NO, err, here, out, plain, print_json, requests_file
from referee.cli.stopping import Stopped
from referee.cli.tables import game_json, game_table, series_json, series_table
from referee.clock import TimeControl
from referee.conversation import hello_line, write
from referee.deal import SealedDeal
from referee.entrants import HUMAN, Local, ProgramEntrant, bot_name, entrant
from referee.faults import FaultKind
from referee.game import play_game
from referee.record import GameRecord
from referee.replay import Termination
from referee.series import BlockResult, SeriesError, check_blocks, series_estimates, single_game
from referee.words import t

_DEFAULT = TimeControl()
HOUSE_BOTS = "random, greedy, expert, search"
"""Written out, because asking for them loads them all, and every command would wait for that."""
_Crew = Crew[tuple[int, BlockResult]]
_COLUMNS = (
    TextColumn("{task.description}"),
    BarColumn(),
    MofNCompleteColumn(),
    TimeRemainingColumn(),
    TextColumn("{task.fields[lead]}"),
)


def play(  # noqa: PLR0917 - the options of a command are named on the command line
    variant: Annotated[str, typer.Argument(help="What to play, e.g. karma-4; see arena variants.")],
    bots: Annotated[
        list[str],
        typer.Argument(help=f"A bot's folder, house:NAME or human, one for each seat. House bots: {HOUSE_BOTS}."),
    ],
    blocks: Annotated[
        int, typer.Option(min=0, help="Play so many blocks: each replays one deal with every bot in every seat.")
    ] = 0,
    jobs: Annotated[int, typer.Option(min=1, help="With --blocks: processes that play side by side.")] = 1,
    seed: Annotated[str, typer.Option(help="Any text: the same text gives the same cards and the same chance.")] = "",
    save: Annotated[Path | None, typer.Option(help="Folder for the replays, for arena watch and verify.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No live table, no progress bar.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="The result as JSON on stdout.")] = False,
    pause: Annotated[float, typer.Option(min=0, help="Seconds between actions of the live table.")] = 0.15,
    decision_ms: Annotated[int, typer.Option(min=1, help="Free time of each decision.")] = _DEFAULT.decision_ms,
    bank_ms: Annotated[int, typer.Option(min=0, help="Extra time for the whole game.")] = _DEFAULT.bank_ms,
) -> None:
    """Play one game, or blocks of games, between bots.

    One game shows who wins with these cards. Skill shows in blocks: the luck of the deal cancels, and the result
    comes with an interval (95 %).

      arena play karma-2 my-bot house:greedy
      arena play karma-2 my-bot house:greedy --blocks 50
      arena play karma-3 my-bot house:random human
    """
    find_variant(variant)
    if as_json and HUMAN in bots:
        raise SeriesError(t("A person's table and JSON cannot share the terminal. Leave out --json or the human."))
    if jobs > 1 and (not blocks or HUMAN in bots):
        raise SeriesError(
            t("Blocks of bots are played side by side. Add --blocks, and leave out the human, or --jobs.")
        )
    single_game(variant, len(bots))  # refuses a wrong number of bots before anything is built
    if blocks:
        check_blocks(variant)
    _make_folder(save)
    secret = hashlib.sha256(seed.encode()).digest() if seed else secrets.token_bytes(32)
    with ExitStack() as stack:
        plan = BlockPlan(variant, secret, bool(seed), TimeControl(decision_ms, bank_ms))
        entrants = [_enter(stack, address, plan.bot_seed(at)) for at, address in enumerate(bots)]
        _tell_apart(entrants, bots)
        meeting = _Meeting(plan, entrants, save, as_json)
        if blocks:
            meeting.play_blocks(blocks, _apart(plan, entrants, bots, jobs), is_shown=not (quiet or as_json))
        else:
            meeting.play_once(None if quiet or as_json else pause)


def _make_folder(save: Path | None) -> None:
    """Before playing: a long series must not end in a folder that cannot be written."""
    if save is None:
        return
    try:
        save.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = t(
            "Replays cannot be saved in {folder}: {reason}. Nothing was played.",
            folder=str(save),
            reason=error.strerror or "",
        )
        raise SeriesError(reason) from error


def _enter(stack: ExitStack, address: str, seed: bytes) -> Local:
    entered = entrant(address, seed=seed)
    if isinstance(entered, ProgramEntrant):
        stack.enter_context(entered)
    return entered


def _tell_apart(entrants: Sequence[Local], addresses: Sequence[str]) -> None:
    """Different folders with the same last name go by the addresses that were given."""
    places = [Path(address).resolve() for address in addresses]
    names = [entrant.name for entrant in entrants]
    for entered, address, place in zip(entrants, addresses, places, strict=True):
        alike = {other for other, name in zip(places, names, strict=True) if name == bot_name(place)}
        if isinstance(entered, ProgramEntrant) and alike != {place}:
            entered.name = address


def _apart(plan: BlockPlan, entrants: Sequence[Local], addresses: Sequence[str], jobs: int) -> _Crew | None:
    """Who plays the blocks, if that is not this process."""
    if jobs == 1:
        return None
    built = [
        (at, entered.program.folder, entered.name)
        for at, entered in enumerate(entrants)
        if isinstance(entered, ProgramEntrant)
    ]
    return Crew(plan.play_apart, Cast(tuple(addresses), tuple(built)), jobs)


@dataclass(frozen=True)
class _Meeting:
    """Entrants at one table, and what becomes of their results."""

    plan: BlockPlan
    entrants: list[Local]
    save: Path | None
    as_json: bool

    def play_once(self, pause_s: float | None) -> None:
        """One game, with a live table unless ``pause_s`` is None."""
        played, seating = single_game(self.plan.slug, len(self.entrants))
        seated = [self.entrants[at] for at in seating.entrants]
        is_live = out.is_terminal and not any(entrant.name == HUMAN for entrant in seated)
        deal = (
            SealedDeal.repeatable(self.plan.seed, 0, 0) if self.plan.is_repeatable else SealedDeal.fresh(self.plan.seed)
        )
        with ExitStack() as stack:
            observer = stack.enter_context(LiveTable(out, pause_s)) if is_live and pause_s is not None else None
            channels = [entrant.open(played) for entrant in seated]
            record = play_game(played, channels, deal, control=self.plan.control, observer=observer)
        self._keep([record], f"{played}-{record.game_id}")
        if self.as_json:
            print_json(game_json(record))
        else:
            out.print(game_table(record))
            _show_logs(record)
        if record.termination is Termination.VOID:
            raise SeriesError(t("The game is void: the arena failed, not a bot. Play it again."))
        self._explain_faults(record, seating)

    def play_blocks(self, blocks: int, crew: _Crew | None, is_shown: bool) -> None:
        """A series, with a progress bar that shows the points so far. Ctrl-C ends it with what was played."""
        by_number: dict[int, BlockResult] = {}
        try:
            self._play_all(blocks, crew, by_number, is_shown)
        except KeyboardInterrupt as stop:
            if by_number and not (isinstance(stop, Stopped) and stop.is_hangup):
                self._show_series(_in_order(by_number))
            raise
        played = _in_order(by_number)
        self._show_series(played)
        for block in played:
            for game, seating in zip(block.games, block.seatings, strict=True):
                if game.faults and not self.as_json:
                    out.print(game_table(game))
                self._explain_faults(game, seating)  # the first fault in full: the others are usually the same

    def _play_all(self, blocks: int, crew: _Crew | None, by_number: dict[int, BlockResult], is_shown: bool) -> None:
        with ExitStack() as stack:
            progress = stack.enter_context(Progress(*_COLUMNS, console=err, transient=True, disable=not is_shown))
            task = progress.add_task(here(t("blocks")), total=blocks, lead="")
            in_this = ((number, self.plan.play(self.entrants, number)) for number in range(blocks))
            for number, block in stack.enter_context(crew).play(iter(range(blocks))) if crew else in_this:
                by_number[number] = block
                self._keep(block.games, f"{self.plan.slug}-block-{number}")
                means = "  ".join(f"{estimate.mean:.3f}" for estimate in series_estimates(_in_order(by_number)))
                progress.update(task, advance=1, lead=means)

    def _show_series(self, played: Sequence[BlockResult]) -> None:
        names = [entrant.name for entrant in self.entrants]
        if self.as_json:
            print_json(series_json(self.plan.slug, names, played))
        else:
            out.print(series_table(names, played))

    def _explain_faults(self, record: GameRecord, seating: Seating) -> None:
        """Leaves with a no if the game had a fault. JSON carries the evidence itself."""
        if not record.faults:
            return
        for fault in [] if self.as_json else record.faults:
            if fault.kind is FaultKind.GAVE_UP:  # there is no bot to run again
                continue
            failed = self.entrants[seating.entrants[fault.seat]]
            memory_mb = failed.limits.memory_mb if isinstance(failed, ProgramEntrant) else 0
            name = f"{record.variant.slug}-{record.game_id}-seat-{fault.seat}.jsonl"
            file = self.save / name if self.save else requests_file()
            out.print(
                plain(
                    write(
                        file,
                        hello_line(record, fault.seat, self.plan.control, memory_mb),
                        fault.evidence,
                        fault.kind,
                        fault.sentence,
                    )
                ),
                soft_wrap=True,
            )
        raise typer.Exit(EXIT_NO)

    def _keep(self, games: Sequence[GameRecord], prefix: str) -> None:
        if self.save is None:
            return
        for number, game in enumerate(games):
            if game.replay:
                (self.save / f"{prefix}-{number}.json").write_bytes(game.replay.dumps())


def _in_order(by_number: Mapping[int, BlockResult]) -> list[BlockResult]:
    """Side by side blocks end in any order; what is shown does not depend on it."""
    return [by_number[number] for number in sorted(by_number)]


def _show_logs(record: GameRecord) -> None:
    for seat, report in enumerate(record.seats):
        if report.stderr_tail.strip() and record.fault_of(seat) is None:
            out.rule(here(t("log of seat {seat}", seat=seat)), align="left", style="dim")
            out.print(plain(report.stderr_tail.rstrip()), style="dim")
