"""``arena new``"""

import shlex
import shutil
from pathlib import Path
from typing import Annotated

import typer

import bots
from engines import variants
from referee.cli.output import fail, out, plain
from referee.words import t

STARTERS = Path(bots.__file__).parent / "starters"


def languages() -> list[str]:
    """Every starter kit is a folder with a README."""
    return sorted(readme.parent.name for readme in STARTERS.glob("*/README.md"))


def new(
    language: Annotated[str, typer.Argument(help="Language of the starter kit; a wrong one lists them all.")],
    folder: Annotated[Path, typer.Argument(help="The folder to make. It must not exist yet.")],
) -> None:
    """Make a new bot from a starter kit: a small program that plays all games legally, for you to improve."""
    if language not in languages():
        kits = ", ".join(languages()) or t("none are installed")
        fail(t("There is no starter kit for {language}. Kits: {kits}.", language=repr(language), kits=kits))
    if folder.exists():
        fail(t("{folder} exists already. Choose another name; nothing was changed.", folder=str(folder)))
    ignored = shutil.ignore_patterns("__pycache__", "target", "build", "node_modules", "*.class", "*.pyc")
    shutil.copytree(STARTERS / language, folder, ignore=ignored)
    workflow = folder / ".github" / "workflows" / "bot.yml"  # hidden, so an upload leaves it out
    workflow.parent.mkdir(parents=True)
    shutil.copyfile(STARTERS / "shared" / "ci.yml", workflow)
    made = t(
        "Made {folder} from the {language} starter kit. Read its README.md, then try:",
        folder=str(folder),
        language=language,
    )
    out.print(plain(made), soft_wrap=True)
    typed = plain(shlex.quote(str(folder)))
    out.print(f"  arena play {variants()[0].slug} {typed} house:random", soft_wrap=True)
    out.print(f"  arena dev {typed}", soft_wrap=True)
    out.print(f"  arena doctor {typed}", soft_wrap=True)
