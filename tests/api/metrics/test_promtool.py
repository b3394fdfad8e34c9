"""Figures, alarms and the dashboard, as Prometheus' own tool sees them."""

import json
import re
import subprocess
from pathlib import Path

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from arena.bots.models import BotVersion
from arena.embedded.system_packages import promtool as find_promtool
from arena.health import signs
from arena.matches.models import Seat
from arena.ratings.models import Pool
from arena.settings.environment import ROOT
from tests.matches import cast

FOLDER = ROOT / "docker" / "monitoring"
NAMES = re.compile(r"\bkarma_\w+")


def promtool(*words: str, given: str = "", cwd: Path = FOLDER) -> None:
    program = find_promtool(ROOT)
    if program is None:
        pytest.skip("There is no promtool, and it could not be fetched. Run as root: apt-get install -y prometheus")
    done = subprocess.run([program, *words], input=given, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert not done.stderr.strip(), done.stderr


@pytest.fixture
def figures(versions: list[BotVersion], settings: Settings) -> str:
    """Of an arena in which there is something of everything."""
    settings.METRICS_TOKEN = "m" * 32
    cast.match(versions, blocks=2)
    cast.finish(cast.take(), faults=["crash"])
    cast.take()
    Seat.objects.filter(rank__isnull=False).update(clock={"start_ms": 20, "total_ms": 30, "decisions": 10})
    Pool.objects.create(variant="karma-2", last_seq=9, fitted_seq=4)
    signs.pulse_was_felt()
    answer = Client().get("/metrics", headers={"Authorization": "Bearer " + "m" * 32})
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.django_db
def test_figures_have_the_form_that_prometheus_wants(figures: str) -> None:
    promtool("check", "metrics", given=figures)


def test_alarms_are_rules_and_ring_when_they_should() -> None:
    promtool("check", "rules", "alerts.yml")
    promtool("test", "rules", "alerts_test.yml")


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["alerts.yml", "dashboard.json"])
def test_only_figures_that_exist_are_asked_for(figures: str, name: str) -> None:
    told = set(NAMES.findall(figures))
    asked = set(NAMES.findall((FOLDER / name).read_text()))
    assert asked
    assert asked <= told


def test_every_panel_of_the_dashboard_asks_something_that_prometheus_understands(tmp_path: Path) -> None:
    board = json.loads((FOLDER / "dashboard.json").read_text())
    rules = [
        {"record": f"panel:{panel['id']}:{target['refId']}", "expr": target["expr"]}
        for panel in board["panels"]
        for target in panel["targets"]
    ]
    assert len({panel["title"] for panel in board["panels"]}) == len(board["panels"])
    (tmp_path / "rules.json").write_text(json.dumps({"groups": [{"name": "panels", "rules": rules}]}))
    promtool("check", "rules", "rules.json", cwd=tmp_path)
