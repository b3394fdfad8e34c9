"""Results as tables."""

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table

from referee.advice import advice
from referee.cli.output import plain, shortened
from referee.faults import Fault
from referee.points import points
from referee.record import GameRecord
from referee.series import BlockResult, series_estimates
from referee.stats import Estimate

Json = dict[str, Any]


def game_table(record: GameRecord) -> RenderableType:
    """Who came where in one game, and how long everybody thought."""
    if record.replay is None:
        return Panel(escape(record.void_reason), title="This game is void: the arena failed, not a bot.")
    table = Table(title=f"{record.variant.title}: {record.termination.value}", title_justify="left")
    for heading in ("seat", "bot", "rank", "points", "decisions", "slowest ms", "fault"):
        table.add_column(heading, justify="left" if heading in ("bot", "fault") else "right")
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
    """All that the owner of a failed bot needs."""
    evidence = fault.evidence
    parts = [plain(fault.sentence), f"[bold]Fix:[/bold] {plain(advice(fault.kind, evidence))}"]
    for title, text in (
        ("last request", evidence.last_request),
        ("last answer", evidence.last_answer),
        ("exit", evidence.exit_reason),
        ("end of its log", evidence.stderr_tail.rstrip()),
    ):
        if text:
            parts.append(f"[bold]{title}:[/bold] {plain(shortened(text))}")
    title = f"{plain(name)} in seat {fault.seat}: {fault.kind.value} after {fault.after_actions} actions"
    return Panel("\n".join(parts), title=title, title_align="left", border_style="red")


def series_table(names: Sequence[str], blocks: Sequence[BlockResult]) -> RenderableType:
    """Points per game of each entrant with the interval between blocks."""
    games = sum(len(block.games) for block in blocks)
    table = Table(title=f"{len(blocks)} blocks, {games} games", title_justify="left")
    for heading in ("bot", "points per game", "95 % interval", "faults"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
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
        return "needs 2 blocks"
    return f"{estimate.low:.3f} to {estimate.high:.3f}"
