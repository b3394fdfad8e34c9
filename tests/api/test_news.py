"""News over the API: the list of events, and webhooks of one's own."""

from django.utils import timezone

from arena.accounts.models import User
from arena.api.scopes import Scope
from arena.news.collecting import collect
from arena.news.models import Delivery, DeliveryState, Webhook
from tests.api.conftest import Caller, caller
from tests.tournament_engine import cast

HOOK = "https://hooks.example.org/in"


def test_events_are_listed_filtered_and_paged(stranger: Caller) -> None:
    cast.play_all(cast.started(cast.organiser(), cast.field(4), "swiss"))
    collect()
    first = stranger.get("/events?limit=2").json()
    assert first["items"][0]["kind"] == "tournament.finished"
    assert first["items"][0]["bots"] == ["bot01"]
    assert first["items"][0]["url"].endswith("/tournaments/cup/")
    of_kind = stranger.get("/events?kind=match.decided&bot=bot02&limit=100").json()["items"]
    assert of_kind
    assert all("bot02" in each["bots"] and each["tournament"] == "cup" for each in of_kind)
    assert stranger.get("/events?tournament=other").json()["items"] == []
    assert stranger.get("/events?kind=gossip").status_code == 422


def test_a_webhook_from_its_making_to_its_end(by_alice: Caller, by_bob: Caller, alice: User) -> None:
    made = by_alice.post("/webhooks", {"url": HOOK, "about": "arena", "kinds": ["registration.opened"]})
    assert made.status_code == 201, made.content
    hook = made.json()
    assert hook["secret"] == Webhook.objects.get().secret
    (shown,) = by_alice.get("/webhooks").json()
    assert (shown["url"], "secret" in shown) == (HOOK, False)
    cast.opened(cast.organiser(), cast.field(2), "swiss")
    collect()
    path = f"/webhooks/{hook['id']}"
    (delivery,) = by_alice.get(f"{path}/deliveries").json()["items"]
    assert (delivery["kind"], delivery["state"], delivery["attempts"]) == ("registration.opened", "waiting", [])
    Delivery.objects.update(state=DeliveryState.GIVEN_UP, next_try_at=None)
    again = by_alice.post(f"{path}/deliveries/{delivery['id']}/again").json()
    assert again["state"] == "waiting"
    assert Delivery.objects.filter(next_try_at__lte=timezone.now()).exists()
    rotated = by_alice.post(f"{path}/rotate").json()
    assert rotated["secret"] not in ("", hook["secret"])
    assert rotated["old_secret_until"]
    for answer in (
        by_bob.get(f"{path}/deliveries"),
        by_bob.post(f"{path}/rotate"),
        by_bob.post(f"{path}/deliveries/{delivery['id']}/again"),
        by_bob.delete(path),
        by_alice.post(f"{path}/deliveries/{delivery['id'] + 1}/again"),
    ):
        assert answer.status_code == 404
    assert by_bob.get("/webhooks").json() == []
    assert by_alice.delete(path).status_code == 204
    assert not Webhook.objects.exists()


def test_webhooks_that_cannot_be_are_refused(by_alice: Caller, stranger: Caller, alice: User) -> None:
    refused = by_alice.post("/webhooks", {"url": "http://10.0.0.1/"})
    assert refused.status_code == 409
    assert refused.json()["errors"][0]["field"] == "url"
    assert by_alice.post("/webhooks", {"url": HOOK, "about": "tournament", "tournament": "none"}).status_code == 404
    assert by_alice.post("/webhooks", {"url": HOOK, "kinds": ["gossip"]}).status_code == 422
    assert stranger.post("/webhooks", {"url": HOOK}).status_code == 401
    assert caller(alice, Scope.READ).post("/webhooks", {"url": HOOK}).status_code == 403
    assert not Webhook.objects.exists()
