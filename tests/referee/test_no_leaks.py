"""No message says more than its seat may know."""

import json
from typing import Any

import pytest

from engines import variant
from referee.deal import SealedDeal
from referee.game import play_game
from tests.referee.cast import AnyLegal, Recording
from tests.slugs import SHAPES

Json = dict[str, Any]


def _messages(slug: str, deal: SealedDeal) -> list[tuple[int, Json]]:
    log: list[tuple[str, int, Json]] = []
    channels = [Recording(log, number, AnyLegal()) for number in range(variant(slug).seats)]
    record = play_game(slug, channels, deal, game_id="opaque")
    assert not record.void_reason
    return [(seat, message) for kind, seat, message in log if kind == "send"]


@pytest.mark.parametrize("slug", SHAPES)
def test_no_message_holds_the_seed_the_salt_or_a_name(slug: str) -> None:
    deal = SealedDeal.from_text("leaks")
    told = json.dumps(_messages(slug, deal))
    assert deal.seed.hex() not in told
    assert deal.salt.hex() not in told
    assert "recording" not in told


def test_only_the_own_hand_is_in_a_request() -> None:
    for seat, message in _messages("karma-4-foresight", SealedDeal.from_text("leaks")):
        if message["type"] != "request":
            continue
        assert message["view"]["seat"] == message["seat"] == seat
        for event in message["events"]:
            assert event["type"] != "draw" or event["seat"] == seat or "cards" not in event


def test_bots_of_different_seats_and_games_get_different_randomness() -> None:
    deals = [SealedDeal.fresh(b"0" * 32) for _ in range(3)]
    assert len({deal.bot_random(seat) for deal in deals for seat in range(6)}) == 18


def test_the_commitment_is_the_hash_of_seed_and_salt() -> None:
    deal = SealedDeal(bytes(range(32)), bytes(range(16)))
    # printf '%s|%s' 000102…1f 000102…0f | sha256sum
    assert deal.commitment == "d463f84bdb54f447be4a886a6a3c29ac60a2e2749f100fd254b95de6b8a6f4dc"


@pytest.mark.parametrize(("seed", "salt"), [(b"x" * 15, b"y" * 16), (b"x" * 16, b"y" * 15)])
def test_short_secrets_are_refused(seed: bytes, salt: bytes) -> None:
    with pytest.raises(ValueError, match="at least 16 bytes"):
        SealedDeal(seed, salt)
