"""Pages of tournaments: what visitors see, what organisers do there, what is refused."""

import csv
import io
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from arena.accounts.models import User
from arena.bots.models import BotVersion
from arena.tournaments.actions import registration
from arena.tournaments.actions.create import create
from arena.tournaments.models import Override, Tournament, TournamentState
from arena.tournaments.running.advance import advance
from arena.tournaments.templates import TEMPLATES, Template
from tests.matches.cast import ready_version
from tests.tournament_engine import cast
from tests.web.test_pages import Reader

pytestmark = pytest.mark.django_db
PARTS = ("home", "matches", "standings", "audit", "print")


@pytest.fixture
def olga(db: None) -> User:
    return cast.organiser()


@pytest.fixture
def four(db: None) -> list[BotVersion]:
    return cast.field(4)


@pytest.fixture
def as_olga(client: Client, olga: User) -> Client:
    client.force_login(olga)
    return client


def page(client: Client, cup: Tournament, name: str, *args: Any) -> str:
    response = client.get(reverse(f"tournaments:{name}", args=[cup.slug, *args]))
    assert response.status_code == 200
    read = Reader(response.content.decode())
    assert read.headings.count("h1") == 1
    assert read.inline == []
    assert len(read.ids) == len(set(read.ids))
    return str(response.content.decode())


def do(client: Client, cup: Tournament, action: str, **given: object) -> Any:
    return client.post(reverse("tournaments:act", args=[cup.slug, action]), given)


@pytest.mark.parametrize(
    "kind",
    [
        ("double_elimination", "diamoniak-2", {}),
        ("groups_knockout", "diamoniak-2", {"groups": 2, "advance": 1}),
        ("swiss", "diamoniak-2", {}),
        ("pod_swiss", "diamoniak-4", {"rounds": 2}),
        ("strikes", "karma-4", {"strikes": 1}),
    ],
)
def test_every_page_of_every_kind_of_format_at_every_time(
    client: Client, olga: User, four: list[BotVersion], kind: tuple[str, str, dict[str, object]]
) -> None:
    name, variant, settings = kind
    cup = cast.opened(olga, four, name, variant=variant, settings=settings)
    for part in PARTS:
        page(client, cup, part)
    cup = cast.started(olga, four, name, variant=variant, settings=settings, name="Second")
    for part in PARTS:
        page(client, cup, part)
    cast.play_all(cup)
    for part in PARTS:
        page(client, cup, part)
    page(client, cup, "match", "1.1.1")
    assert cup.secret in page(client, cup, "home")


def test_the_bracket_links_every_match_and_follows_a_bot(client: Client, olga: User, four: list[BotVersion]) -> None:
    cup = cast.play_all(cast.started(olga, four, "double_elimination"))
    address = reverse("tournaments:matches", args=[cup.slug])
    text = client.get(address, {"bot": "bot01"}).content.decode()
    drawn = re.findall(r'<a class="bracket-match[^"]*" href="([^"]+)"', text)
    assert len(drawn) == 6
    assert all(client.get(link).status_code == 200 for link in drawn)
    assert text.count('bracket-wire is-path" data-seed="1"') == 2
    assert "is-path" not in client.get(address, {"bot": ""}).content.decode()
    assert 'is-path" data-seed="1"' in client.get(address).content.decode(), "the winner's, if nobody is asked for"


def test_the_number_of_queries_does_not_grow_with_the_field(
    client: Client, olga: User, django_assert_max_num_queries: Any
) -> None:
    cup = cast.started(olga, cast.field(12), "round_robin")
    for part in PARTS:
        with django_assert_max_num_queries(19):
            page(client, cup, part)


def test_tie_breaks_are_explained_on_demand(client: Client, olga: User, four: list[BotVersion]) -> None:
    cup = cast.play_all(cast.started(olga, four, "swiss", settings={"rounds": 2}))
    text = page(client, cup, "standings")
    assert "<dt>Buchholz cut 1: " in text
    assert ">Buchholz cut 1</th>" in text
    assert "left out" in text
    client.cookies["django_language"] = "sk"
    text = page(client, cup, "standings")
    assert "<dt>Buchholz bez najslabšieho: " in text
    assert "<span>Švajčiarsky systém</span>" in text


