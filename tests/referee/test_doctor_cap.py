"""The doctor's long games: whoever wins early is shown the turn limit all the same."""

import random
from pathlib import Path

import pytest

from engines import PUBLIC, Deal, State, Variant, engine, new_game, variants
from referee.clock import TimeControl
from referee.doctor import Check, Status
from referee.doctor.examine import _caps
from referee.doctor.late import LateGame, near_the_limit
from referee.doctor.patient import Patient
from referee.doctor.tricks import Staller
from referee.entrants import FolderEntrant, ProgramEntrant
from referee.replay import Termination
from tests.bots.cast import built, needs_sandbox
from tests.slugs import LARGEST, SMALLEST

SOUND = TimeControl(decision_ms=2_000, bank_ms=20_000, start_ms=60_000)

NOTES_THE_END = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type": "ready", "protocol": 1}', flush=True)
    elif message["type"] == "request":
        print('{"index": 0}', flush=True)
    else:
        print("ended by", message["termination"], file=sys.stderr, flush=True)
"""
FEARS_THE_LIMIT = f"{NOTES_THE_END}        assert message['termination'] != 'cap', 'nobody told me of a limit'\n"
COUNTS_TURNS = """
import json, sys
last = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type": "ready", "protocol": 1}', flush=True)
    elif message["type"] == "request":
        assert message["view"]["turn"] <= last + 20, "turns are missing"
        last = message["view"]["turn"]
        print('{"index": 0}', flush=True)
"""
BREAKS_ALWAYS = f"{NOTES_THE_END}        raise SystemExit(3)\n"


def begun(variant: Variant) -> State:
    """A new game up to the first decision of a turn."""
    state = new_game(variant.slug, Deal.from_text("late"), 0, record=True)
    while near_the_limit(state) is None:
        state.apply(state.legal_actions()[0])
    return state


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.slug)
def test_a_position_near_the_limit_is_the_same_but_for_its_turns(variant: Variant) -> None:
    state = begun(variant)
    late = near_the_limit(state)
    assert late is not None
    engine(variant.game).check(late)
    engine(variant.game).imagine(late.view(late.actor()), random.Random(1))
    assert (late.deciders(), late.legal_actions(), late.event_count()) == (
        state.deciders(),
        state.legal_actions(),
        state.event_count(),
    )
    turns = [event["turn"] for event in late.events(PUBLIC) if event["type"] == "turn"]
    assert turns[-1] == late.view(PUBLIC)["turn"] > 300


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.slug)
def test_a_game_near_the_limit_ends_at_it_after_every_seat_had_its_turns(variant: Variant) -> None:
    late = near_the_limit(begun(variant))
    assert late is not None
    asked = []
    while not late.is_over():
        asked.append(late.actor())
        late.apply(late.legal_actions()[-1])
    assert late.is_capped()
    assert set(asked) == set(range(variant.seats))


def caps(bot: ProgramEntrant, slug: str) -> Check:
    played = next(each for each in variants() if each.slug == slug)
    return _caps(played, Patient(bot, SOUND), "cap", "plays long games")


def program(folder: Path, source: str) -> FolderEntrant:
    (folder / "bot.py").write_text(source)
    return FolderEntrant(folder)


@needs_sandbox
@pytest.mark.parametrize("slug", [*SMALLEST, *LARGEST])
def test_no_game_leaves_the_limit_untried(slug: str) -> None:
    with ProgramEntrant(built("good"), "good") as bot:
        found = caps(bot, slug)
    assert found.status is Status.PASS
    assert "ended at the turn limit" in found.sentence


@needs_sandbox
def test_the_bot_is_told_that_the_limit_ended_the_game(tmp_path: Path) -> None:
    with program(tmp_path, NOTES_THE_END) as bot:
        record = Patient(bot, SOUND).plays("karmaka-2", 0, opponent=Staller(), game=LateGame)
    assert record.termination is Termination.CAP
    assert "ended by cap" in record.seats[0].stderr_tail


@needs_sandbox
def test_a_bot_that_breaks_at_the_end_by_the_limit_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.channels.program.FAREWELL_S", 10.0)  # it ends by itself, on a busy machine later
    with program(tmp_path, FEARS_THE_LIMIT) as bot:
        found = caps(bot, "karmaka-2")
    assert found.status is Status.HINT
    assert "exit code 1" in found.sentence
    assert "nobody told me of a limit" in found.sentence
    assert '"cap"' in found.fix


@needs_sandbox
def test_a_bot_that_breaks_after_every_game_is_not_lectured_about_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.channels.program.FAREWELL_S", 10.0)
    with program(tmp_path, BREAKS_ALWAYS) as bot:
        assert caps(bot, "karmaka-2").status is Status.PASS


@needs_sandbox
def test_a_bot_that_counts_turns_is_not_refused_for_the_doctors_trick(tmp_path: Path) -> None:
    with program(tmp_path, COUNTS_TURNS) as bot:
        found = caps(bot, "karmaka-2")
    assert found.status is Status.HINT
    assert "No real game does that." in found.sentence
    assert "turns are missing" in found.sentence


@needs_sandbox
def test_a_bot_that_wins_every_game_leaves_the_check_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.doctor.late.near_the_limit", lambda state: state)
    with ProgramEntrant(built("good"), "good") as bot:
        found = caps(bot, "karmaka-2")
    assert found.status is Status.SKIP
    assert "nothing is known of it" in found.sentence
