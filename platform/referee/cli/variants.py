"""``arena variants``"""

import os
from typing import Annotated

import typer
from rich.table import Table

from engines import engine, engines
from engines.compiled import is_compiled
from referee.cli.output import out

_POLICIES = {"first-wins": "one winner", "last-loses": "one loser", "full-order": "finishing order"}


def variants(
    game: Annotated[str | None, typer.Argument(help="Its name, e.g. karma; all games by default.")] = None,
) -> None:
    """List what can be played, and the switches that change the rules.

    A switch is appended with a plus sign: arena play karma-4+strictFollowUp ... The last line says in which form the
    engines run: as Python, or compiled.
    """
    for rules in [engine(game)] if game else engines():
        table = Table(title=f"{rules.name}, version {rules.rules_version} of the rules", title_justify="left")
        for heading in ("variant", "title", "seats", "sides", "ranks"):
            table.add_column(heading)
        for variant in rules.variants():
            sides = " v ".join("+".join(map(str, side)) for side in variant.sides)
            table.add_row(variant.slug, variant.title, str(variant.seats), sides, _POLICIES[variant.rank_policy.value])
        out.print(table)
        out.print(f"  Ids of actions: 0 to {rules.action_count - 1}")
        for name, sentence in rules.options.items():
            out.print(f"  [bold]+{name}[/bold]  {sentence}")
        out.print()
    out.print(_form(), markup=False, soft_wrap=True)


def _form() -> str:
    if is_compiled():
        return "The engines run compiled."
    if os.environ.get("KARMA_ENGINES") == "pure":
        return "The engines run as Python, because KARMA_ENGINES=pure asks for it."
    return (
        "The engines run as Python. Compiled they are several times faster, which matters to bots that search: "
        "pip install 'karma-arena[compile]', then python -m engines.build (it needs a C compiler)."
    )
