"""What the API tells and takes. Names of fields are promised for the whole of version 1; new ones may be added."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from ninja import Field, Schema

from arena.api.scopes import Scope
from arena.bots.models import CheckState
from arena.bots.models.bot import game_names
from arena.matches.actions.practice import MAX_BLOCKS
from arena.matches.models import AttemptOutcome, GameState
from arena.matches.models.match import MatchKind, MatchState
from arena.ratings.ladder.places import PlaceState
from engines import variants

SLUG = r"^[-a-zA-Z0-9_]+$"
BOT_NAME = r"^[^\x00-\x1f\x7f]*[A-Za-z0-9][^\x00-\x1f\x7f]*$"
"""A letter or digit somewhere, of which the address is made."""
GameName = Annotated[str, Field(json_schema_extra={"enum": game_names()})]
"""Told in the document; the action itself refuses others, with its own sentence."""


LadderName = Annotated[str, Field(max_length=80, json_schema_extra={"enum": [each.slug for each in variants()]})]


class FieldError(Schema):
    field: str
    message: str


class Problem(Schema):
    type: str
    title: str
    status: int
    detail: str
    code: str
    next_step: str
    errors: list[FieldError]


class Me(Schema):
    name: str
    role: str
    token_name: str
    scopes: list[Scope]
    expires_at: datetime


class PackageOut(Schema):
    name: str
    version: str


class ConditionsOut(Schema):
    memory_mb: int = Field(description="Of one seat's program, its files in /tmp included.")
    cores: float
    threads: int
    tmp_mb: int
    upload_bytes: int = Field(description="Of the file that is uploaded.")
    unpacked_bytes: int = Field(description="Of all files in it.")
    files: int
    decision_ms: int = Field(description="Free time of each decision.")
    bank_ms: int = Field(description="Extra time for a whole game.")
    start_ms: int = Field(description="From the start of the program to its answer to hello.")
    packages: list[PackageOut] = Field(description="What Python bots may import without shipping it.")


class NewBot(Schema):
    name: str = Field(min_length=1, max_length=40, pattern=BOT_NAME)
    games: list[GameName] = Field(min_length=1, max_length=10)
    description: str = Field("", max_length=2000, pattern=r"^[^\x00]*$")
    is_private: bool = False


class BotChanges(Schema):
    description: str = Field("", max_length=2000, pattern=r"^[^\x00]*$")
    games: list[GameName] = Field([], min_length=1, max_length=10)
    ladders: list[LadderName] = Field([], max_length=100, description="Variants; empty: all ladders of its games.")
    is_private: bool = False
    allows_practice: bool = True
    activates_automatically: bool = Field(True, description="A version plays as soon as it is ready.")
    trial_variant: str = Field(
        "",
        max_length=80,
        pattern=r"^[^\x00]*$",
        description="A new version becomes active when a test in this variant showed that it is not worse.",
    )


class BotOut(Schema):
    slug: str
    name: str
    owner: str | None = Field(description="Null for house bots.")
    description: str
    games: list[str]
    ladders: list[str] = Field(description="Variants on whose ladders it plays; empty: all of its games.")
    is_house: bool
    is_private: bool
    is_retired: bool
    allows_practice: bool
    activates_automatically: bool
    trial_variant: str = Field(description="Where a new version has to hold its own first; empty: nowhere.")
    active_version: int | None
    created_at: datetime
    url: str


class VersionOut(Schema):
    bot: str
    number: int
    state: CheckState
    reason: str = Field(description="Why it waits, or what to fix.")
    runtime: str
    content_hash: str
    size_bytes: int
    file_count: int
    changelog: str
    created_at: datetime
    checked_at: datetime | None
    is_active: bool
    progress: dict[str, Any] = Field(description="Of a running check: step, done, total.")
    url: str


class VersionDetail(VersionOut):
    report: dict[str, Any] | None = Field(description="The whole report of the check; null unless the bot is yours.")


class SeatOut(Schema):
    seat: int
    side: int
    bot: str
    version: int
    rank: int | None
    fault: str | None
    fault_sentence: str | None


class GameOut(Schema):
    id: int
    match: int
    block: int
    number: int
    variant: str
    state: GameState
    reason: str
    termination: str | None
    queued_at: datetime
    finished_at: datetime | None
    decision_count: int
    transcript_hash: str | None
    has_replay: bool = Field(description="The replay can be fetched now.")
    seats: list[SeatOut]
    url: str


class AttemptOut(Schema):
    number: int
    outcome: AttemptOutcome
    started_at: datetime
    ended_at: datetime | None


class GameDetail(GameOut):
    attempts: list[AttemptOut]


class LogOut(Schema):
    """What a bot of yours did in one seat of one game."""

    game: int
    seat: int
    variant: str
    version: int
    rank: int | None
    fault: str | None
    fault_sentence: str | None
    clock: dict[str, Any]
    evidence: dict[str, Any] = Field(description="Exit reason, end of stderr; after a fault also the last messages.")


class NewPractice(Schema):
    bot: str = Field(min_length=1, max_length=60, pattern=SLUG, description="Slug of the bot that practises.")
    variant: str = Field(min_length=1, max_length=80, pattern=SLUG)
    opponents: list[str] = Field([], max_length=5, description="Slugs; empty seats are filled with house bots.")
    blocks: int = Field(1, ge=1, le=MAX_BLOCKS)
    one_game: bool = Field(False, description="A single game instead of blocks, for a quick look.")


class MatchOut(Schema):
    id: int
    kind: MatchKind
    variant: str
    state: MatchState
    reason: str
    is_rated: bool
    entrants: list[str] = Field(description="Slugs of the bots, by position.")
    blocks: int
    games: int
    games_done: int
    points: list[float] = Field(description="Per entrant, over complete blocks.")
    created_at: datetime
    finished_at: datetime | None
    url: str


class VariantOut(Schema):
    slug: str
    game: str
    title: str
    seats: int
    entrants: list[int] = Field(description="How many bots a match may have.")


class LadderOut(Schema):
    variant: str
    season: int
    ladder_is_on: bool
    fitted_at: datetime | None
    url: str


class SeasonOut(Schema):
    variant: str
    season: int
    is_open: bool
    began_at: datetime | None
    ended_at: datetime | None
    rated_games: int
    carry_over: int = Field(description="Percent of the way from 1500 that live Elo kept in the season after.")
    url: str = Field(description="Its board.")
    results: str = Field(description="All its results as JSON lines, for `arena refit` and your own statistics.")


class LadderLine(Schema):
    rank_best: int | None
    rank_worst: int | None
    bot: str
    version: int
    owner: str
    house: bool
    rating: float | None
    margin_95: float | None
    provisional: bool
    games: int
    blocks: int
    score: float
    expected: float
    fault_share: float
    live: float
    trend: float
    last_game_at: datetime | None


class LadderPlaceOut(Schema):
    """Where the active version of a bot is on one of its ladders."""

    variant: str
    state: PlaceState = Field(description="provisional: its placement is over, and its rating is not sure yet.")
    reason: str
    games: int = Field(description="Rated games so far.")
    games_missing: int = Field(description="To a rating that is not provisional, about; 0 when none are.")
    about: datetime | None = Field(description="When it will have one, at the pace so far; null while there is none.")
    rating: float | None
    margin_95: float | None
    is_final: bool = Field(description="Its placement is over, or nothing is going to happen.")
    url: str = Field(description="The leaderboard.")


class RatingPoint(Schema):
    period: int
    closed_at: datetime
    version: int
    live: float
    rating: float | None
    error: float | None
    margin_95: float | None
    games: int


class SourceOut(Schema):
    name: str
    queued: int
    oldest_wait_s: float


class QueueOut(Schema):
    sources: list[SourceOut]
    running: int
    stuck: int
    checks_waiting: int
    checks_running: int
    paused: list[str]
    workers: dict[str, list[str]]
