"""All subcommands in one place."""

from typing import Any

import typer
from typer.core import TyperGroup

from referee.cli import bench, doctor, new, play, refit, variants, verify, watch
from referee.cli.output import errors_for_people
from referee.cli.remote import commands as remote
from referee.cli.remote import tournament
from referee.cli.remote.submit import submit
from referee.cli.stopping import stoppable, stops_told
from referee.cli.test.command import compare


class Stoppable(TyperGroup):
    """Ctrl-C and its like are answered here, inside: further out the library would call them an abort."""

    def make_context(self, *args: Any, **more: Any) -> Any:
        with stops_told():
            return super().make_context(*args, **more)

    def invoke(self, ctx: Any) -> Any:
        with stops_told():
            return super().invoke(ctx)


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

app.command("new")(new.new)
app.command("play")(play.play)
app.command("test")(compare)
app.command("watch")(watch.watch)
app.command("verify")(verify.verify)
app.command("refit")(refit.refit)
app.command("doctor")(doctor.doctor)
app.command("bench")(bench.bench)
app.command("variants")(variants.variants)
app.command("login", rich_help_panel="With an arena")(remote.login)
app.command("submit", rich_help_panel="With an arena")(submit)
app.command("status", rich_help_panel="With an arena")(remote.status)
app.command("logs", rich_help_panel="With an arena")(remote.logs)
app.command("leaderboard", rich_help_panel="With an arena")(remote.leaderboard)
app.command("replay", rich_help_panel="With an arena")(remote.replay)
app.add_typer(tournament.app, name="tournament", rich_help_panel="With an arena")


def main() -> None:
    """Entry point of the console script."""
    with stoppable(), errors_for_people():
        app()
