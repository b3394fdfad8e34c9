"""A game of Karma behind the interface of all games."""

from random import Random

from engines.border import action_number, seat_number
from engines.errors import GameNotOverError, GameOverError, IllegalActionError, WrongSeatError
from engines.interface import NOBODY, PUBLIC, Json
from engines.karma import actions, save
from engines.karma.actions import CHOOSE
from engines.karma.ending import progress, ranks
from engines.karma.legal import legal, legal_choices, legal_main
from engines.karma.resample import hide_and_deal
from engines.karma.table import CHOOSE_UP, DECISIONS, MAIN, NOT_CHOSEN, OVER, Table
from engines.karma.turn import choose, is_capped, perform, settle
from engines.karma.view import view
from engines.registry import restore


class KarmaState(Table):
    """One game of Karma; see ``engines.interface.State`` for what each method promises."""

    def actor(self) -> int:
        if self.current == OVER:
            return NOBODY
        return self.deciders()[0] if self.current == CHOOSE_UP else self.active

    def deciders(self) -> tuple[int, ...]:
        if self.current == OVER:
            return ()
        if self.current == CHOOSE_UP:
            return tuple([seat for seat, place in enumerate(self.seats) if place.chosen == NOT_CHOSEN])
        return (self.active,)

    def decision(self) -> str:
        return DECISIONS[self.current]

    def legal_actions(self, seat: int = -1) -> list[int]:
        if self.current == MAIN and seat == -1:  # the usual case first: search asks this most
            return legal_main(self)
        if seat != -1:
            self._check_seat(seat)
        if self.current == CHOOSE_UP:
            return legal_choices(self, self.actor() if seat == -1 else seat)
        if self.current == OVER or seat not in (-1, self.active):
            return []
        return legal(self)

    def apply(self, action: int, seat: int = -1) -> None:
        if action < CHOOSE:
            perform(self, action)
        else:
            choose(self, self.actor() if seat == -1 else seat, action)
        settle(self)

    def play(self, seat: object, action: object) -> None:
        seat = seat_number(seat)
        action = action_number(action)
        self._check_seat(seat)
        if self.current == OVER:
            raise GameOverError("The game is over: no more actions are taken. Its result is in ranks().")
        if seat not in self.deciders():
            asked = ", ".join(str(number) for number in self.deciders())
            raise WrongSeatError(f"Seat {seat} is not asked now. The decision {self.decision()} belongs to: {asked}.")
        if action not in self.legal_actions(seat):
            name = actions.name(action)
            raise IllegalActionError(
                f"Seat {seat} may not {name!r} (action {action}) at the decision {self.decision()}. "
                "Choose an id from legal_actions()."
            )
        self.apply(action, seat)

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self.seats):
            raise WrongSeatError(f"There is no seat {seat}: {self.variant.slug} has seats 0 to {len(self.seats) - 1}.")

    def action_name(self, action: int) -> str:
        return actions.name(action)

    def action_json(self, action: int) -> Json:
        return actions.describe(action)

    def is_over(self) -> bool:
        return self.current == OVER

    def is_capped(self) -> bool:
        return is_capped(self)

    def ranks(self) -> list[int]:
        if self.current != OVER:
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
        return self.log.seen_by(seat, since) if self.log else []

    def event_count(self) -> int:
        return len(self.log.entries) if self.log else 0

    def clone(self) -> "KarmaState":
        return KarmaState(
            self.variant,
            self.rules,
            self.strict,
            self.first,
            self.draw,
            self.drawn,
            self.pile[:],
            self.box,
            [place.copy() for place in self.seats],
            self.outs[:],
            self.current,
            self.active,
            self.turn,
            self.top,
        )

    def resample(self, seat: int, rng: Random) -> "KarmaState":
        if seat != PUBLIC:
            self._check_seat(seat)
        copy = self.clone()
        hide_and_deal(copy, seat, rng)
        return copy

    def save(self) -> Json:
        return save.write(self)

    def __deepcopy__(self, memo: dict[int, object]) -> "KarmaState":
        copy = self.clone()
        if self.log:
            copy.log = self.log.copy()
        return copy

    def __copy__(self) -> "KarmaState":
        return self.__deepcopy__({})

    def __reduce__(self) -> tuple[object, ...]:
        return (restore, (self.save(),))
