"""Frames tell exactly what the engine shows, and nothing that it hides."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arena.replays import frames as module
from arena.replays.frames import FramesError, difference, frames, state_at, text_at
from arena.replays.perspective import Perspective
from engines import PUBLIC, Deal, new_game
from referee.replay import ReplayAction, loads
from tests.replays.games import random_replay
from tests.slugs import SHAPES

FIRST_RULES = Path(__file__).parents[1] / "referee/rules_1"
Json = dict[str, Any]


def put_together(steps: list[Json], key: str = "view") -> list[Json]:
    """Whole views again, as the viewer's script makes them."""
    found: list[Json] = []
    view: Json = {}
    for step in steps:
        change = step[key]
        seats = change.get("seats")
        view = {**view, **change}
        if isinstance(seats, dict):
            before = found[-1]["seats"]
            view["seats"] = [{**seat, **seats.get(str(number), {})} for number, seat in enumerate(before)]
        found.append(view)
    return found


@pytest.mark.parametrize("slug", SHAPES)
@pytest.mark.parametrize("word", ["public", "0", "1"])
def test_views_and_events_are_the_engines_own(slug: str, word: str) -> None:
    replay, perspective = random_replay(slug), Perspective.parse(word)
    assert perspective is not None
    told = frames(replay, perspective)["steps"]
    state = new_game(slug, Deal(replay.seed), record=True)
    assert len(told) == len(replay.actions) + 1
    seen = 0
    for step, view in enumerate(put_together(told)):
        if step:
            state.play(replay.actions[step - 1].seat, replay.actions[step - 1].action)
        assert view == state.view(perspective.seat)
        assert told[step]["events"] == state.events(perspective.seat, seen)
        seen = state.event_count()


@pytest.mark.parametrize("slug", SHAPES)
def test_a_spectator_gets_no_seed_no_choices_and_no_clocks(slug: str) -> None:
    replay = random_replay(slug)
    told = frames(replay, Perspective.public())
    assert all(step.keys() <= {"view", "events", "next"} for step in told["steps"])
    assert all(step["next"].keys() == {"seat", "decision"} for step in told["steps"][:-1])
    for secret in (replay.seed.hex(), replay.salt.hex()):
        assert secret not in json.dumps(told)


@pytest.mark.parametrize("slug", SHAPES)
def test_a_seat_is_not_told_what_others_chose(slug: str) -> None:
    replay = random_replay(slug)
    for step in frames(replay, Perspective(1))["steps"][:-1]:
        assert ("action" in step["next"]) == (step["next"]["seat"] == 1)
        assert ("legal" in step["next"]) == ("ms" in step["next"]) == ("action" in step["next"])


def test_the_name_of_an_action_would_betray_a_hidden_card() -> None:
    """Why names are left out: Karmaka names the card that is put face down."""
    replay = random_replay("karmaka-2")
    names = [step["next"]["action"] for step in frames(replay, Perspective.everything())["steps"][:-1]]
    assert any(name.endswith("on the Future Life") and name.startswith("play ") for name in names)
    events = [event for step in frames(replay, Perspective.public())["steps"] for event in step["events"]]
    assert all("card" not in event for event in events if event["type"] == "future")


@pytest.mark.parametrize("slug", SHAPES)
def test_all_cards_are_the_saved_state_without_the_seed(slug: str) -> None:
    replay = random_replay(slug)
    told = frames(replay, Perspective.everything())["steps"]
    cards = put_together(told, "open")
    state = state_at(replay, 20)
    assert cards[20] == module.all_cards(state)
    assert "seed" not in cards[20]
    assert replay.seed.hex() not in json.dumps(told)
    assert put_together(told)[20] == state.view(PUBLIC)


def test_with_all_cards_every_seat_draws_in_the_open() -> None:
    steps = frames(random_replay("karma-3"), Perspective.everything())["steps"]
    draws = [event for step in steps for event in step["events"] if event["type"] == "draw"]
    assert len({event["seat"] for event in draws}) == 3
    assert all(len(event["cards"]) == event["count"] for event in draws)


