"""Make a match with its blocks and games, once."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.db import transaction
from django.utils import timezone

from arena.accounts.models import User
from arena.bots.models import Bot, BotVersion
from arena.lib.copying import copy_new
from arena.matches import limits, nudges
from arena.matches.costs import Costs, expected_ms, known_costs
from arena.matches.models import Block, Entrant, Game, GameState, Match, MatchKind, QueueGroup, QueueSource, Seat
from arena.matches.seating import PlannedGame, games_of_block
from arena.matches.sql import turns
from arena.matches.waits import WAITS
from engines import variant
from referee.blocks import deal_seed
from referee.deal import SALT_BYTES, commitment

_BATCH = 2000
"""Rows of one statement: its text stays below a megabyte, however long the match is."""


@dataclass(frozen=True)
class Plan:
    """A match that should exist. Two plans with the same key are the same match."""

    kind: MatchKind
    key: str
    source: str
    variant: str
    versions: Sequence[BotVersion]
    """The entrants in order of position; see ``arena.matches.seating`` for how many."""
    secret: str
    deal_scope: str
    blocks: int
    deadline: datetime
    is_rated: bool = False
    requested_by: User | None = None
    is_sealed: bool = False
    """Shown to ``requested_by`` and staff only, until the seal is lifted."""
    period: str = ""
    place: int = 0
    group: str = ""
    """With whom the source shares its turn in the queue; empty: all practice together, and any other by itself."""
    games_per_block: int | None = None
    """Only the first games of each block, for a quick look; luck then counts. ``None``: all."""


def schedule(plan: Plan) -> Match:
    """Create the match, its blocks and games, and call the workers after the commit. Again: the same match."""
    return schedule_all([plan])[0]


@transaction.atomic
def schedule_all(plans: Sequence[Plan]) -> list[Match]:
    """The same for a whole round, in a handful of statements however many matches it has."""
    once = {plan.key: plan for plan in plans}
    # That writes the key it has to a match that exists, which changes nothing and tells its number.
    made = Match.objects.bulk_create(
        [_match(plan) for plan in once.values()],
        update_conflicts=True,
        unique_fields=["key"],
        update_fields=["key"],
        batch_size=_BATCH,
    )
    # Of two who schedule the same match at once, the second waited above, and finds it complete below.
    filled = set(Entrant.objects.filter(match__in=made).values_list("match", flat=True))
    known = {match.key: match for match in made if match.pk not in filled}
    known |= {match.key: match for match in Match.objects.filter(pk__in=filled)}
    new = [plan for plan in once.values() if known[plan.key].pk not in filled]
    entrants = [
        [
            Entrant(match=known[plan.key], position=position, version=version)
            for position, version in enumerate(plan.versions)
        ]
        for plan in new
    ]
    Entrant.objects.bulk_create((entrant for group in entrants for entrant in group), batch_size=_BATCH)
    for plan in {plan.source: plan for plan in new}.values():
        group = _group(plan)
        QueueGroup.objects.get_or_create(name=group)
        QueueSource.objects.get_or_create(
            name=plan.source, defaults={"group": group, "kind": plan.kind, "is_waiting": False}
        )
    for most, alike in groupby(zip(new, entrants, strict=True), key=lambda pair: pair[0].games_per_block):
        _create_blocks([(known[plan.key], own, range(plan.blocks)) for plan, own in alike], most)
    for plan in once.values():
        if known[plan.key].pk in filled:
            add_blocks(known[plan.key], plan.blocks)
    return [known[plan.key] for plan in plans]


def _match(plan: Plan) -> Match:
    return Match(
        key=plan.key,
        kind=plan.kind,
        source=plan.source,
        variant=plan.variant,
        is_rated=plan.is_rated,
        requested_by=plan.requested_by,
        is_sealed=plan.is_sealed,
        period=plan.period,
        place=plan.place,
        secret=plan.secret,
        deal_scope=plan.deal_scope,
        blocks_planned=plan.blocks,
        deadline=plan.deadline,
    )


def add_blocks(match: Match, total: int) -> None:
    """Make the match ``total`` blocks long; blocks that exist stay as they are."""
    have = match.blocks.count()
    _create_blocks([(match, list(match.entrants.select_related("version")), range(have, total))])
    if total > match.blocks_planned:
        match.blocks_planned = total
        match.save(update_fields=["blocks_planned"])


def _create_blocks(wanted: Sequence[tuple[Match, list[Entrant], range]], most: int | None = None) -> None:
    """Blocks with their games and seats; the workers are called once for all of them."""
    blocks: list[Block] = []
    games: list[Game] = []
    seats: list[Seat] = []
    now = timezone.now()
    costs = known_costs(entrant.version_id for _, entrants, _ in wanted for entrant in entrants)
    house = _house_bots(entrants for _, entrants, _ in wanted)
    for match, entrants, numbers in wanted:
        bots = sorted({entrant.version.bot_id for entrant in entrants} - house)
        for number in numbers:
            block = Block(match=match, number=number, seed=deal_seed(match.secret, match.deal_scope, number))
            blocks.append(block)
            for index, plan in enumerate(games_of_block(variant(match.variant), len(entrants), number)[:most]):
                games.append(_game(block, index, plan, now))
                games[-1].bots = bots
                games[-1].expected_ms = _expected_ms(costs, plan, entrants)
                seats += _seats(games[-1], plan, entrants)
    copy_new(blocks)
    copy_new(games)
    copy_new(seats)
    if games:
        _announce(sorted({match.source for match, _, _ in wanted}), len(games))


def _announce(sources: list[str], games: int) -> None:
    # Within the transaction rows that say so already stay unlocked: workers who serve these sources must not wait for
    # it. The reaper may find such a source empty before the commit, so it is said again after it.
    turns.mark_waiting(sources, also_waiting=False)
    transaction.on_commit(lambda: turns.mark_waiting(sources, is_alone=True), robust=True)
    nudges.games_are_waiting(games)


def _house_bots(line_ups: Iterable[Sequence[Entrant]]) -> set[int]:
    """Everybody's opponents: they may play in any number of games at once."""
    seated = {entrant.version.bot_id for entrants in line_ups for entrant in entrants}
    return set(Bot.objects.filter(pk__in=seated).exclude(house_name="").values_list("pk", flat=True))


