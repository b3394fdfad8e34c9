"""Lines to a bot and back: what is delivered, what is a fault, and what the report says in the end."""

import time

import pytest

from sandbox import Channel, ChannelFault, Fault, Limits
from tests.sandbox.cast import ECHO
from tests.sandbox.conftest import Start

LONG = 120.0


def ask(channel: Channel, line: bytes, deadline_s: float = LONG) -> bytes:
    channel.send(line, LONG)
    return channel.receive(deadline_s)


def fault_of(channel: Channel, line: bytes = b"go", deadline_s: float = LONG) -> ChannelFault:
    with pytest.raises(ChannelFault) as caught:
        ask(channel, line, deadline_s)
    return caught.value


def answering(reply: str) -> str:
    return f"import os, sys, time\nsys.stdin.readline()\n{reply}\nsys.stdin.readline()\ntime.sleep(3600)\n"


@pytest.mark.parametrize("warm", [True, False])
def test_it_delivers_lines_both_ways(start: Start, warm: bool) -> None:
    channel = start(ECHO, warm=warm)
    assert ask(channel, b"one") == b"one"
    assert ask(channel, "Zürich ♠".encode()) == "Zürich ♠".encode()
    assert ask(channel, b"") == b""


def test_a_request_larger_than_a_pipe_is_delivered(start: Start) -> None:
    channel = start("import sys\nprint(len(sys.stdin.readline()), flush=True)\nsys.stdin.readline()")
    assert ask(channel, b"x" * 1_000_000) == b"1000001"


def test_a_line_with_a_newline_is_a_mistake_of_the_caller(start: Start) -> None:
    with pytest.raises(ValueError, match="newline"):
        start(ECHO).send(b"one\ntwo", LONG)


def test_an_answer_in_pieces_is_put_together(start: Start) -> None:
    channel = start(answering("for c in b'slow\\n': os.write(1, bytes([c])); time.sleep(0.01)"))
    assert ask(channel, b"go") == b"slow"


def test_the_longest_line_passes_and_one_byte_more_does_not(start: Start) -> None:
    limits = Limits(line_bytes=1000)
    assert len(ask(start(answering("os.write(1, b'x' * 999 + b'\\n')"), limits), b"go")) == 999
    assert fault_of(start(answering("os.write(1, b'x' * 1000 + b'\\n')"), limits)).fault is Fault.LINE_TOO_LONG
    assert fault_of(start(answering("os.write(1, b'x' * 1000)"), limits)).fault is Fault.LINE_TOO_LONG


def test_a_flood_behind_an_answer_is_named(start: Start) -> None:
    limits = Limits(line_bytes=1000)
    channel = start(answering("os.write(1, b'{}\\n' * 1000)"), limits)
    assert fault_of(channel).fault is Fault.FLOOD


def test_all_answers_together_are_capped(start: Start) -> None:
    channel = start(ECHO, Limits(stdout_bytes=10_000))
    for _ in range(9):
        ask(channel, b"x" * 1000)
    fault = fault_of(channel, b"x" * 1000)
    assert fault.fault is Fault.OUTPUT_CAP
    assert "10000" in fault.sentence


def test_output_before_the_first_request_is_early(start: Start) -> None:
    channel = start("import os, time\nos.write(1, b'hi\\n')\ntime.sleep(3600)")
    assert channel._pipes.poll_output(LONG * 1000), "it never spoke"
    assert fault_of(channel).fault is Fault.EARLY_OUTPUT


def test_a_second_line_is_early_for_the_next_request(start: Start) -> None:
    channel = start(answering("os.write(1, b'one\\ntwo\\n')"))
    assert ask(channel, b"go") == b"one"
    fault = fault_of(channel)
    assert fault.fault is Fault.EARLY_OUTPUT
    assert "two" in fault.sentence


def test_a_second_line_that_comes_right_after_the_answer_is_no_answer_to_the_next_request(start: Start) -> None:
    twice = "if line == 'go\\n': time.sleep(0.02); os.write(1, b'two\\n')"
    channel = start(f"import os, sys, time\nfor line in sys.stdin:\n    os.write(1, b'one\\n')\n    {twice}\n")
    assert ask(channel, b"first") == b"one"
    assert ask(channel, b"go") == b"one"
    if not channel._pipes.buffer:
        assert channel._pipes.poll_output(LONG * 1000), "the second line never came"
        channel._decisions.quick_until = (
            time.monotonic() + LONG
        )  # it came within the pause in which nobody looks for theft
    fault = fault_of(channel)
    assert fault.fault is Fault.EARLY_OUTPUT
    assert "two" in fault.sentence


def test_silence_times_out_and_the_sentence_tells_the_account(start: Start) -> None:
    fault = fault_of(start(answering("time.sleep(3600)")), deadline_s=0.05)
    assert fault.fault is Fault.TIMEOUT
    assert "0.05 s" in fault.sentence
    assert not fault.fault.ours


def test_wrong_utf8_is_named_with_its_place(start: Start) -> None:
    fault = fault_of(start(answering("os.write(1, b'ab\\xff\\n')")))
    assert (fault.fault, "byte 2" in fault.sentence) == (Fault.INVALID_UTF8, True)


