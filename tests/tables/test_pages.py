"""The pages of tables: one click to a seat, and a sentence for everything that does not work."""

import json
from typing import Any

import pytest
from django.test import Client

from arena.accounts.models import User
from arena.lib import rates
from arena.tables import limits
from arena.tables.models import Table, TableState
from arena.tables.stored import restored
from engines import engine, variant
from referee.replay import loads
from referee.verify import verify
from tests.slugs import SMALLEST
from tests.tables.cast import first_offered

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_redis")]
SLUG = SMALLEST[-1]
HERE = {"Origin": "http://testserver"}


def sit(client: Client, **fields: str) -> Table:
    answer = client.post("/tables/sit/", {"variant": SLUG, **fields}, headers=HERE)
    assert answer.status_code == 302
    return Table.objects.get(code=answer["Location"].split("/")[2])


def state(client: Client, table: Table) -> dict[str, Any]:
    told: dict[str, Any] = client.get(f"/tables/{table.code}/state.json").json()
    return told


def choose(client: Client, table: Table, body: object) -> Any:
    return client.post(f"/tables/{table.code}/choose/", body, content_type="application/json")


def messages_on(answer: Any) -> str:
    return str(answer.content.decode())


def test_one_click_lays_a_table_for_somebody_without_an_account(client: Client) -> None:
    table = sit(client)
    page = client.get(f"/tables/{table.code}/")
    assert page.status_code == 200
    assert state(client, table)["legal"]


def test_the_buttons_of_pages_that_are_kept_for_everybody_need_no_token() -> None:
    client = Client(enforce_csrf_checks=True)
    assert sit(client).state == TableState.PLAYING


def test_a_form_of_another_site_lays_no_table(client: Client) -> None:
    answer = client.post("/tables/sit/", {"variant": SLUG}, headers={"Origin": "https://evil.example"}, follow=True)
    assert "Press the button on this page" in messages_on(answer)
    assert not Table.objects.exists()


@pytest.mark.parametrize(
    "fields", [{"variant": "no-such-game"}, {"variant": ""}, {"variant": SLUG, "others": "nobody"}]
)
def test_what_cannot_be_played_is_said_on_the_page_where_it_can_be_mended(
    client: Client, fields: dict[str, str]
) -> None:
    answer = client.post("/tables/sit/", fields, headers=HERE, follow=True)
    assert "from the list" in messages_on(answer)
    assert not Table.objects.exists()


def test_a_choice_answers_with_all_that_happened(client: Client) -> None:
    table = sit(client)
    seen = state(client, table)
    answer = choose(client, table, {"at": seen["at"], "action": first_offered(seen)})
    assert answer.status_code == 200
    assert answer.json()["since"] == seen["at"]
    assert answer.json()["steps"]


@pytest.mark.parametrize(
    "body", ["", "[]", "null", '{"at": "0"}', '{"at": true, "action": 1}', "{" * 400, "[" * 1000, "x" * 5000]
)
def test_what_is_no_choice_gets_a_sentence(client: Client, body: str) -> None:
    table = sit(client)
    answer = choose(client, table, body)
    assert answer.status_code == 400
    assert answer.json()["error"].endswith(".") or "}" in answer.json()["error"]


def test_a_double_click_counts_once_and_the_second_is_told_why(client: Client) -> None:
    table = sit(client)
    seen = state(client, table)
    body = {"at": seen["at"], "action": first_offered(seen)}
    first, second = choose(client, table, body), choose(client, table, body)
    assert (first.status_code, second.status_code) == (200, 409)
    assert "moved on" in second.json()["error"]


def test_a_stranger_with_the_address_sees_no_cards_and_decides_nothing(client: Client) -> None:
    table = sit(client)
    seen = state(client, table)
    stranger = Client()
    assert "being played" in messages_on(stranger.get(f"/tables/{table.code}/"))
    told = stranger.get(f"/tables/{table.code}/state.json").json()
    assert not {"steps", "legal", "at"} & set(told)
    refused = choose(stranger, table, {"at": seen["at"], "action": first_offered(seen)})
    assert refused.status_code == 403
    assert stranger.post(f"/tables/{table.code}/hint/").status_code == 403
    for part in ("watch/", "frames.json", "replay.json", "text/"):
        assert stranger.get(f"/tables/{table.code}/{part}").status_code == 404


def test_a_forged_mark_of_a_browser_is_no_mark(client: Client) -> None:
    table = sit(client)
    guest = table.sittings.get(seat=0).guest
    forger = Client()
    forger.cookies["arena_guest"] = guest
    assert "legal" not in state(forger, table)


