"""Victory of seats and teams, the turn cap, ranks, progress; and the seating of the variants."""

import pytest

from engines import Deal, new_game, registry
from engines.errors import GameNotOverError, PositionError, UnknownVariantError
from engines.interface import PUBLIC
from engines.karmaka import ENGINE, position
from engines.karmaka.layout import EXTRA_PLAY_CAP, layout
from tests.engines.karmaka.helpers import ability, act, asked

SEVEN = ["Embody"] * 5 + ["Mimic"] * 2


@pytest.mark.parametrize(
    ("slug", "seat", "ranks"),
    [
        ("karmaka-2", 1, [2, 1]),
        ("karmaka-3", 2, [2, 2, 1]),
        ("karmaka-4", 0, [1, 2, 2, 2]),
        ("karmaka-2v2", 2, [1, 2]),
        ("karmaka-2v2", 3, [2, 1]),
        ("karmaka-wolf", 0, [1, 2]),
        ("karmaka-wolf", 2, [2, 1]),
        ("karmaka-wolf+wolfSeat=2", 2, [1, 2]),
        ("karmaka-wolf+wolfSeat=2", 0, [2, 1]),
    ],
)
def test_the_first_to_transcend_wins_for_the_whole_side(slug: str, seat: int, ranks: list[int]) -> None:
    state = position(
        slug,
        hands={seat: []},
        decks={seat: []},
        deeds={seat: SEVEN},
        levels=[3] * registry.variant(slug).seats,
        turn=seat,
    )
    assert state.is_over()
    assert not state.is_capped()
    assert state.ranks() == ranks


def at_the_cap(slug: str, **arguments: object) -> list[int]:
    last = 300 * registry.variant(slug).seats
    state = position(slug, hands=[["Spite", "Spite"]], turn_number=last, at="play", **arguments)  # type: ignore[arg-type]  # the tests below pass what position takes
    act(state, "play Spite on the Future Life")
    assert state.is_over()
    assert state.is_capped()
    return state.ranks()


def test_at_the_turn_cap_levels_rings_and_score_are_compared_in_this_order() -> None:
    assert at_the_cap("karmaka-2", levels=[1, 2], rings=[5, 0]) == [2, 1]
    assert at_the_cap("karmaka-2", rings=[1, 0], deeds=[[], SEVEN]) == [1, 2]
    assert at_the_cap("karmaka-2", deeds=[["Peek"], ["Crisis"]]) == [2, 1]
    assert at_the_cap("karmaka-2") == [1, 1]


def test_at_the_turn_cap_several_may_share_the_first_place() -> None:
    assert at_the_cap("karmaka-4", levels=[1, 2, 2, 0]) == [3, 1, 1, 3]


def test_at_the_turn_cap_a_team_counts_by_its_best_member() -> None:
    assert at_the_cap("karmaka-2v2", levels=[0, 2, 3, 2]) == [1, 2]
    assert at_the_cap("karmaka-2v2", levels=[2, 0, 0, 2], rings=[0, 0, 9, 1]) == [2, 1]


@pytest.mark.parametrize(("slug", "cap"), [("karmaka-2", 600), ("karmaka-3", 900), ("karmaka-2v2", 1200)])
def test_the_turn_cap_is_300_turns_for_each_seat(slug: str, cap: int) -> None:
    assert position(slug).view(PUBLIC)["turn_cap"] == cap
    with pytest.raises(PositionError, match=f"1 to {cap}"):
        position(slug, turn_number=cap + 1)


def test_the_turn_before_the_cap_is_followed_by_another() -> None:
    state = position("karmaka-2", hands=[["Spite", "Spite"]], turn_number=599, at="play")
    act(state, "play Spite on the Future Life")
    assert not state.is_over()


def test_progress_is_level_rings_and_score_of_the_best_member() -> None:
    state = position("karmaka-2v2", levels=[1, 0, 1], rings=[0, 2, 1], deeds=[["Spite"], ["Peek"]], at="play")
    assert state.progress() == [[1, 1, 0], [0, 2, 1]]


def test_ranks_of_a_running_game_are_refused() -> None:
    with pytest.raises(GameNotOverError, match="is_over"):
        position("karmaka-2", at="play").ranks()


def test_the_number_of_extra_plays_in_a_turn_is_limited() -> None:
    state = position("karmaka-2", hands=[["Panic", "Peek", "Spite"]], at="play")
    state.extra_plays = EXTRA_PLAY_CAP - 1
    ability(state, "Panic", "target seat 1", "decline the offered card")
    assert asked(state) == ("EXTRA_PLAY", 0)
    ability(state, "Peek", "decline the offered card")
    assert asked(state) == ("PLAY", 1)


# -- variants -------------------------------------------------------------------------------------------------


def test_the_registered_variants_and_their_sides() -> None:
    assert {variant.slug: variant.sides for variant in ENGINE.variants()} == {
        "karmaka-2": ((0,), (1,)),
        "karmaka-3": ((0,), (1,), (2,)),
        "karmaka-4": ((0,), (1,), (2,), (3,)),
        "karmaka-2v2": ((0, 2), (1, 3)),
        "karmaka-wolf": ((0,), (1, 2)),
    }


def test_the_seat_of_the_wolf_can_be_chosen() -> None:
    chosen = registry.variant("karmaka-wolf+wolfSeat=2")
    assert chosen.sides == ((2,), (0, 1))
    assert layout(chosen).start_levels == [0, 0, 2]
    assert registry.variant("karmaka-wolf+wolfSeat=0") == registry.variant("karmaka-wolf")


@pytest.mark.parametrize("slug", ["karmaka-2+wolfSeat=1", "karmaka-wolf+wolfSeat=3", "karmaka-wolf+wolf=1"])
def test_a_wrong_option_is_refused(slug: str) -> None:
    with pytest.raises(UnknownVariantError):
        registry.variant(slug)


def test_any_player_cards_reach_the_teammate_and_rival_cards_do_not() -> None:
    wolf = layout(registry.variant("karmaka-wolf"))
    assert wolf.any_targets[1] == [0, 1, 2]
    assert wolf.rival_targets[1] == [0]
    four = layout(registry.variant("karmaka-4"))
    assert four.rival_targets[3] == [0, 2]
    assert four.any_targets[3] == [0, 2, 3]


def test_the_first_seat_is_drawn_from_the_deal_unless_given() -> None:
    drawn = {new_game("karmaka-4", Deal.from_text(f"first {number}")).actor() for number in range(40)}
    assert drawn == {0, 1, 2, 3}
    assert new_game("karmaka-4", Deal.from_text("first"), first_seat=3).actor() == 3


def test_the_first_seat_does_not_change_the_cards() -> None:
    hands = []
    for seat in (0, 1):
        state = new_game("karmaka-2", Deal.from_text("same"), first_seat=seat)
        hands.append(sorted(state.view(1 - seat)["own"]["hand"]))
    other = new_game("karmaka-2", Deal.from_text("same"), first_seat=0).view(0)["own"]["hand"]
    assert set(hands[1]) <= set(other)
