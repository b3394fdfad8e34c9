from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from arena.bots.models import BotVersion
from arena.ratings.actions.close_period import close_period
from arena.ratings.models import Pool, Snapshot, Standing
from tests.ladders import rounds

pytestmark = pytest.mark.django_db


def _run(*args: str) -> str:
    out = StringIO()
    call_command("recompute", *args, stdout=out)
    return out.getvalue().strip()


def test_an_untouched_ladder_comes_out_identical_with_its_bands(played: Pool) -> None:
    expected = "diamoniak-2, season 1: 24 events, 8 points of trend lines, 4 lines of the board, 8 bands; identical"
    assert _run("diamoniak-2", "--bands") == expected


def test_all_ladders_are_rebuilt(played: Pool) -> None:
    Pool.objects.create(variant="karma-2")
    assert [line.split(":")[0] for line in _run("--all").splitlines()] == [
        "diamoniak-2, season 1",
        "karma-2, season 1",
    ]


def test_tampering_is_found_reported_and_repaired(played: Pool) -> None:
    point = Snapshot.objects.order_by("-pk")[0]
    Snapshot.objects.filter(pk=point.pk).update(live=point.live + 1e-9)
    line = Standing.objects.order_by("position")[0]
    Standing.objects.filter(pk=line.pk).update(rating=9999.0)
    with pytest.raises(CommandError, match="2 values came out otherwise"):
        _run("diamoniak-2")
    assert Snapshot.objects.get(period=point.period_id, version=point.version_id).live == point.live
    assert Standing.objects.get(version=line.version_id).rating == line.rating
    assert _run("diamoniak-2").endswith("identical")


def test_a_changed_band_is_found(played: Pool) -> None:
    Snapshot.objects.filter(pk=Snapshot.objects.order_by("pk")[0].pk).update(error=1.0)
    with pytest.raises(CommandError, match="1 values"):
        _run("diamoniak-2", "--bands")


def test_a_board_behind_its_log_is_not_called_different(played: Pool, versions: list[BotVersion]) -> None:
    rounds.pods(versions, "ladder/x/c3", 1)
    rounds.finish_all()
    close_period("ladder/x/c3")
    assert _run("diamoniak-2").endswith("identical")
    played.refresh_from_db()
    assert played.fitted_seq == played.last_seq


@pytest.mark.parametrize("args", [(), ("diamoniak-2", "--all")])
def test_it_wants_one_variant_or_all(played: Pool, args: tuple[str, ...]) -> None:
    with pytest.raises(CommandError, match="Name one variant, or give --all"):
        _run(*args)


@pytest.mark.parametrize("args", [("chess",), ("diamoniak-2", "--season", "7")])
def test_an_unknown_ladder_is_told_with_the_known_ones(played: Pool, args: tuple[str, ...]) -> None:
    with pytest.raises(CommandError, match=r"There is no such ladder\. Ladders: diamoniak-2\."):
        _run(*args)
