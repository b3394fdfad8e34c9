"""Bytes that are no text."""

import os

from attack import wait_for_go

wait_for_go()
os.write(1, b"\xff\xfe\x00\x80{}\n")
wait_for_go()
