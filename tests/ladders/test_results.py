"""All results of a pool for everybody: downloaded, fitted again elsewhere, and the same to the last bit."""

import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.signals import request_finished
from django.db import close_old_connections
from django.http import StreamingHttpResponse
from django.test import Client

from arena.bots.models import Bot, BotVersion
from arena.lib import rates, streaming
from arena.matches.models import Match
from arena.ratings.actions.refit import refit
from arena.ratings.actions.take_out import take_out
from arena.ratings.models import PeriodTable, Pool, Standing
from referee.ratings.results import read_results
from tests.patience import PATIENCE_S

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_redis")]
PAGE = "/leaderboards/diamoniak-2/results.jsonl"
API = "/api/v1/leaderboards/diamoniak-2/results"


def _body(answer: Any) -> bytes:
    assert answer.status_code == 200
    assert isinstance(answer, StreamingHttpResponse)
    return b"".join(answer)


def _refit(*words: str) -> subprocess.CompletedProcess[str]:
    """The command as an author runs it: without Django."""
    code = "import sys; from referee.cli import main; main()"
    command = [sys.executable, "-c", code, "refit", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)


@pytest.mark.parametrize("address", [PAGE, API])
def test_the_results_fitted_again_are_the_leaderboard_to_the_last_bit(
    client: Client, played: Pool, tmp_path: Path, address: str
) -> None:
    file = tmp_path / "results.jsonl"
    file.write_bytes(_body(client.get(address)))
    done = _refit(str(file), "--json")
    assert done.returncode == 0, done.stderr
    assert "agree to the last bit" in done.stderr
    fitted = {
        line["entrant"]: (line["rating"], line["error"], line["margin_95"]) for line in json.loads(done.stdout)["lines"]
    }
    stored = Standing.objects.filter(pool=played).values_list("version", "rating", "error", "margin")
    assert fitted == {version: tuple(values) for version, *values in stored}


def test_a_board_that_says_something_else_is_found_out(client: Client, played: Pool, tmp_path: Path) -> None:
    line = Standing.objects.filter(pool=played).order_by("position")[0]
    Standing.objects.filter(pk=line.pk).update(rating=(line.rating or 0.0) + 7.0)
    file = tmp_path / "results.jsonl"
    file.write_bytes(_body(client.get(PAGE)))
    done = _refit(str(file))
    assert done.returncode == 1
    assert "Ratings that differ from the leaderboard: 1 of 4, by up to 7 points" in done.stderr
    assert "ace v1" in done.stdout


def test_games_are_in_the_order_of_the_log_whatever_was_taken_out(client: Client, played: Pool) -> None:
    lines = [json.loads(line) for line in _body(client.get(PAGE)).splitlines()]
    assert [line["seq"] for line in lines[1:-1]] == [*range(1, 25)]
    assert lines[-1] == {"end": True, "games": 24}
    gone = {game["game"] for game in lines[1:5]}
    take_out(Match.objects.order_by("pk")[0].pk)
    before = _body(client.get(PAGE))
    assert before.count(b'"seq"') == 24  # the board does not know of it yet
    refit(played.pk)
    after = [json.loads(line) for line in _body(client.get(PAGE)).splitlines()]
    assert not gone & {line.get("game") for line in after} or len(after) < len(lines)
    assert [line["seq"] for line in after[1:-1]] == sorted(line["seq"] for line in after[1:-1])


def test_the_same_file_comes_out_when_tables_have_to_be_made_anew(client: Client, played: Pool) -> None:
    before = _body(client.get(PAGE))
    PeriodTable.objects.all().delete()
    assert _body(client.get(PAGE)) == before


def test_private_bots_have_numbers_and_no_names(client: Client, played: Pool, versions: list[BotVersion]) -> None:
    Bot.objects.filter(pk=versions[0].bot_id).update(is_private=True)
    head = json.loads(_body(client.get(PAGE)).splitlines()[0])
    assert {each["bot"] for each in head["entrants"]} == {"bishop", "castle", "duke"}
    assert versions[0].pk not in {each["entrant"] for each in head["board"]}


def test_it_is_packed_for_readers_who_can_unpack(client: Client, played: Pool, tmp_path: Path) -> None:
    packed = _body(client.get(PAGE, headers={"Accept-Encoding": "gzip"}))
    assert gzip.decompress(packed) == _body(client.get(PAGE))
    file = tmp_path / "results.jsonl.gz"
    file.write_bytes(packed)
    assert sum(len(table.rows) for table in read_results(file).tables) == 24


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (lambda body: body[: len(body) // 2], "no file of results"),
        (lambda body: body[: body.rindex(b'{"end"')], "without the line that counts them"),
        (lambda body: gzip.compress(body)[:-200], "broke off"),
        (lambda body: b'{"hello": 1}\n' + body, "does not say so"),
        (lambda body: body.replace(b'"version":1,', b'"version":9,', 1), "Update it"),
        (lambda body: b"\x00\xff", "no file of results"),
        (lambda body: b"", "does not say so"),
        (lambda body: body.replace(b'"ranks":[1,2]', b'"ranks":[1]', 1), "2 to 12 sides"),
        (lambda body: body.replace(b'"sides":[[', b'"sides":[[-', 1), "below the first"),
    ],
)
def test_a_damaged_file_is_refused_with_a_sentence(
    client: Client, played: Pool, tmp_path: Path, damage: Any, sentence: str
) -> None:
    file = tmp_path / "results.jsonl"
    file.write_bytes(damage(_body(client.get(PAGE))))
    with pytest.raises(ValueError, match=sentence):
        read_results(file)


