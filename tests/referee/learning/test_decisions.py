"""Decisions made again from replays, and the shards they are written to."""

import gzip
import json
from pathlib import Path

import pytest

from engines import Deal, new_game, variants
from referee.deal import SealedDeal
from referee.entrants import HouseEntrant
from referee.game import play_game
from referee.learning import lines
from referee.learning.decisions import decisions
from referee.learning.lines import GameLine, SeatOfGame, end_of, game_line, last_line, read
from referee.learning.shards import Form, lacks, write_shard
from referee.replay import ReplayError
from referee.verify import play_again


def played(slug: str, seed: str = "learning") -> bytes:
    """A replay file of a game of house bots."""
    seats = new_game(slug, Deal.from_text(seed)).variant.seats
    channels = [HouseEntrant("random", bytes([seat]) * 16).open(slug) for seat in range(seats)]
    record = play_game(slug, channels, SealedDeal.repeatable(seed.encode() * 4, 0, 0))
    assert record.replay is not None
    return record.replay.dumps()


@pytest.mark.parametrize("slug", [variant.slug for variant in variants()])
def test_every_decision_says_what_the_seat_saw_could_and_did(slug: str) -> None:
    line = read(played(slug))
    found = list(decisions(line))
    assert [(each.seat, each.action) for each in found] == [(act.seat, act.action) for act in line.replay.actions]
    state = play_again(line.replay, 0)
    for each in found:
        assert (each.view, each.decision) == (state.view(each.seat), state.decision())
        assert each.legal == state.legal_actions(each.seat)
        assert each.action in each.legal
        assert each.rank == line.replay.ranks[each.side]
        state.play(each.seat, each.action)
    assert state.is_over()


def test_points_are_those_of_the_seats_side() -> None:
    found = list(decisions(read(played("karmaka-2v2"))))
    assert {each.points for each in found if each.rank == 1} in ({1.0}, {0.5})
    assert {each.side for each in found} == {0, 1}


def test_a_game_line_names_the_arenas_bots() -> None:
    seats = [SeatOfGame("ace", "1"), SeatOfGame("bishop", "3")]
    line = read(game_line(17, 4, 2, seats, played("karma-2")))
    assert (line.game, line.match, line.block, list(line.seats)) == ("17", 4, 2, seats)
    first = next(iter(decisions(line)))
    assert (first.game, first.bot, first.version) == ("17", *{0: ("ace", "1"), 1: ("bishop", "3")}[first.seat])


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (b"{", "it is not JSON"),
        (b"{}", "not a replay file"),
        (b'{"format": "karma-arena-games", "game": 1}', "lacks the field 'replay'"),
        (b"[]", "not a replay file"),
    ],
)
def test_what_is_no_game_gets_a_sentence(line: bytes, sentence: str) -> None:
    with pytest.raises(ReplayError, match=sentence):
        read(line)


def test_a_line_with_too_few_seats_is_refused() -> None:
    with pytest.raises(ReplayError, match="names 1 seats, its replay 2"):
        read(game_line(1, 1, 0, [SeatOfGame("ace", "1")], played("karma-2")))


def test_the_last_line_says_how_it_goes_on() -> None:
    end = end_of(last_line(3, 99, is_last=False).strip())
    assert end == {"end": True, "games": 3, "after": 99, "is_last": False}
    assert end_of(b'{"format": 1}') is None
    assert list(lines.games_in([b"\n", last_line(0, 0, is_last=True)])) == []


def test_a_shard_of_lines_is_read_back(tmp_path: Path) -> None:
    line = read(played("karma-2"))
    place, count = write_shard(tmp_path, 1, Form.LINES, decisions(line))
    with gzip.open(place) as file:
        rows = [json.loads(row) for row in file]
    assert place.name == "decisions-00001.jsonl.gz"
    assert count == len(rows) == len(line.replay.actions)
    assert rows[0]["view"]["variant"] == "karma-2"
    assert [path.name for path in tmp_path.iterdir()] == [place.name]


def test_a_shard_of_parquet_holds_the_same(tmp_path: Path) -> None:
    from pyarrow import parquet

    line: GameLine = read(played("diamoniak-2"))
    assert lacks(Form.PARQUET) == ""
    place, count = write_shard(tmp_path, 1, Form.PARQUET, decisions(line))
    rows = parquet.read_table(place).to_pylist()
    assert count == len(rows)
    for row, decision in zip(rows, decisions(line), strict=True):
        assert json.loads(row["view"]) == decision.view
        assert (row["legal"], row["action"], row["points"]) == (decision.legal, decision.action, decision.points)


def test_a_game_that_the_rules_do_not_allow_is_named() -> None:
    replay = json.loads(played("karma-2"))
    replay["actions"][3][1] = 1600
    with pytest.raises(ReplayError, match="cannot be played again here"):
        list(decisions(read(json.dumps(replay).encode())))
