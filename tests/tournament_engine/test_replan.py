"""``replan``: anybody can check that an exported tournament follows from its own results."""

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from arena.accounts.models import User
from arena.bots.models import BotVersion
from arena.tournaments import results
from arena.tournaments.actions import departures
from tests.tournament_engine import cast


@pytest.fixture
def export(olga: User, four: list[BotVersion], tmp_path: Path) -> Path:
    cup = cast.started(olga, four, "double_elimination")
    departures.disqualify(cup.pk, cast.entrant(cup, 2), olga, "It cheated.")
    done = cast.play_all(cup)
    file = tmp_path / "cup.json"
    file.write_text(json.dumps(results.as_values(done, None)))
    return file


def test_an_export_is_confirmed(export: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("replan", str(export))
    assert "follows from the results" in capsys.readouterr().out


def test_a_place_that_does_not_follow_is_named(export: Path) -> None:
    document = json.loads(export.read_text())
    document["places"][0], document["places"][1] = document["places"][1], document["places"][0]
    export.write_text(json.dumps(document))
    with pytest.raises(CommandError, match="places do not follow"):
        call_command("replan", str(export))


def test_a_changed_result_is_named(export: Path) -> None:
    document = json.loads(export.read_text())
    take = next(take for match in document["matches"] for take in match["takes"] if take["state"] == "decided")
    take["ranks"] = take["ranks"][::-1]
    export.write_text(json.dumps(document))
    with pytest.raises(CommandError, match="should"):
        call_command("replan", str(export))


def test_a_file_that_is_no_export_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "other.json").write_text("{}")
    with pytest.raises(CommandError, match="no complete export"):
        call_command("replan", str(tmp_path / "other.json"))
