"""The examination: which checks, in which order, and what stops it."""

import shutil
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import sandbox
from engines import Engine, Variant, engine, engines
from referee.advice import advice
from referee.clock import TimeControl
from referee.conditions import Conditions, of_this_machine, too_large
from referee.deal import SealedDeal
from referee.doctor.late import LateGame
from referee.doctor.patient import Patient
from referee.doctor.report import Check, Measured, Report, Status
from referee.doctor.tricks import Staller, Trick, large_views, late_requests, unknown_fields
from referee.entrants import ProgramEntrant
from referee.recognising import recognised
from referee.record import GameRecord
from referee.replay import Termination
from referee.words import joined, plural, t

Progress = Callable[[str, int, int], None]
"""Called before each step with its title, its number from 1, and how many there are."""

BUDGET_S = 480.0
"""For the whole examination. The upload's own limit lies higher, and one more game may be under way at the end."""

TRICKS: tuple[tuple[str, str, Trick, str], ...] = (
    (
        "unknown-fields",
        t("ignores fields and messages it does not know"),
        unknown_fields,
        t("Look up the fields you need by name and skip messages whose type you do not know: the protocol grows."),
    ),
    (
        "large-views",
        t("reads lines larger than a pipe"),
        large_views,
        t("Read stdin up to the line break, however long the line is and however many reads it takes."),
    ),
    (
        "slow-reader",
        t("waits quietly for late requests"),
        late_requests,
        t("Block on stdin until a line comes. Write nothing and give up on nothing while others think."),
    ),
)

LATE_GAMES = 3
"""Tries to end a game at its turn limit. The first does it, unless a bot is lucky beyond measure."""

REPEATS = t("plays the same game twice in the same way")
_AGAIN = t("Run the doctor again.")


def examine(
    bot: Path | sandbox.BuiltProgram,
    games: Sequence[str] | None = None,
    control: TimeControl | None = None,
    limits: sandbox.Limits | None = None,
    progress: Progress | None = None,
    *,
    conditions: Conditions | None = None,
    budget_s: float = BUDGET_S,
    now: Callable[[], float] = time.monotonic,
) -> Report:
    """Examine a bot's folder, or a program that is built already.

    ``games`` are the names of the engines it claims to play, all by default. ``conditions`` are those of the arena that
    it is meant for; ``control`` and ``limits`` go before them. After ``budget_s`` seconds of the clock
    ``now`` no further game begins, and what is left is skipped: a bot may be slow.

    Raises ``SandboxUnavailable`` where the machine cannot hold a bot, and ``EngineError`` for an unknown game.
    """
    chosen = [engine(game) for game in games] if games else engines()
    budget = Budget(now() + budget_s, now)
    allowed = conditions or of_this_machine()
    terms = _Terms(control or allowed.control, limits or allowed.limits, allowed)
    return _Examination(chosen, terms, progress or (lambda *_: None), budget).of(bot)


@dataclass(frozen=True)
class _Terms:
    control: TimeControl
    limits: sandbox.Limits
    conditions: Conditions


@dataclass(frozen=True)
class Budget:
    """When the last game of an examination may begin."""

    end: float
    now: Callable[[], float]

    @property
    def is_used_up(self) -> bool:
        return self.now() >= self.end


@dataclass(frozen=True)
class _Try:
    """A check that plays games."""

    game: str
    id: str
    title: str
    attempt: Callable[[Patient, str, str], Check]


