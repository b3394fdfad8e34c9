"""Puts the compiled engines into a wheel, where the build asks for it: a hook of hatchling, named in pyproject.toml.

Where they cannot be compiled, the build says why and makes the wheel that runs everywhere, with the engines as Python.
"""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledEngines(BuildHookInterface):  # type: ignore[misc]  # hatchling is there in builds only
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return  # it runs from the checkout, where `python -m engines.build` leaves its build
        sys.path.insert(0, self.root)
        from engines import build, compiled  # noqa: PLC0415  found where the sources are

        build.main()
        made = compiled.BUILDS / compiled.key()
        if made.is_dir():
            build_data["artifacts"].append(f"/{made.relative_to(Path(self.root)).as_posix()}/**")
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
