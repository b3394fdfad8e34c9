"""A tournament from announcement to export, by calls alone: the same rows, sentences and files as on the pages."""

from __future__ import annotations

from datetime import timedelta

from django.test import Client
from django.utils import timezone

from arena.accounts.models import User
from arena.bots.models import BotVersion
from arena.tournaments.models import AuditEntry, Tournament
from arena.tournaments.planning.document import differences
from arena.tournaments.running.advance import advance
from tests.api.conftest import Caller, caller
from tests.api.tournaments.conftest import owner_of
from tests.matches.cast import ready_version
from tests.tournament_engine import cast

NEW = {"name": "Spring Cup", "variant": "diamoniak-2", "format": "single_elimination", "blocks": 1}
CUP = "/tournaments/spring-cup"


def test_a_whole_tournament(by_olga: Caller, stranger: Caller, four: list[BotVersion]) -> None:
    made = by_olga.post("/tournaments", {**NEW, "settings": {"third_place": True}})
    assert made.status_code == 201, made.json()
    assert (made.json()["state"], made.json()["settings"]) == ("draft", {"third_place": True})
    assert stranger.get(CUP).status_code == 404  # a draft is its organiser's own

    edited = by_olga.patch(CUP, {"description": "Come one, come all", "blocks": 2}).json()
    assert (edited["description"], edited["blocks"], edited["settings"]) == (
        "Come one, come all",
        2,
        {"third_place": True},
    )
    assert by_olga.post(f"{CUP}/open").json()["state"] == "registration"
    for version in four:
        entered = caller(owner_of(version)).post(f"{CUP}/entrants", {"bot": version.bot.slug})
        assert (entered.status_code, entered.json()["seed"]) == (201, None)
    ready_version(None, "Dice", house="random")
    assert by_olga.post(f"{CUP}/entrants", {"bot": "dice"}).status_code == 201
    assert by_olga.post(f"{CUP}/entrants/dice/withdraw").json()["entrants"] == 4

    assert by_olga.post(f"{CUP}/close").json()["state"] == "seeded"
    assert by_olga.post(f"{CUP}/seeding", {"method": "rating"}).json()["seeding"] == "rating"
    assert by_olga.post(f"{CUP}/entrants/bot03/seed", {"seed": 1}).json()["seeding"] == "manual"
    assert stranger.get(f"{CUP}/entrants/bot03").json()["seed"] == 1
    started = by_olga.post(f"{CUP}/start").json()
    assert (started["state"], started["secret"], bool(started["commitment"])) == ("running", None, True)
    assert stranger.get(f"{CUP}/rounds").json()[0]["state"] == "published"
    assert by_olga.post(f"{CUP}/pause", {"reason": "lunch"}).json()["state"] == "paused"
    assert by_olga.post(f"{CUP}/resume").json()["state"] == "running"

    cup = cast.play_all(Tournament.objects.get(slug="spring-cup"))
    seen = stranger.get(CUP).json()
    assert (seen["state"], seen["secret"], seen["places"][0]["bot"]) == ("finished", cup.secret, "bot01")
    assert seen["progress"]["games_done"] == seen["progress"]["games"] > 0
    assert [each["place"] for each in stranger.get(f"{CUP}/standings").json()["places"]] == [1, 2, 3, 4]
    log = stranger.get(f"{CUP}/log").json()["items"]
    assert [each["action"] for each in log] == [each.action for each in AuditEntry.objects.all()]
    assert next(each["reason"] for each in log if each["action"] == "pause") == "lunch"


def test_exports_are_those_of_the_pages(stranger: Caller, olga: User, four: list[BotVersion]) -> None:
    cast.play_all(cast.started(olga, four, "single_elimination"))
    page = Client()
    assert stranger.get("/tournaments/cup/export").json() == page.get("/tournaments/cup/results.json").json()
    csv = stranger.get("/tournaments/cup/export/csv")
    assert csv.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert csv.content == page.get("/tournaments/cup/results.csv").content
    brackets = stranger.get("/tournaments/cup/export/brackets/1").json()
    assert brackets == page.get("/tournaments/cup/brackets-1.json").json()
    assert stranger.get("/tournaments/cup/export/brackets/2").status_code == 404


def test_pods_have_no_brackets(stranger: Caller, olga: User, four: list[BotVersion]) -> None:
    cast.started(olga, four, "pod_swiss", variant="diamoniak-4", settings={"rounds": 1})
    answer = stranger.get("/tournaments/cup/export/brackets/1")
    assert (answer.status_code, answer.json()["code"]) == (409, "conflict")


