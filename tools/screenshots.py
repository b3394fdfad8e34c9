"""`python -m tools.screenshots`: every page at two widths in both themes, and the picture of the README.

Runs on servers of its own that are thrown away, with the members that the pictures show.
"""

import argparse
from pathlib import Path

from tools.stage import stage

ROOT = Path(__file__).resolve().parents[1]
README_PICTURE = ROOT / "docs" / "images" / "front-page.png"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.screenshots", description=__doc__)
    parser.add_argument("--only", default="", help="a part of the names of the pages to take")
    parser.add_argument("--out", type=Path, default=ROOT / "var" / "screenshots")
    parser.add_argument("--language", default="en", help="what the browser asks for: en, sk, cs, de")
    options = parser.parse_args()
    with stage() as browser:
        from tools.camera import take_pictures  # noqa: PLC0415 - needs Django, which is set up only here

        take_pictures(browser, options.only, options.out, README_PICTURE, options.language)
    print(f"Pictures are in {options.out}.")


if __name__ == "__main__":
    main()
