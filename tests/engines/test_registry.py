"""Finding games and variants by name."""

import copy
import json
import pickle

import pytest

from engines import Deal, engine, new_game, replay, restore, variant, variants
from engines.errors import EngineError, IllegalActionError, SavedStateError, UnknownVariantError, WrongSeatError
from engines.registry import game_of, names


def test_every_registered_variant_is_found_by_its_slug() -> None:
    found = variants()
    assert len({each.slug for each in found}) == len(found)
    for each in found:
        assert variant(each.slug) == each
        assert each in engine(each.game).variants()
        assert game_of(each.slug) == each.game


@pytest.mark.parametrize(
    ("slug", "sentence"),
    [
        ("", "no variant called ''"),
        ("chess-2", f"Games: {', '.join(names())}"),
        ("x" * 5000, "no variant called 'xxx"),
        ("karma", "Variants: karma-2"),
        ("karma-7", "Variants: karma-2"),
        ("Karma-2", "no variant called 'Karma-2'"),
        ("diamoniak-2+", "no option called ''"),
        ("diamoniak-2+lockColour=", "needs a whole number"),
        ("diamoniak-2+lockColour=on", "needs a whole number"),
        ("diamoniak-2+lockColour=-1", "needs a whole number"),
        ("diamoniak-2+lockColour=" + "1" * 5000, "needs a whole number"),
        ("diamoniak-2+lockColour=\uff11", "needs a whole number"),
        ("diamoniak-2+lockColour+lockColour=0", "'lockColour' is named twice"),
    ],
)
def test_a_slug_that_names_nothing_is_refused(slug: str, sentence: str) -> None:
    with pytest.raises(UnknownVariantError, match=sentence) as refusal:
        variant(slug)
    assert len(str(refusal.value)) < 300


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownVariantError, match=rf"no game called 'chess'\. Games: {', '.join(names())}\."):
        engine("chess")


def test_a_variant_can_be_copied_and_sent_to_another_process() -> None:
    for each in variants():
        assert pickle.loads(pickle.dumps(each)) == each  # noqa: S301 - our own bytes
        assert copy.deepcopy(each) == each


def test_a_replay_takes_actions_as_json_has_them() -> None:
    deal = Deal.from_text("replay")
    state = new_game("diamoniak-2", deal, first_seat=0, record=True)
    actions = []
    for _ in range(20):
        actions.append((state.actor(), state.legal_actions()[0]))
        state.play(*actions[-1])
    assert replay("diamoniak-2", deal, actions, first_seat=0).save() == state.save()
    assert replay("diamoniak-2", deal, json.loads(json.dumps(actions)), first_seat=0).save() == state.save()


@pytest.mark.parametrize(("action", "error"), [((9, 0), WrongSeatError), ((0, 2), IllegalActionError)])
def test_a_replay_checks_every_action(action: tuple[int, int], error: type[EngineError]) -> None:
    """The first decision after the deal of this text is CONTINUE of seat 0."""
    deal = Deal.from_text("replay")
    assert new_game("diamoniak-2", deal, first_seat=0).decision() == "CONTINUE"
    with pytest.raises(error):
        replay("diamoniak-2", deal, [action], first_seat=0)


@pytest.mark.parametrize("saved", [None, [], {}, {"variant": 1}, {"variant": "chess-2"}, {"variant": "karma-2"}])
def test_what_is_no_saved_state_is_refused(saved: object) -> None:
    with pytest.raises(SavedStateError):
        restore(saved)