def test_the_seat_is_found_again_on_another_device_by_the_account(alice: User) -> None:
    here, there = Client(), Client()
    here.force_login(alice)
    there.force_login(alice)
    table = sit(here)
    assert state(there, table)["legal"] == state(here, table)["legal"]
    assert table.code in messages_on(there.get("/tables/"))


def test_leaving_shows_the_replay_that_anybody_can_check(client: Client) -> None:
    table = sit(client)
    page = client.post(f"/tables/{table.code}/leave/", follow=True)
    assert page.redirect_chain[-1][0] == f"/tables/{table.code}/watch/"
    stranger = Client()
    assert stranger.get(f"/tables/{table.code}/watch/").status_code == 200
    assert stranger.get(f"/tables/{table.code}/frames.json?as=all").json()["steps"]
    assert stranger.get(f"/tables/{table.code}/frames.json?as=nobody").status_code == 400
    assert stranger.get(f"/tables/{table.code}/text/").status_code == 200
    file = stranger.get(f"/tables/{table.code}/replay.json").content
    assert verify(loads(file)).is_true


def test_a_hint_is_a_legal_action_and_costs_nothing(client: Client) -> None:
    table = sit(client)
    hint = client.post(f"/tables/{table.code}/hint/").json()
    assert hint["action"] in [entry["id"] for entry in state(client, table)["legal"]]
    table.refresh_from_db()
    assert len(table.actions) == hint["at"]
    why = hint["why"]
    assert why["other"] in {entry["id"] for entry in state(client, table)["legal"]} - {hint["action"]}
    assert 0 <= min(why["percent"], why["other_percent"]) <= max(why["percent"], why["other_percent"]) <= 100


def test_too_many_tables_are_refused_with_what_to_do(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "OPEN_PER_PERSON", 2)
    for _count in range(2):
        sit(client)
    answer = client.post("/tables/sit/", {"variant": SLUG}, headers=HERE, follow=True)
    assert "Play one of them to its end, or leave it" in messages_on(answer)
    assert Table.objects.count() == 2


def test_browsers_that_throw_their_marks_away_are_counted_by_their_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "OPEN_PER_ADDRESS", 2)
    for _count in range(2):
        sit(Client())
    answer = Client().post("/tables/sit/", {"variant": SLUG}, headers=HERE, follow=True)
    assert "from your network" in messages_on(answer)
    for number in range(2):
        sit(Client(REMOTE_ADDR=f"2001:db8::{number}"))
    there = Client(REMOTE_ADDR="2001:db8::77").post("/tables/sit/", {"variant": SLUG}, headers=HERE, follow=True)
    assert "from your network" in messages_on(there), "one customer has all these addresses"


def test_the_lobby_asks_the_database_little(client: Client, django_assert_max_num_queries: Any) -> None:
    for _count in range(3):
        sit(client)
    with django_assert_max_num_queries(3):
        client.get("/tables/")


def test_the_table_can_be_read_in_words_in_the_reader_s_language_from_the_own_seat_alone(client: Client) -> None:
    table = sit(client)
    path = f"/tables/{table.code}/words.json"
    table.refresh_from_db()
    told = client.get(path).json()["words"]
    assert told == engine(variant(SLUG).game).render(restored(table).course.state.view(0))
    assert client.get(path, headers={"Accept-Language": "sk"}).json()["words"] != told
    assert Client().get(path).status_code == 403


def test_no_address_and_no_secret_of_the_deal_is_sent(client: Client) -> None:
    table = sit(client)
    parts = ("", "state.json", "state.json?since=1", "words.json")
    sent = b"".join(client.get(f"/tables/{table.code}/{part}").content for part in parts)
    sent += json.dumps(client.post(f"/tables/{table.code}/hint/").json()).encode()
    for secret in (bytes(table.seed).hex(), bytes(table.salt).hex(), table.opened_from):
        assert secret.encode() not in sent


def test_who_floods_a_table_is_told_to_wait_and_loses_nothing(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    table = sit(client)
    seen = state(client, table)
    monkeypatch.setattr(rates, "TABLE_CALLS", 1)
    answer = choose(client, table, {"at": seen["at"], "action": first_offered(seen)})
    assert (answer.status_code, int(answer["Retry-After"]) > 0) == (429, True)
    assert "nothing is lost" in answer.json()["error"]
    monkeypatch.undo()
    assert state(client, table)["at"] == seen["at"]
    monkeypatch.setattr(rates, "TABLE_HINTS", 1)
    hints = [client.post(f"/tables/{table.code}/hint/").status_code for _count in range(2)]
    assert hints == [200, 429], "a hint costs more than a look"
    assert state(client, table)["at"] == seen["at"]