def test_the_head_says_who_played_and_how_it_ended() -> None:
    replay = random_replay("karmaka-2v2")
    head = frames(replay, Perspective.public())
    assert head["sides"] == [[0, 2], [1, 3]]
    assert [seat["name"] for seat in head["seats"]] == ["Bot 0", "Bot 1", "Bot 2", "Bot 3"]
    assert head["ranks"] == list(replay.ranks)


def test_the_clock_of_a_decision_is_what_the_bot_was_told() -> None:
    replay = random_replay("diamoniak-2")
    slow = replay.actions[0]._replace(charged_ms=1700.0)
    told = frames(replace(replay, actions=(slow, *replay.actions[1:])), Perspective.everything())["steps"]
    own = [step["next"] for step in told[:-1] if step["next"]["seat"] == slow.seat]
    assert own[0]["clock"] == {"decision_ms": 200, "bank_ms": 10_000}
    assert own[1]["clock"] == {"decision_ms": 200, "bank_ms": 8_500}


def test_very_many_legal_actions_are_counted_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_LEGAL_NAMES", 3)
    decisions = [step["next"] for step in frames(random_replay("karma-2"), Perspective(0))["steps"][:-1]]
    own = [each for each in decisions if each["seat"] == 0]
    assert max(len(each["legal"]) for each in own) == 3
    assert max(each["legal_count"] for each in own) > 3


def test_a_replay_of_rules_that_nobody_knows_is_refused_with_a_sentence() -> None:
    replay = replace(random_replay("diamoniak-2"), rules_version=99)
    with pytest.raises(FramesError, match="version 99 of its rules"):
        frames(replay, Perspective.public())


def test_a_replay_of_earlier_rules_is_shown_by_those_rules() -> None:
    replay = loads((FIRST_RULES / "karma-4-foresight+strictFollowUp.json").read_bytes())
    steps = frames(replay, Perspective.public())["steps"]
    assert len(steps) == len(replay.actions) + 1
    assert any(event["type"] == "show" for step in steps for event in step["events"])


def test_a_replay_that_breaks_the_rules_is_refused_with_a_sentence() -> None:
    good = random_replay("diamoniak-2")
    with pytest.raises(FramesError, match="does not follow the rules"):
        frames(replace(good, actions=(ReplayAction(0, 9999), *good.actions)), Perspective.public())


def test_a_replay_of_an_unknown_variant_is_refused_with_a_sentence() -> None:
    with pytest.raises(FramesError, match="cannot be shown"):
        frames(replace(random_replay("diamoniak-2"), variant="whist-4"), Perspective.public())


def test_a_difference_names_only_what_changed() -> None:
    before = {"turn": 1, "pile": [], "seats": [{"hand": 3}, {"hand": 3, "up": []}]}
    after = {"turn": 2, "pile": [], "seats": [{"hand": 3}, {"hand": 2, "up": []}]}
    assert difference(before, after) == {"turn": 2, "seats": {"1": {"hand": 2}}}
    assert difference({}, after) == after
    assert difference(after, after) == {}


def test_text_shows_a_seat_its_own_hand_and_a_spectator_none() -> None:
    replay = random_replay("karmaka-2")
    hand = state_at(replay, 0).view(0)["own"]["hand"]
    assert ", ".join(hand) in text_at(replay, Perspective(0), 0)
    assert ", ".join(hand) not in text_at(replay, Perspective.public(), 0)
    assert ", ".join(hand) in text_at(replay, Perspective.everything(), 0)


@pytest.mark.parametrize("word", ["", "-1", "-2", "10", "x", "²", "ALL", "public "])
def test_nonsense_is_no_perspective(word: str) -> None:
    assert Perspective.parse(word) is None
