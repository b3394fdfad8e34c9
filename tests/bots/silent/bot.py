"""Reads everything and says nothing, not even ready."""

import sys

for _ in sys.stdin:
    pass
