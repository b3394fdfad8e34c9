"""The same small bot in every language: it answers each line with the line."""

from wasmtime import wat2wasm

_WASI = """(module
 (import "wasi_snapshot_preview1" "fd_read" (func $read (param i32 i32 i32 i32) (result i32)))
 (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
 (memory (export "memory") 2)
 (data (i32.const 0) "\\10\\00\\00\\00\\00\\80\\00\\00out of memory")
 (func (export "_start")
"""
"""The memory begins with a place of bytes: where it is and how long. What is done with it follows."""


def wasm(code: str) -> bytes:
    return bytes(wat2wasm(f"{_WASI}{code}))"))


_ECHO = """(loop $more
  (i32.store (i32.const 4) (i32.const 32768))
  (drop (call $read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 4)))
  (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))
  (br_if $more (i32.load (i32.const 4))))"""
_GROWS = """(drop (call $read (i32.const 0) (i32.const 65536) (i32.const 1) (i32.const 65544)))
 (loop $more (br_if $more (i32.ge_s (memory.grow (i32.const 16)) (i32.const 0))))
 (i32.store (i32.const 0) (i32.const 8)) (i32.store (i32.const 4) (i32.const 13))
 (drop (call $write (i32.const 2) (i32.const 0) (i32.const 1) (i32.const 65544)))
 (unreachable)"""

SAMPLES: dict[str, dict[str, str | bytes]] = {
    "python": {"bot.py": "import sys\nfor line in sys.stdin:\n    print(line.strip(), flush=True)\n"},
    "javascript": {
        "bot.js": "require('readline').createInterface({input: process.stdin})"
        ".on('line', line => process.stdout.write(line + '\\n'));\n"
    },
    "c": {
        "bot.c": '#include <stdio.h>\n#include "talk.h"\nint main(void) { char line[65536];'
        " while (fgets(line, sizeof line, stdin)) talk(line); }\n",
        "talk.h": "void talk(const char *line);\n",
        "talk.c": '#include <stdio.h>\n#include "talk.h"\n'
        "void talk(const char *line) { fputs(line, stdout); fflush(stdout); }\n",
    },
    "cpp": {
        "bot.cpp": "#include <cstdio>\nint main() { static char line[65536];"
        " while (std::fgets(line, sizeof line, stdin)) { std::fputs(line, stdout); std::fflush(stdout); } }\n"
    },
    "rust": {
        "bot.rs": "use std::io::BufRead;\nfn main() { for line in std::io::stdin().lock().lines()"
        ' { println!("{}", line.unwrap()); } }\n'
    },
    "go": {
        "bot.go": 'package main\nimport ("bufio"; "fmt"; "os")\nfunc main() {\n in := bufio.NewScanner(os.Stdin)\n'
        " for in.Scan() { fmt.Println(in.Text()) }\n}\n"
    },
    "ocaml": {
        "bot.ml": "let rec talk () = print_endline (Shout.same (input_line stdin)); talk ()\n"
        "let () = try talk () with End_of_file -> ()\n",
        "shout.ml": "let same line = line\n",
        "shout.mli": "val same : string -> string\n",
    },
    "java": {
        "Bot.java": "import java.io.*;\npublic class Bot { public static void main(String[] words) throws IOException {"
        " BufferedReader in = new BufferedReader(new InputStreamReader(System.in)); String line;"
        " while ((line = in.readLine()) != null) System.out.println(line); } }\n"
    },
    "wasm": {"bot.wasm": wasm(_ECHO)},
}
CARGO: dict[str, str | bytes] = {
    "Cargo.toml": '[package]\nname = "clever"\nversion = "1.0.0"\nedition = "2021"\n',
    "src/main.rs": SAMPLES["rust"]["bot.rs"],
}
BROKEN: dict[str, tuple[str, str | bytes, str]] = {
    "python": ("bot.py", "def (:\n", "SyntaxError"),
    "javascript": ("bot.js", "function (\n", "SyntaxError"),
    "c": ("bot.c", "int main(void) { return x; }\n", "undeclared"),
    "cpp": ("bot.cpp", "int main() { return x; }\n", "not declared"),
    "rust": ("bot.rs", "fn main() { x }\n", "cannot find value"),
    "go": ("bot.go", "package main\nfunc main() { x }\n", "undefined: x"),
    "ocaml": ("bot.ml", "let () = print_int x\n", "Unbound value x"),
    "java": ("Bot.java", "public class Bot { int x = y; }\n", "cannot find symbol"),
    "wasm": ("bot.wasm", bytes(wat2wasm('(module (import "env" "emscripten" (func)))')), "`env::emscripten`"),
}
HUNGRY: dict[str, tuple[str, str | bytes]] = {
    "python": ("bot.py", "import sys\nsys.stdin.readline()\nx = []\nwhile True: x.append(bytearray(1 << 20))\n"),
    "javascript": (
        "bot.js",
        "process.stdin.once('data', () => { const x = []; for (;;) x.push(Array(1e5).fill(x.length)); });\n",
    ),
    "c": (
        "bot.c",
        "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nint main(void) { getchar();"
        ' for (;;) { char *p = malloc(1 << 20); if (!p) { fputs("std::bad_alloc", stderr); exit(1); }'
        " memset(p, 1, 1 << 20); } }\n",
    ),
    "java": (
        "Bot.java",
        "import java.util.*;\npublic class Bot { public static void main(String[] w) throws Exception {"
        " System.in.read(); List<int[]> x = new ArrayList<>(); while (true) x.add(new int[1 << 18]); } }\n",
    ),
    "wasm": ("bot.wasm", wasm(_GROWS)),
}
