"""A game of Diamoniak behind the interface of all games."""

from collections.abc import Callable
from random import Random

from engines.border import action_number, seat_number
from engines.chance import Deal
from engines.diamoniak import actions
from engines.diamoniak.ending import is_capped, progress, ranks
from engines.diamoniak.legal import legal
from engines.diamoniak.resample import imagined_deal, imagined_pile
from engines.diamoniak.save import saved_state
from engines.diamoniak.table import DECISIONS, OVER, Table
from engines.diamoniak.turn import perform, settle
from engines.diamoniak.view import view_of
from engines.errors import GameNotOverError, GameOverError, IllegalActionError, WrongSeatError
from engines.interface import NOBODY, PUBLIC, Json, State
from engines.logs import copied
from engines.registry import restore


class DiamoniakState(Table):
    """One game of Diamoniak; see ``engines.interface.State`` for what each method promises.

    The seat whose turn it is makes all decisions.
    """

    # -- whose decision ---------------------------------------------------------------------------------------

    def actor(self) -> int:
        if self.phase == OVER:
            return NOBODY
        return self.seat

    def deciders(self) -> tuple[int, ...]:
        if self.phase == OVER:
            return ()
        return (self.seat,)

    def decision(self) -> str:
        return DECISIONS[self.phase]

    # -- actions ----------------------------------------------------------------------------------------------

    def legal_actions(self, seat: int = -1) -> list[int]:
        self._require_seat(seat)
        return legal(self) if seat in (-1, self.seat) else []

    def apply(self, action: int, seat: int = -1) -> None:
        perform(self, action)
        settle(self)

    def play(self, seat: object, action: object) -> None:
        seat = seat_number(seat)
        action = action_number(action)
        if self.phase == OVER:
            raise GameOverError("The game is over: there is nothing left to decide.")
        self._require_seat(seat)
        if seat != self.seat:
            raise WrongSeatError(f"It is the decision of seat {self.seat}, not of seat {seat}. Wait for your turn.")
        options = legal(self)
        if action not in options:
            actions.require_action(action)
            choices = ", ".join(f"{action} ({actions.action_name(action)})" for action in options[:6])
            more = f" and {len(options) - 6} more" if len(options) > 6 else ""
            raise IllegalActionError(
                f"{actions.action_name(action)!r} (action {action}) is not possible at {self.decision()}. "
                f"Choose one of: {choices}{more}."
            )
        self.apply(action)

    def action_name(self, action: int) -> str:
        return actions.action_name(action)

    def action_json(self, action: int) -> Json:
        return actions.action_json(action)

    # -- the end ----------------------------------------------------------------------------------------------

    def is_over(self) -> bool:
        return self.phase == OVER

    def is_capped(self) -> bool:
        return is_capped(self)

    def ranks(self) -> list[int]:
        if self.phase != OVER:
            raise GameNotOverError("The game still runs: ask for ranks when is_over() is true.")
        return ranks(self)

    def progress(self) -> list[list[int]]:
        return progress(self)

    # -- what is seen -----------------------------------------------------------------------------------------

    def view(self, seat: object) -> Json:
        seat = seat_number(seat)
        if seat != PUBLIC:
            self._require_seat(seat)
        return view_of(self, seat)

    def events(self, seat: object, since: int = 0) -> list[Json]:
        seat = seat_number(seat)
        if seat != PUBLIC:
            self._require_seat(seat)
        return [copied(event) for event in (self.log or [])[max(since, 0) :]]

    def event_count(self) -> int:
        return len(self.log or [])

    # -- copies -----------------------------------------------------------------------------------------------

    def clone(self) -> "DiamoniakState":
        return self._copy(self.deal, self.deck, self.dealt)

    def resample(self, seat: int, rng: Random) -> "DiamoniakState":
        """Nobody knows more than the table shows: shuffle the draw pile and take new chance for reshuffles."""
        if seat != PUBLIC:
            self._require_seat(seat)
        return self._copy(imagined_deal(rng), imagined_pile(self.draw_pile(), rng), 0)

    def _copy(self, deal: Deal, deck: list[int], dealt: int) -> "DiamoniakState":
        return DiamoniakState(
            self.variant,
            deal,
            deck,
            dealt,
            self.parts[:],
            self.colour[:],
            self.diamonds[:],
            self.fairies[:],
            self.witches,
            self.seat,
            self.turn,
            self.phase,
            self.drawn,
            self.reshuffles,
            None,
        )

    def save(self) -> Json:
        return saved_state(self)

    def __reduce__(self) -> tuple[Callable[[Json], State], tuple[Json]]:
        """Pickle and deepcopy by way of ``save``: compiled classes have neither of their own."""
        return restore, (self.save(),)

    # -- small helpers ----------------------------------------------------------------------------------------

    def _require_seat(self, seat: int) -> None:
        if not -1 <= seat < self.seats:
            raise WrongSeatError(f"There is no seat {seat}. {self.variant.title} has seats 0 to {self.seats - 1}.")
