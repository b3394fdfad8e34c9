"""Who may: by the same rules as on the pages, and within the scopes of the token."""

from __future__ import annotations

from typing import Any

import pytest

from arena.accounts.models import User
from arena.api.scopes import Scope
from arena.api.site import document
from arena.bots.models import BotVersion
from arena.tournaments.models import AuditEntry, Tournament
from tests.api.conftest import Caller, caller
from tests.api.tournaments.conftest import owner_of
from tests.tournament_engine import cast

NEW = {"name": "Cup", "variant": "diamoniak-2", "format": "swiss"}
ORGANISER_CALLS: list[tuple[str, dict[str, Any]]] = [
    ("/copy", {"name": "Mine"}),
    ("/open", {}),
    ("/close", {}),
    ("/deadline", {"deadline": None}),
    ("/start", {}),
    ("/pause", {}),
    ("/resume", {}),
    ("/cancel", {"reason": "So."}),
    ("/seeding", {"method": "random"}),
    ("/entrants/bot02/seed", {"seed": 1}),
    ("/entrants/bot02/disqualify", {"reason": "So."}),
    ("/invitations", {"name": "author1"}),
    ("/fill", {"size": 4}),
    ("/entrants-list", {"text": "bot01"}),
    ("/rounds/1/1/publish", {}),
    ("/rounds/1/1/blocks", {"blocks": 3}),
    ("/rounds/1/swap", {"one": 1, "other": 2}),
    ("/matches/1.1.1/override", {"ranks": {"bot01": 2, "bot03": 1}, "reason": "So."}),
    ("/matches/1.1.1/replay", {"reason": "So."}),
    ("/undo", {}),
    ("/reveal", {}),
    ("/reveal_at", {"at": None}),
    ("/announcements", {"title": "Hello"}),
]


def test_the_list_of_organiser_calls_is_complete() -> None:
    paths = document()["paths"]
    organise = [
        path
        for path, operations in paths.items()
        for method, each in operations.items()
        if method == "post" and each.get("x-scope") == "organise"
    ]
    assert len(organise) == len(ORGANISER_CALLS) + 1  # and the one that announces


def test_authors_organise_nothing(olga: User, four: list[BotVersion], stranger: Caller) -> None:
    cup = cast.started(olga, four, "swiss")
    author = owner_of(four[0])
    logged = AuditEntry.objects.count()
    for path, given in ORGANISER_CALLS:
        for who, status, code in (
            (caller(author), 403, "forbidden"),
            (caller(olga, Scope.READ, Scope.ENTER), 403, "scope-missing"),
            (stranger, 401, "token-missing"),
        ):
            answer = who.post(f"/tournaments/cup{path}", given)
            assert (answer.status_code, answer.json()["code"]) == (status, code), path
            AuditEntry.objects.count()
    assert AuditEntry.objects.count() == logged
    cup.refresh_from_db()
    assert cup.state == "running"
    assert caller(author).post("/tournaments", NEW).status_code == 403
    assert caller(author).patch("/tournaments/cup", {"blocks": 9}).status_code == 403
    assert Tournament.objects.count() == 1


def test_a_draft_of_somebody_else_does_not_exist(olga: User, by_olga: Caller, by_alice: Caller) -> None:
    by_olga.post("/tournaments", NEW)
    for path in ("", "/entrants", "/standings", "/export", "/log"):
        assert by_alice.get(f"/tournaments/cup{path}").status_code == 404
    assert by_alice.post("/tournaments/cup/open").status_code == 404
    # A token that may not read sees what strangers see, but still does what it may do.
    doer = caller(olga, Scope.ORGANISE)
    assert doer.get("/tournaments/cup").status_code == 404
    assert doer.post("/tournaments/cup/open").json()["state"] == "registration"


def test_a_token_to_enter_acts_for_own_bots_alone(olga: User, four: list[BotVersion]) -> None:
    cast.opened(olga, four[:3], "swiss")
    path = "/tournaments/cup/entrants"
    fourth = owner_of(four[3])
    assert caller(fourth, Scope.ENTER).post(path, {"bot": "bot04"}).status_code == 201
    assert caller(fourth, Scope.ENTER).post(path, {"bot": "bot04"}).json()["code"] == "conflict"
    assert caller(fourth).post(f"{path}/bot03/withdraw").json()["code"] == "forbidden"
    entering = caller(olga, Scope.ENTER).post(f"{path}/bot03/withdraw")
    assert (entering.json()["code"], "“organise”" in entering.json()["detail"]) == ("scope-missing", True)
    assert caller(olga, Scope.ORGANISE).post(f"{path}/bot03/withdraw").status_code == 200
    assert caller(fourth, Scope.ENTER).post(f"{path}/bot04/withdraw").status_code == 200
    assert caller(fourth, Scope.READ).post(path, {"bot": "bot04"}).json()["code"] == "scope-missing"


def test_an_author_withdraws_from_a_running_tournament(olga: User, four: list[BotVersion], stranger: Caller) -> None:
    cast.started(olga, four, "swiss")
    by_first = caller(owner_of(four[0]), Scope.ENTER)
    assert by_first.post("/tournaments/cup/entrants/bot01/withdraw", {"reason": "A bug."}).status_code == 200
    seen = stranger.get("/tournaments/cup/entrants").json()["items"]
    assert [each["departure"] for each in seen] == ["withdrawn", None, None, None]


@pytest.mark.parametrize(
    ("given", "status", "field"),
    [
        ({**NEW, "settings": {"round": 3}}, 422, "settings.round"),
        ({**NEW, "settings": {"rounds": True}}, 422, "settings.rounds"),
        ({**NEW, "block": 3}, 422, "block"),
        ({**NEW, "variant": "chess-2"}, 422, "variant"),
        ({**NEW, "format": "knockout"}, 422, "format"),
        ({**NEW, "deadline": "0001-01-01T00:00:00+14:00"}, 422, "deadline"),
        ({**NEW, "deadline": "2030-01-01T00:00:00"}, 422, "deadline"),
        ({**NEW, "format": "pod_swiss"}, 409, "format"),
        ({**NEW, "settings": {"strikes": 3}}, 409, "format"),
        ({**NEW, "settings": {"rounds": 0}}, 409, "format"),
    ],
)
def test_what_is_wrong_with_an_announcement_stands_at_its_field(
    by_olga: Caller, given: dict[str, object], status: int, field: str
) -> None:
    answer = by_olga.post("/tournaments", given)
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (status, field)
    assert not Tournament.objects.exists()


def test_the_same_start_with_the_same_key_is_answered_alike(
    by_olga: Caller, olga: User, four: list[BotVersion]
) -> None:
    cast.opened(olga, four, "swiss")
    key = {"Idempotency-Key": "once"}
    by_olga.post("/tournaments/cup/close")
    first = by_olga.post("/tournaments/cup/start", **key)
    again = by_olga.post("/tournaments/cup/start", **key)
    assert (first.status_code, again.status_code, again.content) == (200, 200, first.content)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert by_olga.post("/tournaments/cup/start").status_code == 409
    assert AuditEntry.objects.filter(action="start").count() == 1
