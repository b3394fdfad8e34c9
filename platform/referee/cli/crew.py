"""Several processes that play units or blocks, each with jails of its own."""

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

import sandbox
from referee.cli.stopping import stoppable
from referee.entrants import Local, ProgramEntrant
from referee.series import SeriesError
from referee.words import Sentence, t

Done = TypeVar("Done")
Programs = dict[int, Local]
"""Entrants that are no house bots, by their number."""
Work = Callable[[tuple[str, ...], Programs, int], Done]
"""From addresses, programs and a number to what was played: a function that other processes can be given."""
_ENDED = t("One of the playing processes ended. Is there enough memory? Try fewer --jobs.")
_GOODBYE_S = 20.0
"""A process that was asked to leave ends its jails first; one that does not is killed."""


@dataclass(frozen=True)
class Cast:
    """Who plays, in a form that other processes understand."""

    addresses: tuple[str, ...]
    built: tuple[tuple[int, Path, str], ...]
    """Number, folder of the built program and name of those that are no house bots."""


class Crew(Generic[Done]):
    """Use it as a context manager: whatever happens, no process and no jail stays behind."""

    def __init__(self, work: Work[Done], cast: Cast, size: int) -> None:
        # A fresh interpreter each: a copy of this one would share its terminal, threads and jails.
        spawning = multiprocessing.get_context("spawn")
        self._members: dict[Connection, SpawnProcess] = {}
        self._idle: list[Connection] = []
        # Ctrl-C reaches every process of a terminal; only we answer it, and then tell them to leave.
        usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            for _ in range(size):
                ours, theirs = spawning.Pipe()
                process = spawning.Process(target=_member, args=(theirs, work, cast), daemon=True)
                process.start()
                theirs.close()
                self._members[ours] = process
                self._idle.append(ours)
        finally:
            signal.signal(signal.SIGINT, usual)

    def play(self, numbers: Iterator[int]) -> Iterator[Done]:
        """Play in the order of ``numbers``; give each result when it is there."""
        busy: set[Connection] = set()
        while True:
            while self._idle and (number := next(numbers, None)) is not None:
                member = self._idle.pop()
                _send(member, number)
                busy.add(member)
            if not busy:
                return
            for ready in wait(list(busy)):
                assert isinstance(ready, Connection)  # noqa: S101 - we wait for nothing else
                busy.discard(ready)
                done: Done = _receive(ready)
                self._idle.append(ready)
                yield done

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in self._members.values():
            process.terminate()
        for member, process in self._members.items():
            process.join(_GOODBYE_S)
            if process.exitcode is None:
                process.kill()
                process.join()
            member.close()


def _send(member: Connection, number: int) -> None:
    try:
        member.send(number)
    except OSError as error:
        raise SeriesError(_ENDED) from error


def _receive(member: Connection) -> Any:
    try:
        answer = member.recv()
    except EOFError as error:
        raise SeriesError(_ENDED) from error
    if isinstance(answer, _Failure):
        raise SeriesError(answer.sentence)
    return answer


@dataclass(frozen=True)
class _Failure:
    sentence: str


def _member(orders: Connection, work: Work[Any], cast: Cast) -> None:
    """The whole life of a playing process."""
    # Asked to leave, or nobody is there any more.
    with stoppable(), suppress(KeyboardInterrupt, EOFError, BrokenPipeError):
        _play(orders, work, cast)


def _play(orders: Connection, work: Work[Any], cast: Cast) -> None:
    with ExitStack() as stack:
        try:
            programs = open_programs(stack, cast.built)
            while True:
                orders.send(work(cast.addresses, programs, orders.recv()))
        except (SeriesError, sandbox.SandboxError) as error:
            orders.send(_Failure(error.args[0] if isinstance(error.args[0], Sentence) else str(error)))


def open_programs(stack: ExitStack, built: Sequence[tuple[int, Path, str]]) -> Programs:
    return {
        number: stack.enter_context(ProgramEntrant(sandbox.BuiltProgram.load(folder), name))
        for number, folder, name in built
    }
