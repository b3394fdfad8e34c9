"""Which language somebody gets: the choice on this device, then the account's, then what the browser asks for."""

import pytest
from django.conf import settings
from django.test import Client

from arena.accounts.models import User

pytestmark = pytest.mark.django_db
FOREIGN = [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def language(client: Client, path: str = "/", **headers: str) -> str:
    page = client.get(path, headers=headers).content.decode()
    return page.split('<html lang="', 1)[1].split('"', 1)[0]


@pytest.fixture
def reader(db: None) -> User:
    return User.objects.create_user("alice", "alice@example.org", "correct horse 1")


@pytest.mark.parametrize("code", [*FOREIGN, "en"])
def test_the_choice_is_kept_on_the_device(client: Client, code: str) -> None:
    answer = client.post("/language/", {"language": code, "next": "/replays/"})
    assert (answer.status_code, answer["Location"]) == (302, "/replays/")
    assert language(client) == code
    assert language(client, "/tournaments/", **{"Accept-Language": "de,en;q=0.5"}) == code


@pytest.mark.parametrize("code", FOREIGN)
def test_without_a_choice_the_browser_is_asked(client: Client, code: str) -> None:
    assert language(client, **{"Accept-Language": f"{code}-XX,en;q=0.5"}) == code
    assert language(client, **{"Accept-Language": "xx,en;q=0.5"}) == "en"


def test_an_account_carries_the_choice_to_another_device(reader: User) -> None:
    here, there = Client(), Client()
    here.force_login(reader)
    here.post("/language/", {"language": "sk"})
    there.force_login(reader)
    assert language(there, **{"Accept-Language": "de"}) == "sk"
    there.post("/language/", {"language": "de"})
    assert (language(there), language(here)) == ("de", "sk")


def test_a_language_that_is_offered_no_more_is_none(client: Client, reader: User) -> None:
    User.objects.filter(pk=reader.pk).update(language="tlh")
    client.force_login(reader)
    assert language(client, **{"Accept-Language": "cs"}) == "cs"


@pytest.mark.parametrize("wanted", ["", "xx", '"><script>', "sk\x00"])
def test_nonsense_is_english(client: Client, wanted: str) -> None:
    client.post("/language/", {"language": wanted})
    assert language(client) == "en"
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "purple"
    assert language(client) == "en"


@pytest.mark.parametrize("back", ["https://evil.example/", "//evil.example/", ""])
def test_nobody_is_sent_to_another_site(client: Client, back: str) -> None:
    assert client.post("/language/", {"language": "sk", "next": back})["Location"] == "/"


def test_a_link_cannot_change_it(client: Client) -> None:
    assert client.get("/language/").status_code == 405


def test_visitors_from_memory_get_their_own_language(fresh_redis: None) -> None:
    for _again in range(2):  # the second time every page comes from memory
        seen = {code: language(Client(), "/leaderboards/", **{"Accept-Language": code}) for code in ["en", *FOREIGN]}
        assert seen == {code: code for code in ["en", *FOREIGN]}


def test_programs_read_english_whatever_the_browser_of_their_author_asks_for(client: Client) -> None:
    asked = client.get("/api/v1/bots/no-such-bot", headers={"Accept-Language": "de"})
    plain = client.get("/api/v1/bots/no-such-bot")
    assert (asked.status_code, asked.json()) == (404, plain.json())


def test_the_menu_names_every_language_in_itself(client: Client) -> None:
    page = client.get("/").content.decode()
    for code, name in settings.LANGUAGES:
        assert f'value="{code}" lang="{code}" aria-pressed="{"true" if code == "en" else "false"}">{name}<' in page
