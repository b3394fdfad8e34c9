"""Tournaments from the command line, against a real server: from the file of settings to the export."""

from __future__ import annotations

import io
import json
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from arena.accounts.models import User
from arena.api.actions import create_token
from arena.api.scopes import Scope
from arena.tournaments.models import Departure, Tournament
from tests.api.tournaments.conftest import owner_of
from tests.matches.cast import ready_version
from tests.referee.cli.arena import Arena
from tests.tournament_engine import cast

SETTINGS = """
name = "Spring Cup"
variant = "diamoniak-2"
format = "single_elimination"
blocks = 1
deadline = 2131-05-01T18:00:00Z
[settings]
third_place = true
"""


def act_as(user: User, monkeypatch: pytest.MonkeyPatch, *scopes: Scope) -> None:
    secret = create_token(user, "laptop", scopes or list(Scope), timedelta(days=1))[1]
    monkeypatch.setenv("KARMA_ARENA_TOKEN", secret)


@pytest.fixture
def olga(logged_in: str, monkeypatch: pytest.MonkeyPatch) -> User:
    """Nothing may be asked: there is no terminal."""
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    found = cast.organiser()
    act_as(found, monkeypatch)
    return found


def test_a_tournament_from_the_file_to_the_export(
    arena: Arena, olga: User, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "cup.toml"
    file.write_text(SETTINGS)
    four = cast.field(4)
    ready_version(None, "Dice", house="random")
    made = arena("tournament", "create", file)
    assert (made.status, "Next: arena tournament open spring-cup" in made.out) == (0, True), made.err
    assert json.loads(arena("tournament", "open", "spring-cup", "--json").out)["state"] == "registration"
    for version in four:
        act_as(owner_of(version), monkeypatch, Scope.READ, Scope.ENTER)
        assert "is entered" in arena("tournament", "enter", "spring-cup", version.bot.slug).out
    assert "4/64" in arena("tournament", "list", "--state", "registration", "--bot", "bot01").out
    act_as(olga, monkeypatch)
    assert arena("tournament", "enter", "spring-cup", "dice").status == 0
    assert "4 entrants" in arena("tournament", "withdraw", "spring-cup", "dice").out
    seeded = arena("tournament", "seed", "spring-cup", "--by", "rating", "--move", "bot04=1")
    assert (seeded.status, "Next: arena tournament start" in seeded.out) == (0, True), seeded.err
    assert arena("tournament", "entrants", "spring-cup").out.splitlines()[1].split()[:2] == ["1", "bot04"]
    assert arena("tournament", "start", "spring-cup").status == 0
    assert "paused" in arena("tournament", "pause", "spring-cup", "--reason", "lunch").out
    assert "running" in arena("tournament", "resume", "spring-cup").out
    assert "0 of 4 matches" in arena("tournament", "show", "spring-cup").out
    cup = cast.play_all(Tournament.objects.get())
    assert cup.state == "finished"
    assert "1. bot01" in arena("tournament", "show", "spring-cup").out
    assert "Final places" in arena("tournament", "standings", "spring-cup").out
    assert json.loads(arena("tournament", "standings", "spring-cup", "--json").out)["places"][0]["bot"] == "bot01"
    assert "1.1.1" in arena("tournament", "matches", "spring-cup", "--round", "1").out
    assert json.loads(arena("tournament", "export", "spring-cup").out)["secret"] == cup.secret
    target = tmp_path / "places.csv"
    assert arena("tournament", "export", "spring-cup", "--form", "csv", "--out", target).status == 0
    assert target.read_text().startswith("place,seed,bot")
    assert (
        arena("tournament", "export", "spring-cup", "--form", "csv", "--out", target).status == 2
    )  # never written over
    assert "participant" in json.loads(arena("tournament", "export", "spring-cup", "--form", "brackets").out)
    assert "third_place" in arena("tournament", "formats").out


def test_a_ruling_that_voids_matches_gives_status_1_until_it_is_meant(arena: Arena, olga: User) -> None:
    cup = cast.started(olga, cast.field(4), "single_elimination", blocks=2)
    cast.play_into(cup, "1.2.1")
    ruling = ("override", "cup", "1.1.1", "--rank", "bot01=2", "--rank", "bot04=1", "--reason", "It cheated.")
    refused = arena("tournament", *ruling)
    assert (refused.status, "1.2.1" in refused.err, "--cascade" in refused.err) == (1, True, True)
    assert json.loads(arena("tournament", "matches", "cup", "--json").out)[0]["ruling"] is None
    ruled = arena("tournament", *ruling, "--cascade")
    assert (ruled.status, "Match 1.1.1: decided. Bot01 2, Bot04 1" in ruled.out) == (0, True), ruled.err
    undone = arena("tournament", "undo", "cup", "--reason", "A mistake.", "--cascade")
    assert (undone.status, undone.out.startswith("Undid: Ruled on match 1.1.1")) == (0, True), undone.err
    again = arena("tournament", "replay", "cup", "1.2.1", "--reason", "A power cut.", "--json")
    assert json.loads(again.out)["takes"][-1]["state"] == "open"
    assert "cancelled" in arena("tournament", "cancel", "cup", "--reason", "No power.").out


def test_a_file_that_cannot_be_meant_makes_nothing(arena: Arena, olga: User, tmp_path: Path) -> None:
    for name, text, told in (
        ("cup.toml", "name = ", "cannot be read as TOML"),
        ("cup.json", "[]", "arena tournament create --help"),
        ("cup.json", "{", "cannot be read as JSON"),
        ("cup.toml", SETTINGS.replace("2131-05-01T18:00:00Z", "2131-05-01"), "needs a time of day"),
        ("cup.toml", SETTINGS.replace("third_place", "third"), "settings.third"),
        ("cup.toml", SETTINGS.replace("single_elimination", "pod_swiss"), "does not fit"),
    ):
        (tmp_path / name).write_text(text)
        ran = arena("tournament", "create", tmp_path / name)
        assert (ran.status, told in ran.err) == (2, True), (told, ran.err)
    assert not Tournament.objects.exists()


def test_refusals_are_sentences_with_status_2(
    arena: Arena, olga: User, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps({"name": "Cup", "variant": "karma-2", "format": "swiss"})))
    assert arena("tournament", "create", "-", "--name", "From Stdin").status == 0
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    for words, told in (
        (("create", tmp_path / "none.toml"), "none.toml"),
        (("show", "nothing"), "not-found"),
        (("start", "from-stdin"), "about to start"),
        (("seed", "from-stdin"), "between registration and start"),
        (("seed", "from-stdin", "--move", "bot"), "BOT=SEED"),
        (("override", "from-stdin", "1.1.1", "--rank", "x", "--reason", "So."), "BOT=RANK"),
        (("enter", "from-stdin", "nobody"), "not-found"),
    ):
        ran = arena("tournament", *words)
        assert (ran.status, told in ran.err) == (2, True), (words, ran.err)
    act_as(olga, monkeypatch, Scope.READ)
    assert "“organise”" in arena("tournament", "open", "from-stdin").err
    assert Tournament.objects.get().state == "draft"


