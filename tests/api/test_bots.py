"""Bots and versions through the API: the same actions, permissions and sentences as on the pages."""

import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from pytest_django.fixtures import Settings

from arena.accounts.models import User
from arena.bots.models import Bot, BotVersion, CheckState
from arena.matches.models import Seat
from tests.api.conftest import Caller, bot_file, zipped
from tests.matches import cast


def test_a_bot_is_created_uploaded_to_and_followed(by_alice: Caller) -> None:
    made = by_alice.post("/bots", {"name": "My Bot", "games": ["karma"]})
    assert (made.status_code, made.json()["slug"], made.json()["owner"]) == (201, "my-bot", "alice")
    sent = by_alice.upload("/bots/my-bot/versions", bot_file())
    assert (sent.status_code, sent.json()["number"], sent.json()["state"]) == (201, 1, "waiting")
    assert sent.json()["runtime"] == "python"
    seen = by_alice.get("/bots/my-bot/versions/1").json()
    assert seen["report"] == {}
    assert seen["reason"]


def test_the_same_files_again_are_the_same_version(by_alice: Caller, versions: list[BotVersion]) -> None:
    first = by_alice.upload("/bots/ace/versions", bot_file())
    again = by_alice.upload("/bots/ace/versions", bot_file())
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json()["number"] == again.json()["number"] == 2


def test_nobody_uploads_to_a_bot_of_somebody_else(by_bob: Caller, versions: list[BotVersion]) -> None:
    answer = by_bob.upload("/bots/ace/versions", bot_file())
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    assert BotVersion.objects.filter(bot__slug="ace").count() == 1


def test_a_private_bot_does_not_exist_for_others(by_alice: Caller, by_bob: Caller, versions: list[BotVersion]) -> None:
    Bot.objects.filter(slug="ace").update(is_private=True)
    assert by_alice.get("/bots/ace").status_code == 200
    for path in ("/bots/ace", "/bots/ace/versions", "/bots/ace/versions/1", "/bots/ace/ratings?variant=karma-2"):
        assert by_bob.get(path).status_code == 404
    assert by_bob.upload("/bots/ace/versions", bot_file()).status_code == 404
    assert [each["slug"] for each in by_bob.get("/bots").json()["items"]] == ["bishop"]


def test_the_report_of_a_check_is_for_the_owner(by_alice: Caller, by_bob: Caller, versions: list[BotVersion]) -> None:
    BotVersion.objects.filter(bot__slug="ace").update(report={"secret": 1})
    assert by_alice.get("/bots/ace/versions/1").json()["report"] == {"secret": 1}
    assert by_bob.get("/bots/ace/versions/1").json()["report"] is None


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"games": ["karma"]}, "name"),
        ({"name": "X", "games": []}, "games"),
        ({"name": "X", "games": ["chess"]}, "games"),
        ({"name": "!!!", "games": ["karma"]}, "name"),
    ],
)
def test_what_is_wrong_stands_at_its_field(
    by_alice: Caller, versions: list[BotVersion], given: dict[str, object], field: str
) -> None:
    answer = by_alice.post("/bots", given)
    assert answer.status_code == 422
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert field in [each["field"] for each in answer.json()["errors"]]


def test_a_name_that_is_taken_is_a_conflict(by_bob: Caller, versions: list[BotVersion]) -> None:
    answer = by_bob.post("/bots", {"name": "ACE", "games": ["karma"]})
    assert (answer.status_code, answer.json()["code"]) == (409, "conflict")
    assert answer.json()["errors"][0]["field"] == "name"


@pytest.mark.parametrize(
    "file", [SimpleUploadedFile("bot.txt", b"hello"), zipped(readme="no program"), SimpleUploadedFile("b.zip", b"PK")]
)
def test_an_upload_that_is_no_bot_is_refused(
    by_alice: Caller, versions: list[BotVersion], file: SimpleUploadedFile
) -> None:
    answer = by_alice.upload("/bots/ace/versions", file)
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == "upload"
    assert BotVersion.objects.filter(bot__slug="ace").count() == 1


def test_an_upload_that_is_too_large_is_refused_before_it_is_read(
    by_alice: Caller, versions: list[BotVersion], settings: Settings
) -> None:
    settings.UPLOAD_MB = 1
    answer = by_alice.upload("/bots/ace/versions", SimpleUploadedFile("bot.py", b"#" * (2 * 1024 * 1024)))
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")


def test_a_version_is_activated_only_after_its_check(by_alice: Caller, versions: list[BotVersion]) -> None:
    by_alice.upload("/bots/ace/versions", bot_file())
    refused = by_alice.post("/bots/ace/versions/2/activate")
    assert (refused.status_code, refused.json()["code"]) == (409, "conflict")
    BotVersion.objects.filter(bot__slug="ace", number=2).update(state=CheckState.READY)
    assert by_alice.post("/bots/ace/versions/2/activate").json()["active_version"] == 2
    assert by_alice.post("/bots/ace/versions/9/activate").status_code == 404


