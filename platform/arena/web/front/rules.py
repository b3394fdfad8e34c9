"""What a game's folder says to people, as safe HTML: the rules, which are the first part of its README, and what pays.

The folder owns the texts, ``rules.sk.md`` and ``strategy.sk.md`` for readers of Slovak; here they only get the looks of
the site. Raw HTML in them would be shown as text.
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


def language_of(page: str, game: str, wanted: str) -> str:
    """The reader's language if the game has its ``rules`` or ``strategy`` in it; what nobody translated is English."""
    return wanted if game_named(game).file(f"{page}.{wanted}.md") else settings.LANGUAGE_CODE


@cache
def rules_html(game: str, language: str = settings.LANGUAGE_CODE) -> SafeString:
    is_english = language == settings.LANGUAGE_CODE
    tokens = _read(game, "README.md" if is_english else f"rules.{language}.md")
    return _html(_for_people(tokens), "rules")


@cache
def strategy_html(game: str, language: str = settings.LANGUAGE_CODE) -> SafeString:
    """All of it but the title: its introduction says what the figures mean. Empty if the game has none."""
    is_english = language == settings.LANGUAGE_CODE
    tokens = _read(game, "strategy.md" if is_english else f"strategy.{language}.md")
    return _html(_without_title(tokens), "strategy")


def _read(game: str, name: str) -> list[Token]:
    page = game_named(game).file(name)
    return _reader().parse(page.read_text(encoding="utf-8")) if page else []


def _reader() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _html(tokens: list[Token], page: str) -> SafeString:
    reader = _reader()
    html: str = reader.renderer.render(_dressed(_without_file_links(tokens), page), reader.options, {})
    return SafeString(html)  # our own file, and the reader escapes whatever is not markdown


def _without_title(tokens: list[Token]) -> list[Token]:
    closing = [place for place, token in enumerate(tokens) if token.type == "heading_close" and token.tag == "h1"]
    return tokens[closing[0] + 1 :] if closing else tokens


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


def _dressed(tokens: list[Token], page: str) -> list[Token]:
    """Tables and code may be wider than a phone, so they scroll in a box that the keyboard reaches; headings get an
    address."""
    dressed: list[Token] = []
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            token.attrSet("id", f"{page}-{slugify(tokens[place + 1].content)}")
        if token.type == "th_open" and tokens[place + 1].content:
            token.attrSet("scope", "col")
        elif token.type == "th_open":
            token.tag = tokens[place + 2].tag = "td"  # a heading without words is none
        if token.type == "table_open":
            token.attrSet("class", "table")
        if token.type in {"table_open", "fence"}:
            dressed.append(_raw('<div class="table-wrap" tabindex="0">'))
        dressed.append(token)
        if token.type in {"table_close", "fence"}:
            dressed.append(_raw("</div>"))
    return dressed


def _raw(html: str) -> Token:
    token: Any = Token("html_block", "", 0)
    token.content = html
    return token  # type: ignore[no-any-return]  # only its content is set after it is made
