"""Variants and their slugs."""

import pytest

from engines import registry
from engines.chance import Deal
from engines.errors import UnknownVariantError, WrongSeatError
from engines.interface import Engine


def test_a_slug_names_its_variant(slug: str, engine: Engine) -> None:
    found = registry.variant(slug)
    assert found.slug == slug
    assert registry.variant(slug) == found
    assert found.game == engine.name
    assert found.title


def test_the_sides_share_out_all_seats(slug: str) -> None:
    found = registry.variant(slug)
    assert sorted(seat for side in found.sides for seat in side) == list(range(found.seats))
    assert all(seat in found.sides[found.side_of(seat)] for seat in range(found.seats))


def test_unknown_options_and_values_are_refused(slug: str) -> None:
    for option in ("+noSuchOption", "+noSuchOption=1", "+=1"):
        with pytest.raises(UnknownVariantError):
            registry.variant(slug + option)
    for option in registry.engine(registry.variant(slug).game).options:
        with pytest.raises(UnknownVariantError):
            registry.variant(f"{slug}+{option}=99")
        with pytest.raises(UnknownVariantError):
            registry.variant(f"{slug}+{option}=x")


def test_a_first_seat_that_does_not_exist_is_refused(slug: str) -> None:
    for seat in (-1, registry.variant(slug).seats):
        with pytest.raises(WrongSeatError):
            registry.new_game(slug, Deal.from_text("x"), seat)


def test_every_option_has_a_sentence(slug: str, engine: Engine) -> None:
    assert all(sentence.endswith(".") for sentence in engine.options.values())
