"""New namespaces, above all a user namespace, in which one would be root."""

import os

from attack import Tally, wait_for_go

FLAGS = {
    "user": 0x10000000,
    "mount": 0x00020000,
    "pid": 0x20000000,
    "net": 0x40000000,
    "ipc": 0x08000000,
    "uts": 0x04000000,
    "cgroup": 0x02000000,
    "time": 0x00000080,
}
wait_for_go()
tally = Tally()
for name, flag in FLAGS.items():
    tally.call(f"unshare {name}", 272, flag)
    tally.call(f"unshare user and {name}", 272, flag | FLAGS["user"])
    tally.call(f"clone {name}", 56, flag | 17, 0, 0, 0, 0)
    tally.call(f"clone a thread with {name}", 56, flag | 0x00010F00, 0, 0, 0, 0)
    tally.call(f"setns {name}", 308, 0, flag)
tally.call("setuid", 105, 0)
tally.call("setresuid", 117, 0, 0, 0)
tally.call("setgroups", 116, 0, 0)
tally.call("capset", 126, b"\x22\x05\x08\x20\0\0\0\0", b"\xff" * 24)
tally.call("personality", 135, 0x0040000)
header, data = b"\x22\x05\x08\x20\0\0\0\0", bytearray(24)
from attack import libc
import ctypes

buffer = (ctypes.c_char * 24).from_buffer(data)
libc.syscall(ctypes.c_long(125), header, buffer)
if any(data):
    tally.win(f"has capabilities {bytes(data).hex()}")
assert os.getuid() == 1000
tally.answer()