def test_a_file_that_cannot_be_read_is_no_traceback(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("not results\n")
    done = _refit(str(file))
    assert done.returncode == 2
    assert "is no file of results" in done.stderr
    assert "Traceback" not in done.stderr


def test_slow_readers_do_not_take_every_thread(client: Client, played: Pool) -> None:
    waiting = [client.get(PAGE, REMOTE_ADDR=f"10.0.0.{n}") for n in range(streaming.AT_ONCE)]
    refused = client.get(PAGE)
    assert (refused.status_code, refused["Retry-After"]) == (503, "30")
    assert client.get(API).status_code == 503
    request_finished.disconnect(close_old_connections)  # the test's own connection stays
    for each in waiting:  # they leave before the first byte
        each.close()
    request_finished.connect(close_old_connections)
    assert _body(client.get(PAGE))
    assert _body(client.get(PAGE))


@pytest.mark.parametrize(
    ("address", "same"), [("127.0.0.1", "127.0.0.1"), ("2001:db8::1", "2001:db8::2")], ids=["IPv4", "IPv6 network"]
)
def test_an_address_has_one_file_at_a_time(client: Client, played: Pool, address: str, same: str) -> None:
    first = client.get(PAGE, REMOTE_ADDR=address)
    assert client.get(API, REMOTE_ADDR=same).status_code == 503, "the same address has a place"
    assert _body(client.get(PAGE, REMOTE_ADDR="10.0.0.9")), "another one finds room"
    assert _body(first)
    assert _body(client.get(PAGE))
    first = client.get(PAGE, REMOTE_ADDR="2001:db8::1")
    assert client.get(API, REMOTE_ADDR="2001:db8::2").status_code == 503, "one customer has all these addresses"
    assert _body(first)


def test_files_of_results_are_counted_by_address(client: Client, played: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rates, "DOWNLOADS", 2)
    assert _body(client.get(PAGE))
    assert _body(client.get(PAGE))
    refused = client.get(PAGE)
    assert (refused.status_code, refused["RateLimit-Limit"]) == (429, "2")
    assert 0 < int(refused["Retry-After"]) <= rates.WINDOW_S
    assert "Too many files from your address" in refused.content.decode()
    assert client.get("/tournaments/no-such-cup/results.json").status_code == 429, "of tournaments as well"
    assert _body(client.get(PAGE, REMOTE_ADDR="10.0.0.9"))


def test_who_reads_next_to_nothing_makes_room_for_others(
    client: Client, played: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = [client.get(PAGE, REMOTE_ADDR=f"10.0.0.{n}") for n in range(streaming.AT_ONCE)]
    assert client.get(PAGE).status_code == 503
    monkeypatch.setattr(streaming, "PATIENCE_S", -1.0)
    assert _body(client.get(PAGE))
    with pytest.raises(streaming.TooSlowError):
        _body(slow[0])
    assert _body(slow[1]), "nobody else needed its place"


@pytest.mark.parametrize("address", [f"{PAGE}?season=9", "/leaderboards/chess-2/results.jsonl", f"{API}?season=9"])
def test_seasons_that_never_were_are_not_found(client: Client, played: Pool, address: str) -> None:
    assert client.get(address).status_code == 404


def test_the_api_lists_seasons_with_the_address_of_their_results(client: Client, played: Pool) -> None:
    (season,) = client.get("/api/v1/leaderboards/diamoniak-2/seasons").json()
    assert (season["season"], season["is_open"], season["rated_games"]) == (1, True, 24)
    assert _body(client.get(season["results"]))


def test_parquet_holds_the_same_games_and_fits_to_the_same_bits(client: Client, played: Pool, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is an extra: pip install pyarrow")
    file, lines = tmp_path / "results.parquet", tmp_path / "results.jsonl"
    file.write_bytes(_body(client.get(PAGE.replace("jsonl", "parquet"))))
    assert file.read_bytes() == _body(client.get(f"{API}?format=parquet"))
    lines.write_bytes(_body(client.get(PAGE)))
    assert read_results(file).header == read_results(lines).header
    rows = [[table.rows.tobytes() for table in read_results(each).tables] for each in (file, lines)]
    assert rows[0] == rows[1]
    assert _refit(str(file)).returncode == 0
    file.write_bytes(file.read_bytes()[:-50])
    with pytest.raises(ValueError, match="damaged"):
        read_results(file)


def test_an_arena_without_pyarrow_says_what_to_take(
    client: Client, played: Pool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("referee.ratings.parquet.find_spec", lambda name: None)
    answer = client.get(PAGE.replace("jsonl", "parquet"))
    assert (answer.status_code, "Take the JSON lines" in answer.content.decode()) == (501, True)
    assert client.get(f"{API}?format=parquet").status_code == 422
    assert "Parquet" not in client.get("/leaderboards/diamoniak-2/seasons/").content.decode()
    (tmp_path / "x.parquet").write_bytes(b"PAR1")
    with pytest.raises(ValueError, match="pyarrow is not installed"):
        read_results(tmp_path / "x.parquet")
