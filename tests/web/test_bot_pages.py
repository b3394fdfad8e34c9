"""Pages of bots: who may see and do what, and what happens to uploads that are not in order."""

import io
import zipfile
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from arena.accounts.models import User
from arena.bots import quotas
from arena.bots.actions.submit import create_bot, submit
from arena.bots.archive import Upload
from arena.bots.models import Bot, BotVersion, CheckState
from arena.matches.models import Match
from engines import variants
from referee.doctor import Check, Report, Status
from referee.doctor.report import Measured
from referee.doctor.telling import verdict_of
from referee.words import t
from tests.matches import cast

pytestmark = pytest.mark.django_db
PYTHON = b"print()\n"


@pytest.fixture
def ace(alice: User) -> BotVersion:
    """Alice's bot, with a stored upload, ready and active."""
    version = submit(create_bot(alice, "Ace", ["karma", "diamoniak"]), Upload((("bot.py", PYTHON),)), "First.").version
    BotVersion.objects.filter(pk=version.pk).update(state=CheckState.READY, deadline=None)
    Bot.objects.filter(pk=version.bot_id).update(active_version=version)
    version.refresh_from_db()
    return version


@pytest.fixture
def as_bob(bob: User) -> Client:
    client = Client()
    client.force_login(bob)
    return client


@pytest.fixture
def as_staff(stella: User) -> Client:
    client = Client()
    client.force_login(stella)
    return client


def hide(version: BotVersion) -> None:
    Bot.objects.filter(pk=version.bot_id).update(is_private=True)


PAGES = ["/bots/ace/", "/bots/ace/v1/"]
OWNERS_PAGES = ["/bots/ace/edit/", "/bots/ace/v1/download/"]
BUTTONS = ["v1/activate/", "v1/check/", "retire/", "bring-back/", "delete/"]


@pytest.mark.parametrize("path", PAGES)
def test_a_public_bot_is_seen_by_everybody_and_a_private_one_by_its_owner_and_staff(
    alice: User, as_bob: Client, as_staff: Client, ace: BotVersion, path: str
) -> None:
    visitor, as_alice = Client(), Client()
    as_alice.force_login(alice)
    assert [each.get(path).status_code for each in (visitor, as_bob)] == [200, 200]
    hide(ace)
    assert [each.get(path).status_code for each in (visitor, as_bob)] == [404, 404]
    assert [each.get(path).status_code for each in (as_alice, as_staff)] == [200, 200]
    assert "Ace" not in visitor.get("/bots/").content.decode()
    assert "Ace" in as_alice.get("/bots/").content.decode()


@pytest.mark.parametrize("path", OWNERS_PAGES)
def test_settings_and_downloads_are_for_the_owner_and_staff(
    as_alice: Client, as_bob: Client, as_staff: Client, ace: BotVersion, path: str
) -> None:
    assert Client().get(path).status_code == 302
    assert as_bob.get(path).status_code == 403
    assert as_alice.get(path).status_code == as_staff.get(path).status_code == 200


def test_a_download_is_the_upload_as_a_zip(as_alice: Client, ace: BotVersion) -> None:
    response: Any = as_alice.get("/bots/ace/v1/download/")
    assert 'filename="ace-v1.zip"' in response["Content-Disposition"]
    with zipfile.ZipFile(io.BytesIO(response.content)) as archive:
        assert archive.read("bot.py") == PYTHON


@pytest.mark.parametrize("button", BUTTONS)
def test_buttons_work_by_post_only_and_for_the_owner_only(as_bob: Client, ace: BotVersion, button: str) -> None:
    path = f"/bots/ace/{button}"
    assert as_bob.get(path).status_code == 405
    assert as_bob.post(path).status_code == 403
    assert Client().post(path)["Location"].startswith("/account/login/")
    hide(ace)
    assert as_bob.post(path).status_code == 404
    bot = Bot.objects.get(pk=ace.bot_id)
    assert (bot.is_retired, bot.active_version) == (False, ace)


