"""Set up any position in a few lines, by card names."""

from collections.abc import Mapping, Sequence

from engines.chance import Deal
from engines.errors import PositionError, UnknownCardError
from engines.karmaka.bags import bag_of
from engines.karmaka.cards import COPIES, NAMES, NO_CARD, full_deck, kind_of
from engines.karmaka.layout import DECK_DEALT, HAND_DEALT, LEVELS, RINGS, TRANSCENDENCE, layout
from engines.karmaka.memory import unknown_cards
from engines.karmaka.setup import bare_table
from engines.karmaka.slots import FRESH, MIXED, NOBODY_YET, slot
from engines.karmaka.state import KarmakaState
from engines.karmaka.table import PLAY, Table
from engines.karmaka.turn import begin_turn, run_steps
from engines.karmaka.turn import settle as settle_table
from engines.karmaka.view import GAME
from engines.registry import variant as variant_of_slug
from engines.variants import Variant

Cards = str | Sequence[str] | int | None
"""Names from bottom to top, as a list or ``"Peek, Spite"``; or just how many cards; or ``None`` for the default."""
PerSeat = Sequence[Cards] | Mapping[int, Cards]
"""One entry per seat, from seat 0, or a mapping from seats."""


def position(
    variant: str | Variant,
    *,
    hands: PerSeat = (),
    decks: PerSeat = (),
    futures: PerSeat = (),
    deeds: PerSeat = (),
    ruins: Cards = None,
    well: Cards = None,
    levels: Sequence[int | str] = (),
    rings: Sequence[int] = (),
    turn: int = 0,
    turn_number: int = 1,
    at: str = "turn",
    deal: Deal | None = None,
    settle: bool = False,
    record: bool = False,
) -> KarmakaState:
    """A state with the cards where you want them.

    >>> state = position("karmaka-2", hands=[["Denial", "Salvage"]], ruins=["Peek", "Spite"], at="play")
    >>> [state.action_name(action) for action in state.legal_actions()][:2]
    ['play Denial as a Deed', 'play Salvage as a Deed']

    ``hands``, ``decks``, ``futures``, ``deeds``: cards per seat, from seat 0, or a mapping from seats to cards. Cards
    are a list of names, from bottom to top where there is an order, or a text with commas, or a number of cards that
    do not matter, or ``None``. Seats left out count as ``None``: 4 cards in hand, 2 in the Deck, none elsewhere, as at
    the start of a game.
    ``ruins``, ``well``: the same for the common stacks; the Ruins are empty by default.
    Cards that do not matter, and those named nowhere, come shuffled by the ``deal``. The latter lie at the bottom of
    the Well; if ``well`` is given, at the bottom of Decks that are ``None``, from the seat after ``turn`` on, and if
    there are none, of Future Lives that are ``None``.
    ``levels``: 0 to 3, or names such as ``"Ape"``. ``rings``: per seat. Left out: as at the start of a game.
    ``turn``: the active seat. ``turn_number``: how many turns were begun, this one included, up to 300 per seat.
    ``at``: ``"turn"`` begins the turn, with its draw from the Deck or the reincarnation; ``"play"`` is right at the
    decision PLAY, the draw is over.
    ``deal``: the chance of reshuffles and random picks to come.
    ``settle``: play a forced first decision at once. Otherwise it can be looked at; later ones are played anyway.
    ``record``: keep events from here on.
    """
    chosen = _variant(variant)
    if not 0 <= turn < chosen.seats:
        raise PositionError(f"turn={turn}: {chosen.title} has seats 0 to {chosen.seats - 1}.")
    last = layout(chosen).turn_cap
    if not 1 <= turn_number <= last:
        raise PositionError(f"turn_number={turn_number}: turns are numbered 1 to {last}.")
    if at not in ("turn", "play"):
        raise PositionError(f"at={at!r}: use 'turn' (the turn begins) or 'play' (at the decision PLAY).")
    state = bare_table(chosen, deal or Deal.from_text("position"), turn, record)
    _Layer(state).lay(
        hands=_per_seat("hands", hands, chosen),
        decks=_per_seat("decks", decks, chosen),
        futures=_per_seat("futures", futures, chosen),
        deeds=_per_seat("deeds", deeds, chosen),
        ruins=ruins,
        well=well,
        turn=turn,
    )
    _set_levels(state, levels)
    _set_rings(state, rings)
    _start_memory(state)
    state.seat = turn
    state.turn = turn_number - 1
    _begin(state, turn, at)
    run_steps(state)
    if settle:
        settle_table(state)
    return state


def _variant(variant: str | Variant) -> Variant:
    known = variant_of_slug(variant) if isinstance(variant, str) else variant
    if known.game != GAME:
        raise PositionError(f"{known.slug} is not a variant of Karmaka: use karmaka-2, -3, -4, -2v2 or -wolf.")
    return known


def _per_seat(field: str, cards: PerSeat, variant: Variant) -> list[Cards]:
    if isinstance(cards, str):
        raise PositionError(f"{field} is a list with one entry per seat, not a single text: write [{cards!r}].")
    entries = dict(cards) if isinstance(cards, Mapping) else dict(enumerate(cards))
    for seat in entries:
        if not isinstance(seat, int) or not 0 <= seat < variant.seats:
            raise PositionError(f"{field} has an entry for seat {seat}: {variant.title} has {variant.seats} seats.")
    return [entries.get(seat) for seat in range(variant.seats)]


