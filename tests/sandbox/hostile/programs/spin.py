"""Never answer, use all the processor time there is, in several threads."""

import signal
import threading

from attack import wait_for_go


def burn() -> None:
    while True:
        pass


for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGXCPU, signal.SIGALRM):
    signal.signal(number, signal.SIG_IGN)
wait_for_go()
for _ in range(4):
    threading.Thread(target=burn, daemon=True).start()
burn()
