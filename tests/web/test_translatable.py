"""Words that templates hide in attributes, and words that Python shows to people, can be translated too."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.settings.environment import PACKAGE
from tests.web.test_templates import NAMES, TAG, TEMPLATES, TRANSLATED

ATTRIBUTE = re.compile(r'\b(?:aria-label|title|alt|placeholder|aria-description|data-confirm|data-label)="([^"]*)"')
WORD = re.compile(r"[A-Za-z]{3,}")
SAYING = {"success", "error", "info", "warning"}
"""Functions of django.contrib.messages; the text comes second."""
SHOWN = {"label", "help_text", "verbose_name", "verbose_name_plural", "empty_label"}
"""Keywords of forms and models whose text stands on pages."""
FOR_OPERATORS = {"migrations", "management", "backups", "chaos", "embedded", "health", "server", "settings"}
"""Commands, settings and the start of servers speak English, as their documentation does."""
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if not FOR_OPERATORS & set(path.parts))
TOLD = {
    *("UploadError", "BotActionError", "SubmitError", "QuotaError", "PracticeError", "LeaveError", "TrialError"),
    *("TableError", "StaleError", "NotSeatedError", "TooManyError", "ActionError", "NotAllowedError", "CascadeError"),
    *("AnalysisError", "FramesError", "ChancesError", "QuestionError", "SeasonError", "NewsError", "AddressError"),
}
"""Errors whose sentence stands on pages."""


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_attributes_hold_no_words_that_cannot_be_translated(template: Path) -> None:
    text = TAG.sub("", TRANSLATED.sub("", template.read_text()))
    assert [value for value in ATTRIBUTE.findall(text) if WORD.search(value) and value not in NAMES] == []


def _is_bare(node: ast.AST) -> bool:
    """A text with words that goes through no translation: a constant, an f-string, or one that is filled in."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        return _is_bare(node.left)
    if isinstance(node, ast.JoinedStr):
        return any(isinstance(part, ast.Constant) and WORD.search(str(part.value)) for part in node.values)
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(WORD.search(node.value))


def _shown(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        function = node.func
        owner = getattr(getattr(function, "value", None), "id", "")
        if owner == "messages" and isinstance(function, ast.Attribute) and function.attr in SAYING:
            yield from node.args[1:2]
        called = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        if called in {"ValidationError", *TOLD}:
            yield from node.args[:1]
        if called == "add_error":
            yield from node.args[1:2]
        yield from (keyword.value for keyword in node.keywords if keyword.arg in SHOWN)


def test_what_python_says_on_pages_goes_through_the_translation() -> None:
    found = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}"  # type: ignore[attr-defined]  # expressions have a line
        for path in MODULES
        for node in _shown(ast.parse(path.read_text()))
        if _is_bare(node)
    ]
    assert found == []


def test_the_check_sees_bare_words() -> None:
    code = (
        "messages.error(r, f'No {x} here'); CharField(label='Name', help_text=_('fine')); "
        "ValidationError('Bad %s' % x); "
        "UploadError('No zip'); UploadError(_('No zip'))"
    )
    assert sum(_is_bare(node) for node in _shown(ast.parse(code))) == 4
