"""From what the actions raise to problems. The sentences are the actions' own: the same as on the pages."""

from __future__ import annotations

from typing import Any

import structlog
from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError

from arena.api.problems import ProblemError, problem, problem_for_status
from arena.bots.actions.manage import BotActionError
from arena.bots.actions.submit import NameTakenError, SubmitError
from arena.bots.archive import UploadError
from arena.bots.quotas import QuotaError
from arena.matches.actions.practice import PracticeError
from arena.matches.replay_store import LostReplayError
from arena.replays.asking import QuestionError
from arena.tournaments.actions.audit import ActionError, CascadeError, NotAllowedError
from arena.tournaments.planning.errors import TournamentError
from arena.tournaments.results import UnopenedStageError
from arena.trials.actions.request import TrialError

log = structlog.get_logger(__name__)


def install(api: NinjaAPI) -> None:
    for kind, handler in HANDLERS.items():
        api.add_exception_handler(kind, handler)


def _problem(_request: HttpRequest, error: Any) -> HttpResponse:
    response: HttpResponse = error.response()
    return response


def _validation(_request: HttpRequest, error: Any) -> HttpResponse:
    errors = [{"field": _place(fault["loc"]), "message": str(fault["msg"])} for fault in error.errors]
    return problem("invalid", "Some fields are missing or wrong.", errors)


def _place(location: tuple[Any, ...]) -> str:
    """`body.given.name` is `name` to the caller: the first two are our own names."""
    named = [str(part) for part in location]
    return ".".join(named[2:] or named[-1:])


def _at_field(_request: HttpRequest, error: Any) -> HttpResponse:
    sentence, field = str(error), getattr(error, "field", "")
    return problem("invalid", sentence, [{"field": field, "message": sentence}] if field else [])


def _upload(_request: HttpRequest, error: Any) -> HttpResponse:
    return problem("invalid", str(error), [{"field": "upload", "message": str(error)}])


def _quota(_request: HttpRequest, error: Any) -> HttpResponse:
    return problem("quota", str(error))


def _conflict(_request: HttpRequest, error: Any) -> HttpResponse:
    field = getattr(error, "field", "")
    return problem("conflict", str(error), [{"field": field, "message": str(error)}] if field else [])


def _cascade(_request: HttpRequest, error: Any) -> HttpResponse:
    return problem("cascade", str(error), [{"field": key, "message": "It has begun."} for key in error.matches])


def _forbidden(_request: HttpRequest, error: Any) -> HttpResponse:
    return problem("forbidden", str(error))


def _missing(_request: HttpRequest, error: Any) -> HttpResponse:
    return problem("not-found", str(error))


def _lost(_request: HttpRequest, error: Any) -> HttpResponse:
    log.error("replay_lost", error=str(error))
    return problem("not-found", "The file of this replay is lost; tell staff. The result of the game stands.")


def _http(_request: HttpRequest, error: Any) -> HttpResponse:
    return problem_for_status(error.status_code)


def _not_found(_request: HttpRequest, _error: Any) -> HttpResponse:
    return problem_for_status(404)


HANDLERS: dict[type[Exception], Any] = {
    ProblemError: _problem,
    ValidationError: _validation,
    NameTakenError: _conflict,
    SubmitError: _at_field,
    PracticeError: _at_field,
    TrialError: _at_field,
    UploadError: _upload,
    QuotaError: _quota,
    QuestionError: _conflict,
    BotActionError: _conflict,
    # Every field is right by itself by then: what is refused does not fit together, or not now.
    ActionError: _conflict,
    CascadeError: _cascade,
    NotAllowedError: _forbidden,
    TournamentError: _conflict,
    UnopenedStageError: _missing,
    LostReplayError: _lost,
    HttpError: _http,
    Http404: _not_found,
}