def _expected_ms(costs: Costs, plan: PlannedGame, entrants: Sequence[Entrant]) -> int:
    return expected_ms(costs, [entrants[position].version_id for position in plan.positions], plan.variant.slug)


def _game(block: Block, number: int, plan: PlannedGame, now: datetime) -> Game:
    salt = _salt(block.match, block.number, number)
    return Game(
        block=block,
        number=number,
        source=block.match.source,
        variant=plan.variant.slug,
        salt=salt,
        commitment=commitment(bytes(block.seed), salt),
        state=GameState.QUEUED,
        reason=WAITS,
        queued_at=now,
        deadline=now + limits.QUEUE_PATIENCE,
    )


def _seats(game: Game, plan: PlannedGame, entrants: Sequence[Entrant]) -> list[Seat]:
    return [
        Seat(
            game=game,
            seat=seat,
            side=plan.variant.side_of(seat),
            entrant=entrants[position],
            version=entrants[position].version,
        )
        for seat, position in enumerate(plan.positions)
    ]


def _salt(match: Match, block: int, game: int) -> bytes:
    """From the match's secret, so that rebuilding a match gives the same commitments."""
    text = b"salt|%s|%d|%d" % (match.key.encode(), block, game)
    return hashlib.sha256(match.secret.encode() + text).digest()[:SALT_BYTES]


def _group(plan: Plan) -> str:
    return plan.group or (MatchKind.PRACTICE.value if plan.kind == MatchKind.PRACTICE else plan.source)
