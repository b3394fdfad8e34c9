"""Takes half a second for everything: within the bank for a while, then out of time."""

import json
import sys
import time

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "protocol": 1}), flush=True)
    elif message["type"] == "request":
        time.sleep(0.5)
        print(json.dumps({"index": 0}), flush=True)
