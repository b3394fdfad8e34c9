"""Make a match with its blocks and games, once."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from arena.accounts.models import User
from arena.bots.models import BotVersion
from arena.matches import limits, nudges
from arena.matches.models import Block, Entrant, Game, GameState, Match, MatchKind, QueueSource, Seat
from arena.matches.seating import games_of_block
from engines import variant
from referee.blocks import deal_seed
from referee.deal import SALT_BYTES, commitment

WAITS = "Waiting for a free worker."


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
    period: str = ""
    place: int = 0


@transaction.atomic
def schedule(plan: Plan) -> Match:
    """Create the match, its blocks and games, and call the workers after the commit. Again: the same match."""
    match, is_new = Match.objects.get_or_create(
        key=plan.key,
        defaults={
            "kind": plan.kind,
            "source": plan.source,
            "variant": plan.variant,
            "is_rated": plan.is_rated,
            "requested_by": plan.requested_by,
            "period": plan.period,
            "place": plan.place,
            "secret": plan.secret,
            "deal_scope": plan.deal_scope,
            "blocks_planned": plan.blocks,
            "deadline": plan.deadline,
        },
    )
    if is_new:
        Entrant.objects.bulk_create(
            Entrant(match=match, position=position, version=version) for position, version in enumerate(plan.versions)
        )
        QueueSource.objects.get_or_create(
            name=plan.source, defaults={"group": _group(plan), "served_at": timezone.now()}
        )
    add_blocks(match, plan.blocks)
    return match


def add_blocks(match: Match, total: int) -> None:
    """Make the match ``total`` blocks long; blocks that exist stay as they are."""
    entrants = list(match.entrants.select_related("version"))
    have = match.blocks.count()
    for number in range(have, total):
        _add_block(match, entrants, number)
    if total > match.blocks_planned:
        match.blocks_planned = total
        match.save(update_fields=["blocks_planned"])
    if total > have:
        nudges.games_are_waiting(8)


def _add_block(match: Match, entrants: list[Entrant], number: int) -> None:
    seed = deal_seed(match.secret, match.deal_scope, number)
    block = Block.objects.create(match=match, number=number, seed=seed)
    now = timezone.now()
    games = []
    plans = games_of_block(variant(match.variant), len(entrants), number)
    for index, plan in enumerate(plans):
        salt = _salt(match, number, index)
        games.append(
            Game(
                block=block,
                number=index,
                source=match.source,
                variant=plan.variant.slug,
                salt=salt,
                commitment=commitment(seed, salt),
                state=GameState.QUEUED,
                reason=WAITS,
                queued_at=now,
                deadline=now + limits.QUEUE_PATIENCE,
            )
        )
    Game.objects.bulk_create(games)
    Seat.objects.bulk_create(
        Seat(
            game=game,
            seat=seat,
            side=plan.variant.side_of(seat),
            entrant=entrants[position],
            version=entrants[position].version,
        )
        for game, plan in zip(games, plans, strict=True)
        for seat, position in enumerate(plan.positions)
    )


def _salt(match: Match, block: int, game: int) -> bytes:
    """From the match's secret, so that rebuilding a match gives the same commitments."""
    text = b"salt|%s|%d|%d" % (match.key.encode(), block, game)
    return hashlib.sha256(match.secret.encode() + text).digest()[:SALT_BYTES]


def _group(plan: Plan) -> str:
    return MatchKind.PRACTICE.value if plan.kind == MatchKind.PRACTICE else plan.source
