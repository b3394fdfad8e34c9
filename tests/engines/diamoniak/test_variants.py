"""Variants and options."""

import pytest

from engines import RankPolicy
from engines.diamoniak import ENGINE
from engines.errors import UnknownVariantError
from engines.registry import variant


def test_three_variants_are_registered() -> None:
    found = ENGINE.variants()
    assert [each.slug for each in found] == ["diamoniak-2", "diamoniak-3", "diamoniak-4"]
    assert [each.seats for each in found] == [2, 3, 4]
    assert {each.rank_policy for each in found} == {RankPolicy.FIRST_WINS}
    assert found[1].sides == ((0,), (1,), (2,))


def test_options_have_one_spelling() -> None:
    both = variant("diamoniak-3+lockColour+buyAfterDraw")
    assert (both.slug, both.title) == (
        "diamoniak-3+buyAfterDraw+lockColour",
        "Diamoniak, 3 seats, buyAfterDraw, lockColour",
    )
    assert (both.option("lockColour"), both.option("buyAfterDraw")) == (1, 1)
    assert variant(both.slug) == both


def test_an_option_that_is_off_is_no_option() -> None:
    assert variant("diamoniak-2+lockColour=0") == variant("diamoniak-2")


@pytest.mark.parametrize(
    ("slug", "sentence"),
    [
        ("diamoniak-2+foresight", "no option called 'foresight'. Options: buyAfterDraw, drawBeforeBuy, lockColour"),
        ("diamoniak-2+lockColour=2", r"lockColour is 1 \(on\) or 0 \(off\), not 2"),
        ("diamoniak-2+lockColour=yes", "needs a whole number"),
        ("diamoniak-2+buyAfterDraw+drawBeforeBuy", "exclude each other"),
        ("diamoniak-5", "no variant called 'diamoniak-5'"),
        ("diamoniak", "no variant called 'diamoniak'"),
    ],
)
def test_unknown_variants_and_options_are_refused(slug: str, sentence: str) -> None:
    with pytest.raises(UnknownVariantError, match=sentence):
        variant(slug)
