"""Mosaic cards: copies of Deeds. Denial, the third copier, is blue.

Each works once in a chain of copies, so that two of them cannot copy each other for ever.
"""

from engines.karmaka.abilities.base import SELF, Ability, ask
from engines.karmaka.cards import EMBODY, MIMIC
from engines.karmaka.table import PICK_DEED, PICK_RIVAL_DEED, RESOLVE, Frame, Table

# -- Embody: choose one of your Deeds; resolve a copy of its ability ---------------------------------------------


def embody(table: Table) -> None:
    if table.embodied:
        return
    table.embodied = True
    if table.places[table.seat].deeds:
        ask(table, PICK_DEED, table.seat, EMBODY)


def embody_copy(table: Table, frame: Frame, at: int) -> None:
    ask(table, RESOLVE, table.seat, table.places[table.seat].deeds[at])


# -- Mimic: choose a rival; resolve a copy of the ability of that rival's exposed Deed ---------------------------


def mimic(table: Table) -> None:
    """Looking across the table is allowed: the rival copied from is not a target."""
    if table.mimicked:
        return
    table.mimicked = True
    ask(table, PICK_RIVAL_DEED, table.seat, MIMIC)


def mimic_copy(table: Table, frame: Frame, rival: int) -> None:
    deeds = table.places[rival].deeds
    if deeds:
        ask(table, RESOLVE, table.seat, deeds[len(deeds) - 1])


MOSAIC_ABILITIES = (
    Ability(EMBODY, SELF, embody, embody_copy),
    Ability(MIMIC, SELF, mimic, mimic_copy),
)
