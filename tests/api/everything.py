"""An arena in which every operation of the API can succeed, and a call of each that does."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from arena.accounts.models import User
from arena.bots.models import Bot, BotVersion
from arena.matches.models import Match, Seat
from arena.news.collecting import collect
from arena.news.models import Delivery, DeliveryState, Webhook
from arena.ratings.models import Pool
from arena.tournaments.actions import lifecycle, registration
from arena.tournaments.actions.create import create
from tests.api.conftest import Caller, bot_file
from tests.matches import cast
from tests.replays.cast import first_game, played_match
from tests.tournament_engine import cast as tournaments
from tests.trials.conftest import next_version

BECAUSE = {"reason": "So."}
VARIANT = "diamoniak-2"
NEW = {"name": "New Cup", "variant": VARIANT, "format": "swiss"}
FILE = "a file"
"""Stands for an upload."""


def _mine(me: User) -> Match:
    """Bots of the caller's own in every state, and a match that one of them has played."""
    mine = cast.ready_version(me, "Mine")
    cast.ready_version(me, "Spare")
    cast.ready_version(me, "Resting")
    Bot.objects.filter(slug="resting").update(is_retired=True)
    dice, chance = (cast.ready_version(None, name, house="random") for name in ("Dice", "Chance"))
    match = played_match(VARIANT, [dice, chance])
    Seat.objects.filter(game__block__match=match, version=chance).update(version=mine)
    return match


def _tournaments(olga: User, four: list[BotVersion]) -> None:
    """One in each state, named after it."""
    soon = timezone.now() + timedelta(minutes=20)
    tournaments.opened(olga, four, "swiss", name="Open", starts_at=soon, check_in_minutes=30)
    tournaments.opened(olga, [], "swiss", name="Invited", by_invitation=True)
    create(olga, "Draft", VARIANT, "swiss", {}, blocks=1)
    seeded = tournaments.opened(olga, four, "swiss", name="Seeded")
    registration.close_registration(seeded.pk, olga)
    tournaments.started(olga, four, "swiss", name="Unpublished", publishes_itself=False)
    tournaments.started(olga, four, "swiss", name="Running", settings={"rounds": 3})
    lifecycle.pause(tournaments.started(olga, four, "swiss", name="Paused").pk, olga, "")
    tournaments.play_all(tournaments.started(olga, four, "single_elimination", name="Over"))
    tournaments.play_into(tournaments.started(olga, four, "single_elimination", name="Final", blocks=2), "1.2.1")
    tournaments.play_all(tournaments.started(olga, four, "single_elimination", name="Staged", is_staged=True))


def lay_out(by: Caller, me: User, olga: User) -> dict[str, Any]:
    """Everything; what addresses need beside names."""
    Pool.objects.create(variant=VARIANT)
    match = _mine(me)
    assert by.upload("/bots/mine/versions", bot_file()).status_code == 201
    next_version(cast.ready_version(me, "Tried"))
    tried = by.post("/bots/tried/versions/2/tests", {"against": 1, "variant": VARIANT}).json()["id"]
    four = tournaments.field(4)
    hook = by.post("/webhooks", {"url": "https://hooks.example.org/in", "about": "arena", "kinds": []}).json()["id"]
    _tournaments(olga, four)
    collect()
    delivery = Delivery.objects.filter(webhook=hook).latest("pk")
    Delivery.objects.filter(pk=delivery.pk).update(state=DeliveryState.GIVEN_UP, next_try_at=None)
    assert Webhook.objects.filter(pk=hook).exists()
    seat = next(seat.seat for seat in first_game(match).seats.all() if seat.version.bot.slug == "mine")
    return {
        "match": match.pk,
        "game": first_game(match).pk,
        "seat": seat,
        "hook": hook,
        "delivery": delivery.pk,
        "tried": tried,
        "question": by.post(f"/games/{first_game(match).pk}/ask", {"step": 0, "bots": ["dice"]}).json()["id"],
    }


