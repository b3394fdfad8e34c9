"""Nothing tells a result that is under seal: every address of the site is asked before and after it was played.

A page that may not tell must not change at all. Of the few that count games, only the numbers may.
"""

import re
from datetime import timedelta
from functools import partial

import pytest
from django.test import Client

from arena.api import throttle
from arena.api.site import document
from arena.lib.kept import store
from arena.matches.actions.claim import claim
from arena.matches.models import Game, Match
from arena.matches.worker import play_batch
from arena.news.collecting import collect
from arena.tournaments.actions import lifecycle, registration, reveal
from arena.tournaments.models import NodeState, Tournament
from arena.tournaments.running.advance import advance
from arena.web.matches.orders import ORDERS
from arena.web.sharing.cards import absolute
from tests import own_keys
from tests.matches.cast import match, ready_version
from tests.tournament_engine import cast
from tests.tournament_engine.cast import play_one
from tests.web.routes import patterns

pytestmark = pytest.mark.django_db
COUNTING = ("", "alive/", "queue/", "healthz", "readyz", "api/v1/service", "api/v1/status")
"""Pages that say how busy the arena is: numbers may change, words may not."""
SUMS = ("/faults/", "/metrics")
"""Sums over all games of the arena by week or minute: they change, and name nobody."""
_CHANGING = re.compile(
    r'name="csrfmiddlewaretoken" value="[^"]*"|nonce="[^"]*"|data-csrf="[^"]*"|X-CSRFToken[^}]*|\?v=[0-9a-f]+'
    r"|(?:\d+|an?)[\xa0 ]\w+ ago|(?<=>)now(?=<)|\d+\xa0\w+(, \d+\xa0\w+)? left"
)
_NONE_WAITS = re.compile(r" · # games? waiting")
"""Left out where the number is none."""
_PART = re.compile(r"[<{](?:\w+:)?(\w+)[>}]")
UNASKED = ("admin/", "logout", "static", "media", "live/", "account/2fa/")
"""Staff's own pages, secrets that are new at every look, and what is no page. Streams ask `visible_games` and
`visible_matches`, as the pages do."""