def _begin(state: KarmakaState, turn: int, at: str) -> None:
    if at == "turn":
        begin_turn(state, turn)
        return
    if not state.places[turn].hand:
        raise PositionError(f"Seat {turn} has no hand cards to play. Use at='turn', or give it some.")
    state.turn += 1
    state.push(PLAY, turn, NO_CARD)


class _Layer:
    """Lays cards in zones: named cards first, then those that do not matter, then the rest."""

    def __init__(self, state: Table) -> None:
        self.state = state
        self.left = list(COPIES)
        seats = range(state.layout.seats)
        self.hands: list[list[int]] = [[] for _seat in seats]
        self.decks: list[list[int]] = [[] for _seat in seats]
        self.futures: list[list[int]] = [[] for _seat in seats]
        self.deeds: list[list[int]] = [[] for _seat in seats]
        self.ruins: list[int] = []
        self.well: list[int] = []
        self.anonymous: list[tuple[list[int], int]] = []
        """Zones that wait for cards that do not matter, and how many."""

    def lay(
        self,
        *,
        hands: list[Cards],
        decks: list[Cards],
        futures: list[Cards],
        deeds: list[Cards],
        ruins: Cards,
        well: Cards,
        turn: int,
    ) -> None:
        state = self.state
        for seat in range(state.layout.seats):
            self._zone(f"hands[{seat}]", self.hands[seat], hands[seat], HAND_DEALT)
            self._zone(f"decks[{seat}]", self.decks[seat], decks[seat], DECK_DEALT)
            self._zone(f"futures[{seat}]", self.futures[seat], futures[seat], 0)
            self._zone(f"deeds[{seat}]", self.deeds[seat], deeds[seat], 0)
        self._zone("ruins", self.ruins, ruins, 0)
        self._zone("well", self.well, well, 0)
        rest = [kind for kind in full_deck() if self._take(kind)]
        state.deal.stream("position").shuffle(rest)
        for zone, size in self.anonymous:
            if size > len(rest):
                raise PositionError(f"There are only {len(rest)} cards left for a zone of {size}: name fewer cards.")
            zone.extend(rest[:size])
            rest = rest[size:]
        if well is None:
            self.well[:0] = rest
        else:
            self._hide_rest(rest, decks, futures, turn)
        self._put_on_table()

    def _zone(self, field: str, zone: list[int], cards: Cards, default: int) -> None:
        if cards is None:
            cards = default
        if isinstance(cards, int):
            if cards < 0:
                raise PositionError(f"{field}={cards}: a zone cannot have fewer than no cards.")
            self.anonymous.append((zone, cards))
            return
        if isinstance(cards, str):
            cards = [name for name in cards.split(",") if name.strip()]
        for name in cards:
            kind = kind_of(name)
            if not self._take(kind):
                raise UnknownCardError(f"{field}: there are only {COPIES[kind]} copies of {NAMES[kind]}.")
            zone.append(kind)

    def _take(self, kind: int) -> bool:
        if self.left[kind] == 0:
            return False
        self.left[kind] -= 1
        return True

    def _hide_rest(self, rest: list[int], decks: list[Cards], futures: list[Cards], turn: int) -> None:
        seats = self.state.layout.seats
        order = [(turn + step) % seats for step in range(1, seats + 1)]
        for zones, lists in ((self.decks, decks), (self.futures, futures)):
            free = [zones[seat] for seat in order if lists[seat] is None]
            if free:
                for number, kind in enumerate(rest):
                    free[number % len(free)].insert(0, kind)
                return
        if rest:
            raise PositionError(
                f"{len(rest)} cards are named nowhere and no zone is free for them. "
                "Leave out well, or the Deck or Future Life of a seat."
            )

    def _put_on_table(self) -> None:
        """Kinds to slots: nobody has seen the Well and the Decks; a Future Life is known to its owner."""
        state = self.state
        state.ruins = tuple(self.ruins)
        state.fill_well(tuple(slot(kind, NOBODY_YET, FRESH) for kind in self.well))
        for seat, place in enumerate(state.seated()):
            place.hand = bag_of(self.hands[seat])
            place.deeds = tuple(self.deeds[seat])
            place.deck = tuple(slot(kind, NOBODY_YET, FRESH) for kind in self.decks[seat])
            place.future = tuple(slot(kind, state.layout.bits[seat], MIXED) for kind in self.futures[seat])


def _start_memory(state: Table) -> None:
    """What is hidden may be anywhere; a card seen by an observer is not in the Well."""
    for observer, place in enumerate(state.places):
        place.fresh = unknown_cards(state, observer)


def _set_levels(state: Table, levels: Sequence[int | str]) -> None:
    seats = state.layout.seats
    if isinstance(levels, str) or len(levels) > seats:
        raise PositionError(f"levels is a list with one entry per seat, at most {seats}.")
    for seat, level in enumerate(levels):
        number = LEVELS.index(level) if isinstance(level, str) and level in LEVELS else level
        if not isinstance(number, int) or not 0 <= number < TRANSCENDENCE:
            raise PositionError(f"levels[{seat}]={level!r}: use 0 to 3 or one of {', '.join(LEVELS[:TRANSCENDENCE])}.")
        state.places[seat].level = number


def _set_rings(state: Table, rings: Sequence[int]) -> None:
    if len(rings) > state.layout.seats or any(number < 0 for number in rings) or sum(rings) > RINGS:
        raise PositionError(f"rings is a list with one number per seat; there are {RINGS} rings in all.")
    for seat, number in enumerate(rings):
        state.places[seat].rings = number
