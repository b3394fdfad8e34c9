"""A game that people sit at: it takes a choice when one comes, and needs no process in between.

Where several seats decide at once, what was chosen waits in ``chosen`` until everybody has; only then is it applied, in
the order of seats, exactly as ``referee.game`` does with programs.
"""

from bots.house.base import HouseBot, Json
from referee import messages
from referee.clock import SeatClock, TimeControl
from referee.course import Course
from referee.replay import ReplayAction
from referee.words import t


class ChoiceError(Exception):
    """A choice that cannot be taken, with a sentence for the person who made it."""


class SatGame:
    """``course`` is where the game stands; ``chosen`` holds what waits for the other deciders, by seat."""

    def __init__(self, course: Course, chosen: dict[int, ReplayAction] | None = None) -> None:
        self.course = course
        self.chosen = dict(chosen or {})

    def waits_for(self) -> tuple[int, ...]:
        """The seats that have to choose now and have not done so."""
        return tuple(seat for seat in self.course.state.deciders() if seat not in self.chosen)

    def legal(self, seat: int) -> list[Json]:
        """What a seat may choose from, as bots are told it; empty for a seat that is not waited for."""
        return messages.legal(self.course.state, seat) if seat in self.waits_for() else []

    def choose(self, seat: int, action: int, charged_ms: float, wall_ms: float) -> bool:
        """Take a seat's choice. True if the game moved on with it. Raises ``ChoiceError``, and nothing has changed."""
        state = self.course.state
        if state.is_over():
            raise ChoiceError(t("The game is over."))
        if seat in self.chosen:
            raise ChoiceError(t("You have chosen already. The others still choose."))
        if seat not in state.deciders():
            raise ChoiceError(t("It is not your turn."))
        if action not in state.legal_actions(seat):
            raise ChoiceError(t("The rules do not allow this now. Choose one of the actions that are offered."))
        self.chosen[seat] = ReplayAction(seat, action, round(charged_ms, 2), round(wall_ms, 2))
        if self.waits_for():
            return False
        for choice in [self.chosen[decider] for decider in state.deciders()]:
            self.course.apply(choice)
        self.chosen.clear()
        return True

    def request(self, seat: int, control: TimeControl) -> Json:
        """What a bot that comes to the seat now is asked: everything it has to know is in the view."""
        state = self.course.state
        number = 1 + sum(played.seat == seat for played in self.course.actions)
        return messages.request(state, seat, number, state.event_count(), SeatClock(control))

    def ask(self, bot: HouseBot, seat: int, control: TimeControl) -> int:
        """What a house bot would choose in this seat."""
        return bot.choose(self.request(seat, control))