class _Examination:
    def __init__(
        self,
        games: Sequence[Engine],
        terms: _Terms,
        progress: Progress,
        budget: Budget,
    ) -> None:
        self.terms = terms
        self.progress = progress
        self.budget = budget
        self.checks: list[Check] = []
        self.runtime = ""
        self.step = 0
        self.first = games[0].variants()[0]
        of_games = [_tries(rules, budget) for rules in games]
        # A first look at every game, so that a slow bot's time is not used up by one of them.
        self.tries = [tries[0] for tries in of_games] + [trial for tries in of_games for trial in tries[1:]]
        self.steps = 3 + len(self.tries)

    def of(self, bot: Path | sandbox.BuiltProgram) -> Report:
        folder = Path(tempfile.mkdtemp(prefix="karma-doctor-"))
        try:
            program = self._build(bot, folder) if isinstance(bot, Path) else bot
            if program is None:
                return Report(tuple(self.checks), Measured(), self.runtime)
            with ProgramEntrant(program, "bot", limits=self.terms.limits) as entrant:
                patient = Patient(entrant, self.terms.control)
                self._all(patient)
                return Report(tuple(self.checks), patient.measured, self.runtime)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _say(self, title: str) -> None:
        self.step += 1
        self.progress(title, self.step, self.steps)

    def _build(self, bot: Path, folder: Path) -> sandbox.BuiltProgram | None:
        builds = t("builds")
        self._say(builds)
        if reason := too_large(bot, self.terms.conditions):
            again = t("Then run the doctor again.")
            self.checks.append(Check("size", t("can be uploaded"), Status.FAIL, reason, again))
            return None
        folder.chmod(0o755)
        result = sandbox.build(bot, folder / "program")
        self.runtime = f"{result.runtime}, {result.version}" if result.runtime else ""
        if result.program is None:
            fix = t("Mend what the log complains about. arena new makes a folder that builds.")
            self.checks.append(Check("builds", builds, Status.FAIL, result.log, fix))
            return None
        built = t("Built in {seconds} s: {runtime}.", seconds=result.seconds, runtime=self.runtime)
        self.checks.append(Check("builds", builds, Status.PASS, built))
        return result.program

    def _all(self, patient: Patient) -> None:
        """In this order, because a bot that does not start can do nothing else."""
        self._say(t("starts and answers hello"))
        started = patient.says_hello(self.first)
        self.checks.append(started)
        if started.status is not Status.PASS:
            self._skip_the_rest()
            return
        self._games(patient)
        self._say(t("repeats itself"))
        if not any(check.status in (Status.FAIL, Status.VOID) for check in self.checks):
            self.checks.append(_skipped("repeats", REPEATS) if self.budget.is_used_up else self._repeats(patient))
        self.checks.extend(patient.measurements())

    def _games(self, patient: Patient) -> None:
        """A failure ends the checks of its game, for the others would fail in the same way."""
        failed: dict[str, str] = {}
        for trial in self.tries:
            self._say(trial.title)
            if trial.game in failed:
                sentence = t('Not tried, because "{check}" failed.', check=failed[trial.game])
                self.checks.append(Check(trial.id, trial.title, Status.SKIP, sentence))
            elif self.budget.is_used_up:
                self.checks.append(_skipped(trial.id, trial.title))
            else:
                self.checks.append(trial.attempt(patient, trial.id, trial.title))
                if self.checks[-1].status in (Status.FAIL, Status.VOID):
                    failed[trial.game] = trial.title

    def _repeats(self, patient: Patient) -> Check:
        return _repeats(patient, self.first)

    def _skip_the_rest(self) -> None:
        for trial in self.tries:
            if trial.id.startswith("plays:"):
                self.checks.append(Check(trial.id, trial.title, Status.SKIP, t("The bot does not start.")))


def _tries(rules: Engine, budget: Budget) -> list[_Try]:
    """Every layout of sides from every seat, the tricks, a long game, and one game of every other variant."""
    layouts: dict[tuple[tuple[int, ...], ...], Variant] = {}
    for variant in rules.variants():
        layouts.setdefault(variant.sides, variant)
    full = list(layouts.values())
    game, smallest, largest = rules.name, full[0], max(full, key=lambda variant: variant.seats)
    tries = [
        _Try(
            game,
            f"plays:{variant.slug}",
            t("plays {variant} in every seat", variant=variant.slug),
            partial(_plays, variant, budget),
        )
        for variant in full
    ]
    for name, title, trick, fix in TRICKS:
        tries.append(_Try(game, f"{name}:{game}", _of(title, game), partial(_tricked, smallest, trick, fix)))
    tries.append(_Try(game, f"cap:{game}", _of(t("plays long games"), game), partial(_caps, largest)))
    others = [variant for variant in rules.variants() if variant not in full]
    return tries + [
        _Try(
            game,
            f"plays:{variant.slug}",
            t("plays {variant}", variant=variant.slug),
            partial(_plays_once, variant),
        )
        for variant in others
    ]


def _of(title: str, game: str) -> str:
    return t("{check} ({game})", check=title, game=game)


def _skipped(name: str, title: str) -> Check:
    sentence = t("Not tried: the time for the examination was used up. The bot is slow, which is allowed.")
    return Check(name, title, Status.SKIP, sentence)


def _judge(patient: Patient, name: str, title: str, record: GameRecord, fix: str = "") -> Check:
    """A check out of a game in which the bot had to survive."""
    if record.termination is Termination.VOID:
        return Check(name, title, Status.VOID, record.void_reason, _AGAIN)
    if not record.faults:
        return Check(name, title, Status.PASS)
    fault = record.faults[0]
    happened = plural(
        "Seat {seat}, after {n} action: {kind}. {fault}",
        "Seat {seat}, after {n} actions: {kind}. {fault}",
        fault.after_actions,
        seat=fault.seat,
        kind=fault.kind.value,
        fault=fault.sentence,
    )
    sentence = joined(happened, _last_words(fault.evidence.stderr_tail))
    fix = fix or advice(fault.kind, fault.evidence)
    hello = patient.hello_of(record, fault.seat)
    return Check(name, title, Status.FAIL, sentence, fix, fault.evidence, hello, fault.kind)


