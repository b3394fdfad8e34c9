"""A demo bot: any legal action but a pass, a stop or taking the pile, if there is another."""

import json
import random
import sys

DULL = {"take", "pass", "stop"}
chance = random.Random()

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        chance.seed(message.get("random", 0))
        print(json.dumps({"type": "ready", "protocol": 1, "name": "Coin Flip"}), flush=True)
    elif message["type"] == "request":
        lively = [option for option in message["legal"] if option["action"].get("type") not in DULL]
        print(json.dumps({"action": chance.choice(lively or message["legal"])["id"]}), flush=True)
