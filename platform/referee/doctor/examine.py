"""The examination: which checks, in which order, and what stops it."""

import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import sandbox
from engines import Variant, engine, engines
from referee.clock import TimeControl
from referee.deal import SealedDeal
from referee.doctor.patient import Patient
from referee.doctor.report import Check, Measured, Report, Status
from referee.doctor.tricks import Staller, Trick, large_views, late_requests, unknown_fields
from referee.entrants import ProgramEntrant
from referee.faults import Evidence
from referee.record import GameRecord
from referee.replay import Termination

Progress = Callable[[str, int, int], None]
"""Called before each step with its title, its number from 1, and how many there are."""

TRICKS: tuple[tuple[str, str, Trick, str], ...] = (
    (
        "unknown-fields",
        "ignores fields and messages it does not know",
        unknown_fields,
        "Look up the fields you need by name and skip messages whose type you do not know: the protocol grows.",
    ),
    (
        "large-views",
        "reads lines larger than a pipe",
        large_views,
        "Read stdin up to the line break, however long the line is and however many reads it takes.",
    ),
    (
        "slow-reader",
        "waits quietly for late requests",
        late_requests,
        "Block on stdin until a line comes. Write nothing and give up on nothing while others think.",
    ),
)


def examine(
    bot: Path | sandbox.BuiltProgram,
    games: Sequence[str] | None = None,
    control: TimeControl | None = None,
    limits: sandbox.Limits | None = None,
    progress: Progress | None = None,
) -> Report:
    """Examine a bot's folder, or a program that is built already.

    ``games`` are the names of the engines it claims to play, all by default. Raises ``SandboxUnavailable`` where the
    machine cannot hold a bot, and ``EngineError`` for an unknown game.
    """
    examination = _Examination(_layouts(games), control or TimeControl(), limits, progress or (lambda *_: None))
    return examination.of(bot)


def _layouts(games: Sequence[str] | None) -> list[Variant]:
    """One variant for each number of seats and layout of sides of the games."""
    chosen = [engine(game) for game in games] if games else engines()
    found: dict[tuple[str, tuple[tuple[int, ...], ...]], Variant] = {}
    for rules in chosen:
        for each in rules.variants():
            found.setdefault((rules.name, each.sides), each)
    return list(found.values())


class _Examination:
    def __init__(
        self, variants: list[Variant], control: TimeControl, limits: sandbox.Limits | None, progress: Progress
    ) -> None:
        self.variants = variants
        self.control = control
        self.limits = limits
        self.progress = progress
        self.checks: list[Check] = []
        self.runtime = ""
        self.step = 0
        self.games = list(dict.fromkeys(each.game for each in variants))
        self.steps = 3 + len(variants) + len(self.games) * (len(TRICKS) + 1)

    def of(self, bot: Path | sandbox.BuiltProgram) -> Report:
        folder = Path(tempfile.mkdtemp(prefix="karma-doctor-"))
        try:
            program = self._build(bot, folder) if isinstance(bot, Path) else bot
            if program is None:
                return Report(tuple(self.checks), Measured(), self.runtime)
            with ProgramEntrant(program, "bot", limits=self.limits) as entrant:
                patient = Patient(entrant, self.control)
                self._all(patient)
                return Report(tuple(self.checks), patient.measured, self.runtime)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _say(self, title: str) -> None:
        self.step += 1
        self.progress(title, self.step, self.steps)

    def _build(self, bot: Path, folder: Path) -> sandbox.BuiltProgram | None:
        self._say("builds")
        folder.chmod(0o755)
        result = sandbox.build(bot, folder / "program")
        self.runtime = f"{result.runtime}, {result.version}" if result.runtime else ""
        if result.program is None:
            fix = "Mend what the log complains about. arena new makes a folder that builds."
            self.checks.append(Check("builds", "builds", Status.FAIL, result.log, fix))
            return None
        self.checks.append(Check("builds", "builds", Status.PASS, f"Built in {result.seconds:.1f} s: {self.runtime}."))
        return result.program

    def _all(self, patient: Patient) -> None:
        """In this order, because a bot that does not start can do nothing else."""
        self._say("starts and answers hello")
        started = patient.says_hello()
        self.checks.append(started)
        if started.status is not Status.PASS:
            self._skip_the_rest()
            return
        for game in self.games:
            self._game(patient, [each for each in self.variants if each.game == game])
        self._say("repeats itself")
        if not any(check.status in (Status.FAIL, Status.VOID) for check in self.checks):
            self.checks.append(_repeats(patient, self.variants[0]))
        self.checks.extend(patient.measurements())

    def _game(self, patient: Patient, variants: list[Variant]) -> None:
        """All checks of one game; the first failure ends them, for the others would fail in the same way."""
        game, smallest, largest = variants[0].game, variants[0], max(variants, key=lambda each: each.seats)
        tries: list[tuple[str, str, Callable[[str, str], Check]]] = [
            (f"plays:{each.slug}", f"plays {each.slug} in every seat", partial(_plays, patient, each))
            for each in variants
        ]
        for name, title, trick, fix in TRICKS:
            tried = partial(_tricked, patient, smallest, trick, fix)
            tries.append((f"{name}:{game}", f"{title} ({game})", tried))
        tries.append((f"cap:{game}", f"plays long games ({game})", partial(_caps, patient, largest)))
        failed = ""
        for name, title, attempt in tries:
            self._say(title)
            if failed:
                self.checks.append(Check(name, title, Status.SKIP, f'Not tried, because "{failed}" failed.'))
                continue
            self.checks.append(attempt(name, title))
            failed = "" if self.checks[-1].status is Status.PASS else title

    def _skip_the_rest(self) -> None:
        for variant in self.variants:
            title = f"plays {variant.slug} in every seat"
            self.checks.append(Check(f"plays:{variant.slug}", title, Status.SKIP, "The bot does not start."))


