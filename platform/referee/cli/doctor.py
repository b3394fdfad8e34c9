"""``arena doctor``"""

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from referee.cli.output import EXIT_NO, EXIT_UNUSABLE, err, here, out, plain, print_json, requests_file, shortened
from referee.cli.tables import FIX, named_evidence
from referee.conditions import Conditions
from referee.conversation import write
from referee.doctor import Check, Report, Status, examine
from referee.words import plural, t

_SIGNS = {
    Status.PASS: ("green", t("ok")),
    Status.HINT: ("yellow", t("hint")),
    Status.FAIL: ("bold red", t("FAIL")),
    Status.SKIP: ("dim", t("skip")),
    Status.VOID: ("magenta", t("void")),
}
_READY, _NOT_READY = t("The bot is ready."), t("The bot is not ready.")


def doctor(
    folder: Annotated[Path, typer.Argument(help="The bot's folder.", exists=True, file_okay=False)],
    game: Annotated[list[str] | None, typer.Option(help="A game it is meant to play; repeat it. Default: all.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The report as JSON on stdout.")] = False,
    arena: Annotated[
        bool, typer.Option("--arena", help="By the memory, time and sizes of the arena that you are logged in to.")
    ] = False,
    requests: Annotated[
        Path | None, typer.Option(help="File for the messages that failed, to try by hand. Default: a temporary one.")
    ] = None,
) -> None:
    """Examine a bot as the arena does at upload: builds, starts, plays every game from every seat, keeps the limits.

    A failed check shows the message that failed and what to do. Exit status 0 means that the bot is ready, 1 that it is
    not, 2 that it could not be examined.

      arena doctor my-bot
      arena doctor my-bot --game karma
    """
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=err, transient=True, disable=as_json) as bar:
        task = bar.add_task("")
        report = examine(
            folder,
            games=game,
            conditions=_conditions() if arena else None,
            progress=lambda title, step, steps: bar.update(
                task, description=plain(title), completed=step - 1, total=steps
            ),
        )
    if as_json:
        print_json(report.to_json())
    else:
        _show(report, requests)
    if report.is_void:
        raise typer.Exit(EXIT_UNUSABLE)
    if not report.passed:
        raise typer.Exit(EXIT_NO)


def _conditions() -> Conditions:
    from referee.cli.remote import config  # noqa: PLC0415 - without --arena nothing is asked over the network
    from referee.cli.remote.client import Client, conditions_of  # noqa: PLC0415

    return conditions_of(Client(config.load()))


def _show(report: Report, requests: Path | None) -> None:
    failures = report.failures()
    for check in report.checks:
        folder = _keep_requests(check, requests, failures.index(check)) if check.evidence else ""
        _show_check(check, folder)
    measured = report.measured
    figures = t(
        "{games}, {decisions}; slowest start {start} ms, slowest decision {decision} ms, memory {memory} MiB.",
        games=plural("{n} game", "{n} games", measured.games),
        decisions=plural("{n} decision", "{n} decisions", measured.decisions),
        start=round(measured.start_ms),
        decision=measured.slowest_decision_ms,
        memory=round(measured.peak_memory_mb),
    )
    out.print(f"\n{here(figures)}", soft_wrap=True)
    out.print(here(t("The arena failed, not the bot: try again.")) if report.is_void else _verdict(report))


def _verdict(report: Report) -> str:
    if not report.passed:
        return f"[bold red]{here(_NOT_READY)}[/bold red]"
    skipped = len(report.skipped())
    untried = here(plural("{n} check was skipped.", "{n} checks were skipped.", skipped)) if skipped else ""
    return f"[green]{here(_READY)}[/green] {untried}".rstrip()


def _keep_requests(check: Check, file: Path | None, number: int) -> str:
    """Write what can be fed to the program by hand. A second failure gets a number after the name."""
    if check.evidence is None:
        return ""
    path = requests_file() if file is None else file.with_stem(f"{file.stem}-{number + 1}") if number else file
    return write(path, check.hello, check.evidence, check.kind, check.sentence)


def _show_check(check: Check, folder: str) -> None:
    style, word = _SIGNS[check.status]
    wide = max(len(here(sign)) for _, sign in _SIGNS.values())
    sign = f"[{style}]{here(word)}[/{style}]{' ' * (wide - len(here(word)))}"
    out.print(f"{sign}  {plain(check.title)}  [dim]{plain(check.sentence)}[/dim]", soft_wrap=True)
    if check.fix:
        out.print(f"      [bold]{here(FIX)}:[/bold] {plain(check.fix)}", soft_wrap=True)
    if check.evidence is None:
        return
    out.print(f"      {plain(folder)}", soft_wrap=True)
    for title, text in named_evidence(check.evidence):
        out.print(f"      [bold]{here(title)}:[/bold] {plain(shortened(text))}", soft_wrap=True)
