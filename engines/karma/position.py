"""Any position in a few lines, by card names."""

from collections.abc import Mapping, Sequence
from typing import Final

from engines.border import short
from engines.errors import PositionError, UnknownCardError
from engines.karma.cards import CARDS, COPIES, EMPTY, KINDS, NAMES, NO_CARD, PLAY_TABLE_CARD, kind_of, parse, zone_of
from engines.karma.check import check_position
from engines.karma.events import Log
from engines.karma.fits import FREE
from engines.karma.setup import DEALT
from engines.karma.state import KarmaState
from engines.karma.table import CHOOSE_UP, EMPTY_SLOTS, MAIN, NOT_CHOSEN, RULES_VERSION, SLOTS, Holding
from engines.karma.turn import HAND_SIZE, TURN_CAP
from engines.karma.turn import settle as carry_out_forced
from engines.registry import variant as variant_called
from engines.variants import Variant

Cards = str | Sequence[str | int]
"""``"3 7 T"`` or ``["3", 7, "T"]``."""
PerSeat = Sequence[Cards | None] | Mapping[int, Cards]
"""One entry per seat (``None`` or left out: any cards), or a mapping from seats."""

_EMPTY_SLOTS: Final = ("-", ".", "None")


def position(
    variant: str | Variant,
    *,
    hands: PerSeat = (),
    up: PerSeat = (),
    down: PerSeat = (),
    pile: Cards = (),
    draw: int | Cards | None = None,
    box: Cards | None = None,
    known: PerSeat = (),
    turn: int = 0,
    first: int = 0,
    turn_number: int = 1,
    out: Sequence[int] = (),
    choosing: bool = False,
    chosen: PerSeat = (),
    settle: bool = False,
    record: bool = False,
) -> KarmaState:
    """A game at the start of a main action, with the cards that you name; the rest is filled in.

    >>> from engines.karma import position
    >>> state = position("karma-2", hands=["8 9 12"], pile="9", turn=0)
    >>> [state.action_name(action) for action in state.legal_actions()]
    ['play 9', 'play 12', 'take the pile']

    Cards are ``1`` to ``16``, ``T``, ``B``, ``F`` and ``G``, in a text or a list. ``hands``, ``up`` and ``down``
    have an entry per seat; ``""`` is an empty zone, ``None`` or no entry means "any cards". ``down`` fills slots
    0, 1, 2; ``-`` is an empty slot. ``pile`` runs from bottom to top.

    ``draw`` is a number of cards, or the cards in the order in which they will be drawn. Not named, it is empty if
    you named a hand of fewer than three cards or a seat without cards, and else takes what is left. With ``draw``
    named, what is left lies in the ``box``. ``known`` is the part of each hand that everyone saw its seat take.

    Filled in are three cards for each hand, face-up and face-down zone that you did not name, as long as there are
    cards; such a hand has a Karma card, so that its seat has a choice. The fill is always the same.

    ``turn`` is the active seat. The first decision is shown even if it leaves no choice (one legal action), so that
    it can be looked at; ``settle=True`` carries it out as in a game. ``out`` is the order in which the seats
    without cards went out.

    ``choosing=True`` is the decision CHOOSE_UP instead, before the first turn: six cards in each hand, three face
    down, the rest to draw (cards named in ``draw`` come first). ``chosen`` has three of the hand for each seat that
    has chosen already; nobody else knows them yet.

    >>> state = position("karma-3", choosing=True, hands=["2 3 4 5 5 G", "1 1 9 T B F"], chosen={1: "T B F"}, first=2)
    >>> state.decision(), state.deciders()
    ('CHOOSE_UP', (0, 2))

    Raises ``UnknownCardError`` or ``PositionError``.
    """
    played = variant_called(variant) if isinstance(variant, str) else variant
    builder = _Builder(played)
    builder.name_seats(hands, up, down)
    builder.name_piles(pile, draw, box)
    if choosing:
        _check_nothing_happened(known, turn, turn_number, out)
        builder.fill_dealt(draw)
        state = builder.build_choosing(first, chosen)
    else:
        _require(not chosen, "Seats have chosen only while choosing=True: afterwards the cards lie in up.")
        builder.fill(draw, box)
        state = builder.build(turn, first, turn_number, out, known)
    if record:
        state.log = Log()
    if settle:
        carry_out_forced(state)
    return state


