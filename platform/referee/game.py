"""Play one game between seats behind channels.

    record = play_game("karma-2", [channel, channel], SealedDeal.fresh())

The loop knows no game: it asks the engine who decides, asks those seats, and applies the answers. Seats that decide
at the same time are all asked before any answer is read, and none sees a trace of another's choice.
"""

import secrets
import traceback
from collections.abc import Sequence
from contextlib import ExitStack

from engines.interface import State
from referee.channels.base import Channel, Json
from referee.clock import TimeControl
from referee.course import Course
from referee.deal import SealedDeal
from referee.faults import BotFault, Fault, VoidError
from referee.messages import GameFacts, action_words
from referee.observer import Observer, Opening
from referee.record import DecisionTime, GameRecord
from referee.replay import ReplayAction, Termination
from referee.seat import SeatInPlay
from referee.substitute import Substitute, house_substitute
from referee.turns import as_answered

FIRST_SEAT = 0
"""Seat 0 begins every rated game; entrants move around the table instead (blocks)."""


def play_game(
    slug: str,
    channels: Sequence[Channel],
    deal: SealedDeal,
    *,
    control: TimeControl | None = None,
    first_seat: int | None = FIRST_SEAT,
    game_id: str | None = None,
    observer: Observer | None = None,
    substitute: Substitute = house_substitute,
) -> GameRecord:
    """Play a game to its end and close all channels.

    Bots' failures and our own are both results, told apart by ``record.termination``. Raises only for a call that
    makes no sense: an unknown variant (``EngineError``) or the wrong number of channels (``ValueError``).
    """
    game = Game(
        slug,
        channels,
        deal,
        control=control or TimeControl(),
        first_seat=first_seat,
        game_id=game_id or secrets.token_hex(8),
        observer=observer or Observer(),
        substitute=substitute,
    )
    return game.play()