def test_exports(client: Client, olga: User, four: list[BotVersion]) -> None:
    cup = cast.play_all(cast.started(olga, four, "single_elimination"))
    kept = client.get(reverse("tournaments:json", args=[cup.slug])).json()
    assert (kept["secret"], len(kept["matches"]), kept["places"][0]) == (cup.secret, 3, {"place": 1, "seed": 1})
    rows = list(csv.DictReader(io.StringIO(client.get(reverse("tournaments:csv", args=[cup.slug])).content.decode())))
    assert rows[0]["bot"] == "Bot01"
    model = client.get(reverse("tournaments:brackets", args=[cup.slug, 1])).json()
    assert [len(model[name]) for name in ("participant", "match")] == [4, 3]
    assert client.get(reverse("tournaments:brackets", args=[cup.slug, 2])).status_code == 404


def test_pods_have_no_brackets_model(client: Client, olga: User, four: list[BotVersion]) -> None:
    cup = cast.started(olga, four, "pod_swiss", variant="diamoniak-4")
    assert client.get(reverse("tournaments:brackets", args=[cup.slug, 1])).status_code == 409


def test_a_running_tournament_keeps_its_secret(client: Client, olga: User, four: list[BotVersion]) -> None:
    cup = cast.started(olga, four, "swiss")
    for part in PARTS:
        assert cup.secret not in page(client, cup, part)
    assert client.get(reverse("tournaments:json", args=[cup.slug])).json()["secret"] is None


def test_an_organiser_makes_a_tournament_from_the_form_to_the_start(as_olga: Client, olga: User) -> None:
    given = {
        "name": "Spring Cup",
        "variant": "diamoniak-2",
        "format": "single_elimination",
        "stage1-single_elimination-third_place": "on",
        "length0-round": 2,
        "length0-blocks": 4,
        "blocks": 2,
        "extra_blocks": 3,
        "bots_per_owner": 1,
        "most_entrants": 8,
        "seeding": "manual",
        "publishes_itself": "on",
    }
    assert as_olga.post(reverse("tournaments:new"), given).status_code == 302
    cup = Tournament.objects.get()
    assert (cup.slug, cup.format_settings) == ("spring-cup", {"third_place": True})
    assert cup.round_blocks == {"1.2": 4}
    do(as_olga, cup, "open")
    for name in ("Ace", "Bee", "Cat", "Dog"):
        do(as_olga, cup, "register", bot=ready_version(None, name, "random").bot.pk)
    page(as_olga, cup, "organise")
    do(as_olga, cup, "close")
    last = cup.entrants.get(seed=4)
    page(as_olga, cup, "organise")
    do(as_olga, cup, "move", entrant=last.pk, seed=1)
    last.refresh_from_db()
    assert last.seed == 1
    do(as_olga, cup, "start")
    cup.refresh_from_db()
    assert cup.state == TournamentState.RUNNING
    page(as_olga, cup, "organise")


PLAIN = {
    "name": "Cup",
    "variant": "diamoniak-2",
    "format": "swiss",
    "blocks": 1,
    "extra_blocks": 1,
    "bots_per_owner": 1,
    "most_entrants": 8,
    "seeding": "rating",
    "publishes_itself": "on",
}


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"variant": "karma-4"}, "Swiss system does not fit Karma, 4 seats"),
        ({"blocks": 0}, "from 1 to 500"),
        ({"stage1-swiss-rounds": 0}, "greater than or equal to 1"),
        ({"stage1-swiss-tie_breaks": "wins, luck"}, "No tie-break is called luck"),
        ({"stage1-swiss-tie_breaks": "wins, wins"}, "listed twice"),
        ({"length0-round": 2}, "Say which round, and how many blocks or when."),
        ({"length0-stage": 2, "length0-round": 1, "length0-blocks": 2}, "There is no stage 2."),
        ({"stage2": "single_elimination"}, "Say how many go on."),
        ({"stage3": "single_elimination", "advance2": 2}, "Choose the stage before this one first."),
        ({"format": "groups_knockout", "stage2": "swiss", "advance1": 2}, "has its own stages"),
    ],
    ids=lambda value: "" if isinstance(value, str) else "-".join(value),
)
def test_the_form_says_what_is_wrong(as_olga: Client, given: dict[str, object], sentence: str) -> None:
    response = as_olga.post(reverse("tournaments:new"), {**PLAIN, **given})
    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert not Tournament.objects.exists()


