"""Takes more and more memory at its second decision."""

import json
import sys

hoard = []
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "protocol": 1}), flush=True)
    elif message["type"] == "request":
        while message["number"] == 2:
            hoard.append(bytearray(b"x" * 4_000_000))
        print(json.dumps({"index": 0}), flush=True)
