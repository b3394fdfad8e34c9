"""A game of Karmaka behind the interface of all games."""

from random import Random

from engines.border import action_number, seat_number
from engines.errors import GameNotOverError, GameOverError, IllegalActionError, WrongSeatError
from engines.interface import NOBODY, PUBLIC, Json
from engines.karmaka import actions, save
from engines.karmaka.ending import is_capped, progress, ranks
from engines.karmaka.legal import legal
from engines.karmaka.resample import hide_and_deal
from engines.karmaka.table import FRAME_NAMES, Table
from engines.karmaka.turn import advance
from engines.karmaka.view import view
from engines.registry import restore


class KarmakaState(Table):
    """One game of Karmaka; see ``engines.interface.State`` for what each method promises."""

    def actor(self) -> int:
        if self.over:
            return NOBODY
        return self.top.seat

    def deciders(self) -> tuple[int, ...]:
        if self.over:
            return ()
        return (self.top.seat,)

    def decision(self) -> str:
        return "" if self.over else FRAME_NAMES[self.top.step]

    def legal_actions(self, seat: int = -1) -> list[int]:
        if seat != -1:
            self._check_seat(seat)
        if self.over or seat not in (-1, self.top.seat):
            return []
        return legal(self)

    def apply(self, action: int, seat: int = -1) -> None:
        advance(self, action)

    def play(self, seat: object, action: object) -> None:
        seat = seat_number(seat)
        action = action_number(action)
        self._check_seat(seat)
        if self.over:
            raise GameOverError("The game is over: no more actions are taken. Its result is in ranks().")
        if seat != self.actor():
            raise WrongSeatError(
                f"Seat {seat} is not asked now. The decision {self.decision()} belongs to seat {self.actor()}."
            )
        if action not in legal(self):
            raise IllegalActionError(
                f"Seat {seat} may not {actions.name(action)!r} (action {action}) at the decision {self.decision()}. "
                "Choose an id from legal_actions()."
            )
        advance(self, action)

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.layout.seats:
            raise WrongSeatError(
                f"There is no seat {seat}: {self.variant.slug} has seats 0 to {self.layout.seats - 1}."
            )

    def action_name(self, action: int) -> str:
        return actions.name(action)

    def action_json(self, action: int) -> Json:
        return actions.describe(action)

    def is_over(self) -> bool:
        return self.over

    def is_capped(self) -> bool:
        return is_capped(self)

    def ranks(self) -> list[int]:
        if not self.over:
            raise GameNotOverError("The game still runs. Ask for ranks when is_over() is true.")
        return ranks(self)

    def progress(self) -> list[list[int]]:
        return progress(self)

    def view(self, seat: object) -> Json:
        seat = seat_number(seat)
        if seat != PUBLIC:
            self._check_seat(seat)
        return view(self, seat)

    def events(self, seat: object, since: int = 0) -> list[Json]:
        seat = seat_number(seat)
        if seat != PUBLIC:
            self._check_seat(seat)
        return self.log.seen_by(seat, since) if self.log is not None else []

    def event_count(self) -> int:
        return len(self.log.entries) if self.log is not None else 0

    def clone(self) -> "KarmakaState":
        places = [place.clone() for place in self.places]
        copy = KarmakaState(self.variant, self.layout, self.deal, self.first, self.rules, places)
        self.copy_into(copy)
        return copy

    def resample(self, seat: int, rng: Random) -> "KarmakaState":
        if seat != PUBLIC:
            self._check_seat(seat)
        copy = self.clone()
        hide_and_deal(copy, seat, rng)
        return copy

    def save(self) -> Json:
        return save.write(self)

    def __deepcopy__(self, memo: dict[int, object]) -> "KarmakaState":
        copy = self.clone()
        if self.log is not None:
            copy.log = self.log.copy()
        return copy

    def __copy__(self) -> "KarmakaState":
        return self.__deepcopy__({})

    def __reduce__(self) -> tuple[object, ...]:
        return (restore, (self.save(),))