def test_every_version_is_found_on_the_bots_page_and_can_be_active_again(as_alice: Client, ace: BotVersion) -> None:
    BotVersion.objects.bulk_create(
        BotVersion(bot=ace.bot, number=number, content_hash=str(number), runtime="python", state=CheckState.READY)
        for number in range(2, 43)
    )
    Bot.objects.filter(pk=ace.bot_id).update(active_version=BotVersion.objects.get(number=42))
    newest, oldest = (as_alice.get(path).content.decode() for path in ("/bots/ace/", "/bots/ace/?page=3"))
    assert "/bots/ace/v42/" in newest
    assert 'href="/bots/ace/v1/"' not in newest
    assert 'href="/bots/ace/v1/"' in oldest
    assert "Make it the active one" in as_alice.get("/bots/ace/v1/").content.decode()
    page = as_alice.post("/bots/ace/v1/activate/", follow=True).content.decode()
    assert "Version 1 plays from now on." in page
    assert Bot.objects.get(pk=ace.bot_id).active_version == ace


def test_a_form_of_another_site_is_refused(alice: User, ace: BotVersion) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice)
    for path in ("/bots/ace/retire/", "/bots/ace/edit/", "/bots/ace/practise/", "/submit/"):
        assert strict.post(path, {}).status_code == 403
    assert not Bot.objects.get(pk=ace.bot_id).is_retired


def test_an_unknown_button_is_not_found(as_alice: Client, ace: BotVersion) -> None:
    assert as_alice.post("/bots/ace/explode/").status_code == 404


def test_retiring_bringing_back_and_deleting(as_alice: Client, ace: BotVersion) -> None:
    as_alice.post("/bots/ace/retire/")
    assert "retired" in as_alice.get("/bots/ace/").content.decode()
    as_alice.post("/bots/ace/bring-back/")
    assert Bot.objects.get(pk=ace.bot_id).active_version == ace
    as_alice.post("/bots/ace/delete/")
    assert not Bot.objects.exists()


def test_a_bot_that_played_is_not_deleted_but_the_way_out_is_told(as_alice: Client, ace: BotVersion, bob: User) -> None:
    cast.match([ace, cast.ready_version(bob, "Bishop")])
    page = as_alice.post("/bots/ace/delete/", follow=True).content.decode()
    assert "Retire it instead" in page
    assert Bot.objects.filter(name="Ace").exists()


def test_only_the_owner_reads_the_report_of_a_check(as_alice: Client, as_bob: Client, ace: BotVersion) -> None:
    check = {"title": "Builds", "status": "fail", "sentence": "It does not build.", "fix": "", "evidence": None}
    BotVersion.objects.update(state=CheckState.REJECTED, reason="Builds: no.", report={"checks": [check]})
    assert "It does not build." in as_alice.get("/bots/ace/v1/").content.decode()
    assert "It does not build." not in as_bob.get("/bots/ace/v1/").content.decode()


@pytest.mark.parametrize(
    ("language", "title", "verdict"),
    [
        ("en", "repeats itself", "Passed every check that could be made; 1 skipped: repeats itself."),
        ("sk", "opakuje sa", "Prešiel všetkými kontrolami, ktoré sa dali urobiť; 1 vynechaná: opakuje sa."),
        ("cs", "opakuje se", "Prošel všemi kontrolami, které se daly udělat; 1 vynechána: opakuje se."),
        ("de", "wiederholt sich", "Hat jede mögliche Prüfung bestanden; 1 ausgelassen: wiederholt sich."),
    ],
)
def test_the_report_of_a_check_speaks_the_language_of_its_reader(
    as_alice: Client, ace: BotVersion, language: str, title: str, verdict: str
) -> None:
    report = Report((Check("repeats", t("repeats itself"), Status.SKIP, t("The bot does not start.")),), Measured())
    BotVersion.objects.update(reason=str(verdict_of(report.to_json())), report=report.to_json())
    page = as_alice.get("/bots/ace/v1/", headers={"Accept-Language": language}).content.decode()
    assert verdict in page
    assert f'<p class="rows-title">{title}</p>' in page
    assert ("The bot does not start." in page) == (language == "en")


def test_a_running_check_says_its_step_in_the_language_of_its_reader(as_alice: Client, ace: BotVersion) -> None:
    step = t("plays {variant}", variant="karma-2")
    progress = {"step": step, "done": 1, "total": 2, "said": step.to_json()}
    BotVersion.objects.update(state=CheckState.CHECKING, deadline=ace.created_at, reason=str(step), progress=progress)
    assert "hrá karma-2" in as_alice.get("/bots/ace/v1/", headers={"Accept-Language": "sk"}).content.decode()
    assert "plays karma-2" in as_alice.get("/bots/ace/v1/").content.decode()


