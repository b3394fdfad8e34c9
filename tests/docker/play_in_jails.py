"""Run under the profile: every layer that the sandbox finds, and a bot of every language that can be built here."""

import json
import tempfile
from pathlib import Path

import sandbox

PROGRAMS = {
    "python": ("bot.py", "for line in iter(input, ''):\n    print(line, flush=True)\n"),
    "c": (
        "bot.c",
        "#include <stdio.h>\nint main(void) { char line[99]; while (fgets(line, 99, stdin)) "
        "{ fputs(line, stdout); fflush(stdout); } return 0; }\n",
    ),
    "javascript": ("bot.js", "process.stdin.on('data', (data) => process.stdout.write(data));\n"),
    "java": (
        "Bot.java",
        "import java.io.*;\npublic class Bot { public static void main(String[] a) throws IOException {\n"
        "  BufferedReader in = new BufferedReader(new InputStreamReader(System.in)); String line;\n"
        "  while ((line = in.readLine()) != null) { System.out.println(line); System.out.flush(); } } }\n",
    ),
}


def echo(runtime: str) -> str:
    """What a bot of this language answers, or why there is none."""
    if not sandbox.RUNTIMES[runtime].available():
        return "not installed"
    with tempfile.TemporaryDirectory() as folder:
        name, text = PROGRAMS[runtime]
        upload = Path(folder) / "upload"
        upload.mkdir()
        (upload / name).write_text(text)
        built = sandbox.build(upload, Path(folder) / "built")
        if built.program is None:
            return f"not built: {built.log}"
        with sandbox.open_jail(built.program) as jail, jail.start() as channel:
            channel.send(b'{"hello": 1}', deadline_s=jail.limits.start_s)
            return channel.receive(deadline_s=jail.limits.start_s).decode()


if __name__ == "__main__":
    host = sandbox.detect()
    answers = {runtime: echo(runtime) for runtime in PROGRAMS} if host.ready else {}
    print(json.dumps({"layers": host.layers, "missing": host.missing, "answers": answers}))