class _Builder:
    """Collects the named cards, then fills the zones that are left."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.left = [COPIES] * KINDS
        self.hands: list[list[int] | None] = []
        self.ups: list[list[int] | None] = []
        self.downs: list[list[int] | None] = []
        self.pile: list[int] = []
        self.box: list[int] = []
        self.draw: list[int] = []

    def name_seats(self, hands: PerSeat, up: PerSeat, down: PerSeat) -> None:
        self.hands = [self._claim("hands", cards) for cards in self._per_seat("hands", hands)]
        self.ups = [self._claim("up", cards) for cards in self._per_seat("up", up)]
        self.downs = [self._claim_slots(cards) for cards in self._per_seat("down", down)]

    def name_piles(self, pile: Cards, draw: int | Cards | None, box: Cards | None) -> None:
        self.pile = self._claim("pile", pile) or []
        self.box = self._claim("box", box) or []
        if type(draw) is int or draw is None:
            return
        if isinstance(draw, int) or not isinstance(draw, Sequence):
            raise PositionError(f"draw is a number of cards, or the cards as a text or a list, not {short(draw)}.")
        self.draw = self._claim("draw", draw) or []

    def _per_seat(self, zone: str, cards: PerSeat) -> list[Cards | None]:
        seats = self.variant.seats
        if isinstance(cards, str):
            raise PositionError(f"{zone} needs an entry per seat, e.g. [{cards!r}], not one text.")
        if not isinstance(cards, Mapping | Sequence):
            raise PositionError(f"{zone} needs a list with an entry per seat, not {short(cards)}.")
        named = dict(cards) if isinstance(cards, Mapping) else dict(enumerate(cards))
        for seat in named:
            if type(seat) is not int or not 0 <= seat < seats:
                raise PositionError(
                    f"{zone} names seat {short(seat)}, but {self.variant.slug} has seats 0 to {seats - 1}."
                )
        return [named.get(seat) for seat in range(seats)]

    def _claim(self, zone: str, cards: Cards | None) -> list[int] | None:
        if cards is None:
            return None
        kinds = _kinds(zone, cards)
        for kind in kinds:
            self._use(kind)
        return kinds

    def _claim_slots(self, cards: Cards | None) -> list[int] | None:
        if cards is None:
            return None
        _check_cards("down", cards)
        names = cards.replace(",", " ").split() if isinstance(cards, str) else [str(card) for card in cards]
        if len(names) > SLOTS:
            raise PositionError(f"A seat has three face-down slots; {len(names)} cards are named.")
        slots = [NO_CARD if name in _EMPTY_SLOTS else kind_of(name) for name in names]
        for kind in slots:
            if kind != NO_CARD:
                self._use(kind)
        return slots + [NO_CARD] * (SLOTS - len(slots))

    def _use(self, kind: int) -> None:
        self.left[kind] -= 1
        if self.left[kind] < 0:
            raise UnknownCardError(f"The card {NAMES[kind]} is named more than {COPIES} times; Karma has {COPIES}.")

    def fill(self, draw: int | Cards | None, box: Cards | None) -> None:
        """Cards for the zones that were not named."""
        spare = _mixed(self.left)
        left_over = draw if isinstance(draw, int) else 0
        if left_over < 0 or left_over > len(spare):
            raise PositionError(f"The draw pile cannot have {left_over} cards: {len(spare)} of {CARDS} are not named.")
        no_draw = draw is None and self._draw_must_be_empty()
        for zones in (self.hands, self.ups, self.downs):
            for seat, cards in enumerate(zones):
                if cards is None:
                    zones[seat] = self._fill_zone(spare, left_over, zones is self.hands)
        if draw is None and not no_draw:
            self.draw = spare
        elif box is not None and len(spare) > left_over:
            raise PositionError(
                f"{len(spare) - left_over} cards have no place: name them, or leave out draw or box to take the rest."
            )
        else:
            if isinstance(draw, int):
                self.draw = [spare.pop(0) for _card in range(draw)]
            self.box += spare

    def fill_dealt(self, draw: int | Cards | None) -> None:
        """As before the first turn: whole hands, nobody shows cards, all others are to be drawn."""
        spare = _mixed(self.left)
        self.hands = [self._fill_zone(spare, 0, True, DEALT) if hand is None else hand for hand in self.hands]
        self.downs = [self._fill_zone(spare, 0, False) if down is None else down for down in self.downs]
        self.draw += spare
        if isinstance(draw, int) and draw != len(self.draw):
            raise PositionError(f"While choosing {len(self.draw)} cards are left to draw, not {draw}: leave out draw.")

    def _draw_must_be_empty(self) -> bool:
        """The rules let nobody have fewer than three hand cards while there are cards to draw."""
        return any(hand is not None and len(hand) < HAND_SIZE for hand in self.hands)

    def _fill_zone(self, spare: list[int], left_over: int, is_hand: bool, most: int = SLOTS) -> list[int]:
        room = min(most, len(spare) - left_over)
        cards: list[int] = []
        karma = [card for card in spare if card >= PLAY_TABLE_CARD]
        if is_hand and karma and room:
            spare.remove(karma[0])
            cards.append(karma[0])
        while len(cards) < room:
            cards.append(spare.pop(0))
        return cards

    def build(self, turn: int, first: int, turn_number: int, out: Sequence[int], known: PerSeat) -> KarmaState:
        self._check_numbers(turn, first, turn_number)
        top = self.pile[-1] if self.pile else FREE
        strict = self.variant.option("strictFollowUp") == 1
        box, draw, seats = zone_of(self.box), tuple(self.draw), self._holdings(known)
        state = KarmaState(
            self.variant, RULES_VERSION, strict, first, draw, 0, self.pile, box, seats, [], MAIN, turn, turn_number, top
        )
        state.outs = self._out_order(state, out)
        _verify(state)
        return state

    def build_choosing(self, first: int, chosen: PerSeat) -> KarmaState:
        self._check_numbers(0, first, 1)
        strict = self.variant.option("strictFollowUp") == 1
        draw, box, seats = tuple(self.draw), zone_of(self.box), self._holdings(())
        state = KarmaState(
            self.variant, RULES_VERSION, strict, first, draw, 0, self.pile, box, seats, [], CHOOSE_UP, first, 0, FREE
        )
        for seat, cards in enumerate(self._per_seat("chosen", chosen)):
            if cards is not None:
                state.seats[seat].chosen = _choice(seat, _kinds("chosen", cards), state.seats[seat].hand)
        _verify(state)
        return state

    def _holdings(self, known: PerSeat) -> list[Holding]:
        zones = zip(self.hands, self._per_seat("known", known), self.ups, self.downs, strict=True)
        return [
            Holding(
                zone_of(hand or []),
                len(hand or []),
                _zone_known(seen),
                zone_of(up or []),
                (*(down or []), *EMPTY_SLOTS)[:SLOTS],
                NOT_CHOSEN,
            )
            for hand, seen, up, down in zones
        ]

    def _check_numbers(self, turn: int, first: int, turn_number: int) -> None:
        last = self.variant.seats - 1
        for name, seat in (("turn", turn), ("first", first)):
            if type(seat) is not int or not 0 <= seat <= last:
                raise PositionError(f"{name}={short(seat)} is no seat: {self.variant.slug} has seats 0 to {last}.")
        if type(turn_number) is not int or not 1 <= turn_number <= TURN_CAP:
            raise PositionError(f"turn_number={short(turn_number)} is not a turn: they run from 1 to {TURN_CAP}.")

    @staticmethod
    def _out_order(state: KarmaState, out: Sequence[int]) -> list[int]:
        without = [seat for seat, place in enumerate(state.seats) if place.has_no_cards()]
        if not isinstance(out, list | tuple) or not all(type(seat) is int for seat in out):
            raise PositionError(f"out needs a list of seats, not {short(out)}.")
        if out and sorted(out) != without:
            raise PositionError(f"out names the seats {list(out)}, but without cards are {without}.")
        return list(out) if out else without


def _require(holds: bool, sentence: str) -> None:
    if not holds:
        raise PositionError(sentence)


def _check_nothing_happened(known: PerSeat, turn: int, turn_number: int, out: Sequence[int]) -> None:
    """Arguments that say something of the turns, which come after the choice."""
    _require(not known, "While choosing nobody has taken cards: leave out known.")
    _require(not out, "While choosing nobody is out: leave out the argument out.")
    _require(turn == 0, "While choosing it is nobody's turn: leave out turn, and name who begins with first.")
    _require(turn_number in (0, 1), "While choosing no turns are counted: leave out turn_number.")


def _verify(state: KarmaState) -> None:
    try:
        check_position(state)
    except AssertionError as wrong:
        raise PositionError(f"The rules do not allow this position. {wrong}") from wrong


def _check_cards(zone: str, cards: Cards) -> None:
    """Callers need not be typed: a number alone is the usual slip."""
    if not isinstance(cards, Sequence):
        raise PositionError(f"{zone} needs cards as a text or a list, e.g. '3 7 T', not {short(cards)}.")


def _kinds(zone: str, cards: Cards) -> list[int]:
    _check_cards(zone, cards)
    return parse(cards if isinstance(cards, str) else [str(card) for card in cards])


def _zone_known(cards: Cards | None) -> int:
    kinds = [] if cards is None else _kinds("known", cards)
    if any(kinds.count(kind) > COPIES for kind in kinds):
        raise UnknownCardError(f"A card in known is named more than {COPIES} times; Karma has {COPIES}.")
    return zone_of(kinds)


def _choice(seat: int, kinds: list[int], hand: int) -> int:
    zone = zone_of(kinds) if len(kinds) == SLOTS else EMPTY
    if zone == EMPTY or zone & ~hand:
        raise PositionError(f"Seat {seat} can only choose three cards of its hand: name them in hands as well.")
    return zone


def _mixed(left: list[int]) -> list[int]:
    """The cards not named, in a fixed order in which neighbours differ."""
    order = [kind * 7 % KINDS for kind in range(KINDS)]
    return [kind for copy in range(COPIES) for kind in order if left[kind] > copy]
