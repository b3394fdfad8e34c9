"""Touch more and more memory."""

from attack import MIB, wait_for_go

wait_for_go()
blocks = []
for _ in range(4096):
    block = bytearray(8 * MIB)
    block[::4096] = b"x" * len(block[::4096])
    blocks.append(block)
