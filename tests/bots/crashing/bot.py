"""Raises an exception at its third decision."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "protocol": 1}), flush=True)
    elif message["type"] == "request":
        if message["number"] == 3:
            raise ZeroDivisionError("the crashing bot crashed")
        print(json.dumps({"index": 0}), flush=True)
