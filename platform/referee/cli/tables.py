"""Results as tables."""

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table

from engines import Variant
from engines.registry import game
from engines.words import Words
from referee.advice import advice
from referee.cli.output import here, plain, shortened
from referee.faults import Evidence, Fault, FaultKind
from referee.points import points
from referee.recognising import recognised
from referee.record import GameRecord
from referee.replay import Termination
from referee.series import BlockResult, series_estimates
from referee.stats import Estimate
from referee.words import of_terminal, plural, t

Json = dict[str, Any]

BOT, FAULT, FIX = t("bot"), t("fault"), t("Fix")
_ENDINGS = {
    Termination.NORMAL: t("normal"),
    Termination.FAULT: FAULT,
    Termination.CAP: t("cap"),
    Termination.VOID: t("void"),
}


def game_table(record: GameRecord) -> RenderableType:
    """Who came where in one game, and how long everybody thought."""
    if record.replay is None:
        void = t("This game is void: the arena failed, not a bot.")
        return Panel(escape(here(record.void_reason)), title=here(void))
    table = Table(title=f"{title_of(record.variant)}: {ending(record.termination)}", title_justify="left")
    for heading in (t("seat"), BOT, t("rank"), t("points"), t("decisions"), t("slowest ms"), FAULT):
        table.add_column(here(heading), justify="left" if heading in (BOT, FAULT) else "right")
    earned = points(record.ranks)
    for seat, label in enumerate(record.replay.seats):
        side = record.variant.side_of(seat)
        times = [time.charged_ms for time in record.decisions if time.seat == seat]
        fault = record.fault_of(seat)
        table.add_row(
            str(seat),
            plain(label.name),
            str(record.ranks[side]),
            f"{float(earned[side]):.2f}",
            str(len(times)),
            f"{max(times, default=0):.1f}",
            fault.kind.value if fault else "",
        )
    return Group(table, *(fault_panel(fault, record.replay.seats[fault.seat].name) for fault in record.faults))


def fault_panel(fault: Fault, name: str) -> RenderableType:
    """All that the owner of a failed bot needs. A person who left has nothing to mend."""
    evidence, is_person = fault.evidence, fault.kind is FaultKind.GAVE_UP
    parts = [plain(fault.sentence)]
    if not is_person:
        parts.append(f"[bold]{here(FIX)}:[/bold] {plain(advice(fault.kind, evidence))}")
        parts += [f"[bold]{here(title)}:[/bold] {plain(shortened(text))}" for title, text in named_evidence(evidence)]
    head = plural(
        "{bot} in seat {seat}: {kind} after {n} action",
        "{bot} in seat {seat}: {kind} after {n} actions",
        fault.after_actions,
        bot=name,
        seat=fault.seat,
        kind=fault.kind.value,
    )
    return Panel("\n".join(parts), title=plain(head), title_align="left", border_style="dim" if is_person else "red")


def named_evidence(evidence: Evidence) -> list[tuple[str, str]]:
    """What there is of it, under its headings."""
    named = [
        (t("last request"), evidence.last_request),
        (t("last answer"), evidence.last_answer),
        (t("exit"), here(recognised(evidence.exit_reason))),
        (t("end of its log"), evidence.stderr_tail.rstrip()),
    ]
    return [(title, text) for title, text in named if text]


def title_of(variant: Variant) -> str:
    """As the game's own catalogue has it."""
    return Words(game(variant.game).folder).text(of_terminal(), variant.title)


def ending(termination: Termination) -> str:
    return here(_ENDINGS[termination])


def series_table(names: Sequence[str], blocks: Sequence[BlockResult]) -> RenderableType:
    """Points per game of each entrant with the interval between blocks."""
    games = sum(len(block.games) for block in blocks)
    head = t(
        "{blocks}, {games}",
        blocks=plural("{n} block", "{n} blocks", len(blocks)),
        games=plural("{n} game", "{n} games", games),
    )
    table = Table(title=here(head), title_justify="left")
    for heading in (BOT, t("points per game"), t("{level} interval", level="95 %"), t("faults")):
        table.add_column(here(heading), justify="left" if heading == BOT else "right")
    for number, (name, estimate) in enumerate(zip(names, series_estimates(blocks), strict=True)):
        faults = len(faults_of(number, blocks))
        table.add_row(plain(name), f"{estimate.mean:.3f}", interval(estimate), str(faults) if faults else "")
    return table


def faults_of(entrant: int, blocks: Sequence[BlockResult]) -> list[Fault]:
    """All faults of one entrant, wherever it sat."""
    return [
        fault
        for block in blocks
        for game, seating in zip(block.games, block.seatings, strict=True)
        for fault in game.faults
        if seating.entrants[fault.seat] == entrant
    ]


def game_json(record: GameRecord) -> Json:
    """The same for programs."""
    return {
        "game_id": record.game_id,
        "variant": record.variant.slug,
        "termination": record.termination.value,
        "ranks": record.ranks,
        "transcript_hash": record.transcript_hash,
        "faults": [
            {
                "seat": fault.seat,
                "kind": fault.kind.value,
                "sentence": fault.sentence,
                "after_actions": fault.after_actions,
                "fix": advice(fault.kind, fault.evidence),
                "evidence": fault.evidence.to_json(),
            }
            for fault in record.faults
        ],
    }


def series_json(slug: str, names: Sequence[str], blocks: Sequence[BlockResult]) -> Json:
    return {
        "variant": slug,
        "blocks": len(blocks),
        "games": sum(len(block.games) for block in blocks),
        "bots": [
            {
                "name": name,
                "mean": estimate.mean,
                "low": estimate.low,
                "high": estimate.high,
                "faults": [
                    {"seat": fault.seat, "kind": fault.kind.value, "sentence": fault.sentence}
                    for fault in faults_of(number, blocks)
                ],
            }
            for number, (name, estimate) in enumerate(zip(names, series_estimates(blocks), strict=True))
        ],
        "faults": sum(len(game.faults) for block in blocks for game in block.games),
    }


def interval(estimate: Estimate) -> str:
    if estimate.low is None or estimate.high is None:
        return here(t("needs 2 blocks"))
    return here(t("{low} to {high}", low=f"{estimate.low:.3f}", high=f"{estimate.high:.3f}"))
