"""Start threads until the system refuses, and keep them busy."""

import threading

from attack import Tally, wait_for_go

wait_for_go()
tally = Tally()
stop = threading.Event()
threading.stack_size(64 * 1024)
count = 0
try:
    for _ in range(500):
        tally.tried.append("thread")
        threading.Thread(target=stop.wait, daemon=True).start()
        count += 1
except RuntimeError:
    pass
if count > 40:
    tally.win(f"{count} threads")
tally.answer()