@pytest.fixture(autouse=True)
def _nobody_is_throttled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asking everything four times is more than a stranger may in a minute."""
    monkeypatch.setattr(throttle, "STRANGER", 100_000)


def _value(own: dict[str, object], hit: re.Match[str]) -> str:
    return str(own.get(hit[1], "1"))


def addresses(cup: Tournament, *matches: Match) -> list[str]:
    """All of the site, and all reads of the API, about what the tournament has to do with."""
    of_matches = [_addresses(cup, match) for match in matches or [Match.objects.earliest("pk")]]
    return sorted({path for found in of_matches for path in found})


def _addresses(cup: Tournament, match: Match) -> list[str]:
    game = Game.objects.filter(block__match=match).earliest("pk")
    entrant = cup.entrants.select_related("bot", "owner").get(seed=1)
    given: dict[str, object] = {
        "slug": cup.slug,
        "key": match.key.rpartition("/")[2],
        "stage": "1",
        "number": "0",
        "round": "1",
        "name": "diamoniak",
        "bot": entrant.bot.slug,
        "username": entrant.owner.name if entrant.owner else "",
        "variant": cup.variant,
    }
    paths = [path for path in patterns() if not path.startswith(UNASKED)]
    paths += [path.lstrip("/") for path, verbs in document()["paths"].items() if "get" in verbs]
    found = set()
    for path in paths:
        values = dict(given)
        if path.startswith(("bots/", "api/v1/bots/", "news/bots/")):
            values.update(slug=entrant.bot.slug, number="1")
        if path.startswith("u/"):
            values["name"] = values["username"]
        if "leaderboard" in path or "ladder" in path or "variants" in path:
            values["slug"] = cup.variant
        for pk in (match.pk, game.pk, entrant.version_id or 0):
            own = {**values, "pk": pk, "id": pk, "version_id": pk}
            made = _PART.sub(partial(_value, own), path)
            if "(?P" not in made and "\\" not in made:
                found.add("/" + made)
    more = ["?bot=bot01", f"?variant={cup.variant}", "?state=decided", "?fault=1", "?q=Cup"]
    found |= {f"{path}{query}" for path in ("/replays/", *(p for p in found if "matches" in p)) for query in more}
    found |= {f"/replays/?order={order}" for order in ORDERS}
    found |= {f"/oembed/?url={absolute(f'/games/{game.pk}/watch/')}"}
    return sorted(found)


def look(client: Client, paths: list[str]) -> dict[str, tuple[int, str]]:
    collect()  # news must not tell either
    store().clear()  # nor is a page seen that was made before,
    own_keys.forget()  # here or by an earlier test: what is kept for a while would hide a leak for a while
    seen = {}
    client.raise_request_exception = False  # the cast hands in games without a stored replay
    for path in paths:
        answer = client.get(path)
        text = answer.getvalue().decode(errors="replace")  # downloads come in pieces
        text = _CHANGING.sub("", text)
        if path.lstrip("/").split("?")[0] in COUNTING or "docs/" in path:
            text = _NONE_WAITS.sub("", re.sub(r"\d+", "#", text))
        seen[path] = (answer.status_code, text)
    return seen


def _first_difference(before: dict[str, tuple[int, str]], after: dict[str, tuple[int, str]], told: list[str]) -> str:
    lines = []
    for path in told[:12]:
        (old_status, old), (new_status, new) = before[path], after[path]
        at = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), 0)
        lines.append(f"{path} {old_status}/{new_status}: {old[at - 60 : at + 60]!r} became {new[at - 60 : at + 60]!r}")
    return "\n".join(lines)


@pytest.mark.parametrize("format_name", ["single_elimination", "swiss"])
def test_no_address_changes_when_games_under_seal_are_played(format_name: str, client: Client) -> None:
    olga = cast.organiser()
    cup = cast.started(olga, cast.field(4), format_name, is_staged=True, name="Secret cup")
    author = cup.entrants.get(seed=1).owner
    assert author is not None
    strangers = {"a stranger": client, "an author of a bot in it": Client()}
    strangers["an author of a bot in it"].force_login(author)
    paths = addresses(cup)
    assert len(paths) > 120
    # Sessions say nothing to the API: one look at it is enough.
    own = {
        who: [path for path in paths if each is client or not path.startswith("/api/")]
        for who, each in strangers.items()
    }
    before = {who: look(each, own[who]) for who, each in strangers.items()}
    asked = [answer for answers in before.values() for status, answer in answers.values() if status == 200]
    assert len(asked) > 100, "most addresses exist"
    cast.play_all(cup)
    assert Game.objects.filter(ranks__isnull=False).exists()
    for who, each in strangers.items():
        after = look(each, own[who])
        told = [path for path in own[who] if after[path] != before[who][path] and path not in SUMS]
        assert not any("Bot0" in after[path][1] for path in SUMS)
        assert told == [], f"{who} sees that something was played: {_first_difference(before[who], after, told)}"


def play_for_real() -> bool:
    batch = claim("leaks", most=1)
    if batch is not None:
        play_batch(batch)
    return batch is not None


def with_replays() -> Tournament:
    """Its first round is played by real programs and revealed, its final is yet to be played."""
    olga = cast.organiser()
    cup = cast.opened(olga, [], "single_elimination", is_staged=True, name="Secret cup")
    for n in range(1, 5):
        registration.register(cup.pk, ready_version(None, f"Bot{n:02}", "random").bot, olga)
    registration.close_registration(cup.pk, olga)
    lifecycle.start(cup.pk, olga)
    while any(cast.node(cup, key).state != NodeState.DECIDED for key in ("1.1.1", "1.1.2")):
        assert play_for_real()
        advance(cup.pk)
    reveal.reveal(cup.pk, olga)
    return cup


def test_beside_what_was_revealed_nothing_tells_of_the_final(client: Client) -> None:
    cup = with_replays()
    shown, final = Match.objects.earliest("pk"), Match.objects.get(key__endswith="/1.2.1")
    assert not Game.objects.filter(block__match=final, ranks__isnull=False).exists()
    paths = addresses(cup, shown, final)
    before = look(client, paths)
    answered = {path for path, (status, _text) in before.items() if status == 200}
    game = Game.objects.filter(block__match=shown).earliest("pk")
    for part in ("watch/", "frames.json", "same-deal/", "replay.json", "text/"):
        assert f"/games/{game.pk}/{part}" in answered, "there is a replay to look at"
    assert f"/share/games/{game.pk}.png" in answered
    while play_for_real():
        advance(cup.pk)
    assert cast.node(cup, "1.2.1").state == NodeState.DECIDED
    after = look(client, paths)
    told = [path for path in paths if after[path] != before[path] and path not in SUMS]
    assert told == [], f"a stranger sees that the final was played: {_first_difference(before, after, told)}"


def test_the_walk_would_find_a_leak(client: Client) -> None:
    olga = cast.organiser()
    cup = cast.play_all(cast.started(olga, cast.field(4), "single_elimination", is_staged=True, name="Secret cup"))
    paths = addresses(cup)
    before = look(client, paths)
    reveal.reveal(cup.pk, olga)
    after = look(client, paths)
    told = {path.split("?")[0] for path in paths if after[path] != before[path]}
    slug = cup.slug
    for part in ("", "matches/", "standings/", "log/", "results.json", "embed/", "print/", "brackets-1.json"):
        assert f"/tournaments/{slug}/{part}" in told
    for part in ("", "/matches", "/standings", "/rounds", "/log", "/export", "/export/brackets/1", "/matches/1.1.1"):
        assert f"/api/v1/tournaments/{slug}{part}" in told
    assert {"/bots/bot01/", "/replays/", "/api/v1/games", "/news/", "/news/arena.atom", "/api/v1/events"} <= told
    assert {f"/news/tournaments/{slug}.atom", "/news/bots/bot01.atom"} <= told


def test_a_list_that_goes_on_behind_a_game_under_seal_does_not_tell_when_it_ended(client: Client) -> None:
    cup = cast.play_all(cast.started(cast.organiser(), cast.field(4), "single_elimination", is_staged=True))
    sealed = Game.objects.filter(source=cup.source).earliest("pk")
    practice = match([ready_version(None, f"House {n}", "random") for n in (1, 2)])
    while play_one():
        pass
    shown = list(Game.objects.filter(block__match=practice).values_list("pk", flat=True))
    assert len(shown) == 2
    assert sealed.finished_at is not None
    Game.objects.filter(pk=shown[0]).update(finished_at=sealed.finished_at - timedelta(minutes=1))
    pages = [client.get("/replays/", {"before": before}).content.decode() for before in (sealed.pk, 10**12)]
    for page in pages:
        assert [f"/games/{pk}/" in page for pk in shown] == [True, True], "where the others stand in time is not told"
