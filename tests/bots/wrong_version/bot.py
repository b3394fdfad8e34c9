"""Speaks a protocol that does not exist yet."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "protocol": 2}), flush=True)
    elif message["type"] == "request":
        print(json.dumps({"index": 0}), flush=True)
