"""Modules joined into one file: what each takes and gives stays as it was, and what cannot be kept is refused."""

import shutil
import subprocess

import pytest

from arena.lib.joining import CannotJoinError, joined
from tests.patience import PATIENCE_S

TOLD = """
import { said as heard, write } from "./deep/words.js";
import "./effects.js";
import { base as grown } from "./base.js";

/** Nobody sees this. */
const own = "a's own";
export class Teller {
  tell() {
    return [heard, own, grown];
  }
}
write(JSON.stringify(new Teller().tell()));
"""
WORDS = """// export const hidden = 1;
import { base } from "../base.js";
const own = await Promise.resolve("words' own");
const said = `${own}
// in the middle of a text, ${base}`;
const write = (line) => console.log(line);
export { said, write };
"""
BASE = "console.log('base');\nexport const base = 7;\n"
EFFECTS = "console.log('effects');\n"


def join(*names: str, **files: str) -> str:
    return joined([f"{name}.js" for name in names], {f"{name}.js": text for name, text in files.items()}.__getitem__)


def test_joined_modules_run_once_each_in_the_order_of_their_imports() -> None:
    """Names of one module do not meet those of another, and a module may await."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is missing. Fix: apt-get install --no-install-recommends nodejs")
    script = join("effects", "told", told=TOLD, base=BASE, effects=EFFECTS, **{"deep/words": WORDS})
    run = [node, "--input-type=module", "--eval", script]
    told = subprocess.run(run, capture_output=True, text=True, check=True, timeout=PATIENCE_S).stdout
    in_the_middle = r"""["words' own\n// in the middle of a text, 7","a's own",7]"""
    assert told.splitlines() == ["effects", "base", in_the_middle]


def test_one_module_gives_what_it_gave_and_comments_stay_behind() -> None:
    script = join("told", told=TOLD, base=BASE, effects=EFFECTS, **{"deep/words": WORDS})
    assert script.endswith("export const { Teller } = joined_3;\n")
    assert "Nobody sees this" not in script


def test_several_modules_give_nothing() -> None:
    assert "export" not in join("base", "effects", base=BASE, effects=EFFECTS)


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("export default 7;", "export default 7;"),
        ("export let count = 0;", "export let count"),
        ("export const { a } = {};", "export const { a }"),
        ('export * from "./base.js";', "export \\* from"),
        ('export { base } from "./base.js";', "export { base } from"),
        ('import base from "./base.js";', "import base from"),
        ('import * as all from "./base.js";', "import \\* as all"),
        ('if (true) {\n  import "./base.js";\n}', 'import "./base.js"'),
        ("const here = import.meta.url;", "import.meta.url"),
        ('const late = () => import("./base.js");', 'import\\("./base.js'),
        ('import { html } from "lit";', "imports lit, which is no path"),
        ('import { html } from "https://example.org/lit.js";', "which is no path"),
        ('import { other } from "./base.js";', "base.js does not export other"),
        ('import "./odd.js";', "imports itself"),
    ],
)
def test_what_cannot_be_joined_is_refused_with_its_line(source: str, reason: str) -> None:
    with pytest.raises(CannotJoinError, match=f"odd.js: .*{reason}|odd.js: imports itself"):
        join("odd", odd=source, base=BASE)


def test_an_import_of_a_whole_address_when_it_is_needed_stays() -> None:
    assert "await import(address)" in join("eager", eager="const late = async (address) => await import(address);")