def test_an_owner_edits_retires_brings_back_and_deletes(
    by_alice: Caller, by_bob: Caller, versions: list[BotVersion]
) -> None:
    given = {"description": "new", "games": ["karmaka", "karma"], "allows_practice": False}
    assert by_bob.patch("/bots/ace", given).status_code == 403
    edited = by_alice.patch("/bots/ace", given).json()
    assert (edited["description"], edited["games"], edited["allows_practice"]) == ("new", ["karma", "karmaka"], False)
    assert by_alice.patch("/bots/ace", {"is_private": True}).json()["description"] == "new"
    unknown = by_alice.patch("/bots/ace", {"games": ["chess"]})
    assert (unknown.status_code, unknown.json()["errors"][0]["field"]) == (422, "games")
    retired = by_alice.post("/bots/ace/retire").json()
    assert (retired["is_retired"], retired["active_version"]) == (True, None)
    assert by_alice.post("/bots/ace/versions/1/activate").status_code == 409
    assert by_alice.post("/bots/ace/bring-back").json()["active_version"] == 1
    cast.match(versions)
    kept = by_alice.delete("/bots/ace")
    assert (kept.status_code, "Retire it instead" in kept.json()["detail"]) == (409, True)
    assert by_bob.delete("/bots/ace").status_code == 404  # private by now
    by_alice.post("/bots", {"name": "Never Played", "games": ["karma"]})
    gone = by_alice.delete("/bots/never-played")
    assert (gone.status_code, gone.content) == (204, b"")
    assert by_alice.get("/bots/never-played").status_code == 404


def test_a_rejected_version_is_checked_again_and_its_files_come_back(
    by_alice: Caller, by_bob: Caller, versions: list[BotVersion]
) -> None:
    by_alice.upload("/bots/ace/versions", zipped(**{"bot.py": "print()"}))
    BotVersion.objects.filter(bot__slug="ace", number=2).update(state=CheckState.REJECTED)
    assert by_bob.post("/bots/ace/versions/2/check").status_code == 403
    assert by_alice.post("/bots/ace/versions/2/check").json()["state"] == "waiting"
    ready = by_alice.post("/bots/ace/versions/1/check")
    assert (ready.status_code, ready.json()["code"]) == (409, "conflict")
    got = by_alice.get("/bots/ace/versions/2/download")
    assert got.headers["Content-Type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(got.content)) as archive:
        assert archive.read("bot.py") == b"print()"
    assert by_bob.get("/bots/ace/versions/2/download").status_code == 403
    assert by_alice.get("/bots/ace/versions/1/download").status_code == 404  # made without files


def test_logs_are_those_of_own_seats_only(by_alice: Caller, by_bob: Caller, versions: list[BotVersion]) -> None:
    cast.match(versions)
    cast.finish(cast.take(), faults=["crash"])
    Seat.objects.update(evidence={"stderr_tail": "oops"})
    seen = by_alice.get("/bots/ace/logs").json()["items"]
    assert [each["evidence"] for each in seen] == [{"stderr_tail": "oops"}]
    assert by_bob.get("/bots/ace/logs").status_code == 403
    assert Caller().get("/bots/ace/logs").status_code == 401


def test_logs_can_be_those_of_faults_only(by_alice: Caller, by_bob: Caller, versions: list[BotVersion]) -> None:
    cast.match(versions)
    cast.finish(cast.take(), faults=["crash"])
    counts = [
        len(each.get(f"/bots/{slug}/logs?faults_only=true").json()["items"])
        for each, slug in ((by_alice, "ace"), (by_bob, "bishop"))
    ]
    assert sorted(counts) == [0, 1]


def test_filters_of_the_list(stranger: Caller, alice: User, versions: list[BotVersion]) -> None:
    cast.ready_version(None, "Dice", house="random")

    def slugs(query: str) -> list[str]:
        return [each["slug"] for each in stranger.get(f"/bots?{query}").json()["items"]]

    assert slugs("owner=alice") == ["ace"]
    assert slugs("q=ish") == ["bishop"]
    assert slugs("house=true") == ["dice"]
    assert slugs("house=false") == ["ace", "bishop"]
    assert slugs("game=chess") == []


def test_pages_of_the_list_join_without_gap_or_repeat(stranger: Caller, alice: User) -> None:
    for number in range(7):
        cast.ready_version(alice, f"bot{number}")
    seen: list[str] = []
    cursor = ""
    for _ in range(4):
        page = stranger.get(f"/bots?limit=3{cursor}").json()
        seen += [each["slug"] for each in page["items"]]
        if page["next_cursor"] is None:
            break
        cursor = f"&cursor={page['next_cursor']}"
    assert seen == [f"bot{number}" for number in range(7)]


@pytest.mark.parametrize("cursor", ["x", "-1", "ffffffffffffffff", "%00", "0000000000000001%0a"])
def test_a_cursor_of_ones_own_making_is_refused(stranger: Caller, cursor: str) -> None:
    answer = stranger.get(f"/bots?cursor={cursor}")
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == "cursor"


def test_a_quota_says_when_it_goes_on(by_alice: Caller, alice: User, versions: list[BotVersion]) -> None:
    from unittest import mock

    with mock.patch("arena.bots.quotas.UPLOADS_PER_DAY", 1):
        assert by_alice.upload("/bots/ace/versions", bot_file()).status_code == 201
        answer = by_alice.upload("/bots/ace/versions", bot_file(b"# another"))
    assert (answer.status_code, answer.json()["code"]) == (429, "quota")
    assert "24 hours" in answer.json()["detail"]


def test_the_habits_of_a_bot_are_told_to_its_owner(
    by_alice: Caller, by_bob: Caller, versions: list[BotVersion]
) -> None:
    assert by_alice.get("/bots/ace/habits").json() == {"games": 0, "waiting": 0, "habits": []}
    assert by_bob.get("/bots/ace/habits").status_code == 403
