"""A demo bot: always the first legal action. Cheap cards go first, which is not as silly as it sounds."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "protocol": 1, "name": "Low First"}), flush=True)
    elif message["type"] == "request":
        print(json.dumps({"index": 0}), flush=True)
