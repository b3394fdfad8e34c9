"""Rulings by calls: a reason each, a warning before played matches become void, a way back."""

from __future__ import annotations

import pytest

from arena.accounts.models import User
from arena.bots.models import BotVersion
from arena.tournaments.models import Tournament
from tests.api.conftest import Caller
from tests.tournament_engine import cast

CUP = "/tournaments/cup"
WRONG = {"ranks": {"bot01": 2, "bot04": 1}, "reason": "It cheated."}


@pytest.fixture
def final(olga: User, four: list[BotVersion]) -> Tournament:
    """Both semi-finals are over and the first game of the final was played."""
    cup = cast.started(olga, four, "single_elimination", blocks=2)
    cast.play_into(cup, "1.2.1")
    return cup


def test_a_ruling_that_voids_a_played_match_asks_first(by_olga: Caller, final: Tournament) -> None:
    refused = by_olga.post(f"{CUP}/matches/1.1.1/override", WRONG)
    assert (refused.status_code, refused.json()["code"]) == (409, "cascade")
    assert [each["field"] for each in refused.json()["errors"]] == ["1.2.1"]
    assert by_olga.get(f"{CUP}/matches/1.1.1").json()["ruling"] is None
    ruled = by_olga.post(f"{CUP}/matches/1.1.1/override", {**WRONG, "cascade": True})
    assert (ruled.status_code, ruled.json()["ruling"], ruled.json()["ranks"]) == (200, "It cheated.", [2, 1])
    assert "bot04" in [slot["bot"] for slot in by_olga.get(f"{CUP}/matches/1.2.1").json()["slots"]]
    assert by_olga.get(CUP).json()["undoable"].startswith("Ruled on match 1.1.1")
    undone = by_olga.post(f"{CUP}/undo", {"reason": "Wrong bot.", "cascade": True})
    assert (undone.status_code, undone.json()["action"], undone.json()["reason"]) == (200, "undo", "Wrong bot.")
    assert by_olga.get(f"{CUP}/matches/1.1.1").json()["ruling"] is None
    assert [each["is_undone"] for each in by_olga.get(f"{CUP}/log?limit=2").json()["items"]] == [False, True]


def test_a_match_is_played_again(by_olga: Caller, final: Tournament) -> None:
    again = by_olga.post(f"{CUP}/matches/1.2.1/replay", {"reason": "A power cut."}).json()
    assert [(take["take"], take["state"]) for take in again["takes"]] == [(1, "void"), (2, "open")]


def test_a_bot_is_disqualified_with_a_reason(by_olga: Caller, final: Tournament) -> None:
    assert by_olga.post(f"{CUP}/entrants/bot04/disqualify", {"reason": " "}).status_code == 422
    assert by_olga.post(f"{CUP}/entrants/bot04/disqualify", {"reason": "It cheated."}).status_code == 200
    seen = by_olga.get(f"{CUP}/entrants/bot04").json()
    assert (seen["departure"], seen["departure_reason"]) == ("disqualified", "It cheated.")
    twice = by_olga.post(f"{CUP}/entrants/bot04/disqualify", {"reason": "Again."})
    assert (twice.status_code, twice.json()["detail"]) == (409, "Bot04 has left already.")


@pytest.mark.parametrize("ranks", [{"bot01": 1, "bot02": 2}, {"bot01": 1, "nobody": 2}, {"bot01": 1, "bot04": 1}])
def test_ranks_are_given_to_each_entrant_of_the_match(
    by_olga: Caller, final: Tournament, ranks: dict[str, int]
) -> None:
    answer = by_olga.post(f"{CUP}/matches/1.1.1/override", {"ranks": ranks, "reason": "So."})
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (409, "ranks")
    assert by_olga.get(f"{CUP}/matches/1.1.1").json()["ruling"] is None


def test_a_cancelled_tournament_says_why(by_olga: Caller, final: Tournament) -> None:
    assert by_olga.post(f"{CUP}/cancel").status_code == 422
    assert by_olga.post(f"{CUP}/cancel", {"reason": "No power."}).json()["state"] == "cancelled"
    after = by_olga.post(f"{CUP}/undo")
    assert (after.status_code, "is over" in after.json()["detail"]) == (409, True)
