"""All routes of tournaments, in the order the documentation shows them."""

from arena.api.tournaments import forecasts, organising, presenting, reading, ruling, taking_part
from arena.api.tournaments.router import router

__all__ = ["forecasts", "organising", "presenting", "reading", "router", "ruling", "taking_part"]
