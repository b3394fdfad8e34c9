"""``arena variants``"""

import os
from typing import Annotated

import typer
from rich.table import Table

from engines import engine, engines
from engines.compiled import is_compiled
from engines.registry import game as game_named
from engines.words import Words
from referee.cli.output import here, out
from referee.words import of_terminal, t

_POLICIES = {"first-wins": t("one winner"), "last-loses": t("one loser"), "full-order": t("finishing order")}


def variants(
    game: Annotated[str | None, typer.Argument(help="Its name, e.g. karma; all games by default.")] = None,
) -> None:
    """List what can be played, and the switches that change the rules.

    A switch is appended with a plus sign: arena play karma-4+strictFollowUp ... The last line says in which form the
    engines run: as Python, or compiled.
    """
    for rules in [engine(game)] if game else engines():
        words = Words(game_named(rules.name).folder)
        head = t("{game}, version {version} of the rules", game=rules.name, version=rules.rules_version)
        table = Table(title=here(head), title_justify="left")
        for heading in (t("variant"), t("title"), t("seats"), t("sides"), t("ranks")):
            table.add_column(here(heading))
        for variant in rules.variants():
            sides = " v ".join("+".join(map(str, side)) for side in variant.sides)
            policy = here(_POLICIES[variant.rank_policy.value])
            table.add_row(variant.slug, words.text(of_terminal(), variant.title), str(variant.seats), sides, policy)
        out.print(table)
        ids = t("Ids of actions: 0 to {last}", last=rules.action_count - 1)
        out.print(f"  {here(ids)}")
        for name, sentence in rules.options.items():
            out.print(f"  [bold]+{name}[/bold]  {words.text(of_terminal(), sentence)}")
        out.print()
    out.print(here(_form()), markup=False, soft_wrap=True)


def _form() -> str:
    if is_compiled():
        return t("The engines run compiled.")
    if os.environ.get("KARMA_ENGINES") == "pure":
        return t("The engines run as Python, because KARMA_ENGINES=pure asks for it.")
    return t(
        "The engines run as Python. Compiled they are several times faster, which matters to bots that search: "
        "pip install 'karma-arena[compile]', then python -m engines.build (it needs a C compiler)."
    )