def test_standings_tell_points_and_tie_breaks_exactly(stranger: Caller, olga: User, four: list[BotVersion]) -> None:
    cast.play_all(cast.started(olga, four, "swiss", settings={"rounds": 2}))
    (table,) = stranger.get("/tournaments/cup/standings").json()["stages"][0]["tables"]
    assert [(row["bot"], row["points"]) for row in table] == [
        ("bot01", "2"),
        ("bot02", "1"),
        ("bot03", "1"),
        ("bot04", "0"),
    ]
    assert {"name": "buchholz", "value": "2", "skipped": None} in table[0]["tie_breaks"]


def test_pairings_come_in_pages_that_join(stranger: Caller, olga: User, four: list[BotVersion]) -> None:
    cast.started(olga, four, "round_robin")
    whole = stranger.get("/tournaments/cup/matches").json()["items"]
    first = stranger.get("/tournaments/cup/matches?limit=4").json()
    rest = stranger.get(f"/tournaments/cup/matches?limit=4&cursor={first['next_cursor']}").json()
    assert [*first["items"], *rest["items"]] == whole
    assert (len(whole), rest["next_cursor"]) == (6, None)
    second = stranger.get("/tournaments/cup/matches?round=2").json()["items"]
    assert [each["key"] for each in second] == ["1.2.1", "1.2.2"]
    assert stranger.get("/tournaments/cup/matches/1.2.1").json() == second[0]
    assert {slot["bot"] for slot in second[0]["slots"]} < {"bot01", "bot02", "bot03", "bot04"}
    assert stranger.get("/tournaments/cup/matches/1.9.1").status_code == 404


def test_the_list_is_filtered(stranger: Caller, by_olga: Caller, olga: User, four: list[BotVersion]) -> None:
    cast.started(olga, four, "swiss", name="Old")
    by_olga.post("/tournaments", NEW)

    def slugs(query: str, who: Caller = stranger) -> list[str]:
        return [each["slug"] for each in who.get(f"/tournaments?{query}").json()["items"]]

    assert slugs("") == ["old"]
    assert slugs("", by_olga) == ["spring-cup", "old"]
    assert slugs("owner=olga&state=running&variant=diamoniak-2&format=swiss&bot=bot02&q=OL") == ["old"]
    assert slugs("bot=nobody") == slugs("state=finished") == slugs("q=spring") == []
    assert stranger.get("/tournaments").json()["items"][0]["entrants"] == 4


def test_a_copy_has_the_settings_and_a_life_of_its_own(by_olga: Caller, olga: User, four: list[BotVersion]) -> None:
    cast.play_all(cast.started(olga, four, "swiss", settings={"rounds": 2}))
    copied = by_olga.post("/tournaments/cup/copy", {"name": "Cup II"})
    assert (copied.status_code, copied.json()["slug"], copied.json()["settings"]) == (201, "cup-ii", {"rounds": 2})
    assert (copied.json()["state"], copied.json()["entrants"]) == ("draft", 0)


def test_an_organiser_edits_pairings_before_they_are_published(
    by_olga: Caller, olga: User, four: list[BotVersion]
) -> None:
    cast.started(olga, four, "swiss", publishes_itself=False)
    cup = "/tournaments/cup"
    before = [slot["seed"] for each in by_olga.get(f"{cup}/matches").json()["items"] for slot in each["slots"]]
    by_olga.post(f"{cup}/rounds/1/swap", {"one": 3, "other": 4, "reason": "neighbours"})
    after = [slot["seed"] for each in by_olga.get(f"{cup}/matches").json()["items"] for slot in each["slots"]]
    assert after == [{3: 4, 4: 3}.get(seed, seed) for seed in before]
    by_olga.post(f"{cup}/rounds/1/1/blocks", {"blocks": 7})
    assert by_olga.get(f"{cup}/rounds").json()[0]["blocks"] == 7
    assert by_olga.post(f"{cup}/rounds/1/1/publish").status_code == 200
    late = by_olga.post(f"{cup}/rounds/1/1/publish")
    assert (late.status_code, late.json()["code"]) == (409, "conflict")


def test_invitations_deadlines_and_late_entries(by_olga: Caller, olga: User, four: list[BotVersion]) -> None:
    soon = timezone.now() + timedelta(hours=1)
    cast.opened(olga, [], "swiss", by_invitation=True, deadline=soon)
    cup, (first, *rest) = "/tournaments/cup", four
    by_first = caller(owner_of(first))
    refused = by_first.post(f"{cup}/entrants", {"bot": "bot01"})
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    for version in four:
        assert by_olga.post(f"{cup}/invitations", {"name": owner_of(version).name}).status_code == 201
    assert len(by_olga.get(f"{cup}/invitations").json()["items"]) == 4
    assert by_first.get(f"{cup}/invitations").status_code == 403
    assert by_olga.post(f"{cup}/invitations", {"name": "nobody"}).status_code == 404
    earlier = by_olga.post(f"{cup}/deadline", {"deadline": (soon - timedelta(minutes=5)).isoformat()})
    assert (earlier.status_code, earlier.json()["errors"][0]["field"]) == (409, "deadline")
    later = (soon + timedelta(days=1)).isoformat()
    assert by_olga.post(f"{cup}/deadline", {"deadline": later, "reason": "asked for"}).status_code == 200
    for version in rest:
        assert caller(owner_of(version)).post(f"{cup}/entrants", {"bot": version.bot.slug}).status_code == 201
    by_olga.post(f"{cup}/close")
    by_olga.post(f"{cup}/start")
    assert by_first.post(f"{cup}/entrants", {"bot": "bot01", "late": True}).status_code == 403
    entered = by_olga.post(f"{cup}/entrants", {"bot": "bot01", "late": True})
    assert (entered.status_code, entered.json()["entered_round"]) == (201, 2)


