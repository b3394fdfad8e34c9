"""Plays well until its 50th decision."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "protocol": 1}), flush=True)
    elif message["type"] == "request":
        if message["number"] == 50:
            sys.exit("no more room in my table of 49 decisions")
        print(json.dumps({"index": 0}), flush=True)
