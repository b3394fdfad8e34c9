"""Falls asleep at its second decision and never wakes."""

import json
import sys
import time

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "protocol": 1}), flush=True)
    elif message["type"] == "request":
        if message["number"] == 2:
            print("good night", file=sys.stderr, flush=True)
            time.sleep(3600)
        print(json.dumps({"index": 0}), flush=True)
