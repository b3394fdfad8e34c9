"""How long the doctor takes, what it plays, and what it says about each kind of fault."""

import json
from collections.abc import Callable
from itertools import count

import pytest

from engines import engines
from referee.advice import advice
from referee.clock import TimeControl
from referee.conversation import conversation
from referee.deal import SealedDeal
from referee.doctor import Status, examine
from referee.doctor.examine import Budget, _tries
from referee.entrants import ProgramEntrant
from referee.faults import Evidence, FaultKind
from referee.game import play_game
from referee.replay import Termination
from tests.bots.cast import QUICK, built, needs_sandbox
from tests.referee.cast import First, seat

SOUND = TimeControl(decision_ms=2_000, bank_ms=20_000, start_ms=60_000)


def ticking(step_s: float) -> Callable[[], float]:
    """A clock that has gone on a little at every look."""
    ticks = count()
    return lambda: next(ticks) * step_s


@needs_sandbox
def test_when_the_time_is_used_up_the_rest_is_skipped_and_the_bot_passes() -> None:
    report = examine(built("good"), ["karma", "diamoniak"], SOUND, budget_s=10, now=ticking(2.0))
    skipped = [check for check in report.checks if check.status is Status.SKIP]
    assert report.passed
    assert "plays:karma-6" in {check.id for check in skipped}
    assert all("time for the examination was used up" in check.sentence for check in skipped)


@needs_sandbox
def test_every_game_is_looked_at_before_any_is_played_in_full() -> None:
    report = examine(built("good"), ["karma", "diamoniak"], SOUND, budget_s=10, now=ticking(2.0))
    tried = [check.id for check in report.checks if check.id.startswith("plays:") and check.status is Status.PASS]
    assert tried[:2] == ["plays:karma-2", "plays:diamoniak-2"]


def test_every_listed_variant_is_played() -> None:
    for rules in engines():
        tried = {each.id for each in _tries(rules, Budget(1.0, lambda: 0.0))}
        assert {f"plays:{variant.slug}" for variant in rules.variants()} <= tried


@needs_sandbox
def test_hello_is_of_the_game_that_the_bot_claims_to_play() -> None:
    report = examine(built("silent"), ["karmaka"], TimeControl(start_ms=1_000))
    failed = report.failures()[0]
    assert json.loads(failed.hello)["variant"] == "karmaka-2"
    assert '"start_ms"' in failed.fix
    assert "clock" not in failed.fix


@needs_sandbox
def test_a_failed_check_has_the_messages_for_a_try_by_hand() -> None:
    report = examine(built("crashing"), ["diamoniak"], QUICK)
    assert report.measured.games == 1  # the one that it lost by its fault
    failed = report.failures()[0]
    assert failed.evidence is not None
    hello, *_, request = map(json.loads, (said.sent for said in conversation(failed.hello, failed.evidence)))
    assert (hello["type"], hello["variant"], request["type"]) == ("hello", "diamoniak-2", "request")


@needs_sandbox
def test_the_slow_bot_loses_on_time_under_the_arenas_own_clock() -> None:
    with ProgramEntrant(built("slow"), "slow") as bot:
        channels = [bot.open("karma-2"), seat(First(), ours=True)]
        record = play_game("karma-2", channels, SealedDeal.from_text("tutorial"), control=TimeControl())
    assert record.termination is Termination.FAULT
    assert record.faults[0].kind is FaultKind.TIMEOUT


def test_every_kind_of_fault_has_advice_of_its_own() -> None:
    assert len({advice(kind, Evidence()) for kind in FaultKind}) == len(FaultKind)


@pytest.mark.parametrize(("request_line", "lines"), [('{"type":"hello"}', 1), ('{"type":"request"}', 2)])
def test_a_failed_hello_is_not_repeated(request_line: str, lines: int) -> None:
    assert len(conversation('{"type":"hello"}', Evidence(last_request=request_line))) == lines
