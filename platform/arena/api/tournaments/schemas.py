"""What the API tells about tournaments."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from ninja import Field, Schema

from arena.tournaments.models import NodeState, PlayState, RoundState, SeedingMethod, TournamentState


class SettingOut(Schema):
    name: str
    type: str
    default: Any


class FormatOut(Schema):
    name: str
    title: str
    summary: str
    least_entrants: int
    match_sizes: list[int] = Field(description="How many entrants may meet in one match.")
    variants: list[str] = Field(description="Slugs of the variants it can play.")
    settings: list[SettingOut]


class PlaceOut(Schema):
    place: int
    seed: int
    bot: str = Field(description="Slug.")


class TournamentOut(Schema):
    slug: str
    name: str
    owner: str | None
    state: TournamentState
    variant: str
    format: str
    entrants: int
    most_entrants: int
    by_invitation: bool
    deadline: datetime | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    url: str


class ProgressOut(Schema):
    matches_done: int
    matches: int
    games_done: int
    games: int = Field(description="Known so far; formats that pair round by round add more.")
    minutes_left: int | None
    stuck: int = Field(description="Games that wait for staff.")


class TournamentDetail(TournamentOut):
    description: str
    settings: dict[str, Any] = Field(description="Of the format.")
    stages: list[dict[str, Any]]
    round_blocks: dict[str, int] = Field(description="Length of single rounds, by stage and round.")
    blocks: int
    final_blocks: int | None
    extra_blocks: int
    early_stop: bool
    common_deals: bool
    is_rated: bool
    publishes_itself: bool
    is_staged: bool = Field(description="Results are shown when the organiser reveals them.")
    next_reveal_at: datetime | None = Field(description="When the next round is revealed by itself.")
    seeding: SeedingMethod
    time_zone: str
    starts_at: datetime | None = Field(description="It starts by itself then.")
    check_in_minutes: int | None
    fill_to: int | None
    round_times: dict[str, datetime] = Field(description="Before when matches of a round do not begin.")
    bots_per_owner: int
    runtimes: list[str]
    commitment: str | None = Field(description="SHA-256 of the secret, published at the start.")
    secret: str | None = Field(description="The source of all deals and lots, published at the end.")
    log_hash: str | None
    places: list[PlaceOut]
    progress: ProgressOut | None
    may_manage: bool = Field(description="Whether you organise it.")
    trouble: str | None = Field(description="Why it cannot go on at the moment; told to who organises it.")
    undoable: str | None = Field(description="For organisers: what undo would take back.")


class AnnouncementOut(Schema):
    id: int
    title: str
    text: str
    by: str | None
    created_at: datetime


class EntrantOut(Schema):
    bot: str = Field(description="Slug.")
    name: str
    owner: str | None
    version: int | None = Field(description="Frozen at the start; null before.")
    seed: int | None
    rating: float | None = Field(description="As it was when the seeds were made.")
    entered_round: int
    departure: str | None = Field(description="withdrawn, disqualified or null.")
    departure_reason: str | None
    registered_at: datetime
    checked_in_at: datetime | None


class ListLineOut(Schema):
    line: int = Field(description="In the list.")
    text: str
    bot: str | None = Field(description="Slug.")
    seed: int | None
    error: str | None


class EntrantListOut(Schema):
    is_entered: bool = Field(description="False: a preview, or a line has a fault and nobody was entered.")
    lines: list[ListLineOut]


class InvitationOut(Schema):
    name: str
    created_at: datetime


class SlotOut(Schema):
    text: str = Field(description="A bot's name, or where the entrant will come from.")
    bot: str | None
    seed: int | None
    rank: int | None
    score: str = Field(description="Points of the series that counts; empty before.")


class TakeOut(Schema):
    take: int
    match: int = Field(description="See /matches/{id}.")
    state: PlayState
    entrants: list[int]
    ranks: list[int]
    scores: list[str] = Field(description="Exact, as fractions.")
    games: int
    settled_by: str | None


class PairingOut(Schema):
    key: str = Field(description="Stage, round and number: 1.2.3")
    title: str
    state: NodeState
    bracket: str
    group: int | None
    slots: list[SlotOut]
    ranks: list[int]
    ruling: str | None = Field(description="Why the organiser ruled on it; null: as played.")
    takes: list[TakeOut]


class RoundOut(Schema):
    stage: int
    round: int
    format: str
    state: RoundState
    matches: int
    decided: int
    blocks: int | None = Field(description="If this round has a length of its own.")
    completed_at: datetime | None


class TieBreakOut(Schema):
    name: str
    value: str | None = Field(description="Exact, as a fraction; higher is better. Null: not needed.")
    skipped: str | None = Field(description="Why it says nothing here.")


class StandingOut(PlaceOut):
    points: str = Field(description="Exact, as a fraction.")
    tie_breaks: list[TieBreakOut]


class StageStandings(Schema):
    stage: int
    format: str
    is_complete: bool
    tables: list[list[StandingOut]] = Field(description="One, or one for each group; none for brackets.")
    places: list[PlaceOut] = Field(description="Final places of the stage that are known.")


class PerformanceOut(Schema):
    seed: int
    bot: str
    performance: int = Field(description="The rating at which its results would have been expected.")


class StandingsOut(Schema):
    state: TournamentState
    places: list[PlaceOut] = Field(description="Of the whole tournament, once it is over.")
    stages: list[StageStandings]
    performances: list[PerformanceOut] = Field(description="Of those who met opponents with a rating.")


class AuditOut(Schema):
    id: int
    by: str | None = Field(description="Null: the arena itself.")
    action: str
    text: str
    reason: str
    is_undone: bool
    created_at: datetime


class WayOut(Schema):
    """One way to play."""

    title: str
    format: str
    blocks: int
    simulated: int = Field(description="Tournaments behind the figures.")
    finds_best: float = Field(description="Chance that the strongest entrant is first.")
    finds_best_error: float = Field(description="Standard error of that chance: of the simulation, not of the ratings.")
    games: float = Field(description="Expected.")
    games_spread: float = Field(description="Standard deviation from tournament to tournament.")
    hours: float = Field(description="On the present workers, if they play nothing else.")
    tie_at_cut: float = Field(description="Chance that extra blocks or a tie-break decide who wins or goes on.")


class ForecastLine(Schema):
    seed: int
    bot: str | None = Field(description="Slug; null: somebody nobody knows yet.")
    name: str
    is_registered: bool = Field(description="False: assumed, to fill the field.")
    rating: float | None
    place: float = Field(description="Expected.")
    place_low: int = Field(description="Four of five tournaments give a place between these two.")
    place_high: int
    wins: float
    is_best: float = Field(description="Chance to be the strongest of the field.")


class ForecastOut(Schema):
    progress: float = Field(description="1: done. Below, ask again: the arena goes on computing.")
    workers: int
    are_workers_seen: bool = Field(description="False: no worker has played lately, and one is assumed.")
    ways: list[WayOut] = Field(description="Yours first, then others with about the same number of games.")
    entrants: list[ForecastLine]
