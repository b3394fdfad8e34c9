"""The rules of a game for people: the first part of its README, as safe HTML.

The folder of the game owns the text, ``rules.sk.md`` for readers of Slovak; here it only gets the looks of the site.
Raw HTML in it would be shown as text.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from django.conf import settings
from django.utils.safestring import SafeString
from django.utils.text import slugify
from markdown_it import MarkdownIt
from markdown_it.token import Token

from engines.registry import game as game_named

END_OF_RULES = frozenset({"For programs", "Decisions and actions"})
"""From this heading on the README speaks to authors of bots."""


def rules_language(game: str, wanted: str) -> str:
    """The reader's language if the game has its rules in it; what is written in no other language is English."""
    return wanted if game_named(game).file(f"rules.{wanted}.md") else settings.LANGUAGE_CODE


@cache
def rules_html(game: str, language: str = settings.LANGUAGE_CODE) -> SafeString:
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    is_english = language == settings.LANGUAGE_CODE
    page = game_named(game).file("README.md" if is_english else f"rules.{language}.md")
    if page is None:
        return SafeString("")
    tokens = _without_file_links(_for_people(reader.parse(page.read_text(encoding="utf-8"))))
    html: str = reader.renderer.render(_dressed(tokens), reader.options, {})
    return SafeString(html)  # our own file, and the reader escapes whatever is not markdown


def introduction_ends(tokens: list[Token]) -> int:
    """Where the first heading after the title is: before it the README introduces the game, as the page does too."""
    headings = [place for place, token in enumerate(tokens) if token.type == "heading_open"]
    return headings[1] if len(headings) > 1 else len(tokens)


def _for_people(tokens: list[Token]) -> list[Token]:
    start = introduction_ends(tokens)
    for place, token in enumerate(tokens):
        if token.type == "heading_open" and tokens[place + 1].content in END_OF_RULES:
            return tokens[start:place]
    return tokens[start:]


def _without_file_links(tokens: list[Token]) -> list[Token]:
    """Links to files of the source tree lead nowhere here: their words stay."""
    for token in tokens:
        inner = token.children or []
        is_file = False
        children = []
        for child in inner:
            if child.type == "link_open":
                is_file = "://" not in str(child.attrGet("href"))
            if not (is_file and child.type in {"link_open", "link_close"}):
                children.append(child)
            if child.type == "link_close":
                is_file = False
        token.children = children if inner else token.children
    return tokens


def _dressed(tokens: list[Token]) -> list[Token]:
    """Tables may be wider than a phone, so they scroll in a box that the keyboard reaches; headings get an address."""
    dressed: list[Token] = []
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            token.attrSet("id", f"rules-{slugify(tokens[place + 1].content)}")
        if token.type == "th_open" and tokens[place + 1].content:
            token.attrSet("scope", "col")
        elif token.type == "th_open":
            token.tag = tokens[place + 2].tag = "td"  # a heading without words is none
        if token.type == "table_open":
            token.attrSet("class", "table")
            dressed.append(_raw('<div class="table-wrap" tabindex="0">'))
        dressed.append(token)
        if token.type == "table_close":
            dressed.append(_raw("</div>"))
    return dressed


def _raw(html: str) -> Token:
    token: Any = Token("html_block", "", 0)
    token.content = html
    return token  # type: ignore[no-any-return]  # only its content is set after it is made
