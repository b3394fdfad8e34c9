"""``arena packages``"""

from typing import Annotated

import typer

from referee.cli.output import err, here, out, plain, print_json
from referee.conditions import Conditions, of_this_machine
from referee.words import plural, t
from sandbox.runtimes.python import packages as shared


def packages(
    install: Annotated[bool, typer.Option("--install", help="Fetch them to this machine (125 MB).")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="All conditions as JSON on stdout.")] = False,
) -> None:
    """What a bot may use: the packages that Python bots import without shipping them, memory, time, sizes.

    A bot that imports numpy plays here as in the arena once they are installed: arena packages --install. It sees these
    versions and nothing else of your machine.
    """
    if install:
        with err.status(here(t("Installing …"))):
            shared.install()
    conditions = of_this_machine()
    if as_json:
        print_json({**conditions.to_json(), "installed": shared.is_installed()})
        return
    _show(conditions)
    if not shared.is_installed():
        missing = t("The packages are not installed on this machine. Fix: arena packages --install")
        err.print(here(missing), soft_wrap=True)


def _show(conditions: Conditions) -> None:
    shown = [(here(title), value) for title, value in _told(conditions)]
    wide = max(9, *(len(title) for title, _ in shown))
    for title, value in shown:
        out.print(f"[bold]{title:{wide}}[/bold] {plain(value)}", soft_wrap=True)


def _told(conditions: Conditions) -> tuple[tuple[str, str], ...]:
    control = conditions.control
    return (
        (t("packages"), ", ".join(str(package) for package in conditions.packages)),
        (
            t("time"),
            t(
                "{decision} ms a decision, {bank} ms extra a game, {start} ms to start",
                decision=control.decision_ms,
                bank=control.bank_ms,
                start=control.start_ms,
            ),
        ),
        (t("memory"), f"{conditions.memory_mb} MiB"),
        (
            t("cores"),
            t(
                "{cores}, up to {threads} threads, no processes of its own",
                cores=f"{conditions.cores:g}",
                threads=conditions.threads,
            ),
        ),
        (
            t("files"),
            t("its own, read only; {size} MiB in /tmp, empty in every game; no network", size=conditions.tmp_mb),
        ),
        (
            t("upload"),
            t(
                "{size} MB, unpacked {unpacked} MB, {files}",
                size=conditions.upload_bytes / 1e6,
                unpacked=conditions.unpacked_bytes / 1e6,
                files=plural("{n} file", "{n} files", conditions.files),
            ),
        ),
    )
