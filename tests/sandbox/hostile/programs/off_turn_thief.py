"""Answer at once, then burn processor time in the opponent's turn."""

import os
import threading

from attack import wait_for_go


def burn() -> None:
    while True:
        sum(range(1000))


wait_for_go()
threading.stack_size(256 * 1024)
for _ in range(8):
    threading.Thread(target=burn, daemon=True).start()
os.write(1, b'{"tried": ["theft"], "won": []}\n')
while True:
    wait_for_go()
    os.write(1, b"{}\n")
