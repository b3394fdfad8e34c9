"""Templates are formatted, and every word in them can be translated."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from arena.settings.environment import PACKAGE
from engines import variants

TEMPLATES = sorted(PACKAGE.rglob("templates/**/*.html"))
TAG = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", re.DOTALL)
TRANSLATED = re.compile(
    r"\{% (?:translate|trans) .*?%\}"
    r"|\{% blocktranslate.*?%\}.*?\{% endblocktranslate %\}"
    r"|\{% comment %\}.*?\{% endcomment %\}",
    re.DOTALL,
)
MARKUP = re.compile(r"<(?:code|script|style|svg)\b.*?</(?:code|script|style|svg)>|<[^>]*>", re.DOTALL)
NAMES = {"Karma Arena", "bot.py", "night-owl", "your-bot", "greedy", *(variant.slug for variant in variants())}


def plain_words(template: Path) -> list[str]:
    text = MARKUP.sub("\n", TAG.sub("", TRANSLATED.sub("", template.read_text())))
    lines = (line.strip() for line in text.splitlines())
    return [line for line in lines if re.search(r"[A-Za-z]{3,}", line) and line not in NAMES]


def test_no_template_holds_words_that_cannot_be_translated() -> None:
    found = {str(path.relative_to(PACKAGE)): words for path in TEMPLATES if (words := plain_words(path))}
    assert found == {}


def test_the_templates_pass_the_formatter() -> None:
    djade = shutil.which("djade", path=str(Path(sys.executable).parent))
    assert djade, "djade is a development dependency: python3 manage.py test installs it"
    result = subprocess.run(
        [djade, "--target-version", "5.2", "--check", *map(str, TEMPLATES)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
