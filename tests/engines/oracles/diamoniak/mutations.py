"""Deliberate faults of the Diamoniak engine."""

from tests.engines.oracles.mutating import Mutation

MUTATIONS = (
    Mutation(
        fault="a colour is started although another seat builds it",
        file="diamoniak/turn.py",
        text=" and table.builder_of(colour) < 0",
        instead="",
        variants=("diamoniak-3",),
    ),
    Mutation(
        fault="a fairy that beat a witch leaves the game",
        file="diamoniak/turn.py",
        text="    move(table.fairies, table.seat, RETURNED, 1)\n    table.witches += 1\n",
        instead="    gain(table.fairies, table.seat, -1)\n    table.witches += 1\n",
        variants=("diamoniak-4",),
    ),
    Mutation(
        fault="the diamonds of a purchase are returned and not paid to the seller",
        file="diamoniak/turn.py",
        text="move(table.diamonds, table.seat, seller, PRICE)",
        instead="move(table.diamonds, table.seat, RETURNED, PRICE)",
        variants=("diamoniak-2",),
    ),
    Mutation(
        fault="two diamonds are enough to buy",
        file="diamoniak/legal.py",
        text="table.diamonds[seat] < PRICE",
        instead="table.diamonds[seat] < PRICE - 1",
        # At the start of a turn ``must_draw`` asks for the price before this line is reached.
        variants=("diamoniak-2+drawBeforeBuy",),
    ),
    Mutation(
        fault="the second reshuffle has the chance of the first",
        file="diamoniak/turn.py",
        text='table.deal.stream("reshuffle", table.reshuffles)',
        instead='table.deal.stream("reshuffle", 1)',
        variants=("diamoniak-2",),
    ),
    Mutation(
        fault="a locked colour is freed with its last castle card",
        file="diamoniak/turn.py",
        text=' or table.variant.option("lockColour")',
        instead="",
        variants=("diamoniak-2+lockColour",),
    ),
    Mutation(
        fault="with drawBeforeBuy a turn may begin with a purchase",
        file="diamoniak/legal.py",
        text='[] if table.variant.option("drawBeforeBuy") else offers(table)',
        instead="offers(table)",
        variants=("diamoniak-3+drawBeforeBuy",),
    ),
    Mutation(
        fault="diamonds do not decide at the cap",
        file="diamoniak/ending.py",
        text="[table.castle_size(seat), table.diamonds[seat]]",
        instead="[table.castle_size(seat), 0]",
        variants=("diamoniak-2", "diamoniak-4"),
        shows_in=24,
    ),
)
