"""The starter kits by name: built once per test run, in a game, or alone with what they are told on stdin."""

import json
import os
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import sandbox
from arena.embedded.system_packages import WASM_TOOLS, install_command
from engines import Deal, new_game, variant
from referee import house
from referee.channels.base import Channel
from referee.cli.new import new
from referee.clock import SeatClock, TimeControl
from referee.deal import SealedDeal
from referee.entrants import ProgramEntrant
from referee.game import play_game
from referee.messages import GameFacts, hello, request
from referee.record import GameRecord
from tests.bots.cast import built_once
from tests.patience import PATIENCE_S
from tests.referee.cast import seat

Json = dict[str, Any]

ROOT = Path(__file__).resolve().parents[2]
STARTERS = ROOT / "bots" / "starters"
KITS = ("c", "cpp", "go", "java", "javascript", "ocaml", "python", "rust", "wasm")
PATIENT = TimeControl(decision_ms=2_000, bank_ms=20_000, start_ms=60_000)
"""A kit is to blame for a wrong answer, not for a busy machine."""


MADE_AT_HOME = {"wasm": WASM_TOOLS}
"""Kits whose upload is compiled by their author, with what that needs."""


def skip_without_tools(kit: str) -> None:
    missing = sandbox.RUNTIMES[kit].missing()
    if missing:
        pytest.skip(missing)
    absent = [tool.package for tool in MADE_AT_HOME.get(kit, ()) if not tool.is_there()]
    if absent:
        pytest.skip(f"The kit cannot be compiled here. Fix: {install_command(absent)}")


@cache
def built(kit: str) -> sandbox.BuiltProgram:
    """What the sandbox makes of a folder that ``arena new`` made."""

    def made(place: Path) -> Path:
        new(kit, place / "my-bot")
        if kit in MADE_AT_HOME:
            subprocess.run(["make", "-C", place / "my-bot"], check=True, capture_output=True)
        return place / "my-bot"

    return built_once(f"kit-{kit}", made)


def play_at(bot: ProgramEntrant, slug: str, place: int) -> GameRecord:
    """A game of a kit in one seat against greedy house bots in all others."""
    rest = house.create("greedy", slug, b"kits")
    seats = range(variant(slug).seats)
    channels: list[Channel] = [bot.open(slug) if each == place else seat(rest, ours=True) for each in seats]
    return play_game(slug, channels, SealedDeal.from_text(f"kits {slug}"), control=PATIENT)


def tell(kit: str, text: bytes) -> subprocess.CompletedProcess[bytes]:
    """Run a built kit outside of the sandbox with this on its stdin."""
    program = built(kit)
    command = program.runtime.bare_command(program.entry, sandbox.Limits(), str(program.files))
    return subprocess.run(
        command,
        input=text,
        capture_output=True,
        check=False,
        timeout=PATIENCE_S,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"},
    )


def answers(kit: str, messages: Sequence[Json]) -> list[Json]:
    """What a kit says to messages, one answer for each."""
    text = "".join(json.dumps(message) + "\n" for message in messages)
    done = tell(kit, text.encode())
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    said = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(said) == len(messages)
    return said


@cache
def messages_of(slug: str, each_decision: int = 8) -> tuple[Json, ...]:
    """A hello and requests out of random games: some of every decision that comes up, from all seats."""
    kind, deal, rng = variant(slug), SealedDeal.from_text(slug), Random(slug)
    facts = GameFacts("kits", kind, 1, deal.commitment, PATIENT, 256)
    found: dict[str, list[Json]] = {}
    for game in range(3):
        state = new_game(slug, Deal.from_text(f"{slug} {game}"))
        for _ in range(400):
            if state.is_over():
                break
            asked = state.deciders()[0]
            same = found.setdefault(state.decision(), [])
            if len(same) < each_decision and (len(same) < 3 or rng.random() < 0.2):
                same.append(request(state, asked, len(same) + 1, 0, SeatClock(PATIENT)))
            state.play(asked, rng.choice(state.legal_actions(asked)))
    return hello(facts, 0, deal.bot_random(0)), *(message for same in found.values() for message in same)
