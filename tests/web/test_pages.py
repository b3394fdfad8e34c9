"""Every page answers, says what it is and offers a next step; the number of queries is known."""

from html.parser import HTMLParser

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from arena.accounts.models import User
from arena.settings.environment import ROOT
from arena.web.stylesheet import site_key
from tests.web.walks import WALKS, Walk
from tools.pages import Shown

pytestmark = pytest.mark.django_db
MOST_FILES = 7
"""That a page names, of the 12 requests that it may make: the page itself, three more fonts and the data of a table are
asked for too. A browser counts them all in `tests/browser/test_every_page.py`."""


class Reader(HTMLParser):
    """Collects what the tests below ask for."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.headings: list[str] = []
        self.inline: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.sheets: list[str] = []
        self.files: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in {"h1", "h2", "h3", "h4"}:
            self.headings.append(tag)
        if "style" in given or any(name.startswith("on") for name in given):
            self.inline.append(f"{tag} {attrs}")
        is_data = given.get("type") == "application/json"  # never executed, so no policy forbids it
        if tag == "style" or (tag == "script" and "src" not in given and not is_data):
            self.inline.append(tag)
        if identifier := given.get("id"):
            self.ids.append(identifier)
        if tag == "a":
            self.links.append(given.get("href") or "")
        if tag == "link" and given.get("rel") == "stylesheet":
            self.sheets.append(given.get("href") or "")
        if tag == "link" and given.get("rel") in {"stylesheet", "icon", "preload", "modulepreload"}:
            self.files.add(given.get("href") or "")
        if tag in {"script", "img", "iframe"} and "src" in given:
            self.files.add(given["src"] or "")


@pytest.mark.parametrize("walk", WALKS, ids=str)
def test_each_page_is_well_built(client: Client, alice: User, walk: Walk, subtests: pytest.Subtests) -> None:
    if walk.logs_in:
        client.force_login(alice)
    for shown, path in walk.pages(alice):
        with subtests.test(shown.name):
            response = client.get(path, follow=True)
            assert response.status_code == (200 if shown.is_found else 404)
            check(shown, Reader(response.content.decode()))


def check(shown: Shown, page: Reader) -> None:
    assert page.headings.count("h1") == 1
    assert page.headings[0] == "h1"
    steps = [int(after[1]) - int(before[1]) for before, after in zip(page.headings, page.headings[1:], strict=False)]
    assert all(step <= 1 for step in steps), page.headings
    assert page.inline == [], "the content security policy forbids inline script and style"
    assert len(page.ids) == len(set(page.ids))
    # A page made for the frames of other sites has nothing before its content to skip.
    assert "#main" in page.links or "embed=1" in shown.path
    assert "main" in page.ids
    assert page.sheets == [f"/style/site-{site_key()}.css"]
    assert len(page.files) <= MOST_FILES, page.files


@pytest.mark.parametrize("label", ["Submit a bot", "Leaderboards", "Tournaments", "Replays"])
def test_the_navigation_names_the_four_things_people_come_for(client: Client, label: str) -> None:
    assert f"<span>{label}</span></a>" in client.get("/").content.decode()


def test_the_navigation_marks_where_the_visitor_is(client: Client) -> None:
    page = client.get("/replays/").content.decode()
    assert page.count('aria-current="page"') == 1
    assert '<a href="/replays/" aria-current="page">' in page


@pytest.mark.parametrize(("path", "queries"), [("/", 1), ("/account/login/", 0)])
def test_a_visitor_costs_at_most_one_query(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, path: str, queries: int
) -> None:
    client.get(path)  # what the front page tells about the arena is computed once in a few seconds
    with django_assert_num_queries(queries):  # whether anything changed
        client.get(path)


def test_a_member_costs_three_queries(as_alice: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    as_alice.get("/")
    with django_assert_num_queries(3):  # the session, the account, and whether anything changed
        as_alice.get("/")


def test_the_first_visitor_in_a_while_pays_for_the_front_page(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(12):
        client.get("/")


def test_a_visitor_of_plain_pages_gets_no_cookie(client: Client) -> None:
    assert not client.get("/").cookies


def test_the_bot_on_the_page_is_the_bot_of_the_protocol(client: Client) -> None:
    """That one is run by the tests of the protocol page."""

    class Listing(HTMLParser):
        text = ""
        is_inside = False

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            self.is_inside = self.is_inside or "data-ten-line-bot" in dict(attrs)

        def handle_endtag(self, tag: str) -> None:
            self.is_inside = self.is_inside and tag != "code"

        def handle_data(self, data: str) -> None:
            self.text += data if self.is_inside else ""

    listing = Listing()
    listing.feed(client.get("/").content.decode())
    protocol = (ROOT / "docs" / "bot-authors" / "protocol.md").read_text()
    assert listing.text.strip()
    assert f"```python\n{listing.text.strip()}\n```" in protocol
