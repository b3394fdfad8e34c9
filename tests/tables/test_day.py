"""The deal of the day: the same for everybody, one try, and one board when nobody can play it any more."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from arena.accounts.models import User
from arena.tables import limits
from arena.tables.actions.daily import deal_of_day, deals_of, play_day
from arena.tables.actions.expiring import expire
from arena.tables.actions.leaving import leave
from arena.tables.actions.moving import choose
from arena.tables.board import boards
from arena.tables.errors import TableError
from arena.tables.models import Table, TableState
from arena.tables.stored import replay_of
from arena.tables.visitor import Visitor
from engines.registry import games
from referee.verify import verify
from tests.tables.cast import ANN, BEN, NOW, first_offered, look, play_on

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_redis")]
GAME = games()[-1].name
TOMORROW = NOW + timedelta(days=1)


def played(visitor: Visitor, game: str = GAME) -> Table:
    """By rules of thumb to the end."""
    table = play_day(visitor, game, NOW)
    play_on(table, visitor)
    table.refresh_from_db()
    assert table.state == TableState.OVER
    return table


@pytest.fixture
def bea() -> User:
    return User.objects.create_user("bea", "bea@example.test", "-")


def test_everybody_gets_the_same_cards_and_who_plays_the_same_sees_the_same() -> None:
    first, second = played(ANN), played(BEN)
    assert first.pk != second.pk
    assert (bytes(first.seed), first.actions[0][:2]) == (bytes(second.seed), second.actions[0][:2])
    assert [row[:2] for row in first.actions] == [row[:2] for row in second.actions]
    assert first.commitment == deal_of_day(GAME, NOW.date()).commitment
    assert verify(replay_of(first, list(first.sittings.all()))).is_true


def test_another_day_has_another_deal_and_the_variants_take_turns() -> None:
    days = [NOW.date() + timedelta(days=number) for number in range(len(games()[0].engine.variants()))]
    deals = [deal_of_day(games()[0].name, day) for day in days]
    assert {deal.variant for deal in deals} == {variant.slug for variant in games()[0].engine.variants()}
    assert len({deal.commitment for deal in deals}) == len(days)
    assert len(deals_of(NOW.date())) == len(games())


def test_there_is_one_try() -> None:
    table = played(ANN)
    assert play_day(ANN, GAME, NOW) == table


def test_who_logs_in_after_playing_takes_the_try_along(bea: User) -> None:
    table = played(ANN)
    known = Visitor(bea, ANN.guest)
    assert play_day(known, GAME, NOW) == table
    assert play_day(Visitor(bea, ""), GAME, NOW) == table
    assert table.sittings.get(seat=0).user == bea


def test_a_game_that_is_not_there_has_no_deal() -> None:
    with pytest.raises(TableError, match="no such game"):
        play_day(ANN, "chess", NOW)


def test_nobody_plays_on_when_the_cards_lie_open_and_the_table_ends_by_itself() -> None:
    table = play_day(ANN, GAME, NOW)
    seen = look(table)
    assert table.deadline == limits.end_of(NOW.date())
    with pytest.raises(TableError, match="day of this deal is over"):
        choose(table.code, ANN, seen["at"], first_offered(seen), limits.end_of(NOW.date()))
    expire(limits.end_of(NOW.date()) + timedelta(seconds=1))
    table.refresh_from_db()
    assert (table.state, len(table.faults)) == (TableState.OVER, 1)


def test_the_board_has_accounts_in_order_and_the_house_beside_them(bea: User, alice: User) -> None:
    played(Visitor(alice, ""))
    quitter = play_day(Visitor(bea, ""), GAME, NOW)
    leave(quitter.code, Visitor(bea, ""), NOW)
    played(ANN)
    found = {board.deal.game: board for board in boards(NOW.date(), BEN)}[GAME]
    own = [(line.place, line.user, line.profile) for line in found.lines if line.user]
    assert own == [(1, alice.pk, "/u/alice/"), (2, bea.pk, "/u/bea/")]
    house = [line for line in found.lines if line.user is None]
    assert len(house) >= 1
    assert all(line.place is None and not line.code for line in house)
    assert found.players == 2
    mine = {board.deal.game: board for board in boards(NOW.date(), ANN)}[GAME]
    assert [line.place for line in mine.lines if line.is_own] == [None]
    hers = {board.deal.game: board for board in boards(NOW.date(), Visitor(bea, ""))}[GAME]
    assert [line.name for line in hers.lines if line.is_own] == ["bea"]


def test_the_board_reads_nothing_again_until_a_table_ends_or_a_name_changes(
    bea: User, alice: User, django_assert_max_num_queries: Any
) -> None:
    def names() -> list[str]:
        found = {board.deal.game: board for board in boards(NOW.date(), BEN)}[GAME]
        return [line.name for line in found.lines if line.user]

    played(Visitor(alice, ""))
    assert names() == ["Alice"]
    with django_assert_max_num_queries(10) as asked:
        names()
    assert not any('"tables_table"."ranks"' in query["sql"] and "user" not in query["sql"] for query in asked)
    alice.display_name = "Alicia"
    alice.save()
    assert names() == ["Alicia"]
    played(Visitor(bea, ""))
    assert sorted(names()) == ["Alicia", "bea"]


def test_equal_results_share_a_place(bea: User, alice: User) -> None:
    played(Visitor(alice, ""))
    played(Visitor(bea, ""))
    found = {board.deal.game: board for board in boards(NOW.date(), ANN)}[GAME]
    assert [line.place for line in found.lines if line.user] == [1, 1]


def post(client: Client, game: str = GAME) -> Any:
    return client.post("/tables/day/play/", {"game": game})


def test_the_page_leads_to_the_table_and_back_to_it(client: Client) -> None:
    assert client.get("/tables/day/").status_code == 200
    first, second = post(client), post(client)
    assert first["Location"] == second["Location"]
    table = Table.objects.get()
    page = client.get("/tables/day/").content.decode()
    assert "Play on" in page
    assert 'data-hint=""' in client.get(first["Location"]).content.decode()
    assert client.post(f"/tables/{table.code}/hint/").status_code == 400


def test_today_nobody_sees_the_cards_of_another_table_and_there_is_no_board(client: Client) -> None:
    location = post(client)["Location"]
    client.post(f"{location}leave/")
    stranger = Client()
    for part in ("watch/", "frames.json?as=all", "replay.json", "text/"):
        assert stranger.get(location + part).status_code == 404
    assert client.get(f"{location}frames.json?as=all").status_code == 403
    assert client.get(f"{location}replay.json").status_code == 404
    day = timezone.now().date()
    assert client.get(f"/tables/day/{day}/")["Location"] == "/tables/day/"


def test_the_board_of_a_day_that_is_over_shows_the_tables_to_everybody(client: Client, alice: User) -> None:
    table = played(Visitor(alice, ""))
    page = client.get(f"/tables/day/{NOW.date()}/").content.decode()
    assert alice.name in page
    assert f"/tables/{table.code}/watch/" in page
    assert client.get(f"/tables/{table.code}/frames.json?as=all").status_code == 200


@pytest.mark.parametrize("day", ["2026-13-01", "yesterday", "0001-01-01", "9999-12-31"])
def test_a_day_that_no_calendar_has_is_not_found(client: Client, day: str) -> None:
    assert client.get(f"/tables/day/{day}/").status_code == 404


def test_a_day_without_deals_says_so(client: Client) -> None:
    assert "Nobody looked at a deal" in client.get(f"/tables/day/{date(2025, 1, 1)}/").content.decode()


def test_a_game_that_is_not_there_is_said_on_the_page(client: Client) -> None:
    answer = client.post("/tables/day/play/", {"game": "chess"}, follow=True)
    assert "no such game" in answer.content.decode()