READING = (
    ("/me", "/me"), ("/conditions", "/conditions"), ("/queue", "/queue"), ("/variants", "/variants"),
    ("/leaderboards", "/leaderboards"), ("/leaderboards/{slug}", f"/leaderboards/{VARIANT}"),
    ("/leaderboards/{slug}/seasons", f"/leaderboards/{VARIANT}/seasons"),
    ("/leaderboards/{slug}/results", f"/leaderboards/{VARIANT}/results"),
    ("/bots", "/bots"), ("/bots/{slug}", "/bots/mine"), ("/bots/{slug}/ladders", "/bots/mine/ladders"),
    ("/bots/{slug}/logs", "/bots/mine/logs"), ("/bots/{slug}/habits", "/bots/mine/habits"),
    ("/bots/{slug}/ratings", f"/bots/mine/ratings?variant={VARIANT}"), ("/bots/{slug}/versions", "/bots/mine/versions"),
    ("/bots/{slug}/versions/{number}", "/bots/mine/versions/2"),
    ("/bots/{slug}/versions/{number}/download", "/bots/mine/versions/2/download"),
    ("/events", "/events"), ("/webhooks", "/webhooks"), ("/webhooks/{id}/deliveries", "/webhooks/{hook}/deliveries"),
    ("/matches/{id}", "/matches/{match}"), ("/games", "/games"), ("/games/{id}", "/games/{game}"),
    ("/games/{id}/replay", "/games/{game}/replay"),
    ("/games/{id}/seats/{seat}/conversation", "/games/{game}/seats/{seat}/conversation"),
    ("/games/{id}/decisions/{step}", "/games/{game}/decisions/3"), ("/games/{id}/questions", "/games/{game}/questions"),
    ("/questions/{id}", "/questions/{question}"),
    ("/bots/{slug}/versions/{number}/tests", "/bots/tried/versions/2/tests"), ("/tests/{id}", "/tests/{tried}"),
    ("/data/games", "/data/games"), ("/data/ladders/{slug}/games", f"/data/ladders/{VARIANT}/games"),
    ("/data/ladders/{slug}/dumps", f"/data/ladders/{VARIANT}/dumps"),
    ("/formats", "/formats"), ("/tournaments", "/tournaments"), ("/tournaments/{slug}", "/tournaments/draft"),
    ("/tournaments/{slug}/entrants", "/tournaments/open/entrants"),
    ("/tournaments/{slug}/entrants/{bot}", "/tournaments/open/entrants/bot01"),
    ("/tournaments/{slug}/rounds", "/tournaments/final/rounds"),
    ("/tournaments/{slug}/matches", "/tournaments/final/matches"),
    ("/tournaments/{slug}/matches/{key}", "/tournaments/final/matches/1.1.1"),
    ("/tournaments/{slug}/standings", "/tournaments/final/standings"), ("/tournaments/{slug}/log",
    "/tournaments/final/log"),
    ("/tournaments/{slug}/export", "/tournaments/over/export"),
    ("/tournaments/{slug}/export/csv", "/tournaments/over/export/csv"),
    ("/tournaments/{slug}/export/brackets/{stage}", "/tournaments/over/export/brackets/1"),
    ("/tournaments/{slug}/announcements", "/tournaments/open/announcements"),
    ("/tournaments/{slug}/forecast", "/tournaments/seeded/forecast"),
    ("/tournaments/{slug}/invitations", "/tournaments/invited/invitations"),
)  # fmt: skip
WRITING: tuple[tuple[str, str, Any], ...] = (
    ("/bots", "/bots", {"name": "Fresh", "games": ["karma"]}), ("/bots/{slug}/retire", "/bots/mine/retire", {}),
    ("/bots/{slug}/bring-back", "/bots/resting/bring-back", {}), ("/bots/{slug}/versions",
    "/bots/spare/versions", FILE),
    ("/bots/{slug}/versions/{number}/activate", "/bots/mine/versions/1/activate", {}),
    ("/bots/{slug}/versions/{number}/check", "/bots/mine/versions/2/check", {}),
    ("/bots/{slug}/versions/{number}/tests", "/bots/tried/versions/1/tests", {"against": 2, "variant": VARIANT}),
    ("/tests/{id}/stop", "/tests/{tried}/stop", {}),
    ("/practice", "/practice", {"bot": "mine", "opponents": ["dice"], "variant": VARIANT}),
    ("/games/{id}/ask", "/games/{game}/ask", {"step": 3, "bots": ["dice", "mine:1"]}),
    ("/games/{id}/rest", "/games/{game}/rest", {"step": 3, "bots": ["dice", "mine"], "games": 5}),
    ("/webhooks", "/webhooks", {"url": "https://hooks.example.org/other", "about": "arena", "kinds": []}),
    ("/webhooks/{id}/rotate", "/webhooks/{hook}/rotate", {}),
    ("/webhooks/{id}/deliveries/{delivery}/again", "/webhooks/{hook}/deliveries/{delivery}/again", {}),
    ("/tournaments", "/tournaments", NEW),
    *((f"/tournaments/{{slug}}{operation}", f"/tournaments/{path}", body) for operation, path, body in (
        ("/copy", "over/copy", {"name": "Again"}), ("/open", "draft/open", {}), ("/close", "open/close", {}),
        ("/deadline", "open/deadline", {"deadline": None}), ("/start", "seeded/start", {}),
        ("/pause", "running/pause", {}), ("/resume", "paused/resume", {}), ("/cancel", "running/cancel", BECAUSE),
        ("/rounds/{stage}/{round}/publish", "unpublished/rounds/1/1/publish", {}),
        ("/rounds/{stage}/{round}/blocks", "unpublished/rounds/1/1/blocks", {"blocks": 7}),
        ("/rounds/{round}/swap", "unpublished/rounds/1/swap", {"one": 3, "other": 4}),
        ("/matches/{key}/override", "running/matches/1.1.1/override", None),
        ("/matches/{key}/replay", "final/matches/1.2.1/replay", BECAUSE), ("/undo", "paused/undo", {}),
        ("/reveal", "staged/reveal", {}), ("/reveal_at", "staged/reveal_at", {"at": None}),
        ("/announcements", "open/announcements", {"title": "Hello"}),
        ("/entrants", "open/entrants", {"bot": "mine"}),
        ("/entrants/{bot}/withdraw", "running/entrants/bot02/withdraw", {}),
        ("/entrants/{bot}/disqualify", "running/entrants/bot02/disqualify", BECAUSE),
        ("/entrants/{bot}/check-in", "open/entrants/bot02/check-in", {}), ("/fill", "open/fill", {"size": 5}),
        ("/entrants-list", "invited/entrants-list", {"text": "Bot01", "invites": True}),
        ("/entrants/{bot}/seed", "seeded/entrants/bot02/seed", {"seed": 1}),
        ("/seeding", "seeded/seeding", {"method": "random"}),
        ("/invitations", "invited/invitations", {"name": "author1"}),
        ("/forecast", "seeded/forecast", {"blocks": 3}),
    )),
)  # fmt: skip
CHANGING = (
    ("/bots/{slug}", "/bots/mine", {"description": "Better."}),
    ("/tournaments/{slug}", "/tournaments/draft", {"blocks": 3}),
)
REMOVING = (("/bots/{slug}", "/bots/spare"), ("/webhooks/{id}", "/webhooks/{hook}"))


def calls() -> list[tuple[str, str, Any]]:
    """Operation as the document names it, address, and what is sent."""
    return [
        *((f"GET /api/v1{operation}", path, None) for operation, path in READING),
        *((f"POST /api/v1{operation}", path, body) for operation, path, body in WRITING),
        *((f"PATCH /api/v1{operation}", path, body) for operation, path, body in CHANGING),
        *((f"DELETE /api/v1{operation}", path, None) for operation, path in REMOVING),
    ]


def send(by: Caller, operation: str, path: str, body: Any) -> Any:
    method = operation.split(maxsplit=1)[0]
    if body == FILE:
        return by.upload(path, bot_file(b"# another\n"))
    if method == "POST" and path.endswith("/override"):
        match = by.get(path.removesuffix("/override")).json()
        ranks = {slot["bot"]: place for place, slot in enumerate(match["slots"], start=1)}
        return by.post(path, {"ranks": ranks, **BECAUSE})
    if method in {"POST", "PATCH"}:
        return getattr(by, method.lower())(path, body)
    answer = getattr(by, method.lower())(path)
    if answer.streaming:
        b"".join(answer)  # whoever does not read on holds one of few places
    return answer
