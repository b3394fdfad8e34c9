"""Deliberate faults of the Karma engine."""

from tests.engines.oracles.mutating import Mutation

MUTATIONS = (
    Mutation(
        fault="a 6 fits on F",
        file="karma/fits.py",
        text="return card < 5",
        instead="return card <= 5",
        variants=("karma-3",),
    ),
    Mutation(
        fault="two equal face-up cards may follow T",
        file="karma/legal.py",
        text="own.up & FITTING[table.top] & SINGLES",
        instead="own.up & FITTING[table.top]",
        variants=("karma-4",),
    ),
    Mutation(
        fault="a row of three that B completes is not cleared",
        file="karma/turn.py",
        text="    if three_in_a_row(pile):\n        clear(table)\n    else:\n",
        instead="    if False:\n        clear(table)\n    else:\n",
        variants=("karma-2", "karma-6"),
        shows_in=8,
    ),
    Mutation(
        fault="the third T is not cleared and asks for a card",
        file="karma/turn.py",
        text="    if three_in_a_row(pile):\n        clear(table)\n    elif kind == PLAY_TABLE_CARD:\n",
        instead="    if kind != PLAY_TABLE_CARD and three_in_a_row(pile):\n"
        "        clear(table)\n    elif kind == PLAY_TABLE_CARD:\n",
        variants=("karma-3",),
    ),
    Mutation(
        fault="who clears the pile with an empty hand does not draw first",
        file="karma/turn.py",
        text="    if own.size == 0:\n        draw_up(table)\n",
        instead="",
        variants=("karma-2", "karma-3"),
    ),
    Mutation(
        fault="of several G only one leaves the game",
        file="karma/turn.py",
        text="table.box = add(table.box, kind, count)",
        instead="table.box = add(table.box, kind)",
        variants=("karma-2", "karma-3"),
        shows_in=23,
    ),
    Mutation(
        fault="a card that was seen taken stays known after it was played",
        file="karma/turn.py",
        text="    if own.known != EMPTY:\n",
        instead="    if own.known == own.hand:\n",
        variants=("karma-5",),
    ),
    Mutation(
        fault="a hidden hand without a fitting card is not asked",
        file="karma/legal.py",
        text="own.known == own.hand and ",
        instead="",
        variants=("karma-4",),
    ),
    Mutation(
        fault="under strictFollowUp anything may follow T",
        file="karma/turn.py",
        text="    if not table.strict:\n",
        instead="    if table.top != FREE:\n",
        variants=("karma-4-foresight+strictFollowUp",),
    ),
    Mutation(
        fault="a seat that looked at its face-down cards is told which lies where",
        file="karma/view.py",
        text="sorted(own.down_cards())",
        instead="own.down_cards()",
        variants=("karma-2-foresight",),
    ),
    Mutation(
        fault="the game goes on for one turn after the cap",
        file="karma/turn.py",
        text="table.turn >= TURN_CAP",
        instead="table.turn > TURN_CAP",
        variants=("karma-2", "karma-6"),
        shows_in=4,
    ),
)