def test_a_running_check_refreshes_itself_and_a_finished_one_does_not(as_alice: Client, ace: BotVersion) -> None:
    assert "hx-get" not in as_alice.get("/bots/ace/v1/").content.decode()
    BotVersion.objects.update(state=CheckState.CHECKING, deadline=ace.created_at)
    part = as_alice.get("/bots/ace/v1/", headers={"HX-Request": "true"}).content.decode()
    assert 'hx-trigger="every 1s' in part
    assert "<html" not in part


def upload(client: Client, name: str = "bot.py", data: bytes = PYTHON, **more: Any) -> Any:
    given = {"name": "Fresh", "games": ["karma"], "changelog": "", **more}
    return client.post("/submit/", {**given, "upload": SimpleUploadedFile(name, data)})


def test_an_upload_by_the_form_becomes_a_bot_with_a_version(as_alice: Client, alice: User) -> None:
    ladder = next(variant.slug for variant in variants() if variant.game == "karma")
    response = upload(as_alice, changelog="Hello.", ladders=[ladder])
    version = BotVersion.objects.get()
    assert version.bot.ladders == [ladder]
    assert response["Location"] == version.get_absolute_url() == "/bots/fresh/v1/"
    assert (version.bot.owner, version.bot.games, version.changelog) == (alice, ["karma"], "Hello.")
    again = as_alice.post("/submit/", {"bot": version.bot.pk, "upload": SimpleUploadedFile("bot.py", b"2")})
    assert again["Location"] == "/bots/fresh/v2/"


def test_a_ladder_of_a_game_that_it_does_not_play_is_refused_at_its_field(as_alice: Client) -> None:
    ladder = next(variant.slug for variant in variants() if variant.game != "karma")
    page = upload(as_alice, ladders=[ladder]).content.decode()
    assert f"The bot does not play the game of the ladder {ladder}" in page
    assert not Bot.objects.exists()


def _zip(**files: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in files.items():
            archive.writestr(name.replace("__", "/"), data)
    return out.getvalue()


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("bot.exe", b"MZ", "is neither a zip nor a source file"),
        ("bot.py", b"", "The submitted file is empty."),
        ("bot.zip", b"PK\x03\x04 not really", "The zip cannot be read"),
        ("bot.zip", _zip(**{"..__evil.py": b"x"}), "points outside the bot"),
        ("bot.zip", _zip(notes=b"hello"), "Name the main file"),
        ("bot.py", b"#" * (1024 * 1024 + 1), "at most 1.0 MB are taken"),
    ],
)
def test_a_bad_upload_is_explained_at_its_field_and_leaves_nothing(
    as_alice: Client, settings: Settings, name: str, data: bytes, sentence: str
) -> None:
    settings.UPLOAD_MB = 1
    response = upload(as_alice, name, data)
    page = response.content.decode()
    assert (response.status_code, sentence in page) == (422, True), page[page.find("errorlist") :][:300]
    assert 'value="Fresh"' in page, "what was typed is still there"
    assert not Bot.objects.exists()


def test_a_name_that_is_taken_is_explained(as_bob: Client, ace: BotVersion) -> None:
    page = upload(as_bob, name="bot.py").content.decode()
    assert "errorlist" not in page
    page = as_bob.post(
        "/submit/", {"name": "ACE", "games": ["karma"], "upload": SimpleUploadedFile("bot.py", b"3")}
    ).content.decode()
    assert "There is a bot called ACE already" in page


def test_a_new_bot_needs_a_name_and_games(as_alice: Client) -> None:
    page = upload(as_alice, name="bot.py", games=[]).content.decode()
    assert "Choose at least one game." in page


def test_the_quota_is_told_and_no_empty_bot_stays(as_alice: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "storage_bytes", lambda: 3)
    response = upload(as_alice)
    assert "Delete a bot that never played" in response.content.decode()
    assert not Bot.objects.exists()


def test_nobody_uploads_to_the_bot_of_another(as_bob: Client, ace: BotVersion) -> None:
    response = as_bob.post("/submit/", {"bot": ace.bot_id, "upload": SimpleUploadedFile("bot.py", b"evil")})
    assert response.status_code == 422
    assert BotVersion.objects.count() == 1


