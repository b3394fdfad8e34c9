"""The first game of Diamoniak."""

from engines.lessons import Lesson, Moment, Remark


def _draws_on(moment: Moment) -> bool:
    return moment.decision == "CONTINUE"


LESSON = Lesson(
    variant="diamoniak-2",
    deal="the first game of Diamoniak",
    house="greedy",
    remarks=(
        Remark(
            "A witch! Your fairy can take her away, and you lose nothing else. Or keep the fairy and give back "
            "three cards.",
            lambda moment: moment.decision == "WITCH",
        ),
        Remark(
            "A witch! She takes three of your cards, and you choose which. Parts of foreign colours are the "
            "cheapest, then diamonds; parts of your castle come last.",
            lambda moment: moment.decision == "PAY",
        ),
        Remark(
            "You can buy a part of your colour from the other seat for three diamonds. It takes the whole turn, "
            "but no witch comes.",
            lambda moment: any(name.startswith("buy") for name in moment.legal),
        ),
        Remark(
            "The first card of your turn is turned over. There are castle parts from 1 to 6 in four colours, and "
            "whoever has all six of one colour wins. After every card you may draw again or stop. Stop before a "
            "witch comes.",
            _draws_on,
        ),
        Remark(
            "Your first part has founded a castle: from now on you build this colour, and what you draw of it "
            "joins the castle. Parts of other colours go to your reserve.",
            lambda moment: moment.own["colour"] is not None,
        ),
        Remark(
            "A diamond lies in your reserve. With three of them you can buy a part that the other seat has in "
            "reserve, and they are a cheap payment for a witch.",
            lambda moment: _draws_on(moment) and "D" in moment.own["reserve"],
        ),
        Remark(
            "You have a fairy. Keep her: when a witch comes, she is given back instead of three cards, so you "
            "can dare more.",
            lambda moment: _draws_on(moment) and "F" in moment.own["reserve"],
        ),
        Remark(
            "Three cards in one turn. Seven of the 54 cards are witches, and all cards lie open, so you can "
            "count: what would you lose now, and what could you win?",
            lambda moment: _draws_on(moment) and moment.view["drawn"] >= 3,
        ),
        Remark(
            "Four parts stand in your castle, two are missing. Now a witch costs most: think of stopping earlier.",
            lambda moment: _draws_on(moment) and len(moment.own["castle"]) >= 4,
        ),
        Remark(
            "The other castle is nearly complete. Whoever is behind has to dare more.",
            lambda moment: _draws_on(moment) and any(len(seat["castle"]) >= 5 for seat in moment.view["seats"][1:]),
        ),
        Remark(
            "That was Diamoniak: draw, stop in time, and know what a witch would cost. Play again with more "
            "seats: there are more parts to buy, and more who build.",
            lambda moment: not moment.decision,
        ),
    ),
)
