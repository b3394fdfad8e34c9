"""Names stand in the order of the reader's alphabet, the same in Python and in the database."""

import pytest
from django.test import Client
from django.utils.translation import override

from arena.accounts.models import User
from arena.bots.models import Bot
from arena.lib.alphabet import in_order, spelled

ORDERS = {
    "sk": ["Ábel", "azyl", "ännchen", "cyrus", "Čaj", "dom", "hrad", "chata", "ihla", "sýr", "Šaša", "zub", "Žaba"],
    "cs": ["Ábel", "azyl", "cyrus", "Čaj", "ďábel", "hrad", "Chata", "ihned", "rys", "Řeka", "sýr", "šašek", "žába"],
    "de": ["Äpfel", "Apfelmus", "azur", "ode", "Öfen", "Ofenrohr", "Straße", "Strasser", "über", "ubermut", "Zug"],
    "en": ["Able", "čaj", "chata", "dom", "Đurđa", "hat", "Łukasz", "lynx", "Øre", "Zoo"],
}


@pytest.mark.parametrize("language", ORDERS)
def test_names_follow_the_alphabet_of_the_reader(language: str) -> None:
    shuffled = sorted(ORDERS[language], key=lambda name: name[::-1])
    assert sorted(shuffled, key=lambda name: spelled(name, language)) == ORDERS[language]


@pytest.mark.django_db
@pytest.mark.parametrize("language", ORDERS)
def test_the_database_and_the_page_of_bots_agree(client: Client, language: str) -> None:
    owner = User.objects.create_user("alice", "alice@example.org", "correct horse 1")
    for at, name in enumerate(sorted(ORDERS[language], key=lambda name: name[::-1])):
        Bot.objects.create(owner=owner, name=name, slug=f"bot-{at}", games=["karma"])
    with override(language):
        assert list(Bot.objects.order_by(*in_order("name")).values_list("name", flat=True)) == ORDERS[language]
    page = client.get("/bots/", headers={"Accept-Language": language}).content.decode()
    places = [page.index(f">{name}<") for name in ORDERS[language]]
    assert places == sorted(places)
