"""``python -m tests.docker.confined PROFILE COMMAND…``: run a command under a Docker system call profile.

Docker's own meaning of the file, put on with libseccomp: so a profile is tried without an engine.
"""

import ctypes
import importlib
import json
import os
import sys
from pathlib import Path
from typing import Any

pyseccomp: Any = importlib.import_module("pyseccomp")  # carries no types
_OPERATORS = {"SCMP_CMP_EQ": pyseccomp.EQ}
_NO_NEW_PRIVILEGES = 38


def load(profile: dict[str, Any]) -> None:
    default = pyseccomp.ERRNO(profile["defaultErrnoRet"])
    rules = pyseccomp.SyscallFilter(default)
    for rule in profile["syscalls"]:
        action = pyseccomp.ALLOW if rule["action"] == "SCMP_ACT_ALLOW" else pyseccomp.ERRNO(rule["errnoRet"])
        arguments = [pyseccomp.Arg(a["index"], _OPERATORS[a["op"]], a["value"]) for a in rule.get("args", [])]
        for name in rule["names"]:
            # Calls that this architecture or this libseccomp does not know get no rule, as with Docker.
            if pyseccomp.resolve_syscall(pyseccomp.system_arch(), name) >= 0:
                rules.add_rule(action, name, *arguments)
    ctypes.CDLL(None, use_errno=True).prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    rules.load()


if __name__ == "__main__":
    load(json.loads(Path(sys.argv[1]).read_text()))
    os.execv(sys.argv[2], sys.argv[2:])  # noqa: S606 - the command that the test gives