class Game:
    """One game in progress."""

    def __init__(
        self,
        slug: str,
        channels: Sequence[Channel],
        deal: SealedDeal,
        *,
        control: TimeControl,
        first_seat: int | None,
        game_id: str,
        observer: Observer,
        substitute: Substitute,
    ) -> None:
        self._course = Course(slug, deal, first_seat)
        self.variant = self._course.variant
        if len(channels) != self.variant.seats:
            raise ValueError(f"{slug} has {self.variant.seats} seats, but {len(channels)} bots were given.")
        self.deal = deal
        rules = self._course.rules_version
        self.facts = GameFacts(game_id, self.variant, rules, deal.commitment, control, memory_mb=0)
        self._observer = observer
        self._is_watched = type(observer).acted is not Observer.acted
        self._substitute = substitute
        self._seats = [SeatInPlay(number, channel, control) for number, channel in enumerate(channels)]
        self._faults: list[Fault] = []

    @property
    def _state(self) -> State:
        """Held by the course alone: two names for it would drift apart as soon as one is set."""
        return self._course.state

    def play(self) -> GameRecord:
        names = tuple(seat.label.name for seat in self._seats)
        self._observer.started(Opening(self.facts.game_id, self.variant, self.facts.commitment, names))
        try:
            self._open()
            course = self._course
            while not course.state.is_over() and course.goes_on():
                self._decide()
            record = self._finish()
        except VoidError as error:
            record = self._void(str(error), error)
        except Exception as error:  # a failure of ours, whatever it is, must never be charged to a bot
            record = self._void(traceback.format_exc(), error)
        finally:
            self._close()
        self._observer.ended(record)
        return record

    def _open(self) -> None:
        """Start every bot, also after one has failed: several may fail, and each has a right to its own report."""
        for seat in self._seats:
            seat.greet(self.facts, self.deal.bot_random(seat.number))
        for seat in as_answered(self._seats):
            try:
                seat.hear_ready()
            except BotFault as fault:
                self._fail(seat, fault)
        if self._goes_on():
            for failed in self._faults:
                self._stand_in(self._seats[failed.seat])

    def _decide(self) -> None:
        """The next decision, of one seat or of several that must not see each other's."""
        state = self._state
        deciders = state.deciders()
        if len(deciders) > 1:
            self._decide_together([self._seats[number] for number in deciders])
            return
        seat = self._seats[deciders[0]]
        request = seat.request(state)
        self._observer.asked(seat.number)
        seat.ask(request)
        choice = self._choice(seat, request)
        if choice is not None:
            self._apply(choice)
        elif self._goes_on():
            self._apply(self._house_choice(seat, request))

    def _decide_together(self, seats: list[SeatInPlay]) -> None:
        """Ask all, then read the answers as they come, then apply them in the order of seats.

        All requests are built before anybody is asked, and nothing is applied before everybody has answered.
        """
        requests = {seat.number: seat.request(self._state) for seat in seats}
        for seat in seats:
            self._observer.asked(seat.number)
            seat.ask(requests[seat.number])
        choices = {seat.number: self._choice(seat, requests[seat.number]) for seat in as_answered(seats)}
        if not self._goes_on():
            return
        for seat in seats:
            self._apply(choices[seat.number] or self._house_choice(seat, requests[seat.number]))

    def _choice(self, seat: SeatInPlay, request: Json) -> ReplayAction | None:
        """The seat's answer, or None when it has just failed."""
        try:
            return seat.answer(request)
        except BotFault as fault:
            if seat.fault:
                raise VoidError(f"The house bot standing in for seat {seat.number} failed: {fault}") from fault
            self._fail(seat, fault)
            return None

    def _house_choice(self, seat: SeatInPlay, request: Json) -> ReplayAction:
        self._stand_in(seat)
        seat.ask(request)
        return seat.answer(request)

    def _apply(self, choice: ReplayAction) -> None:
        if not self._is_watched:
            self._course.apply(choice)
            return
        state = self._state
        name = action_words(state, choice.action, self._observer.language) if self._observer.names_actions else ""
        self._course.apply(choice)
        self._observer.acted(state, choice.seat, name, choice.charged_ms)

    def _goes_on(self) -> bool:
        return self._course.goes_on()

    def _fail(self, seat: SeatInPlay, fault: BotFault) -> None:
        recorded = seat.fail(fault, len(self._course.actions))
        self._course.fail(seat.number, fault.kind)
        self._faults.append(recorded)
        self._observer.failed(recorded)

    def _stand_in(self, seat: SeatInPlay) -> None:
        seed = bytes.fromhex(self.deal.bot_random(seat.number))
        seat.stand_in(self._substitute(self.variant.slug, seed))

    def _finish(self) -> GameRecord:
        course = self._course
        ranks, termination = course.ranks(), course.termination()
        for seat in self._seats:
            seat.tell_end(self._state, ranks, termination.value)
        self._close()
        return GameRecord(
            game_id=self.facts.game_id,
            variant=self.variant,
            commitment=self.facts.commitment,
            termination=termination,
            ranks=tuple(ranks),
            progress=course.progress(),
            faults=tuple(self._faults),
            decisions=tuple(
                DecisionTime(played.seat, decision, played.charged_ms, played.wall_ms)
                for played, decision in zip(course.actions, course.decisions, strict=True)
            ),
            seats=tuple(seat.report for seat in self._seats),
            replay=course.replay(self.facts.game_id, [seat.label for seat in self._seats]),
        )

    def _close(self) -> None:
        with ExitStack() as stack:  # each is closed, whatever happens to another
            for seat in self._seats:
                stack.callback(seat.close)
            for seat in self._seats:
                seat.hang_up()

    def _void(self, reason: str, error: Exception) -> GameRecord:
        facts = self.facts
        return GameRecord(
            facts.game_id, self.variant, facts.commitment, Termination.VOID, void_reason=reason, void_error=error
        )
