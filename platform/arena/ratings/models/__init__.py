from arena.ratings.models.ladder import PLACEMENT, Cycle, CycleState, LadderEntry
from arena.ratings.models.log import DuePeriod, EventKind, Period, PeriodTable, RatingEvent, Snapshot
from arena.ratings.models.pool import Anchor, Pool, Standing
from arena.ratings.models.season import CarriedLive, FinalPlace

__all__ = [
    "PLACEMENT",
    "Anchor",
    "CarriedLive",
    "Cycle",
    "CycleState",
    "DuePeriod",
    "EventKind",
    "FinalPlace",
    "LadderEntry",
    "Period",
    "PeriodTable",
    "Pool",
    "RatingEvent",
    "Snapshot",
    "Standing",
]
