"""A turn that could go on for ever: no random game gets there, so the cards are laid out for it."""

from engines import Deal
from engines.karmaka import position
from tests.engines.oracles.interface import SPECTATOR, Json
from tests.engines.oracles.karmaka.cards import KINDS, Card, whole_pack
from tests.engines.oracles.karmaka.game import Game
from tests.engines.oracles.karmaka.table import EXTRA_PLAYS_PER_TURN, Mode

ROUND_AND_ROUND = ("Voyage", "Another Day", "Panic")
"""With nothing else to draw they come back to the hand again and again, and each gives an extra play."""
HAND = ["Voyage"] * 2 + ["Another Day"] * 3
RUINS = ["Panic"] * 3
DEEDS = [kind.name for kind in KINDS for _copy in range(kind.copies) if kind.name not in (*ROUND_AND_ROUND, "Peek")]
DEAL = Deal.from_text("round and round")


def oracles_turn() -> Game:
    game = Game(Mode.of("karmaka-2"), DEAL.seed, 0)
    pack = whole_pack()

    def cards(names: list[str]) -> list[Card]:
        chosen = [next(card for card in pack if card.name == name) for name in names[:1]]
        for card in chosen:
            pack.remove(card)
        return chosen + cards(names[1:]) if names else []

    game.players[0].hand, game.players[1].hand = cards(HAND), cards(["Peek"] * 3)
    game.players[1].deeds = cards(DEEDS)
    game.table.ruins = cards(RUINS)
    assert not pack
    return game


def liked_best(options: list[Json]) -> Json:
    """For their abilities, in the order that keeps the hand full; nobody takes an offer."""
    for name in ROUND_AND_ROUND:
        play = {"type": "play", "mode": "ability", "card": name}
        if play in options:
            return play
    return options[-1]


def test_engine_and_oracle_end_a_turn_after_a_hundred_extra_plays() -> None:
    state = position(
        "karmaka-2",
        hands=[HAND, ["Peek"] * 3],
        decks=[[], []],
        futures=[[], []],
        deeds=[[], DEEDS],
        ruins=RUINS,
        well=[],
        deal=DEAL,
        record=True,
    )
    game = oracles_turn()
    rules = game.take_turns()
    question = next(rules)
    while game.turn == 1:
        actions = {str(state.action_json(action)): action for action in state.legal_actions()}
        assert (state.actor(), state.decision()) == (question.seat, question.decision)
        assert sorted(actions) == sorted(str(option) for option in question.options)
        option = liked_best(question.options)
        state.apply(actions[str(option)])
        question = rules.send(option)
        assert state.events(SPECTATOR) == [event.seen_by(SPECTATOR) for event in game.table.log]
    plays = [event for event in state.events(SPECTATOR) if event["type"] == "ability"]
    assert len(plays) == 1 + EXTRA_PLAYS_PER_TURN
    assert (state.actor(), state.decision()) == (1, "PLAY")
