"""Type into somebody's terminal."""

import fcntl
import os
import termios

from attack import Tally, wait_for_go

wait_for_go()
tally = Tally()
for path in ("/dev/tty", "/dev/console", "/dev/ptmx", "/dev/pts/ptmx", "/dev/pts/0", "/dev/tty0"):
    tally.attempt(path, lambda path=path: os.open(path, os.O_RDWR))
for number in (0, 1, 2):
    tally.attempt(f"TIOCSTI {number}", lambda number=number: fcntl.ioctl(number, termios.TIOCSTI, b"x"))
    tally.attempt(f"TIOCSCTTY {number}", lambda number=number: fcntl.ioctl(number, termios.TIOCSCTTY, 1))
    tally.attempt(f"TIOCLINUX {number}", lambda number=number: fcntl.ioctl(number, 0x541C, b"\x03"))
    tally.call(f"TIOCSTI with high bits {number}", 16, number, 0x1_0000_5412, b"x")
tally.answer()
