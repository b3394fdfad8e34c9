"""The first game of Karma."""

from collections.abc import Callable

from engines.lessons import Lesson, Moment, Remark


def _in_turn(moment: Moment) -> bool:
    return moment.decision == "MAIN"


def _holds(card: str) -> Callable[[Moment], bool]:
    return lambda moment: _in_turn(moment) and card in moment.view["own"]["hand"]


def _plays_from_the_table(moment: Moment) -> bool:
    return _in_turn(moment) and not moment.own["hand"] and bool(moment.own["up"])


def _plays_unseen(moment: Moment) -> bool:
    return _in_turn(moment) and not moment.own["hand"] and not moment.own["up"]


def _has_a_pair_on_top(moment: Moment) -> bool:
    pile = moment.view["pile"]
    return _in_turn(moment) and len(pile) > 1 and pile[-1] == pile[-2]


LESSON = Lesson(
    variant="karma-2",
    deal="the first game of Karma",
    house="greedy",
    remarks=(
        Remark(
            "You want to be rid of all your cards. Three lie face down, and nobody has seen them. Of these six, "
            "choose three to lie open on the table: they are played late, so high numbers and letters are good "
            "there. The other three are your hand.",
            lambda moment: moment.decision == "CHOOSE_UP",
        ),
        Remark(
            "Nothing in your hand fits, so you take the pile. It happens to everybody, and some of these cards "
            "will be useful.",
            lambda moment: _in_turn(moment) and len(moment.legal) == 1 and bool(moment.view["pile"]),
        ),
        Remark(
            "The pile is empty, so any card fits. Get rid of low cards now: later they will seldom fit. Equal "
            "cards may be played together.",
            lambda moment: _in_turn(moment) and not moment.view["pile"],
        ),
        Remark(
            "Only the top card of the pile matters: play the same number or a higher one. Letters always fit. "
            "After your turn you draw until you hold three cards.",
            lambda moment: _in_turn(moment) and (moment.view["fits_on"] or "").isdecimal(),
        ),
        Remark(
            "An F lies on top: now only 1 to 5 fits, or a letter.",
            lambda moment: _in_turn(moment) and moment.view["fits_on"] == "F",
        ),
        Remark(
            "Two equal cards lie on top. Whoever adds a third sends the whole pile out of the game and plays "
            "again at once.",
            _has_a_pair_on_top,
        ),
        Remark(
            "You hold a T, Play a Table Card: with it goes one of your cards from the table. That is the "
            "quickest way to be rid of those.",
            _holds("T"),
        ),
        Remark(
            "You hold a G, Give the Pile: the other seat has to take it. The more cards lie there, the better, "
            "so wait for a moment.",
            _holds("G"),
        ),
        Remark(
            "You hold an F, Five or Below: whoever plays next needs 1 to 5 or a letter. Late in the game few "
            "have that.",
            _holds("F"),
        ),
        Remark(
            "You hold a B, Bottoms Up: the bottom card of the pile comes to the top, and the next play has to "
            "fit on that.",
            _holds("B"),
        ),
        Remark(
            "Now add a card from the table. On a T everything fits: choose one that would be hard to play later.",
            lambda moment: moment.decision == "FOLLOW_UP",
        ),
        Remark(
            "Your hand is empty and there is nothing left to draw: from now on you play the open cards of your table.",
            _plays_from_the_table,
        ),
        Remark(
            "Only face-down cards are left. Turn one over and hope: if it does not fit, you take it together "
            "with the pile.",
            _plays_unseen,
        ),
        Remark(
            "That was Karma: hand, then table, then the cards nobody knows. Whoever is last to hold cards loses. "
            "Play again with more seats: then you can choose who gets the pile.",
            lambda moment: not moment.decision,
        ),
    ),
)
