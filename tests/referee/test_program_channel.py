"""What the referee makes of a fault of the sandbox."""

from typing import cast

import pytest

import sandbox
from referee.channels import program
from referee.channels.program import ProgramChannel
from referee.faults import BotFault
from sandbox import ChannelFault, Fault

THEIRS = [fault for fault in Fault if not fault.ours]


class Pipe:
    """Answers as often as it is told to, then fails."""

    def __init__(self, fault: Fault, answers: int) -> None:
        self._fault = fault
        self._answers = answers

    def receive(self, limit_s: float) -> bytes:
        self._answers -= 1
        if self._answers < 0:
            raise ChannelFault(self._fault, "It failed.")
        return b"{}"

    def send(self, line: bytes, limit_s: float) -> None: ...

    def mark_stderr(self) -> None: ...

    def last_times(self) -> tuple[float, float]:
        return 0.0, 0.0


def sentence(fault: Fault, answers: int, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(program, "canary_starts", lambda: True)
    channel = ProgramChannel(lambda: (cast("sandbox.Channel", Pipe(fault, answers)), lambda: None), "bot")
    channel.start(1.0)
    channel.send({"type": "hello"})
    for _ in range(answers):
        channel.receive(1.0)
    with pytest.raises(BotFault) as caught:
        channel.receive(1.0)
    return caught.value.sentence


def test_every_fault_of_a_bot_has_advice_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    told = {sentence(fault, 1, monkeypatch) for fault in THEIRS}
    assert "It failed." not in told
    assert len(told) == len(THEIRS)


def test_at_hello_the_start_up_limit_is_named_and_later_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    hello, later = (sentence(Fault.TIMEOUT, answers, monkeypatch) for answers in (0, 1))
    assert '"start_ms"' in hello
    assert '"clock"' not in hello
    assert '"clock"' in later


def test_a_flood_is_told_where_to_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Stop after the line break of your answer" in sentence(Fault.FLOOD, 1, monkeypatch)
