"""Prints its thoughts to stdout, where only answers belong."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "protocol": 1}), flush=True)
    elif message["type"] == "request":
        print("Let me think about this...", flush=True)
        print(json.dumps({"index": 0}), flush=True)
