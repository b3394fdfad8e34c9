"""The course of a turn: plays, the chain of an ability, the Karmic Cost, reincarnation, the end.

Pending things are frames in a stack, ``Table.top`` the next one. ``settle`` works through steps and decisions that
everybody knows to leave no choice; ``answer`` carries out the choice.
"""

from typing import Final

from engines.karmaka import moves
from engines.karmaka.abilities import ABILITIES, SELF
from engines.karmaka.actions import (
    ACCEPT,
    ARRANGE,
    CELEBRATE,
    COPY_SEAT,
    FUTURE_CARD,
    HAND_CARD,
    OWN_DEED,
    PASS,
    PAY,
    PLAY_ABILITY,
    PLAY_FUTURE,
    PLAY_MATE,
    RUIN_SET,
    RUINS_CARD,
    SHOWN_CARD,
    SOW,
    STOP,
    TARGET_SEAT,
)
from engines.karmaka.bags import EMPTY
from engines.karmaka.cards import NAMES, NO_CARD, score_of
from engines.karmaka.layout import EXTRA_PLAY_CAP, NEEDED, NO_SEAT, REBORN_CARDS, TRANSCENDENCE
from engines.karmaka.legal import is_asked, legal, targets
from engines.karmaka.table import (
    ABILITY_PLAYED,
    BOTTOM,
    COST,
    EXTRA_PLAY,
    FIRST_STEP,
    OFFER,
    OFFERED,
    RESOLVE,
    RINGS_CHOICE,
    RUIN_CENTRE,
    TARGET,
    TURN_BEGUN,
    Frame,
    Place,
    Table,
)

# First action id of each decision that a card asks for, from PICK_HAND to ROULETTE_DRAW.
_BASES: Final[list[int]] = [
    HAND_CARD,
    OWN_DEED,
    COPY_SEAT,
    FUTURE_CARD,
    RUINS_CARD,
    SHOWN_CARD,
    ARRANGE,
    SOW,
    CELEBRATE,
    RUIN_SET,
    0,
]
_FIRST_CARD_DECISION: Final = 3


def advance(table: Table, action: int) -> None:
    """Carry out an action of the seat asked, and everything it forces."""
    answer(table, action)
    settle(table)


def settle(table: Table) -> None:
    """Do all steps and all decisions that everybody knows to leave no choice, up to the next that is asked."""
    while not table.over:
        run_steps(table)
        if table.over or is_asked(table):
            return
        answer(table, legal(table)[0])


def run_steps(table: Table) -> None:
    """Do what needs no decision, up to the next decision, forced or not."""
    while not table.over:
        if table.top.step < FIRST_STEP:
            return
        if table.top is BOTTOM:
            end_turn(table)
        else:
            _step(table, table.pop())


def answer(table: Table, action: int) -> None:
    """Carry out an action of the decision on top of the stack."""
    frame = table.pop()
    decision = frame.step
    if decision <= EXTRA_PLAY:
        _play(table, decision, action)
    elif decision == TARGET:
        _use_on(table, frame.card, action - TARGET_SEAT)
    elif decision == OFFER:
        _answer_offer(table, frame, action)
    elif decision == RINGS_CHOICE:
        _answer_rings(table, action)
    else:
        go_on = ABILITIES[frame.card].answer
        assert go_on is not None  # noqa: S101 - only cards with an answer ask
        go_on(table, frame, action - _BASES[decision - _FIRST_CARD_DECISION])


def _step(table: Table, frame: Frame) -> None:
    if frame.step == RESOLVE:
        if table.log is not None:
            table.log.add({"type": "copy", "seat": frame.seat, "card": NAMES[frame.card]})
        _resolve(table, frame.card)
    elif frame.step == COST:
        _offer(table)
    elif frame.step == RUIN_CENTRE:
        moves.centre_to_ruins(table)
    else:
        _extra_play(table)


# -- a turn and its plays -------------------------------------------------------------------------------------


def begin_turn(table: Table, seat: int) -> None:
    table.seat = seat
    table.turn += 1
    table.extra_plays = 0
    if table.log is not None:
        table.log.add({"type": "turn", "seat": seat, "turn": table.turn})
    place = table.places[seat]
    if place.hand == EMPTY and not place.deck:
        reincarnate(table)
        return
    if place.deck:
        moves.draw_from_deck(table, seat)
    table.top = TURN_BEGUN[seat]


def end_turn(table: Table) -> None:
    if table.turn >= table.turn_cap():
        _finish(table)
        return
    begin_turn(table, (table.seat + 1) % table.layout.seats)


def _finish(table: Table) -> None:
    table.over = True
    if table.log is not None:
        table.log.add({"type": "over", "capped": table.winner == NO_SEAT})


