"""Fill every place that can be written to."""

import os

from attack import MIB, Tally, wait_for_go

wait_for_go()
tally = Tally()
written = 0
block = b"x" * MIB
for number in range(64):
    tally.tried.append(f"/tmp/{number}")
    try:
        with open(f"/tmp/{number}", "wb", buffering=0) as file:
            for _ in range(64):
                done = file.write(block)
                written += done
                if done < MIB:
                    break
    except OSError:
        break
if written > 4 * MIB:
    tally.win(f"{written} bytes")
for folder in ("/", "/bot", "/dev", "/usr", "/usr/lib", "/opt", "/lib-karma/0", "/karma"):
    tally.attempt(folder, lambda folder=folder: os.open(f"{folder}/new", os.O_CREAT | os.O_WRONLY))
tally.answer()
