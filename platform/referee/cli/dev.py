"""``arena dev``"""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path
from time import sleep
from typing import Annotated

import typer

from engines import variant as find_variant
from engines import variants
from referee.cli.output import EXIT_NO, out, plain, styled
from referee.cli.tables import series_table
from referee.clock import TimeControl
from referee.conversation import hello_line, loads, write
from referee.entrants import EntrantError, FolderEntrant, HouseEntrant, ProgramEntrant, entrant
from referee.rerun import rerun
from referee.series import BlockResult, SeriesError, check_blocks, play_block
from referee.versions.plan import others_at
from referee.words import t
from sandbox import SandboxError

LOOK_S = 0.5
"""Between two looks at the files."""
FAULT = "last-fault.jsonl"
"""In the bot's folder: what it was told when it failed, said again after every save until it does not fail any more."""
_NOT_OURS = {"__pycache__", "target", "build", "node_modules"}
_SEED = sha256(b"arena dev").digest()
"""The same games after every save: what is different then is due to the change."""


def dev(
    folder: Annotated[Path, typer.Argument(help="Your bot's folder.", exists=True, file_okay=False)],
    variant: Annotated[str, typer.Option(help="What it plays; the first one there is unless told.")] = "",
    against: Annotated[str, typer.Option(help="Who takes the other seats.")] = "house:greedy",
    blocks: Annotated[int, typer.Option(help="Blocks after every save.", min=1)] = 3,
    once: Annotated[bool, typer.Option("--once", help="Now, and not again: exit status 1 if anything failed.")] = False,
) -> None:
    """Test and play your bot after every save: its own tests, the last fault said again, and the same games.

    Tests are files test_*.py, or the target "test" of a Makefile. Ctrl-C ends it.
    """
    slug = variant or variants()[0].slug
    check_blocks(slug)
    for _change in _saves(folder, once=once):
        is_good = _look(folder, slug, against, blocks)
        if once and not is_good:
            raise typer.Exit(EXIT_NO)
        if not once:
            out.print(styled("dim", t("Waiting for the next save …")))


def _saves(folder: Path, *, once: bool) -> Iterator[str]:
    seen = ""
    while True:
        now = _stamp(folder)
        if now != seen:
            seen = now
            yield now
        if once:
            return
        sleep(LOOK_S)


def _stamp(folder: Path) -> str:
    """Changes with every save of a file of the bot."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and not _is_made(path.relative_to(folder)))
    known = [(str(path), path.stat().st_mtime_ns, path.stat().st_size) for path in files]
    return sha256(repr(known).encode()).hexdigest()


def _is_made(path: Path) -> bool:
    """By a build, an editor or this command."""
    parts = set(path.parts)
    return bool(parts & _NOT_OURS) or any(part.startswith(".") for part in parts) or path.suffix in {".pyc", ".jsonl"}


def _look(folder: Path, slug: str, against: str, blocks: int) -> bool:
    """Everything once, as far as it gets."""
    if not _tests(folder):
        return False
    try:
        with FolderEntrant(folder) as bot, ExitStack() as stack:
            return _last_fault(folder, bot) and _games(folder, slug, bot, against, blocks, stack)
    except (EntrantError, SandboxError) as error:
        out.print(plain(error.args[0]), soft_wrap=True)
        return False


def _tests(folder: Path) -> bool:
    """True also where there are none."""
    command = _test_command(folder)
    if command is None:
        return True
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        out.print(styled("green", t("tests passed")))
        return True
    out.print(styled("bold red", t("tests failed")))
    out.print(plain((done.stdout + done.stderr)[-4000:]), soft_wrap=True)
    return False


def _test_command(folder: Path) -> Sequence[str] | None:
    if any(folder.glob("test_*.py")):
        return sys.executable, "-B", "-m", "unittest", "discover", "--quiet"
    makefile = folder / "Makefile"
    if makefile.is_file() and any(line.startswith("test:") for line in makefile.read_text().splitlines()):
        return "make", "--silent", "test"
    return None


def _last_fault(folder: Path, bot: FolderEntrant) -> bool:
    file = folder / FAULT
    if not file.is_file():
        return True
    conversation = loads(file.read_text(encoding="utf-8"))
    outcome = rerun(conversation, bot.open(""))
    if outcome.kind is conversation.kind and outcome.at == len(conversation.exchanges) - 1:
        head = styled("bold red", t("the last fault is still there:"))
        out.print(f"{head} {plain(outcome.sentence)}", soft_wrap=True)
        out.print(plain(outcome.closing.stderr_tail.rstrip()), soft_wrap=True)
        return False
    file.unlink()
    out.print(styled("green", t("the last fault is gone")))
    return True


def _games(  # noqa: PLR0917 - said once, for the one place that calls it
    folder: Path, slug: str, bot: FolderEntrant, against: str, blocks: int, stack: ExitStack
) -> bool:
    others = others_at(find_variant(slug), is_pool=True)
    rivals = [entrant(against, seed=_SEED + bytes([number])) for number in range(others)]
    for rival in rivals:
        if isinstance(rival, ProgramEntrant):
            stack.enter_context(rival)
    seated: list[HouseEntrant | ProgramEntrant] = [bot]
    for rival in rivals:
        if not isinstance(rival, HouseEntrant | ProgramEntrant):
            raise SeriesError(t("A person cannot play after every save. Name a bot with --against."))
        seated.append(rival)
    played: list[BlockResult] = []
    for number in range(blocks):
        deal = sha256(_SEED + str(number).encode()).digest()
        played.append(play_block(slug, seated, deal, number, is_repeatable=True))
        if _failed(folder, bot, played[-1]):
            return False
    out.print(series_table([each.name for each in seated], played))
    return True


def _failed(folder: Path, bot: FolderEntrant, block: BlockResult) -> bool:
    for game, seating in zip(block.games, block.seatings, strict=True):
        for fault in game.faults:
            if seating.entrants[fault.seat] == 0:
                hello = hello_line(game, fault.seat, TimeControl(), bot.limits.memory_mb)
                told = write(folder / FAULT, hello, fault.evidence, fault.kind, fault.sentence)
                out.print(styled("bold red", t("it failed")))
                out.print(plain(told), soft_wrap=True)
                return True
    return False
