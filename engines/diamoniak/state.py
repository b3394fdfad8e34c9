"""The rules of Diamoniak: one turn, card by card."""

from collections.abc import Callable
from random import Random

from engines.border import action_number, seat_number
from engines.chance import Deal
from engines.diamoniak import actions
from engines.diamoniak.actions import DRAW, FIRST_PAYMENT, PAY, STOP, USE_FAIRY
from engines.diamoniak.cards import (
    CARD_NAMES,
    COLOUR_LETTERS,
    DIAMOND,
    FAIRY,
    NO_COLOUR,
    PARTS_PER_CASTLE,
    WITCH,
    names,
)
from engines.diamoniak.save import saved_state
from engines.diamoniak.table import (
    CONTINUE,
    DECISIONS,
    IN_DRAW,
    OVER,
    PAYING,
    PENALTY,
    PRICE,
    RETURNED,
    START,
    TURN_CAP,
    WITCH_MET,
    Table,
)
from engines.diamoniak.view import view_of
from engines.errors import GameNotOverError, GameOverError, IllegalActionError, WrongSeatError
from engines.interface import NOBODY, PUBLIC, Json, State
from engines.logs import copied
from engines.registry import restore


class DiamoniakState(Table):
    """A game in progress. The seat whose turn it is makes all decisions."""

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
        if self.phase == OVER or seat not in (-1, self.seat):
            return []
        if self.phase == START:
            return [DRAW, *self.offers()]
        if self.phase == CONTINUE:
            offers = self.offers() if self.variant.option("buyAfterDraw") else []
            return [DRAW, STOP, *offers]
        if self.phase == WITCH_MET:
            return [USE_FAIRY, PAY]
        return actions.payment_ids(self.payable(self.seat))

    def apply(self, action: int, seat: int = -1) -> None:
        if action == DRAW:
            self._draw()
        elif action == STOP:
            self._stop()
        elif action == USE_FAIRY:
            self._use_fairy()
        elif action == PAY:
            self._ask_payment()
        elif action < FIRST_PAYMENT:
            self._buy(actions.seller_of(action), actions.part_of(action))
        else:
            self._pay(list(actions.payment_of(action)))
        self.settle()

    def play(self, seat: object, action: object) -> None:
        seat = seat_number(seat)
        action = action_number(action)
        if self.phase == OVER:
            raise GameOverError("The game is over: there is nothing left to decide.")
        self._require_seat(seat)
        if seat != self.seat:
            raise WrongSeatError(f"It is the decision of seat {self.seat}, not of seat {seat}. Wait for your turn.")
        legal = self.legal_actions()
        if action not in legal:
            actions.require_action(action)
            choices = ", ".join(f"{each} ({actions.action_name(each)})" for each in legal[:6])
            more = f" and {len(legal) - 6} more" if len(legal) > 6 else ""
            raise IllegalActionError(
                f"{actions.action_name(action)!r} (action {action}) is not possible at {self.decision()}. "
                f"Choose one of: {choices}{more}."
            )
        self.apply(action)

    def action_name(self, action: int) -> str:
        return actions.action_name(action)

    def action_json(self, action: int) -> Json:
        return actions.action_json(action)

    def settle(self) -> None:
        """Play the turns' beginnings that leave no choice: who cannot buy must draw."""
        while self.phase == START and not self.offers():
            self._draw()

    def _stop(self) -> None:
        if self.log is not None:
            self.log.append({"type": "stop", "seat": self.seat})
        self._end_turn()

    # -- drawing ----------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        if self.dealt == len(self.deck):
            self._reshuffle()
        card = self.deck[self.dealt]
        self.dealt += 1
        self.drawn += 1
        if self.log is not None:
            self.log.append({"type": "draw", "seat": self.seat, "card": CARD_NAMES[card]})
        self.phase = CONTINUE
        if card == WITCH:
            self._meet_witch()
        elif card == DIAMOND:
            self.diamonds[self.seat] += 1
        elif card == FAIRY:
            self.fairies[self.seat] += 1
        else:
            self._take_part(card)

    def _reshuffle(self) -> None:
        """The returned cards become the draw pile, from a stream of this reshuffle's own."""
        self.deck = self.returned()
        self.dealt = 0
        self.reshuffles += 1
        self.deal.stream("reshuffle", self.reshuffles).shuffle(self.deck)
        self.place = [IN_DRAW if place == RETURNED else place for place in self.place]
        self.diamonds[RETURNED] = 0
        self.fairies[RETURNED] = 0
        self.witches = 0
        if self.log is not None:
            self.log.append({"type": "reshuffle", "cards": len(self.deck)})

    def _take_part(self, part: int) -> None:
        """A seat that builds nothing must start a free colour; its older parts of that colour join the castle."""
        self.place[part] = self.seat
        colour = part // PARTS_PER_CASTLE
        if self.colour[self.seat] == NO_COLOUR and self.builder_of(colour) < 0:
            self.colour[self.seat] = colour
            if self.log is not None:
                letter = COLOUR_LETTERS[colour]
                own = names(self.castle(self.seat))
                self.log.append({"type": "build", "seat": self.seat, "colour": letter, "castle": own})
        self._check_victory()

    # -- the witch --------------------------------------------------------------------------------------------

    def _meet_witch(self) -> None:
        if self.fairies[self.seat] > 0:
            self.phase = WITCH_MET
        else:
            self._ask_payment()

    def _use_fairy(self) -> None:
        self.fairies[self.seat] -= 1
        self.fairies[RETURNED] += 1
        self.witches += 1
        if self.log is not None:
            self.log.append({"type": "fairy", "seat": self.seat})
        self._end_turn()

    def _ask_payment(self) -> None:
        """Three cards or fewer all go; four or more diamonds and nothing else leave no choice either."""
        cards = self.payable(self.seat)
        if len(cards) <= PENALTY:
            self._pay(cards)
        else:
            self.phase = PAYING

    def _pay(self, cards: list[int]) -> None:
        for card in cards:
            if card == DIAMOND:
                self.diamonds[self.seat] -= 1
                self.diamonds[RETURNED] += 1
            elif card == FAIRY:
                self.fairies[self.seat] -= 1
                self.fairies[RETURNED] += 1
            else:
                self.place[card] = RETURNED
        self.witches += 1
        if self.log is not None:
            self.log.append({"type": "pay", "seat": self.seat, "cards": names(cards)})
        self._free_colour()
        self._end_turn()

    def _free_colour(self) -> None:
        """Who has no part of the colour left builds it no longer, unless colours are locked."""
        colour = self.colour[self.seat]
        if colour == NO_COLOUR or self.castle_size(self.seat) > 0 or self.variant.option("lockColour"):
            return
        self.colour[self.seat] = NO_COLOUR
        if self.log is not None:
            self.log.append({"type": "free", "seat": self.seat, "colour": COLOUR_LETTERS[colour]})

    # -- buying -----------------------------------------------------------------------------------------------

    def _buy(self, seller: int, part: int) -> None:
        self.diamonds[self.seat] -= PRICE
        self.diamonds[seller] += PRICE
        self.place[part] = self.seat
        if self.log is not None:
            self.log.append({"type": "buy", "seat": self.seat, "seller": seller, "card": CARD_NAMES[part]})
        self._check_victory()
        if self.phase != OVER:
            self._end_turn()

    # -- end of turn, end of game -----------------------------------------------------------------------------

    def _check_victory(self) -> None:
        if self.castle_size(self.seat) == PARTS_PER_CASTLE:
            self._finish()

    def _end_turn(self) -> None:
        if self.turn == TURN_CAP:
            self._finish()
            return
        self.turn += 1
        self.seat = (self.seat + 1) % self.seats
        self.drawn = 0
        self.phase = START
        if self.log is not None:
            self.log.append({"type": "turn", "seat": self.seat, "turn": self.turn})

    def _finish(self) -> None:
        self.phase = OVER
        if self.log is not None:
            self.log.append({"type": "end", "ranks": self.ranks(), "capped": self.is_capped()})

    def is_over(self) -> bool:
        return self.phase == OVER

    def is_capped(self) -> bool:
        return self.phase == OVER and self.castle_size(self.seat) < PARTS_PER_CASTLE

    def ranks(self) -> list[int]:
        """The full castle wins. At the cap the most castle cards win, then the most diamonds; equals share."""
        if self.phase != OVER:
            raise GameNotOverError("The game still runs: ask for ranks when is_over() is true.")
        progress = self.progress()
        if not self.is_capped():
            return [1 if seat == self.seat else 2 for seat in range(self.seats)]
        best = max(progress)
        return [1 if each == best else 1 + progress.count(best) for each in progress]

    def progress(self) -> list[list[int]]:
        """Per side: castle cards, diamonds."""
        return [[self.castle_size(seat), self.diamonds[seat]] for seat in range(self.seats)]

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
            self.place[:],
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


def imagined_deal(rng: Random) -> Deal:
    """Chance for the reshuffles to come, from ``rng`` alone."""
    return Deal(rng.getrandbits(256).to_bytes(32, "big"))


def imagined_pile(pile: list[int], rng: Random) -> list[int]:
    """A random order of a draw pile that owes nothing to its true order."""
    shuffled = sorted(pile)
    rng.shuffle(shuffled)
    return shuffled
