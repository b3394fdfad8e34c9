"""``arena play``"""

import hashlib
import secrets
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import orjson
import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from engines import variant as find_variant
from referee.cli.live import LiveTable
from referee.cli.output import EXIT_NO, err, out, plain
from referee.cli.tables import Json, game_json, game_table, series_json, series_table
from referee.clock import TimeControl
from referee.deal import SealedDeal
from referee.entrants import HUMAN, Local, ProgramEntrant, entrant
from referee.game import play_game
from referee.record import GameRecord
from referee.replay import Termination
from referee.series import BlockResult, SeriesError, layout, play_block, seated_variant, series_estimates

_DEFAULT = TimeControl()
_COLUMNS = (
    TextColumn("blocks"),
    BarColumn(),
    MofNCompleteColumn(),
    TimeRemainingColumn(),
    TextColumn("{task.fields[lead]}"),
)


def play(  # noqa: PLR0917 - the options of a command are named on the command line
    variant: Annotated[str, typer.Argument(help="What to play, e.g. karma-4; see arena variants.")],
    bots: Annotated[list[str], typer.Argument(help="A bot's folder, house:NAME or human, one for each seat.")],
    blocks: Annotated[
        int, typer.Option(min=0, help="Play so many blocks: each replays one deal with every bot in every seat.")
    ] = 0,
    seed: Annotated[str, typer.Option(help="Any text: the same text deals the same cards.")] = "",
    save: Annotated[Path | None, typer.Option(help="Folder for the replays, for arena watch and verify.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No live table, no progress bar.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="The result as JSON on stdout.")] = False,
    pause: Annotated[float, typer.Option(min=0, help="Seconds between actions of the live table.")] = 0.15,
    decision_ms: Annotated[int, typer.Option(min=1, help="Free time of each decision.")] = _DEFAULT.decision_ms,
    bank_ms: Annotated[int, typer.Option(min=0, help="Extra time for the whole game.")] = _DEFAULT.bank_ms,
) -> None:
    """Play one game, or blocks of games, between bots.

    One game shows who wins with these cards. Skill shows in blocks: the luck of the deal cancels, and the result
    comes with a 95 % interval.

      arena play karma-2 my-bot house:greedy
      arena play karma-2 my-bot house:greedy --blocks 50
      arena play diamoniak-3 my-bot house:random human
    """
    secret = hashlib.sha256(seed.encode()).digest() if seed else secrets.token_bytes(32)
    layout(find_variant(variant), len(bots), 0)  # refuses a wrong number of bots before anything is built
    with ExitStack() as stack:
        entrants = [_enter(stack, address, secret + bytes([at])) for at, address in enumerate(bots)]
        meeting = _Meeting(variant, entrants, secret, TimeControl(decision_ms, bank_ms), save, as_json)
        if blocks:
            meeting.play_blocks(blocks, is_shown=not (quiet or as_json))
        else:
            meeting.play_once(None if quiet or as_json else pause)


def _enter(stack: ExitStack, address: str, seed: bytes) -> Local:
    found = entrant(address, seed=seed)
    if isinstance(found, ProgramEntrant):
        stack.enter_context(found)
    return found


@dataclass(frozen=True)
class _Meeting:
    """Entrants at one table, and what becomes of their results."""

    slug: str
    entrants: list[Local]
    seed: bytes
    control: TimeControl
    save: Path | None
    as_json: bool

    def play_once(self, pause_s: float | None) -> None:
        """One game, with a live table unless ``pause_s`` is None."""
        seating = layout(find_variant(self.slug), len(self.entrants), 0)[0]
        played = seated_variant(self.slug, seating)
        seated = [self.entrants[at] for at in seating.entrants]
        is_live = out.is_terminal and not any(each.name == HUMAN for each in seated)
        observer = LiveTable(out, pause_s) if is_live and pause_s is not None else None
        channels = [each.open(played) for each in seated]
        record = play_game(played, channels, SealedDeal.fresh(self.seed), control=self.control, observer=observer)
        self._keep([record], f"{played}-{record.game_id}")
        if self.as_json:
            _print_json(game_json(record))
        else:
            out.print(game_table(record))
            _show_logs(record)
        if record.termination is Termination.VOID:
            raise SeriesError("The game is void: the arena failed, not a bot. Play it again.")

    def play_blocks(self, blocks: int, is_shown: bool) -> None:
        """A series, with a progress bar that shows the points so far."""
        played: list[BlockResult] = []
        with Progress(*_COLUMNS, console=err, transient=True, disable=not is_shown) as progress:
            task = progress.add_task("blocks", total=blocks, lead="")
            for number in range(blocks):
                deal = hashlib.sha256(self.seed + b"|deal|" + str(number).encode()).digest()
                played.append(play_block(self.slug, self.entrants, deal, number, control=self.control))
                self._keep(played[-1].games, f"{self.slug}-block-{number}")
                means = "  ".join(f"{estimate.mean:.3f}" for estimate in series_estimates(played))
                progress.update(task, advance=1, lead=means)
        names = [each.name for each in self.entrants]
        if self.as_json:
            _print_json(series_json(self.slug, names, played))
        else:
            out.print(series_table(names, played))
        self._explain_faults([game for block in played for game in block.games if game.faults])

    def _explain_faults(self, failed: Sequence[GameRecord]) -> None:
        """The first fault in full: the others are usually the same."""
        if not failed:
            return
        if not self.as_json:
            out.print(game_table(failed[0]))
        raise typer.Exit(EXIT_NO)

    def _keep(self, games: Sequence[GameRecord], prefix: str) -> None:
        if self.save is None:
            return
        self.save.mkdir(parents=True, exist_ok=True)
        for number, game in enumerate(games):
            if game.replay:
                (self.save / f"{prefix}-{number}.json").write_bytes(game.replay.dumps())


def _show_logs(record: GameRecord) -> None:
    for seat, report in enumerate(record.seats):
        if report.stderr_tail.strip() and record.fault_of(seat) is None:
            out.rule(f"log of seat {seat}", align="left", style="dim")
            out.print(plain(report.stderr_tail.rstrip()), style="dim")


def _print_json(value: Json) -> None:
    out.print(orjson.dumps(value, option=orjson.OPT_INDENT_2).decode(), markup=False, soft_wrap=True)