def test_stages_are_put_together_previewed_and_kept_when_settings_are_copied(as_olga: Client, olga: User) -> None:
    own = {"stage1-swiss-rounds": 2, "stage2": "single_elimination", "advance1": 4}
    own |= {"stage2-single_elimination-third_place": "on", "stage1-swiss-tie_breaks": "buchholz, wins, seed"}
    assert as_olga.post(reverse("tournaments:new"), {**PLAIN, **own}).status_code == 302
    cup = Tournament.objects.get()
    expected = [
        {"format": "swiss", "settings": {"rounds": 2, "tie_breaks": ["buchholz", "wins", "seed"]}, "advance": 4},
        {"format": "single_elimination", "settings": {"third_place": True}, "advance": None},
    ]
    assert cup.stage_setups == expected
    as_olga.post(reverse("tournaments:copy", args=[cup.slug]))
    copied = Tournament.objects.get(cloned_from=cup)
    text = page(as_olga, copied, "edit")
    assert '<option value="single_elimination" selected>' in text
    assert 'value="buchholz, wins, seed"' in text
    as_olga.post(
        reverse("tournaments:edit", args=[copied.slug]), {**PLAIN, **own, "name": "Second", "stage1-swiss-rounds": 3}
    )
    copied.refresh_from_db()
    assert (copied.stage_setups[0]["settings"]["rounds"], len(copied.stage_setups)) == (3, 2)
    filled = as_olga.get(reverse("tournaments:new"), {"from": copied.slug}).content.decode()
    assert 'name="stage1-swiss-rounds" value="3"' in filled

    versions = cast.field(6)
    do(as_olga, copied, "open")
    for version in versions:
        assert version.bot.owner
        registration.register(copied.pk, version.bot, version.bot.owner)
    do(as_olga, copied, "close")
    do(as_olga, copied, "start")
    text = page(as_olga, copied, "standings")
    assert "Next stage, if this one ended now: Single elimination" in text
    assert "Bot01 – Bot04" in text, "who would meet first"
    assert cast.play_all(copied).state == TournamentState.FINISHED
    assert copied.stages.count() == 2


def test_a_late_bot_is_entered_by_a_button(as_olga: Client, olga: User, four: list[BotVersion]) -> None:
    cup = cast.started(olga, four, "swiss", settings={"rounds": 3})
    late = ready_version(None, "Late", "random").bot
    assert "Enter late" in page(as_olga, cup, "organise")
    do(as_olga, cup, "late", bot=late.pk)
    assert cup.entrants.get(bot=late).entered_round == 2
    bracket = cast.started(olga, four, "single_elimination", name="Other")
    assert "Enter late" not in page(as_olga, bracket, "organise")


def test_other_sites_may_frame_the_embedded_page_and_no_other(
    client: Client, olga: User, four: list[BotVersion]
) -> None:
    cup = cast.play_all(cast.started(olga, four, "double_elimination"))
    framed = client.get(reverse("tournaments:embed", args=[cup.slug]))
    assert "X-Frame-Options" not in framed
    assert "frame-ancestors *" in framed["Content-Security-Policy"]
    assert framed.content.decode().count('class="bracket-match') == 6
    other = client.get(reverse("tournaments:print", args=[cup.slug]))
    assert other["X-Frame-Options"] == "DENY"
    assert "frame-ancestors *" not in other["Content-Security-Policy"]


def test_the_embedded_page_shows_nobody_a_draft(as_olga: Client, olga: User) -> None:
    cup = create(olga, "Secret Cup", "karma-2", "swiss")
    assert as_olga.get(reverse("tournaments:embed", args=[cup.slug])).status_code == 404


def test_a_match_links_its_games_and_replays(client: Client, olga: User, four: list[BotVersion]) -> None:
    cup = cast.play_all(cast.started(olga, four, "single_elimination"))
    text = page(client, cup, "match", "1.1.1")
    assert len(re.findall(r'href="/games/\d+/watch/"', text)) == 2


def test_the_time_left_counts_rounds_that_are_not_paired_yet(
    client: Client, olga: User, four: list[BotVersion]
) -> None:
    cup = cast.started(olga, four, "swiss", settings={"rounds": 3})
    cast.play_one()
    Tournament.objects.filter(pk=cup.pk).update(started_at=timezone.now() - timedelta(minutes=2))
    text = page(client, cup, "home")
    assert "1 of about 12 games played" in text
    assert "about 22 minutes at the present speed" in text


def test_a_cascade_is_confirmed_after_a_clear_warning(as_olga: Client, olga: User, four: list[BotVersion]) -> None:
    cup = cast.started(olga, four, "single_elimination")
    for _ in range(4):
        cast.play_one()
    advance(cup.pk)
    cast.play_one()
    page(as_olga, cup, "rule", "1.1.1")
    given: dict[str, object] = {"match": "1.1.1", "rank-1": 2, "rank-4": 1, "reason": "A copy."}
    warned = do(as_olga, cup, "override", **given)
    assert warned.status_code == 409
    assert "Match 1.2.1" in warned.content.decode()
    assert not Override.objects.exists()
    do(as_olga, cup, "override", **given, cascade="yes")
    assert cast.node(cup, "1.2.1").entrants == (4, 2)
    do(as_olga, cup, "undo", cascade="yes")
    assert cast.node(cup, "1.2.1").entrants == (1, 2)


