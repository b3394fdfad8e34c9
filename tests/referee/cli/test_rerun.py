"""A fault is kept with the whole conversation, and the same conversation brings it about again."""

import sys
from pathlib import Path

import pytest

from referee.clock import TimeControl
from referee.conversation import ConversationError, dumps, loads, of_replay
from referee.deal import SealedDeal
from referee.entrants import FolderEntrant, HouseEntrant
from referee.faults import Fault, FaultKind
from referee.game import play_game
from referee.record import GameRecord
from referee.rerun import PlainChannel, rerun
from tests.referee.cli.arena import Arena

VARIANT = "karma-2"
CRASHES = """
from bots.sdk import Action, Bot, Request

class Late(Bot):
    def choose(self, request: Request) -> Action:
        if request.number == 6:
            raise RuntimeError("the sixth was one too many")
        return self.rng.choice(request.legal)

if __name__ == "__main__":
    Late().run()
"""


@pytest.fixture(scope="module")
def bot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("late")
    (folder / "bot.py").write_text(CRASHES)
    return folder


@pytest.fixture(scope="module")
def record(bot: Path) -> GameRecord:
    with FolderEntrant(bot) as entrant:
        channels = [HouseEntrant("random", b"1" * 16).open(VARIANT), entrant.open(VARIANT)]
        return play_game(VARIANT, channels, SealedDeal.from_text("rerun"))


@pytest.fixture
def fault(record: GameRecord) -> Fault:
    (fault,) = record.faults
    return fault


@pytest.fixture
def file(fault: Fault, tmp_path: Path) -> Path:
    path = tmp_path / "fault.jsonl"
    path.write_text(dumps(fault.evidence.conversation, fault.kind, fault.sentence))
    return path


def test_the_evidence_holds_every_message_and_answer(fault: Fault) -> None:
    said = fault.evidence.conversation
    assert len(said) == 7
    assert [exchange.answer is None for exchange in said] == [False] * 6 + [True]
    assert said[-1].sent == fault.evidence.last_request


def test_a_replay_tells_the_same_conversation(record: GameRecord, fault: Fault) -> None:
    assert record.replay is not None
    told = of_replay(record.replay, 1, TimeControl(), 256, is_at_hello=False)
    assert [exchange.sent for exchange in told.exchanges] == [said.sent for said in fault.evidence.conversation]
    assert told.kind is FaultKind.CRASH
    assert len(of_replay(record.replay, 1, TimeControl(), 256, is_at_hello=True).exchanges) == 1
    assert of_replay(record.replay, 0, TimeControl(), 0, is_at_hello=False).kind is None


def test_the_command_gives_the_same_fault(arena: Arena, file: Path, bot: Path) -> None:
    ran = arena("rerun", file, bot)
    assert ran.status == 0, ran.out + ran.err
    assert "The same fault: crash at message 6." in ran.out
    assert "the sixth was one too many" in ran.out


def test_a_mended_bot_does_not_fail(arena: Arena, file: Path, tmp_path: Path) -> None:
    (tmp_path / "mended").mkdir()
    (tmp_path / "mended" / "bot.py").write_text(CRASHES.replace("== 6", "== 0"))
    ran = arena("rerun", file, tmp_path / "mended")
    assert (ran.status, "It did not fail" in ran.out) == (1, True)


def test_an_answer_that_differs_is_told(arena: Arena, file: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    changed = CRASHES.replace("self.rng.choice(request.legal)", "request.legal[-1]").replace("== 6", "== 3")
    (tmp_path / "other" / "bot.py").write_text(changed)
    ran = arena("rerun", file, tmp_path / "other")
    assert ran.status == 1
    assert "Another fault (then it was crash at message 6): crash at message 3" in ran.out


def test_a_command_of_ones_own_runs_without_the_sandbox(file: Path, bot: Path) -> None:
    outcome = rerun(loads(file.read_text()), PlainChannel([sys.executable, str(bot / "bot.py")]))
    assert (outcome.kind, outcome.at, outcome.strayed) == (FaultKind.CRASH, 6, None)


@pytest.mark.parametrize("text", ["", "not json\n", '{"type":"request"}\n', "[1]\n", '{"type":"answered"}\n'])
def test_what_is_no_conversation_is_refused(arena: Arena, tmp_path: Path, text: str) -> None:
    (tmp_path / "x.jsonl").write_text(text)
    with pytest.raises(ConversationError):
        loads(text)
    assert arena("rerun", tmp_path / "x.jsonl", tmp_path).status == 2


def test_a_bot_or_a_command_is_needed(arena: Arena, file: Path) -> None:
    assert arena("rerun", file).status == 2