def _play(table: Table, decision: int, action: int) -> None:
    seat = table.seat
    if action in (PASS, STOP):
        if table.log is not None:
            table.log.add({"type": "pass" if action == PASS else "stop", "seat": seat})
        return
    if decision == EXTRA_PLAY:
        table.extra_plays += 1
    if action < PLAY_ABILITY:
        moves.hand_to_deeds(table, seat, action)
    elif action < PLAY_FUTURE:
        _play_ability(table, action - PLAY_ABILITY)
    elif action < PLAY_MATE:
        moves.hand_to_future(table, seat, action - PLAY_FUTURE, seat)
    else:
        moves.hand_to_future(table, seat, action - PLAY_MATE, table.layout.mates[seat])


# -- an ability -----------------------------------------------------------------------------------------------


def _play_ability(table: Table, kind: int) -> None:
    """To the centre; then resolve it, settle its Karmic Cost, and perhaps play once more."""
    seat = table.seat
    moves.hand_to_centre(table, seat, kind)
    table.target = NO_SEAT
    table.extra = False
    table.embodied = False
    table.mimicked = False
    if table.log is not None:
        table.log.add({"type": "ability", "seat": seat, "card": NAMES[kind]})
    table.top = ABILITY_PLAYED[seat][kind]
    _resolve(table, kind)


def _resolve(table: Table, kind: int) -> None:
    """The card in the centre, or the one it copies. A target is named even if nothing can happen."""
    if ABILITIES[kind].targets == SELF:
        _use(table, kind)
        return
    seats = targets(table, table.seat, kind)
    if len(seats) == 1:
        _use_on(table, kind, seats[0])
    else:
        table.push(TARGET, table.seat, kind)


def _use_on(table: Table, kind: int, target: int) -> None:
    table.target = target
    if table.log is not None:
        table.log.add({"type": "target", "seat": table.seat, "on": target})
    _use(table, kind)


def _use(table: Table, kind: int) -> None:
    ability = ABILITIES[kind]
    if ability.extra_play:
        table.extra = True
    ability.resolve(table)


def _extra_play(table: Table) -> None:
    table.target = NO_SEAT
    if table.extra and table.places[table.seat].hand and table.extra_plays < EXTRA_PLAY_CAP:
        table.push(EXTRA_PLAY, table.seat, NO_CARD)
    table.extra = False


# -- Karmic Cost ----------------------------------------------------------------------------------------------


def _offer(table: Table) -> None:
    """To the rival it was used on, otherwise to all rivals from the left; whoever is asked first lies on top."""
    seat = table.seat
    rivals = table.layout.rivals[seat]
    if len(rivals) == 1:
        table.top = OFFERED[seat][table.centre][rivals[0]]
    elif table.target in rivals:
        table.top = OFFERED[seat][table.centre][table.target]
    else:
        table.push(RUIN_CENTRE, seat, table.centre)
        for rival in reversed(rivals):
            table.push(OFFER, rival, table.centre)


def _answer_offer(table: Table, frame: Frame, action: int) -> None:
    if action != ACCEPT:
        if table.log is not None:
            table.log.add({"type": "decline", "seat": frame.seat, "card": NAMES[table.centre]})
        return
    moves.centre_to_future(table, frame.seat)
    while table.pop().step != RUIN_CENTRE:
        pass  # those further left are not asked


# -- reincarnation --------------------------------------------------------------------------------------------


def reincarnate(table: Table) -> None:
    place = table.places[table.seat]
    missing = _missing_points(place)
    if missing <= 0:
        _ascend(table, 0)
    elif missing <= place.rings:
        table.push(RINGS_CHOICE, table.seat, NO_CARD, missing)
    else:
        _stay(table)


def _missing_points(place: Place) -> int:
    return NEEDED[place.level] - score_of(place.deeds)


def _answer_rings(table: Table, action: int) -> None:
    if action == PAY:
        _ascend(table, _missing_points(table.places[table.seat]))
    else:
        _stay(table)


def _ascend(table: Table, paid: int) -> None:
    seat = table.seat
    place = table.places[seat]
    place.rings -= paid
    place.level += 1
    if table.log is not None:
        table.log.add({"type": "ascend", "seat": seat, "level": place.level, "rings_paid": paid})
    if place.level == TRANSCENDENCE:
        table.winner = seat
        _finish(table)
        return
    _be_reborn(table)


def _stay(table: Table) -> None:
    seat = table.seat
    gained = 1 if table.ring_supply() > 0 else 0
    table.places[seat].rings += gained
    if table.log is not None:
        table.log.add({"type": "stay", "seat": seat, "rings_gained": gained})
    _be_reborn(table)


def _be_reborn(table: Table) -> None:
    seat = table.seat
    moves.all_deeds_to_ruins(table, seat)
    missing = REBORN_CARDS - len(table.places[seat].future)  # the hand is empty, or nobody would be reborn
    moves.whole_future_to_hand(table, seat)
    moves.deal_from_well(table, seat, missing)
