"""``arena packages``"""

from typing import Annotated

import typer

from referee.cli.output import err, out, print_json
from referee.conditions import Conditions, of_this_machine
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
        with err.status("Installing …"):
            shared.install()
    conditions = of_this_machine()
    if as_json:
        print_json({**conditions.to_json(), "installed": shared.is_installed()})
        return
    _show(conditions)
    if not shared.is_installed():
        err.print("The packages are not installed on this machine. Fix: arena packages --install", soft_wrap=True)


def _show(conditions: Conditions) -> None:
    control = conditions.control
    for title, value in (
        ("packages", ", ".join(str(package) for package in conditions.packages)),
        (
            "time",
            f"{control.decision_ms} ms a decision, {control.bank_ms} ms extra a game, {control.start_ms} ms to start",
        ),
        ("memory", f"{conditions.memory_mb} MiB"),
        ("cores", f"{conditions.cores:g}, up to {conditions.threads} threads, no processes of its own"),
        ("files", f"its own, read only; {conditions.tmp_mb} MiB in /tmp, empty in every game; no network"),
        (
            "upload",
            f"{conditions.upload_bytes / 1e6:.1f} MB, unpacked {conditions.unpacked_bytes / 1e6:.1f} MB, "
            f"{conditions.files} files",
        ),
    ):
        out.print(f"[bold]{title:9}[/bold] {value}", soft_wrap=True)