class TestPermissions:
    def test_a_draft_exists_for_its_organiser_only(self, as_alice: Client, olga: User) -> None:
        cup = create(olga, "Secret Cup", "karma-2", "swiss")
        assert as_alice.get(cup.get_absolute_url()).status_code == 404
        assert "Secret Cup" not in as_alice.get("/tournaments/").content.decode()
        as_alice.force_login(olga)
        assert "Secret Cup" in as_alice.get("/tournaments/").content.decode()

    def test_authors_find_no_controls(self, as_alice: Client, olga: User, four: list[BotVersion]) -> None:
        cup = cast.started(olga, four, "swiss")
        for name in ("organise", "edit"):
            assert as_alice.get(reverse(f"tournaments:{name}", args=[cup.slug])).status_code == 403
        assert as_alice.get(reverse("tournaments:new")).status_code == 403
        assert as_alice.post(reverse("tournaments:copy", args=[cup.slug])).status_code == 403
        for action in ("pause", "cancel", "undo", "publish"):
            assert do(as_alice, cup, action, stage=1, round=1, reason="x").status_code == 403

    def test_strangers_log_in_first(self, client: Client, olga: User, four: list[BotVersion]) -> None:
        cup = cast.opened(olga, four, "swiss")
        assert "/account/login/" in do(client, cup, "register").url
        assert client.get(reverse("tournaments:act", args=[cup.slug, "start"])).status_code == 302

    def test_actions_are_posted_and_known(self, as_olga: Client, olga: User, four: list[BotVersion]) -> None:
        cup = cast.opened(olga, four, "swiss")
        assert as_olga.get(reverse("tournaments:act", args=[cup.slug, "close"])).status_code == 405
        assert do(as_olga, cup, "explode").status_code == 404

    def test_an_author_registers_and_withdraws_on_the_page(self, as_alice: Client, alice: User, olga: User) -> None:
        cup = cast.opened(olga, [], "swiss")
        bot = ready_version(alice, "Mine").bot
        assert "Mine" in page(as_alice, cup, "home")
        do(as_alice, cup, "register", bot=bot.pk, back="home")
        entrant = cup.entrants.get()
        do(as_alice, cup, "unregister", entrant=entrant.pk, back="home")
        assert not cup.entrants.exists()


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda each: each.name)
def test_every_template_fills_in_a_form_that_can_be_saved(client: Client, template: Template) -> None:
    olga = cast.organiser("templa")
    client.force_login(olga)
    page = client.get(f"/tournaments/new/?template={template.name}")
    form = page.context["form"]
    given = {name: form[name].value() for name in form.fields}
    filled = {name: value for name, value in given.items() if value not in (None, False, "")}
    slug = "karma-4" if template.format == "pod_swiss" else "karma-2"
    answer = client.post("/tournaments/new/", {**filled, "name": "From a template", "variant": slug})
    assert answer.status_code == 302, answer.context["form"].errors
    made = Tournament.objects.get(name="From a template")
    assert made.format == template.format
    for name, value in template.choices.items():
        assert getattr(made, name) == value
    for name, value in template.settings.items():
        assert made.format_settings[name] == value


def test_standings_show_the_performance_of_who_met_rated_opponents(client: Client) -> None:
    cup = cast.started(cast.organiser("perry"), cast.field(4), "swiss")
    cup.entrants.update(rating=1500.0)
    cast.play_all(cup)
    page = client.get(f"/tournaments/{cup.slug}/standings/").content.decode()
    assert "Performance" in page
    assert "2300" in page, "who won every game stands 800 above its opponents"
    told = client.get(f"/api/v1/tournaments/{cup.slug}/standings").json()["performances"]
    assert told[0] == {"seed": 1, "bot": "bot01", "performance": 2300}


def test_a_list_says_how_each_is_played_how_many_take_part_and_who_has_won(
    client: Client, olga: User, four: list[BotVersion]
) -> None:
    cup = cast.started(olga, four, "single_elimination")
    listed = client.get("/tournaments/").content.decode()
    assert "4 bots" in listed
    assert "has won" not in listed
    Tournament.objects.filter(pk=cup.pk).update(places=[[1, 1]])
    winner = cup.entrants.get(seed=1).bot.name
    assert f"<strong>{winner}</strong> has won" in client.get("/tournaments/").content.decode()
    Tournament.objects.filter(pk=cup.pk).update(is_staged=True)
    assert "has won" not in client.get("/tournaments/").content.decode(), "results are under seal"
