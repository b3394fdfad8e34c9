"""Answers its second request with output that has no end."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "protocol": 1}), flush=True)
    elif message["type"] == "request":
        while message["number"] == 2:
            sys.stdout.write("la " * 1000)
        print(json.dumps({"index": 0}), flush=True)
