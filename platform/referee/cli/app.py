"""All subcommands in one place; the module of one is imported when it is asked for."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import typer
import typer.main
from typer.core import TyperGroup

from referee.cli.helping import complaints_told, help_texts, in_language
from referee.cli.output import errors_for_people
from referee.cli.stopping import stoppable, stops_told

_REMOTE = "With an arena"
_COMMANDS: dict[str, tuple[str, str | None]] = {
    "new": ("new:new", None),
    "dev": ("dev:dev", None),
    "play": ("play:play", None),
    "test": ("test.command:compare", None),
    "watch": ("watch:watch", None),
    "verify": ("verify:verify", None),
    "rerun": ("rerun:rerun", None),
    "analyse": ("analyse:analyse", None),
    "ask": ("asking:ask", None),
    "rest": ("asking:rest", None),
    "refit": ("refit:refit", None),
    "doctor": ("doctor:doctor", None),
    "bench": ("bench:bench", None),
    "variants": ("variants:variants", None),
    "packages": ("packages:packages", None),
    "login": ("remote.commands:login", _REMOTE),
    "submit": ("remote.submit:submit", _REMOTE),
    "status": ("remote.status:status", _REMOTE),
    "logs": ("remote.commands:logs", _REMOTE),
    "leaderboard": ("remote.commands:leaderboard", _REMOTE),
    "replay": ("remote.commands:replay", _REMOTE),
    "export": ("remote.export:export", _REMOTE),
    "tournament": ("remote.tournament:app", _REMOTE),
}
"""Where each is, below ``referee.cli``, and under which heading ``arena --help`` lists it."""


class Stoppable(TyperGroup):
    """Ctrl-C and its like are answered here, inside: further out the library would call them an abort.

    Commands are found by name: all of them together take longer to import than a short answer takes.
    """

    def make_context(self, *args: Any, **more: Any) -> Any:
        in_language(self)
        with stops_told(), complaints_told():
            return super().make_context(*args, **more)

    def invoke(self, ctx: Any) -> Any:
        with stops_told(), complaints_told():
            return super().invoke(ctx)

    def list_commands(self, ctx: Any) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name in _COMMANDS and cmd_name not in self.commands:
            self.commands[cmd_name] = in_language(_command(cmd_name))
        return super().get_command(ctx, cmd_name)


def help_of_all_commands() -> Iterator[str]:
    """In English, a paragraph each: what a catalogue has to hold."""
    yield from help_texts(typer.main.get_command(app))
    for name in _COMMANDS:
        yield from help_texts(_command(name))


def _command(name: str) -> Any:
    place, panel = _COMMANDS[name]
    module, _, attribute = place.partition(":")
    action = getattr(import_module(f"referee.cli.{module}"), attribute)
    home = typer.Typer(add_completion=False, rich_markup_mode="rich", pretty_exceptions_enable=False)
    if isinstance(action, typer.Typer):
        home.add_typer(action, name=name, rich_help_panel=panel)
        group: Any = typer.main.get_command(home)
        return group.commands[name]
    home.command(name, rich_help_panel=panel)(action)
    return typer.main.get_command(home)


app = typer.Typer(
    name="arena",
    cls=Stoppable,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    help="""Write bots for card games and try them on your own machine, under the arena's real sandbox.

    [bold]The first five minutes[/bold]

      arena variants                            what can be played
      arena new python my-bot                   a bot that plays everything, for you to improve
      arena play karma-2 my-bot house:greedy    watch it play
      arena play karma-2 my-bot house:greedy --blocks 50    is it better?
      arena test my-new-bot my-bot              is the new version better?
      arena doctor my-bot                       is it ready to upload?

    A bot is a folder with a program in it, [bold]house:NAME[/bold] is one of the arena's own bots, and
    [bold]human[/bold] is you.""",
)


@app.callback()
def _group() -> None:
    """Its commands are in ``_COMMANDS``; the library wants to know of at least something here."""


def main() -> None:
    """Entry point of the console script."""
    with stoppable(), errors_for_people():
        app()