def _last_words(log: str) -> str:
    last = log.strip().rsplit("\n", 1)[-1]
    return t("Its log ends: {last}", last=f"{last[:200]}{'…' if len(last) > 200 else ''}") if last else ""


def _plays(variant: Variant, budget: Budget, patient: Patient, name: str, title: str) -> Check:
    """A game from every seat; the first failure counts."""
    decisions = 0
    for seat in range(variant.seats):
        if seat and budget.is_used_up:
            sentence = t(
                "Only {seat} of {seats} seats were tried: the time for the examination was used up.",
                seat=seat,
                seats=variant.seats,
            )
            return Check(name, title, Status.SKIP, sentence)
        record = patient.plays(variant.slug, seat)
        check = _judge(patient, name, title, record)
        if check.status is not Status.PASS:
            return check
        decisions += sum(time.seat == seat for time in record.decisions)
    return replace(check, sentence=_played(variant.seats, decisions))


def _plays_once(variant: Variant, patient: Patient, name: str, title: str) -> Check:
    """For variants that differ from one played in full by a switch of the rules only."""
    check = _judge(patient, name, title, patient.plays(variant.slug, 0))
    return check if check.status is not Status.PASS else replace(check, sentence=plural("{n} game.", "{n} games.", 1))


def _played(games: int, decisions: int) -> str:
    asked = plural("{n} decision", "{n} decisions", decisions)
    return plural("{n} game, {decisions}.", "{n} games, {decisions}.", games, decisions=asked)


def _tricked(variant: Variant, trick: Trick, fix: str, patient: Patient, name: str, title: str) -> Check:  # noqa: PLR0917 - the last three come from the caller of the partial
    return _judge(patient, name, title, patient.plays(variant.slug, 0, trick=trick), fix)


def _caps(variant: Variant, patient: Patient, name: str, title: str) -> Check:
    """The widest table of the game is the likeliest to reach the limit when the others stall.

    Where the bot wins all the same, further games begin shortly before the limit.
    """
    record = patient.plays(variant.slug, 0, opponent=Staller())
    check = _judge(patient, name, title, record)
    sentence = t(
        "{decisions} decisions at the table; the game ended at the turn limit.", decisions=len(record.decisions)
    )
    for number in range(LATE_GAMES):
        if check.status is not Status.PASS or record.termination is Termination.CAP:
            break
        deal = SealedDeal.from_text(f"doctor late {number}")
        record = patient.plays(variant.slug, 0, opponent=Staller(), deal=deal, game=LateGame)
        check = _less_strict(_judge(patient, name, title, record))
        sentence = t("The long game ended early; another, begun shortly before the limit, ended at the turn limit.")
    if check.status is not Status.PASS:
        return check
    if record.termination is not Termination.CAP:
        sentence = t("All games ended before the turn limit, so nothing is known of it.")
        return replace(check, status=Status.SKIP, sentence=sentence)
    return _at_the_limit(patient, replace(check, sentence=sentence), record)


def _less_strict(check: Check) -> Check:
    """No game of the arena jumps over turns, so what a bot makes of that must not keep it out."""
    if check.status is not Status.FAIL:
        return check
    sentence = t(
        "In a game whose turn number was raised to just below the limit: {found} No real game does that.",
        found=check.sentence,
    )
    return replace(check, status=Status.HINT, sentence=sentence)


def _at_the_limit(patient: Patient, check: Check, record: GameRecord) -> Check:
    """A bot that breaks down at the last message loses nothing, but would like to know."""
    if not patient.stumbled_at_the_limit(record, 0):
        return check
    report = record.seats[0]
    ending = t(
        'After "end" of a game at the turn limit {exit}. No game is lost by that.',
        exit=recognised(report.exit_reason),
    )
    sentence = joined(ending, _last_words(report.stderr_tail))
    fix = t('"termination" in end can be "cap"; ranks may then be equal, and nobody has to have won.')
    return replace(check, status=Status.HINT, sentence=sentence, fix=fix)


def _repeats(patient: Patient, variant: Variant) -> Check:
    deal = SealedDeal.from_text("doctor")
    once, again = (patient.plays(variant.slug, 0, deal=deal) for _ in range(2))
    for record in (once, again):
        check = _judge(patient, "repeats", REPEATS, record)
        if check.status is not Status.PASS:
            return check
    if once.transcript_hash == again.transcript_hash:
        return check
    fix = t('Seed your random generator with "random" from hello, and do not let the clock decide moves.')
    sentence = t(
        "The same cards and messages led to different games. That is allowed, but you cannot repeat a lost game."
    )
    return replace(check, status=Status.HINT, sentence=sentence, fix=fix)