@pytest.mark.parametrize("warm", [True, False])
def test_a_bot_that_ends_is_a_crash_with_its_exit_code_and_its_last_words(start: Start, warm: bool) -> None:
    channel = start("import sys\nsys.stdin.readline()\nraise SystemExit('no idea what to play')", warm=warm)
    fault = fault_of(channel)
    report = channel.close()
    assert fault.fault is Fault.CRASH
    assert "exit code 1" in fault.sentence
    assert "before its first answer" in fault.sentence
    assert report.stderr_tail == "no idea what to play\n"
    assert report.exit_code == 1


def test_a_traceback_shows_the_bots_own_lines_only(start: Start) -> None:
    channel = start("def choose():\n    return {}['card']\nchoose()")
    fault_of(channel)
    tail = channel.close().stderr_tail
    assert "KeyError: 'card'" in tail
    assert "/bot/bot.py" in tail
    assert "zygote" not in tail


def test_after_a_fault_every_call_raises_the_same_fault(start: Start) -> None:
    channel = start("raise SystemExit(3)")
    first = fault_of(channel)
    assert fault_of(channel) is first
    with pytest.raises(ChannelFault):
        channel.receive(LONG)


def test_a_closed_channel_cannot_be_used_and_reports_the_same_again(start: Start) -> None:
    channel = start(ECHO)
    report = channel.close()
    assert channel.close() is report
    with pytest.raises(ValueError, match="closed"):
        channel.send(b"go", LONG)


def test_stderr_keeps_the_last_words_and_counts_all(start: Start) -> None:
    source = answering("os.write(2, b'a' * 50_000 + b'the end'); os.write(1, b'{}\\n')")
    channel = start(source, Limits(stderr_ring_kb=1))
    ask(channel, b"go")
    report = channel.close()
    assert report.stderr_bytes == 50_007
    assert len(report.stderr_tail) == 1024
    assert report.stderr_tail.endswith("the end")


def test_the_log_is_told_apart_by_answers(start: Start) -> None:
    source = "import os, sys\nfor n, line in enumerate(sys.stdin):\n os.write(2, b'%d.' % n * n); os.write(1, b'{}\\n')"
    channel = start(source + "\nos.write(2, b'bye')")
    for _ in range(4):
        ask(channel, b"go")
        channel.mark_stderr()
    report = channel.close(grace_s=LONG)
    assert report.stderr_pieces == ((2, "1."), (3, "2.2."), (4, "3.3.3."), (5, "bye"))
    assert report.stderr_tail == "1.2.2.3.3.3.bye"


def test_of_a_long_log_only_the_end_is_told_apart(start: Start) -> None:
    source = "import os, sys\nfor line in sys.stdin:\n os.write(2, b'a' * 1000 + b'z'); os.write(1, b'{}\\n')"
    channel = start(source, Limits(stderr_ring_kb=1))
    for _ in range(3):
        ask(channel, b"go")
        channel.mark_stderr()
    pieces = channel.close().stderr_pieces
    assert [(number, len(text)) for number, text in pieces] == [(2, 23), (3, 1001)]
    assert pieces[0][1].endswith("az")


def test_a_chatty_bot_off_turn_is_drained_while_another_is_waited_for(start: Start) -> None:
    # 150 KiB do not fit into the pipe: unless somebody drains it, the last line of the log is never written.
    chatty = start(
        answering("print('ok', flush=True)\nfor _ in range(150): os.write(2, b'x' * 1024)\nos.write(2, b'END')")
    )
    slow = start(answering("time.sleep(0.5); print('ok', flush=True)"))
    ask(chatty, b"go")
    ask(slow, b"go")
    assert chatty.close().stderr_tail.endswith("END")


def test_the_report_counts_what_went_through(start: Start) -> None:
    channel = start(ECHO)
    ask(channel, b"12345")
    ask(channel, b"12345")
    report = channel.close()
    assert report.stdout_bytes == 12
    assert len(report.decisions) == 2
    assert report.fault is None
    assert report.exit_reason == "it was running and was closed by us"
    assert report.peak_memory_bytes > 1_000_000
    assert 0 < report.cpu_s < 60
    assert {"bubblewrap", "seccomp", "rlimits", "user-namespaces"} <= set(report.layers)


def test_a_polite_bot_may_end_by_itself_when_its_stdin_closes(start: Start) -> None:
    channel = start("import sys\nfor line in sys.stdin: print('x', flush=True)\nsys.stderr.write('goodbye')")
    ask(channel, b"go")
    report = channel.close(grace_s=LONG)
    assert report.stderr_tail == "goodbye"
    assert report.exit_code == 0


@pytest.mark.parametrize("warm", [True, False])
def test_memory_above_the_limit_has_a_name(start: Start, warm: bool) -> None:
    source = "import sys\nsys.stdin.readline()\nx = []\nwhile True: x.append(bytearray(1 << 20))"
    fault = fault_of(start(source, Limits(memory_mb=48), warm=warm))
    assert fault.fault is Fault.MEMORY_LIMIT
    assert "48 MiB" in fault.sentence


def test_processor_time_of_the_whole_game_is_capped(start: Start) -> None:
    fault = fault_of(start(answering("while True: pass"), Limits(cpu_s=1)), deadline_s=60)
    assert fault.fault is Fault.CPU_LIMIT