def _judge(name: str, title: str, record: GameRecord, fix: str = "") -> Check:
    """A check out of a game in which the bot had to survive."""
    if record.termination is Termination.VOID:
        return Check(name, title, Status.VOID, record.void_reason, "Run the doctor again.")
    if not record.faults:
        return Check(name, title, Status.PASS)
    fault = record.faults[0]
    told = f"Seat {fault.seat}, after {fault.after_actions} actions: {fault.kind.value}. {fault.sentence}"
    last_words = fault.evidence.stderr_tail.strip().rsplit("\n", 1)[-1][:200]
    if last_words:
        told += f" Its log ends: {last_words}"
    return Check(name, title, Status.FAIL, told, fix or how_to_repeat(fault.evidence), fault.evidence)


def how_to_repeat(evidence: Evidence) -> str:
    """The advice that always helps."""
    kind = "hello" if '"type":"hello"' in evidence.last_request[:20] else "request"
    return f"Save the {kind} that failed (last_request in the evidence) to a file and feed it to your program by hand."


def _plays(patient: Patient, variant: Variant, name: str, title: str) -> Check:
    """A game from every seat; the first failure counts."""
    decisions = 0
    for seat in range(variant.seats):
        record = patient.plays(variant.slug, seat)
        check = _judge(name, title, record)
        if check.status is not Status.PASS:
            return check
        decisions += sum(time.seat == seat for time in record.decisions)
    return replace(check, sentence=f"{variant.seats} games, {decisions} decisions.")


def _tricked(patient: Patient, variant: Variant, trick: Trick, fix: str, name: str, title: str) -> Check:  # noqa: PLR0917 - the last two come from the caller of the partial
    return _judge(name, title, patient.plays(variant.slug, 0, trick=trick), fix)


def _caps(patient: Patient, variant: Variant, name: str, title: str) -> Check:
    """The widest table of the game is the likeliest to reach the limit when the others stall."""
    record = patient.plays(variant.slug, 0, opponent=Staller())
    check = _judge(name, title, record)
    if check.status is not Status.PASS:
        return check
    how = "ended at the turn limit" if record.termination is Termination.CAP else "ended before the turn limit"
    return replace(check, sentence=f"{len(record.decisions)} decisions at the table; the game {how}.")


def _repeats(patient: Patient, variant: Variant) -> Check:
    deal = SealedDeal.from_text("doctor")
    once, again = (patient.plays(variant.slug, 0, deal=deal) for _ in range(2))
    for record in (once, again):
        check = _judge("repeats", "plays the same game twice in the same way", record)
        if check.status is not Status.PASS:
            return check
    if once.transcript_hash == again.transcript_hash:
        return check
    fix = 'Seed your random generator with "random" from hello, and do not let the clock decide moves.'
    told = "The same cards and messages led to different games. That is allowed, but you cannot repeat a lost game."
    return replace(check, status=Status.HINT, sentence=told, fix=fix)
