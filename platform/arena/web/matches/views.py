"""Pages of matches, blocks and games: where each is, why, and what came of it."""

from __future__ import annotations

import sys

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from arena.bots.roster import roster
from arena.lib.kept import store
from arena.lib.stored_words import said
from arena.matches import replay_store
from arena.matches.games_of_match import series_score
from arena.matches.models import Block, Game, GameState, Match, MatchState, QueueSwitch
from arena.matches.reading import attempts_of, visible_games, visible_matches, with_names, with_seats
from arena.matches.waits import WAITS
from arena.replays.access import has_frames, is_open, seats_with_clocks, seats_with_logs
from arena.replays.looking import note_block
from arena.replays.luck import story_of
from arena.web.kept.pages import kept_for_visitors
from arena.web.matches.finished import WantedGames
from arena.web.matches.orders import LOOKED_AT, best_of_the_day
from arena.web.matches.standing import match_standing
from arena.web.paging import page_of
from arena.web.person import person
from arena.web.sharing.cards import game_card
from engines import variant, variants
from engines.registry import game_of

MAY_BE_OLD_S = 2.0
"""For visitors: the list of games that ended a moment ago."""
BEST_MAY_BE_OLD_S = 60.0
"""The choice among the newest few hundred games costs more than the page around it, and a day has many minutes."""


@require_GET
def match_page(request: HttpRequest, pk: int) -> HttpResponse:
    match = get_object_or_404(visible_matches(person(request)).select_related("requested_by"), pk=pk)
    games = with_seats(Game.objects.filter(block__match=match)).order_by("block__number", "number")
    counts = dict.fromkeys(GameState.values, 0)
    for state in Game.objects.filter(block__match=match).values_list("state", flat=True):
        counts[state] += 1
    total = sum(counts.values())
    context = {
        "match": match,
        "variant": variant(match.variant),
        "page": page_of(request, games),
        "standing": match_standing(match, series_score(match)),
        "total": total,
        "done": counts["done"] + counts["forfeited"] + counts["cancelled"],
        "counts": counts,
        "names": [entrant.version.bot.name for entrant in match.entrants.select_related("version__bot")],
        "why_waiting": _why_waiting(match) if counts[GameState.QUEUED] or counts[GameState.PAUSED] else "",
    }
    if request.headers.get("HX-Request"):
        return render(request, "matches/progress.html", context)
    story = story_of([match.pk], match.variant, person(request)) if match.state == MatchState.DONE else None
    return render(request, "matches/match.html", {**context, "story": story})


def _why_waiting(match: Match) -> str:
    """What keeps the next game from being played, if it is more than the queue before it."""
    paused = QueueSwitch.objects.filter(queue=match.kind, is_paused=True).first()
    if paused is not None:
        return _("Staff has paused this queue. %(reason)s") % {"reason": paused.reason}
    waiting = Game.objects.filter(block__match=match, state__in=[GameState.QUEUED, GameState.PAUSED])
    reason = waiting.order_by("queued_at", "id").values_list("reason", flat=True).first() or ""
    return "" if reason == WAITS else said(reason)


@require_GET
def block_page(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    match = get_object_or_404(visible_matches(person(request)), pk=pk)
    block = get_object_or_404(Block, match=match, number=number)
    games = with_seats(Game.objects.filter(block=block)).order_by("number")
    # Not "block": inside a template's block that name is Django's own.
    context = {"match": match, "played_block": block, "games": games, "variant": variant(match.variant)}
    return render(request, "matches/block.html", context)


@require_GET
def game_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Everybody sees result and attempts; what a bot was asked and wrote only its owner."""
    user = person(request)
    game = get_object_or_404(with_seats(visible_games(user)), pk=pk)
    note_block(user, game, request.path)
    context = {
        "game": game,
        "card": game_card(game, request.path),
        "match": game.block.match,
        "variant": variant(game.variant),
        "own_seats": seats_with_logs(game, user),
        "timed_seats": seats_with_clocks(game, user),
        "attempts": attempts_of(game),
        "is_open": is_open(game),
        "has_frames": has_frames(game),
        # Pictures are for everybody, so there is none of a game that only some may see.
        "is_public": has_frames(game) and visible_games(None).filter(pk=game.pk).exists(),
    }
    return render(request, "matches/game.html", context)


@require_GET
def replay_file(request: HttpRequest, pk: int) -> HttpResponse:
    game = get_object_or_404(visible_games(person(request)).select_related("block", "replay"), pk=pk)
    if game.replay is None or not is_open(game):
        raise Http404
    response = HttpResponse(replay_store.load_bytes(game.replay), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="game-{game.pk}.json"'
    return response


@kept_for_visitors(roster, MAY_BE_OLD_S)
@require_GET
def game_list(request: HttpRequest) -> HttpResponse:
    """Finished games, newest first; filters by game, variant and bot. A million of them have no page numbers."""
    wanted = WantedGames(
        **{key: request.GET.get(key, "").strip() for key in ("variant", "bot", "fault", "before", "order")}
    )
    names = [variant.slug for variant in variants()]
    context = {"slice": wanted.slice(person(request)), "wanted": wanted, "variants": names}
    if wanted == WantedGames():
        best = _game_of_the_day()
        context |= {"best": best, "best_game": game_of(best.variant) if best else ""}
    return render(request, "matches/games.html", context)


def _game_of_the_day() -> Game | None:
    """The choice is kept, who may see the game is asked anew: what became private in between is gone at once."""

    def choose() -> int:
        best = best_of_the_day(WantedGames().newest(None, LOOKED_AT), timezone.now())
        return best.pk if best else 0

    chosen = store().get_or_make(("game-of-the-day",), choose, sys.getsizeof, BEST_MAY_BE_OLD_S)
    return with_names(visible_games(None)).filter(pk=chosen).first()
