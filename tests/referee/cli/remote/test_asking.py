"""``arena ask`` and ``arena rest`` of an arena's game: asked through the API, answered by a worker."""

from __future__ import annotations

import pytest

from arena.matches.models import Block, Game
from arena.replays.answering import answer_one
from referee.analysis import worth
from tests.matches import cast as entrants
from tests.referee.cli.arena import Arena
from tests.replays import cast
from tests.slugs import SMALLEST


def test_a_worker_answers_what_was_asked_of_a_game_by_its_number(
    arena: Arena, logged_in: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worth, "WORLDS", 4)
    entrants.ready_version(None, "Owl", "expert")
    game = cast.first_game(cast.played_match(SMALLEST[0], games=1))
    refused = arena("ask", game.pk, 5, "owl")
    assert (refused.status, "still play the same deal" in " ".join(refused.err.split())) == (2, True)
    Game.objects.exclude(pk=game.pk).delete()
    Block.objects.filter(pk=game.block_id).update(is_finished=True)
    monkeypatch.setattr("referee.cli.asking.sleep", lambda _seconds: answer_one())
    ran = arena("ask", game.pk, 5, "owl")
    assert ran.status == 0, ran.err
    assert "Owl v1" in ran.out
    ran = arena("rest", game.pk, 5, "owl", "owl:1", "--games", 2)
    assert "2 games were played" in ran.out, ran.err
    assert "no version 9" in " ".join(arena("ask", game.pk, 5, "owl:9").err.split())
