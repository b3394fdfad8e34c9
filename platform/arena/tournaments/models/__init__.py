from arena.tournaments.models.announcement import Announcement
from arena.tournaments.models.entrant import Entrant, Invitation
from arena.tournaments.models.rulings import AuditEntry, Departure, Override
from arena.tournaments.models.structure import Node, NodeState, Play, PlayState, Round, RoundState, Stage, StageState
from arena.tournaments.models.tournament import SeedingMethod, Tournament, TournamentState

__all__ = [
    "Announcement",
    "AuditEntry",
    "Departure",
    "Entrant",
    "Invitation",
    "Node",
    "NodeState",
    "Override",
    "Play",
    "PlayState",
    "Round",
    "RoundState",
    "SeedingMethod",
    "Stage",
    "StageState",
    "Tournament",
    "TournamentState",
]
