"""The loop itself, with bots inside the process."""

from typing import Any

import pytest

from engines import State, variant, variants
from engines.errors import UnknownVariantError
from referee.observer import Observer, Opening
from referee.record import GameRecord
from referee.replay import Termination
from tests.referee.cast import AnyLegal, First, Recording, play

Json = dict[str, Any]


@pytest.mark.parametrize("slug", [each.slug for each in variants()])
def test_every_variant_is_played_to_a_result(slug: str) -> None:
    record = play(slug, *[AnyLegal("x") for _ in range(variant(slug).seats)])
    assert record.termination in (Termination.NORMAL, Termination.CAP), record.void_reason
    assert len(record.ranks) == len(record.progress) == len(record.variant.sides)
    assert min(record.ranks) == 1
    assert record.replay is not None
    assert len(record.decisions) == len(record.replay.actions) > 10


def test_the_same_deal_and_bots_give_the_same_game() -> None:
    one, other = (play("karma-3", AnyLegal("a"), AnyLegal("b"), AnyLegal("c")) for _ in range(2))
    assert one.transcript_hash == other.transcript_hash != ""
    assert one.ranks == other.ranks


def test_another_deal_gives_another_game() -> None:
    assert (
        play("karma-2", First(), First()).transcript_hash != play("karma-2", First(), First(), deal="b").transcript_hash
    )


def test_each_seat_is_told_everything_once_and_in_order() -> None:
    log: list[tuple[str, int, Json]] = []
    play("karma-2", Recording(log, 0), Recording(log, 1))
    for number in (0, 1):
        told = [message for kind, seat, message in log if kind == "send" and seat == number]
        assert [message["type"] for message in told[:2]] == ["hello", "request"]
        assert told[-1]["type"] == "end"
        requests = told[1:-1]
        assert [message["number"] for message in requests] == list(range(1, len(requests) + 1))
        assert all(message["legal"] for message in requests)
        assert requests[1]["events"]


def test_a_seat_without_a_choice_among_its_hidden_cards_is_asked_with_one_legal_action() -> None:
    log: list[tuple[str, int, Json]] = []
    play("karma-2", Recording(log, 0), Recording(log, 1))
    requests = [message for kind, _seat, message in log if kind == "send" and message["type"] == "request"]
    forced = [message for message in requests if len(message["legal"]) == 1]
    assert forced
    assert {message["legal"][0]["name"] for message in forced} == {"take the pile"}


def test_events_of_all_messages_together_are_the_whole_log_of_the_seat() -> None:
    log: list[tuple[str, int, Json]] = []
    seen: list[list[Json]] = []

    class Keeper(Observer):
        def acted(self, state: State, seat: int, action_name: str, charged_ms: float) -> None:
            seen[:] = [state.events(number) for number in (0, 1)]

    play("karma-2", Recording(log, 0), Recording(log, 1), observer=Keeper())
    for number in (0, 1):
        told = [message for kind, seat, message in log if kind == "send" and seat == number]
        assert [event for message in told[1:] for event in message["events"]] == seen[number]


def test_seats_that_choose_together_are_all_asked_before_any_answer_is_read() -> None:
    log: list[tuple[str, int, Json]] = []
    play("karma-4", *[Recording(log, number) for number in range(4)])
    start = next(at for at, (kind, _, message) in enumerate(log) if message.get("type") == "request")
    assert [(kind, seat) for kind, seat, _ in log[start : start + 8]] == [
        *[("send", number) for number in range(4)],
        *[("receive", number) for number in range(4)],
    ]
    assert [log[start + number][2]["decision"] for number in range(4)] == ["CHOOSE_UP"] * 4


def test_what_one_seat_chooses_changes_nothing_in_what_the_others_are_asked_with_it() -> None:
    def asked(bot: First | AnyLegal) -> list[Json]:
        log: list[tuple[str, int, Json]] = []
        play("karma-3", Recording(log, 0, bot), Recording(log, 1), Recording(log, 2))
        return [message for _, seat, message in log if seat and message.get("decision") == "CHOOSE_UP"]

    assert asked(First()) == asked(AnyLegal("other choice"))


def test_the_commitment_is_published_before_any_program_starts() -> None:
    order: list[str] = []
    log: list[tuple[str, int, Json]] = []

    class Publisher(Observer):
        def started(self, opening: Opening) -> None:
            order.append(opening.commitment)
            assert log == []

        def ended(self, record: GameRecord) -> None:
            order.append(record.commitment)

    record = play("karma-2", Recording(log, 0), Recording(log, 1), observer=Publisher())
    assert order == [record.commitment, record.commitment]
    assert log[0][0] == "start"


def test_the_wrong_number_of_bots_is_refused_before_anything_starts() -> None:
    with pytest.raises(ValueError, match="karma-3 has 3 seats, but 2 bots were given"):
        play("karma-3", First(), First())


def test_an_unknown_variant_is_refused() -> None:
    with pytest.raises(UnknownVariantError):
        play("karma-99", First())


def test_decision_times_are_kept_for_every_action() -> None:
    log: list[tuple[str, int, Json]] = []
    record = play("karma-2", Recording(log, 0), Recording(log, 1))
    assert {time.charged_ms for time in record.decisions} == {0.5}
    assert {time.wall_ms for time in record.decisions} == {1.0}
    assert {time.decision for time in record.decisions} >= {"CHOOSE_UP", "MAIN"}
