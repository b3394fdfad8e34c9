"""Atom feeds of the arena, of tournaments and of bots."""

from xml.etree import ElementTree as ET

import pytest
from django.test import Client

from arena.accounts.models import User
from arena.bots.models import Bot
from arena.news.collecting import collect
from arena.tournaments.actions.create import create
from tests.tournament_engine import cast

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def played(olga: User) -> str:
    cup = cast.play_all(cast.started(olga, cast.field(4), "single_elimination"))
    collect()
    return cup.slug


@pytest.mark.parametrize("path", ["/news/arena.atom", "/news/tournaments/cup.atom", "/news/bots/bot01.atom"])
def test_a_feed_has_what_atom_demands_and_ids_that_stay(client: Client, played: str, path: str) -> None:
    answer = client.get(path)
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    feed = ET.fromstring(answer.content)  # noqa: S314 - our own
    assert feed.tag == f"{ATOM}feed"
    for name in ("id", "title", "updated", "author"):
        assert feed.find(f"{ATOM}{name}") is not None
    links = {link.get("rel"): link.get("href") for link in feed.findall(f"{ATOM}link")}
    assert links["self"] == f"http://testserver{path}"
    entries = feed.findall(f"{ATOM}entry")
    assert len(entries) >= 3
    ids = [entry.findtext(f"{ATOM}id") for entry in entries]
    assert len(set(ids)) == len(ids)
    assert all(each and each.startswith("tag:testserver,") for each in ids)
    for entry in entries:
        assert entry.findtext(f"{ATOM}title")
        assert entry.findtext(f"{ATOM}updated")
    again = ET.fromstring(client.get(path).content)  # noqa: S314 - our own
    assert [entry.findtext(f"{ATOM}id") for entry in again.findall(f"{ATOM}entry")] == ids


def test_who_has_it_already_gets_nothing(client: Client, played: str, olga: User) -> None:
    tag = client.get("/news/arena.atom")["ETag"]
    assert client.get("/news/arena.atom", headers={"If-None-Match": tag}).status_code == 304
    cast.opened(olga, [], "swiss", name="Another")
    collect()
    assert client.get("/news/arena.atom", headers={"If-None-Match": tag}).status_code == 200


def test_pages_name_their_feeds(client: Client, played: str) -> None:
    assert "/news/tournaments/cup.atom" in client.get("/tournaments/cup/").content.decode()
    assert "/news/bots/bot01.atom" in client.get("/bots/bot01/").content.decode()
    assert "/news/arena.atom" in client.get("/news/").content.decode()


def test_what_nobody_may_know_of_has_no_feed(client: Client, olga: User) -> None:
    create(olga, "Plans", "diamoniak-2", "swiss")
    assert client.get("/news/tournaments/plans.atom").status_code == 404
    version = cast.field(1)[0]
    Bot.objects.filter(pk=version.bot_id).update(is_private=True)
    assert client.get("/news/bots/bot01.atom").status_code == 404
