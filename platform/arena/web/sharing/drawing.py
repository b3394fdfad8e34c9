"""From rows to pictures: reads what a stranger may see, and leaves the drawing to ``pictures``."""

from __future__ import annotations

from django.utils.translation import gettext as _

from arena.bots.models import Bot
from arena.matches import replay_store
from arena.matches.models import Game
from arena.ratings.leaderboard.rows import board as lines_of
from arena.ratings.models import Pool, Snapshot
from arena.replays.frames import state_at
from arena.tournaments.models import Tournament
from arena.tournaments.reading import entrants_by_seed
from arena.tournaments.visibility import hides_results
from arena.web.ladders.bot_stats import PERIODS, places
from arena.web.replays.ending import outcome, table_title
from arena.web.sharing import pictures
from arena.web.sharing.pictures import Place, Rated
from engines import PUBLIC, Variant, variant

MOMENT = 0.6
"""Of the game: at its end most hands are empty, at its beginning all look alike."""
MOVING_STEPS = 12
"""The last decisions: where a game is decided, and few enough for a file that is sent around."""


def arena() -> bytes:
    hands: list[dict[str, object]] = [{"hand": 2, "up": ["7", "12"]}, {"hand": 3, "up": ["3"]}]
    title, note = _("Your code. Their code. One deck."), _("Programs play card games, and luck evens out")
    return pictures.table_picture(title, note, [Place("your-bot", None), Place("their-bot", None)], {"seats": hands})


def game(shown: Game) -> bytes:
    return _table(shown, round(MOMENT * shown.decision_count))


def moving_game(shown: Game) -> bytes:
    last = shown.decision_count
    return pictures.moving([_table(shown, step) for step in range(max(0, last - MOVING_STEPS + 1), last + 1)])


def _table(shown: Game, step: int) -> bytes:
    assert shown.replay is not None  # noqa: S101 - the view asks for games that have one
    state = state_at(replay_store.load(shown.replay), step)
    seats = [Place(seat.version.bot.name, seat.rank) for seat in shown.seats.all()]
    note = f"{variant(shown.variant).title} · {outcome(shown)}"
    return pictures.table_picture(table_title(shown), note, seats, state.view(PUBLIC))


def bot(shown: Bot) -> bytes:
    where = places(shown, "")
    owner = _("by %(owner)s") % {"owner": shown.owner} if shown.owner else _("house bot")
    if where is None:
        return pictures.curve_picture(shown.name, owner, [], "")
    pool = where.standing.pool
    newest = Snapshot.objects.filter(version__bot=shown, period__pool=pool).order_by("-period__number")[:PERIODS]
    history = [rating if rating is not None else live for live, rating in newest.values_list("live", "rating")]
    rating = where.standing.rating
    figure = f"{rating:.0f}" if rating is not None else ""
    return pictures.curve_picture(shown.name, f"{owner} · {variant(pool.variant).title}", history[::-1], figure)


def board(played: Variant, pool: Pool | None) -> bytes:
    rows = lines_of(pool).filter(rating__isnull=False).order_by("position")[: pictures.MOST_LINES] if pool else []
    lines = [Rated(row.version.bot.name, row.rating or 0.0, row.margin or 0.0) for row in rows]
    return pictures.board_picture(played.title, _("Leaderboard: rating, and where it lies with 95 %"), lines)


def tournament(shown: Tournament) -> bytes:
    entrants = entrants_by_seed(shown)
    note = f"{variant(shown.variant).title} · {shown.get_state_display()}"
    if shown.places and not hides_results(shown, None):
        lines = [(entrants[seed].bot.name, str(place)) for place, seed in shown.places]
    else:
        lines = [(entrant.bot.name, "·") for entrant in entrants.values() if not entrant.bot.is_private]
    return pictures.list_picture(shown.name, note, lines)
