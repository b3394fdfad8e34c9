"""A demo bot: always the last legal action."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "protocol": 1, "name": "Last Card"}), flush=True)
    elif message["type"] == "request":
        print(json.dumps({"index": len(message["legal"]) - 1}), flush=True)