def test_a_forecast_compares_formats_and_tries_other_settings(arena: Arena, olga: User, tmp_path: Path) -> None:
    cast.opened(olga, cast.field(4), "single_elimination")
    shown = arena("tournament", "forecast", "cup")
    assert shown.status == 0, shown.err
    assert "Single elimination" in shown.out
    assert "Bot04" in shown.out
    longer = tmp_path / "longer.json"
    longer.write_text('{"blocks": 30}')
    tried = json.loads(arena("tournament", "forecast", "cup", "--with", longer, "--size", "6", "--json").out)
    assert (tried["ways"][0]["blocks"], len(tried["entrants"])) == (30, 6)


def test_a_list_of_entrants_fillers_and_check_in(
    arena: Arena, olga: User, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    four = cast.field(4)
    starts = timezone.now() + timedelta(minutes=5)
    cast.opened(olga, [], "swiss", starts_at=starts, check_in_minutes=10)
    file = tmp_path / "entrants.csv"
    file.write_text("bot,seed\nBot01,2\nnobody,1\n")
    refused = arena("tournament", "enter-list", "cup", file, "--invite")
    assert (refused.status, "There is no bot called nobody." in refused.out) == (1, True)
    file.write_text("bot,seed\nBot01,2\nBot02,1\n")
    assert "Entered." in arena("tournament", "enter-list", "cup", file, "--invite").out
    ready_version(None, "Dice", house="random")
    assert "3 entrants" in arena("tournament", "fill", "cup", "3").out
    act_as(owner_of(four[0]), monkeypatch, Scope.READ, Scope.ENTER)
    assert "Bot01 is checked in." in arena("tournament", "check-in", "cup", "bot01").out


def test_a_show_is_copied_announced_and_revealed(arena: Arena, olga: User) -> None:
    cup = cast.play_all(cast.started(olga, cast.field(4), "single_elimination", is_staged=True))
    assert "Announced: Doors open" in arena("tournament", "announce", "cup", "Doors open", "--text", "At six.").out
    assert cup.announcements.get().text == "At six."
    soon = (timezone.now() + timedelta(hours=1)).isoformat()
    assert arena("tournament", "reveal", "cup", "--at", soon).status == 0
    cup.refresh_from_db()
    assert cup.next_reveal_at is not None
    assert arena("tournament", "reveal", "cup", "--match", "1.2.1").status == 2, "a final before its semi-finals"
    assert arena("tournament", "reveal", "cup", "--match", "1.1.1").status == 0
    assert "running" in arena("tournament", "reveal", "cup", "--round", "1.1").out
    assert "running" in arena("tournament", "reveal", "cup", "--round", "1.1").out, "a second time shows nothing more"
    assert "finished" in arena("tournament", "reveal", "cup").out
    copied = arena("tournament", "copy", "cup", "Second Cup")
    assert (copied.status, "(second-cup): draft" in copied.out) == (0, True), copied.err
    assert Tournament.objects.get(slug="second-cup").is_staged


@pytest.mark.parametrize(("options", "as_losses"), [((), False), (("--results", "losses"), True)])
def test_a_disqualification_keeps_results_or_makes_them_losses(
    arena: Arena, olga: User, options: tuple[str, ...], *, as_losses: bool
) -> None:
    cup = cast.started(olga, cast.field(4), "swiss")
    assert arena("tournament", "disqualify", "cup", "bot01", "--reason", "A copy.", "--results", "all").status == 2
    done = arena("tournament", "disqualify", "cup", "bot01", "--reason", "A copy.", *options)
    assert done.status == 0, done.err
    left = Departure.objects.get(entrant__tournament=cup)
    assert (left.kind, left.as_losses, left.entrant.bot.slug) == ("disqualified", as_losses, "bot01")
