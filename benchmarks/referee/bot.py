"""The trivial bot of the benchmark: the last legal action, as on the protocol page."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "protocol": 1}), flush=True)
    elif message["type"] == "request":
        print(json.dumps({"action": message["legal"][-1]["id"]}), flush=True)
    elif message["type"] == "end":
        break
