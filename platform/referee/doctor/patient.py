"""The bot under examination: plays games against house bots and has its pulse taken in each."""

import secrets
import signal
from dataclasses import replace

from bots.house.base import HouseBot
from engines import Variant, engine, variant
from referee.advice import advice
from referee.channels.base import Channel
from referee.channels.inprocess import InProcessChannel
from referee.clock import TimeControl
from referee.conversation import hello_line
from referee.deal import SealedDeal
from referee.doctor.report import Check, Measured, Status
from referee.doctor.tricks import Trick, TrickChannel
from referee.entrants import ProgramEntrant
from referee.faults import BotFault, Evidence, VoidError, readable
from referee.game import FIRST_SEAT, Game
from referee.messages import GameFacts, hello, parse_ready
from referee.observer import Observer
from referee.record import GameRecord
from referee.replay import Termination
from referee.substitute import house_substitute
from referee.words import joined, t

_ENDED_BY_US = 128 + signal.SIGKILL
HEADROOM = 0.75
"""Using more than this part of a limit is worth a hint: other machines are slower, other games are longer."""


class Patient:
    """Wraps an entrant; ``measured`` grows with every game."""

    def __init__(self, entrant: ProgramEntrant, control: TimeControl) -> None:
        self._entrant = entrant
        self._control = control
        self.measured = Measured(bank_left_ms=control.bank_ms)
        self._stumbles_always = False

    def says_hello(self, played: Variant) -> Check:
        """Start it, say hello for a variant that it claims to play, hear ready."""
        title = t("starts and answers hello")
        deal = SealedDeal.from_text("doctor")
        channel = self._entrant.open(played.slug)
        rules = engine(played.game).rules_version
        facts = GameFacts("doctor", played, rules, deal.commitment, self._control, self._entrant.limits.memory_mb)
        answer = b""
        try:
            channel.start(self._control.start_ms)
            channel.send(hello(facts, 0, deal.bot_random(0)))
            reply = channel.receive(self._control.start_ms)
            answer = reply.line
            parse_ready(answer)
        except VoidError as error:
            return Check("starts", title, Status.VOID, str(error), t("Run the doctor again."))
        except BotFault as fault:
            asked = channel.last_request()
            closing = channel.close()
            said = readable(fault.answer or answer)
            evidence = Evidence(asked, said, closing.exit_reason, closing.stderr_tail, channel.conversation())
            sentence = t("{kind}: {fault}", kind=fault.kind.value, fault=fault.sentence)
            return Check(
                "starts", title, Status.FAIL, sentence, advice(fault.kind, evidence), evidence, asked, fault.kind
            )
        finally:
            channel.close()
        return Check("starts", title, Status.PASS, t("Ready after {ms} ms.", ms=round(reply.charged_ms)))

    def plays(
        self,
        slug: str,
        seat: int,
        *,
        trick: Trick | None = None,
        opponent: HouseBot | None = None,
        deal: SealedDeal | None = None,
        game: type[Game] = Game,
    ) -> GameRecord:
        """One game with the bot in a seat and house bots in all others."""
        sealed = deal or SealedDeal.from_text(f"doctor {slug} {seat}")
        own = self._entrant.open(slug)
        channels: list[Channel] = [
            (TrickChannel(own, trick) if trick else own)
            if place == seat
            else InProcessChannel(opponent or house_substitute(slug, sealed.salt), "house")
            for place in range(variant(slug).seats)
        ]
        record = game(
            slug,
            channels,
            sealed,
            control=self._control,
            first_seat=FIRST_SEAT,
            game_id=secrets.token_hex(8),
            observer=Observer(),
            substitute=house_substitute,
        ).play()
        self._measure(record, seat)
        return record

    def stumbled_at_the_limit(self, record: GameRecord, seat: int) -> bool:
        """Whether it broke down after the end of a game at the turn limit, and of no other game."""
        return not self._stumbles_always and _stumbled(record, seat)

    def hello_of(self, record: GameRecord, seat: int) -> str:
        """What the bot was told at the start of a game."""
        return hello_line(record, seat, self._control, self._entrant.limits.memory_mb)

    def _measure(self, record: GameRecord, seat: int) -> None:
        if not record.seats:
            return
        if record.faults:  # it played, though its extremes say nothing
            asked = sum(time.seat == seat for time in record.decisions)
            self.measured = replace(
                self.measured, games=self.measured.games + 1, decisions=self.measured.decisions + asked
            )
            return
        if record.termination is not Termination.CAP:
            self._stumbles_always |= _stumbled(record, seat)
        report, so_far = record.seats[seat], self.measured
        times = [time.charged_ms for time in record.decisions if time.seat == seat]
        self.measured = replace(
            so_far,
            games=so_far.games + 1,
            decisions=so_far.decisions + len(times),
            start_ms=max(so_far.start_ms, report.start_ms),
            slowest_decision_ms=max([so_far.slowest_decision_ms, *times]),
            bank_left_ms=min(so_far.bank_left_ms, report.bank_left_ms),
            peak_memory_mb=round(max(so_far.peak_memory_mb, report.peak_memory_mb), 1),
            off_turn_ms=max(so_far.off_turn_ms, report.off_turn_ms),
            was_frozen=so_far.was_frozen or report.was_frozen,
        )

    def measurements(self) -> list[Check]:
        """Start-up, slowest decision and memory against their limits."""
        measured, control, memory_mb = self.measured, self._control, self._entrant.limits.memory_mb
        if not measured.peak_memory_mb and not measured.start_ms:
            return []
        bank = t(
            "Beyond the limit the bank pays ({bank} ms a game). Plan with clock.decision_ms.", bank=control.bank_ms
        )
        return [
            replace(
                _against(measured.start_ms, control.start_ms, "ms", t("Load less before ready.")),
                id="start-time",
                title=t("starts in time"),
            ),
            replace(
                _against(measured.slowest_decision_ms, control.decision_ms, "ms", bank),
                id="decision-time",
                title=t("decides in time"),
            ),
            replace(
                _against(measured.peak_memory_mb, memory_mb, "MiB", t("Keep less in memory.")),
                id="memory",
                title=t("stays within memory"),
            ),
            self._rests(),
        ]

    def _rests(self) -> Check:
        title = t("rests while others think")
        used = t(
            "At most {ms} ms of processor time in a game while others were to move.",
            ms=round(self.measured.off_turn_ms),
        )
        if not self.measured.was_frozen:
            return Check("off-turn", title, Status.PASS, used)
        return Check(
            "off-turn",
            title,
            Status.HINT,
            joined(used, t("It was stopped between its decisions.")),
            t("Let your threads wait once you have answered; the arena stops them until the next request."),
        )


def _stumbled(record: GameRecord, seat: int) -> bool:
    """It left by a code of its own other than 0. Many a bot does so at the end of its input, and loses nothing."""
    return record.seats[seat].exit_code not in (0, _ENDED_BY_US)


def _against(used: float, limit: float, unit: str, fix: str) -> Check:
    sentence = t(
        "At most {used} of {limit} {unit}; head-room: {percent}%.",
        used=round(used),
        limit=round(limit),
        unit=unit,
        percent=round(100 * max(0.0, 1 - used / limit)),
    )
    if used <= HEADROOM * limit:
        return Check("", "", Status.PASS, sentence)
    return Check("", "", Status.HINT, sentence, fix)
