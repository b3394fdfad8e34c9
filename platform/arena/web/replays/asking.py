"""What would another bot have played, and how would the rest have gone? Asked at any decision of a finished game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from arena.accounts.models import User
from arena.bots.models import BotVersion
from arena.bots.quotas import QuotaError
from arena.lib.alphabet import reader_language
from arena.matches import replay_store
from arena.matches.models import Game
from arena.matches.reading import visible_games, with_seats
from arena.replays.access import is_open
from arena.replays.answers import Asked, Rest, SideOfRest, answer_of, has_failed
from arena.replays.asking import QuestionError, Wish, ask, askable, of_person, take_over
from arena.replays.models import Question
from arena.web.person import person
from arena.web.replays.action_names import in_words
from arena.web.replays.ending import table_title
from arena.web.replays.forms import AskForm, RestForm
from engines import engine, variant
from engines.errors import EngineError
from engines.variants import RankPolicy
from referee.analysis.asking import Position, position_at
from referee.replay import Replay


@dataclass(frozen=True)
class Told:
    """A question with what the page says of it."""

    question: Question
    asked: Asked | None
    rest: Rest | None
    has_failed: bool
    sides: list[tuple[str, SideOfRest]]
    """Who sat on each side of the rest, and how it went."""


@require_GET
def asking(request: HttpRequest, pk: int) -> HttpResponse:
    """``?step=12``: the decision after twelve actions."""
    game = _open_game(request, pk)
    replay, step = _replay_and_step(game, request.GET.get("step", "0"))
    user = person(request)
    try:
        position = position_at(replay, step)
    except EngineError as error:
        messages.error(request, str(error))
        return redirect("watching:watch", pk)
    told = [_told(question, game, replay) for question in of_person(user, game)] if user else []
    context = {
        "game": game,
        "variant": variant(game.variant),
        "title": table_title(game),
        "step": step,
        "last": len(replay.actions) - 1,
        "seat": next(seat for seat in game.seats.all() if seat.seat == position.seat),
        "played": in_words(position, position.state.action_name(position.played)),
        "view": _view(position),
        "told": told,
        "is_waiting": any(one.question.is_open for one in told),
        "last_loses": variant(game.variant).rank_policy is RankPolicy.LAST_LOSES,
    }
    if request.headers.get("HX-Request"):
        return render(request, "replays/answers.html", context)
    if user is not None:
        ask_form, rest_form = _forms(game, position.seat, user, request)
        context |= {"ask_form": ask_form, "rest_form": rest_form}
    return render(request, "replays/asking.html", context)


@login_required
@require_POST
def ask_bots(request: HttpRequest, pk: int) -> HttpResponse:
    game = _open_game(request, pk)
    replay, step = _replay_and_step(game, request.POST.get("step", "0"))
    user = _user(request)
    form, _rest = _forms(game, replay.actions[step].seat, user, request)
    if form.is_valid():
        wanted = [int(chosen) for chosen in form.cleaned_data["bots"]]
        return _after(request, game, step, lambda: ask(user, _wish(game, step, wanted)))
    messages.error(request, _("Choose whom to ask."))
    return redirect(_page(game, step))


@login_required
@require_POST
def play_rest(request: HttpRequest, pk: int) -> HttpResponse:
    game = _open_game(request, pk)
    replay, step = _replay_and_step(game, request.POST.get("step", "0"))
    user = _user(request)
    _ask, form = _forms(game, replay.actions[step].seat, user, request)
    if form.is_valid():
        games = form.cleaned_data["games"]
        return _after(request, game, step, lambda: take_over(user, _wish(game, step, form.chosen), games))
    messages.error(request, _("Choose a bot for every seat."))
    return redirect(_page(game, step))


def _after(request: HttpRequest, game: Game, step: int, put: Callable[[], Question]) -> HttpResponse:
    try:
        put()
    except (QuestionError, QuotaError) as reason:
        messages.error(request, str(reason))
    return redirect(_page(game, step))


def _page(game: Game, step: int) -> str:
    return f"{reverse('watching:asking', args=[game.pk])}?step={step}"


def _user(request: HttpRequest) -> User:
    user = request.user
    assert isinstance(user, User)  # noqa: S101 - login_required
    return user


def _open_game(request: HttpRequest, pk: int) -> Game:
    """What a seat saw tells its cards: nothing of it before the block is finished."""
    games = with_seats(visible_games(person(request))).select_related("block__match", "replay")
    game = get_object_or_404(games, pk=pk)
    if not is_open(game):
        raise Http404
    return game


def _replay_and_step(game: Game, asked: str) -> tuple[Replay, int]:
    """The step as asked for, or the nearest that there is."""
    assert game.replay is not None  # noqa: S101 - an open game has one
    replay = replay_store.load(game.replay)
    if not replay.actions:
        raise Http404
    step = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 7 else 0
    return replay, min(step, len(replay.actions) - 1)


def _wish(game: Game, step: int, wanted: list[int]) -> Wish:
    """The versions in the order in which they were named, one for each seat that it is named for."""
    found = BotVersion.objects.select_related("bot").in_bulk(wanted)
    return Wish(game, step, [found[pk] for pk in wanted])


def _forms(game: Game, seat: int, user: User, request: HttpRequest) -> tuple[AskForm, RestForm]:
    """Filled with what was sent, if anything was."""
    sent = request.POST if request.method == "POST" else None
    allowed = {sat.seat: askable(user, game, sat.seat) for sat in game.seats.all()}
    seats = []
    for sat in game.seats.all():
        known = {version.pk for version in allowed[sat.seat]}
        usual = sat.version_id if sat.version_id in known else allowed[sat.seat][0].pk if known else None
        label = _("Seat %(seat)d: %(name)s") % {"seat": sat.seat, "name": sat.version.bot.name}
        seats.append((label, usual, allowed[sat.seat]))
    return AskForm(allowed[seat], sent), RestForm(seats, sent)


def _told(question: Question, game: Game, replay: Replay) -> Told:
    answer = answer_of(question)
    rest = answer if isinstance(answer, Rest) else None
    seats = variant(game.variant).sides
    names = [entry["label"] for entry in question.line_up]
    lines = zip(seats, rest.sides, strict=False) if rest else ()
    return Told(
        question=question,
        asked=_translated(answer, position_at(replay, question.step)) if isinstance(answer, Asked) else None,
        rest=rest,
        has_failed=has_failed(question),
        sides=[(" & ".join(names[seat] for seat in side), how) for side, how in lines],
    )


def _translated(answer: Asked, position: Position) -> Asked:
    """With the names of actions as the reader says them."""
    answers = [one.model_copy(update={"name": in_words(position, one.name)}) for one in answer.answers]
    played = answer.played.model_copy(update={"name": in_words(position, answer.played.name)})
    return answer.model_copy(update={"played": played, "answers": answers})


def _view(position: Position) -> str:
    """As the engine shows it in a terminal: what the seat knew, and so what a bot is told."""
    state = position.state
    return engine(state.variant.game).render(state.view(position.seat), reader_language())
