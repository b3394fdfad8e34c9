"""A language is added by one line and one folder: followed for one that nobody speaks."""

import json
import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.utils.translation import ngettext, override

from engines.registry import names
from tests.languages.pseudo_language import LINE, spoken
from tools.catalogues import PLACEHOLDER
from tools.pages import PAGES
from tools.pseudo import CODE, pseudo

pytestmark = pytest.mark.django_db
TAG = re.compile(r"(?s)<(script|style|svg|pre|code|kbd)\b.*?</\1>|<!--.*?-->|<[^>]*>")
ENGLISH = re.compile(r"\b(?:the|and|with|your|that|from|which|are|this|have|when)\b(?!-)")
"""Words that no page in another language has, unless somebody wrote them there."""
NOT_OURS = {"Forgot your password?"}
"""Texts of packages: they are in the package's own catalogues, in the languages that it knows."""


@pytest.fixture(scope="module")
def language() -> Iterator[str]:
    with spoken():
        yield CODE


def test_the_menu_offers_it_and_a_browser_that_asks_for_it_gets_it(client: Client, language: str) -> None:
    page = client.get("/tournaments/", headers={"Accept-Language": language}).content.decode()
    assert f'<html lang="{language}"' in page
    assert LINE[1] in page
    assert pseudo("Tournaments") in page


def test_it_has_its_own_plurals(language: str) -> None:
    with override(language):
        forms = [ngettext("%(count)d piece of news", "%(count)d pieces of news", n) for n in (1, 2, 5)]
    one, more = pseudo("%(count)d piece of news"), pseudo("%(count)d pieces of news")
    assert forms == [one, more, more]


def test_scripts_and_every_game_speak_it(client: Client, language: str) -> None:
    page = client.get("/", headers={"Accept-Language": language}).content.decode()
    told = {
        name: json.loads(text)["texts"] for name, text in re.findall(r'data-vocabulary="([^"]*)">(.*?)</script>', page)
    }
    assert set(told) == {"", *names()}
    assert told[""]["A draw"] == pseudo("A draw")
    assert all(texts["The game is over"] == pseudo("The game is over") for texts in told.values())


@pytest.mark.parametrize("path", [shown.path for shown in PAGES if not (shown.has_rows or "{" in shown.path)])
def test_no_page_has_a_sentence_that_cannot_be_translated(client: Client, language: str, path: str) -> None:
    page = client.get(path, headers={"Accept-Language": language}).content.decode()
    for text in NOT_OURS:
        page = page.replace(text, "")
    words = TAG.sub(" ", re.sub(r'(?s)<div lang="en">.*?</article>', "", page))
    assert ENGLISH.findall(words) == []


def test_a_text_keeps_what_it_is_filled_with() -> None:
    text = 'Ask <a href="%(url)s">{name}</a> for 5 %% of %(n)d'
    assert PLACEHOLDER.findall(pseudo(text)) == PLACEHOLDER.findall(text)
    assert len(pseudo(text)) > len(text)
