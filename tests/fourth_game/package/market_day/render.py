"""A view, and an action, as text for terminals. Translations are in ``locale/`` beside it."""

from pathlib import Path

from engines.interface import Json
from engines.registry import variant
from engines.words import Speech, Words

_WORDS = Words(Path(__file__).parent)


def render(view: Json, language: str = "") -> str:
    say = _WORDS.speech(language)
    lots = ", ".join(say.t("lot {number}", number=number) for number in _numbers(view["offer"]))
    on_sale = say.t("round {round}: {lots} for sale", round=view["turn"], lots=lots or say.t("nothing"))
    hidden = say.plural("{n} lot face down", "{n} lots face down", view["draw"])
    keeper = say.t("seat {seat} keeps the market", seat=view["keeper"])
    lines = [f"{say.t(variant(view['variant']).title)}, {on_sale}", f"{hidden}, {keeper}"]
    return "\n".join([*lines, *(_seat(say, number, seat) for number, seat in enumerate(view["seats"]))])


def _seat(say: Speech, number: int, seat: Json) -> str:
    sign = "*" if seat["has_bid"] else " "
    text = say.t(
        "seat {seat}: coins {coins} | bought {lots} = {points}",
        seat=number,
        coins=" ".join(seat["coins"]) or "–",
        lots=" ".join(_numbers(seat["bought"])) or "–",
        points=seat["points"],
    )
    return sign + text


def _numbers(lots: list[str]) -> list[str]:
    return [lot.removeprefix("lot ") for lot in lots]


def words_of(action: Json, language: str) -> str:
    """An action in its JSON form."""
    return _WORDS.speech(language).t("lay coin {coin}", coin=action["coin"])
