"""The texts of scripts: those that go through the catalogues, and those that were forgotten.

Scripts mark their texts as ``t("{name} wins", {name})`` and ``plural("{n} card", "{n} cards", n)``. The English comes
first and as it is, in double quotes: what is put together while the page runs stands in no catalogue.
"""

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from babel.messages.jslexer import Token, tokenize

_CALL = re.compile(r'(?<![\w.$])(?:t\(\s*("(?:[^"\\]|\\.)*")|plural\(\s*("(?:[^"\\]|\\.)*"),\s*("(?:[^"\\]|\\.)*"))')
_UNMARKED = re.compile(r'(?<![\w.$])(?<!function )(?:t|plural)\(\s*(?!")[^)]')
_WORDS = re.compile(r"[A-Za-z]{2,}[,;:]? [a-z]{2,}|^[A-Z][a-z]{3,}(?: [a-z]+)*[.!?]$")
"""Two words, or one that is a sentence. A single word may be a name of something; it is taken to be one."""
_TECHNICAL = re.compile(r"^[.#\[]|[<>{}=\"\[]|--|https?:|^\(prefers-|\btranslate\(")
"""Selectors, markup, headers, queries and moves of style sheets."""
_CLASSES = re.compile(r"^(?=.*[a-z]-)[a-z0-9 -]+$|^soft small$")
_FINE_BEFORE = frozenset({"t", "plural", "Error"})
_PROPERTIES = frozenset({"cls", "class", "className"})


class ScriptText(NamedTuple):
    id: str | tuple[str, str]
    """With its plural, if it has one."""
    line: int


def script_texts(source: str) -> Iterator[ScriptText]:
    """Every text that a script marks."""
    for call in _CALL.finditer(_without_comments(source)):
        only, one, more = (json.loads(part) if part else "" for part in call.groups())
        line = source.count("\n", 0, call.start()) + 1
        yield ScriptText(only if call[1] else (one, more), line)


def forgotten(source: str) -> Iterator[tuple[int, str]]:
    """Lines with texts that read like English and go through no catalogue, or whose English is not written out."""
    bare = _without_comments(source)
    for call in _UNMARKED.finditer(bare):
        yield bare.count("\n", 0, call.start()) + 1, call[0]
    tokens = list(tokenize(source))
    for at, token in enumerate(tokens):
        if token.type in {"string", "template_string"} and not _is_marked(tokens, at):
            text = re.sub(r"\$\{[^}]*\}", "0", token.value[1:-1])
            if _WORDS.search(text) and not _TECHNICAL.search(text) and not _CLASSES.search(text):
                yield token.lineno, token.value


def _is_marked(tokens: list[Token], at: int) -> bool:
    """Is it the English of a mark, what a programmer reads in an error, a key, or the name of a class?"""
    before = [token for token in tokens[max(0, at - 8) : at] if "comment" not in token.type][-4:]
    values = [token.value for token in before]
    if values[-1:] == ["("] and values[-2:-1] and values[-2] in _FINE_BEFORE:
        return True
    if values[-1:] == [","] and values[-4:-2] == ["plural", "("]:
        return True
    after = tokens[at + 1].value if at + 1 < len(tokens) else ""
    if (after == ":" and values[-1] in {"{", ","}) or values[-2:] == ["==", "="]:
        return True  # the engine's own name of something, which is looked up
    return (values[-1:] == [":"] and values[-2] in _PROPERTIES) or values[-2:] == ["className", "="]


def _without_comments(source: str) -> str:
    """The same lines at the same places, comments blank: examples in them are no texts."""
    kept = re.sub(r"/\*.*?\*/", lambda found: re.sub(r"[^\n]", " ", found[0]), source, flags=re.DOTALL)
    return re.sub(r"(?m)(?:^|(?<=[\s;]))//.*$", lambda found: " " * len(found[0]), kept)
