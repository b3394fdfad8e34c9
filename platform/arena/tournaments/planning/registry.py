"""All formats by name. A new one is a folder in `formats/` and a line here."""

from collections.abc import Mapping
from typing import Any

from arena.tournaments.planning.errors import SettingsError
from arena.tournaments.planning.formats.double_elimination.format import FORMAT as DOUBLE_ELIMINATION
from arena.tournaments.planning.formats.groups.format import FORMAT as GROUPS
from arena.tournaments.planning.formats.groups_knockout.format import PRESET as GROUPS_KNOCKOUT
from arena.tournaments.planning.formats.interface import Format, Preset, StageSetup
from arena.tournaments.planning.formats.pod_elimination.format import FORMAT as POD_ELIMINATION
from arena.tournaments.planning.formats.pod_schedule.format import FORMAT as POD_SCHEDULE
from arena.tournaments.planning.formats.pod_swiss.format import FORMAT as POD_SWISS
from arena.tournaments.planning.formats.round_robin.format import FORMAT as ROUND_ROBIN
from arena.tournaments.planning.formats.single_elimination.format import FORMAT as SINGLE_ELIMINATION
from arena.tournaments.planning.formats.strikes.format import FORMAT as STRIKES
from arena.tournaments.planning.formats.swiss.format import FORMAT as SWISS
from arena.tournaments.planning.plans import StagePlan
from arena.tournaments.planning.values import StageFacts

FORMATS: dict[str, Format[Any]] = {
    known.name: known
    for known in (
        SINGLE_ELIMINATION,
        DOUBLE_ELIMINATION,
        ROUND_ROBIN,
        GROUPS,
        SWISS,
        POD_SWISS,
        POD_ELIMINATION,
        STRIKES,
        POD_SCHEDULE,
    )
}
PRESETS: dict[str, Preset[Any]] = {known.name: known for known in (GROUPS_KNOCKOUT,)}


def get_format(name: str) -> Format[Any]:
    """Look a format of one stage up.

    >>> get_format("swiss").title
    'Swiss system'
    """
    if name not in FORMATS:
        raise SettingsError(f"no format is called {name!r}; choose from {', '.join(FORMATS)}")
    return FORMATS[name]


def stages_of(name: str, settings: Mapping[str, object]) -> tuple[StageSetup, ...]:
    """The stages of a format or preset, its settings checked.

    >>> [setup.format for setup in stages_of("groups_knockout", {"groups": 2})]
    ['groups', 'single_elimination']
    """
    if name in PRESETS:
        return PRESETS[name].stages(settings)
    if name not in FORMATS:
        raise SettingsError(f"no format is called {name!r}; choose from {', '.join([*FORMATS, *PRESETS])}")
    FORMATS[name].read(settings)
    return (StageSetup(name, settings),)


def plan_stage(name: str, settings: Mapping[str, object], state: StageFacts) -> StagePlan:
    """What should exist in a stage.

    >>> from arena.tournaments.planning.values import Entrant
    >>> plan = plan_stage("swiss", {}, StageFacts(tuple(Entrant(seed, seed) for seed in range(1, 9))))
    >>> [match.entrants for match in plan.ready()]
    [(1, 5), (2, 6), (3, 7), (4, 8)]
    """
    return get_format(name).plan(settings, state)
