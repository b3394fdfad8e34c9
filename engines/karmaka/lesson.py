"""The first game of Karmaka."""

from engines.lessons import Lesson, Moment, Remark


def _plays(moment: Moment) -> bool:
    return moment.decision == "PLAY"


LESSON = Lesson(
    variant="karmaka-2",
    deal="the first game of Karmaka",
    house="greedy",
    remarks=(
        Remark(
            "Your rival has used this card, and now it is offered to you: that is the Karmic Cost. Take it, and "
            "it is in your hand in your next life.",
            lambda moment: moment.decision == "OFFER",
        ),
        Remark(
            "Your points are not enough to climb, but your rings can make up for what is missing. Each counts "
            "for one point.",
            lambda moment: moment.decision == "RINGS",
        ),
        Remark(
            "Say on whom the card is used. It will be offered to that rival afterwards.",
            lambda moment: moment.decision == "TARGET",
        ),
        Remark(
            "This card gives you one more play. Use it, or stop.",
            lambda moment: moment.decision == "EXTRA_PLAY",
        ),
        Remark(
            "You are a Dung Beetle and want to be more. In a turn you draw from your Deck and play one card in "
            "one of three ways: as a Deed for its points, for its ability, or face down on your Future Life. "
            "That will be your hand when you are reborn.",
            _plays,
        ),
        Remark(
            "Only your best colour counts: red, green or blue, and mosaic cards count for all of them. A Dung "
            "Beetle needs 4 points to climb. Choose a colour and collect Deeds in it.",
            _plays,
        ),
        Remark(
            "An ability works once. Then the card is offered to your rivals, and whoever takes it has it in the "
            "next life: what you do to others comes back. Think twice before you use a strong card.",
            _plays,
        ),
        Remark(
            "Your Deck is nearly empty. When hand and Deck are both empty you die, your Deeds are counted, and "
            "your Future Life becomes your hand. Leave something good there.",
            lambda moment: _plays(moment) and len(moment.own["deck"]) < 2,
        ),
        Remark(
            "You were reborn without climbing and got a ring for it. In a later life each ring can make up for "
            "one missing point.",
            lambda moment: moment.own["rings"] > 0,
        ),
        Remark(
            "You have climbed. A Snake needs 5 points, a Wolf 6, an Ape 7; after that comes Transcendence, and "
            "whoever is there first wins.",
            lambda moment: moment.own["level"] > 0,
        ),
        Remark(
            "As long as your Deck has cards you may pass and keep your hand for another turn. A life gets longer "
            "by it, but not your rival's.",
            lambda moment: _plays(moment) and "pass" in moment.legal and moment.number > 5,
        ),
        Remark(
            "That was Karmaka: live, die, come back better. Play again and plan two lives at once: the Deeds of "
            "this one, and the Future Life.",
            lambda moment: not moment.decision,
        ),
    ),
)