def test_the_same_files_lead_to_the_version_they_are(as_alice: Client, ace: BotVersion) -> None:
    data = {"bot": ace.bot_id, "upload": SimpleUploadedFile("bot.py", PYTHON)}
    page = as_alice.post("/submit/", data, follow=True)
    assert page.redirect_chain[-1][0] == "/bots/ace/v1/"
    assert "uploaded before" in page.content.decode()


def practise(client: Client, **given: Any) -> Any:
    return client.post("/bots/ace/practise/", {"variant": "diamoniak-2", "blocks": "1", **given})


def test_practice_starts_from_the_bots_page_and_fills_up_with_house_bots(as_bob: Client, ace: BotVersion) -> None:
    cast.ready_version(None, "Dice", "random")
    response = practise(as_bob)
    match = Match.objects.get()
    assert response["Location"] == match.get_absolute_url()
    assert [entrant.version.bot.name for entrant in match.entrants.all()] == ["Ace", "Dice"]
    page = as_bob.get(response["Location"]).content.decode()
    assert "unrated" in page
    assert 'hx-trigger="every 2s' in page


def test_opponents_are_chosen_on_the_form(as_alice: Client, ace: BotVersion, bob: User) -> None:
    bishop = cast.ready_version(bob, "Bishop")
    cast.ready_version(None, "Dice", "random")
    assert "Bishop" in as_alice.get("/bots/ace/").content.decode()
    practise(as_alice, opponents=[str(bishop.bot_id)])
    assert [entrant.version.bot.name for entrant in Match.objects.get().entrants.all()] == ["Ace", "Bishop"]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"variant": "karmaka-2"}, "is not one of the available choices"),
        ({"blocks": "0"}, "greater than or equal to 1"),
        ({"blocks": "26"}, "less than or equal to 25"),
        ({"opponents": ["999999"]}, "is not one of the available choices"),
        ({}, "is played by 2 bots; you chose 1."),
    ],
)
def test_a_bad_wish_for_practice_is_explained(
    as_alice: Client, ace: BotVersion, given: dict[str, Any], sentence: str
) -> None:
    response = practise(as_alice, **given)
    assert (response.status_code, sentence in response.content.decode()) == (422, True)
    assert not Match.objects.exists()


def test_a_refused_wish_for_practice_can_be_reloaded(as_alice: Client, ace: BotVersion) -> None:
    response = as_alice.get("/bots/ace/practise/")
    assert (response.status_code, "Practice with Ace" in response.content.decode()) == (200, True)


def test_a_bot_that_is_not_ready_does_not_practise(as_alice: Client, ace: BotVersion) -> None:
    cast.ready_version(None, "Dice", "random")
    Bot.objects.filter(pk=ace.bot_id).update(active_version=None)
    assert "has no version that passed its check" in practise(as_alice).content.decode()
    assert not Match.objects.exists()


def test_practice_wants_a_log_in_and_a_bot_one_may_see(as_bob: Client, ace: BotVersion) -> None:
    assert practise(Client()).status_code == 302
    hide(ace)
    assert practise(as_bob).status_code == 404
    assert as_bob.get("/bots/ace/practise/").status_code == 404


def test_the_list_of_bots_is_filtered(client: Client, ace: BotVersion, bob: User) -> None:
    cast.ready_version(bob, "Bishop")
    cast.ready_version(None, "Dice", "random")
    assert found(client, "?q=ali") == ["Ace"]
    assert found(client, "?q=BISH") == ["Bishop"]
    assert found(client, "?game=karmaka") == ["Bishop", "Dice"]
    assert found(client, "?kind=house") == ["Dice"]
    assert found(client, "?game=chess") == []


def found(client: Client, query: str) -> list[str]:
    return [bot.name for bot in client.get(f"/bots/{query}").context["page"].object_list]


def test_lists_of_bots_cost_the_same_number_of_queries_however_long_they_are(
    client: Client, ace: BotVersion, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for count in (1, 20):
        for number in range(count):
            cast.ready_version(bob, f"Bot-{count}-{number}")
        with django_assert_num_queries(3):
            client.get("/bots/")