def test_own_stages_and_lengths_of_rounds(by_olga: Caller) -> None:
    stages = [{"format": "groups", "settings": {"groups": 2}, "advance": 2}, {"format": "single_elimination"}]
    made = by_olga.post("/tournaments", {**NEW, "format": "groups", "stages": stages, "round_blocks": {"2.1": 9}})
    assert made.status_code == 201, made.json()
    assert [(each["format"], each["advance"]) for each in made.json()["stages"]] == [
        ("groups", 2),
        ("single_elimination", None),
    ]
    assert made.json()["round_blocks"] == {"2.1": 9}
    kept = by_olga.patch(CUP, {"blocks": 3}).json()
    assert (len(kept["stages"]), kept["round_blocks"]) == (2, {"2.1": 9})
    refused = by_olga.patch(CUP, {"round_blocks": {"5.1": 9}})
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (409, "round_blocks")


def test_a_timetable_check_in_fillers_and_a_list(by_olga: Caller, four: list[BotVersion]) -> None:
    soon = timezone.now() + timedelta(minutes=20)
    times = {"starts_at": soon.isoformat(), "check_in_minutes": 30, "time_zone": "Asia/Tokyo", "fill_to": 6}
    made = by_olga.post("/tournaments", {**NEW, **times, "round_times": {"1.2": "2100-01-01T10:00:00+09:00"}})
    assert made.status_code == 201, made.json()
    assert (made.json()["time_zone"], made.json()["round_times"]) == (
        "Asia/Tokyo",
        {"1.2": "2100-01-01T10:00:00+09:00"},
    )
    assert by_olga.post("/tournaments", {**NEW, "time_zone": "Mars"}).status_code == 422
    assert by_olga.post(f"{CUP}/entrants-list", {"text": "Bot01", "preview": True}).status_code == 409
    by_olga.post(f"{CUP}/open")
    seen = by_olga.post(f"{CUP}/entrants-list", {"text": "Bot01,2\nBot09", "preview": True, "invites": True}).json()
    assert [line["error"] for line in seen["lines"]] == [None, "There is no bot called Bot09."]
    done = by_olga.post(f"{CUP}/entrants-list", {"text": "bot\nBot01\nBot02", "invites": True}).json()
    assert done["is_entered"]
    ready_version(None, "Dice", house="random")
    assert by_olga.post(f"{CUP}/fill", {"size": 3}).json()["entrants"] == 3
    by_owner = caller(owner_of(four[0]))
    assert by_owner.post(f"{CUP}/entrants/bot01/check-in").json()["checked_in_at"]
    assert by_owner.post(f"{CUP}/entrants/bot02/check-in").status_code == 403
    assert by_owner.post(f"{CUP}/fill", {"size": 3}).status_code == 403


def test_results_of_a_disqualified_bot_count_as_chosen(by_olga: Caller, olga: User, four: list[BotVersion]) -> None:
    cup = cast.started(olga, four, "round_robin")
    while AuditEntry.objects.filter(tournament=cup, action="finish").count() == 0:
        played = cup.stages.get().rounds.filter(state="complete").count()
        if played == 2:
            break
        assert cast.play_one()
        advance(cup.pk)
    path = f"/tournaments/{cup.slug}/entrants/bot01/disqualify"
    assert by_olga.post(path, {"reason": "A copy.", "results": "maybe"}).status_code == 422
    assert by_olga.post(path, {"reason": "A copy.", "results": "losses"}).status_code == 200
    table = by_olga.get(f"/tournaments/{cup.slug}/standings").json()["stages"][0]["tables"][0]
    assert {row["bot"]: row["points"] for row in table}["bot01"] == "0"
    exported = by_olga.get(f"/tournaments/{cup.slug}/export").json()
    assert exported["departures"][0]["as_losses"] is True
    assert differences(exported) == []
    by_olga.post(f"/tournaments/{cup.slug}/undo")
    table = by_olga.get(f"/tournaments/{cup.slug}/standings").json()["stages"][0]["tables"][0]
    assert {row["bot"]: row["points"] for row in table}["bot01"] == "2"
