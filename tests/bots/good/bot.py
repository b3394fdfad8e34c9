"""Plays soundly: the yardstick for all the others."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "protocol": 1, "name": "good"}), flush=True)
    elif message["type"] == "request":
        print(json.dumps({"index": message["number"] % len(message["legal"])}), flush=True)
