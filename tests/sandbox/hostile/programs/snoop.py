"""Read the host, the referee, the opponent: files, environment, descriptors, other processes."""

import os

from attack import Tally, libc, wait_for_go

wait_for_go()
tally = Tally()
PATHS = (
    "/proc/1/environ /proc/self/environ /proc/self/maps /proc/self/mountinfo /proc/loadavg /proc/stat /proc/meminfo "
    "/etc/passwd /etc/shadow /etc/hostname /etc/resolv.conf /root /home /var /run /sys /sys/fs/cgroup /mnt /srv /boot "
    "/dev/mem /dev/kmsg /dev/sda /dev/vda /dev/fuse /dev/kvm /dev/net/tun /usr/bin/su /usr/bin/sudo /usr/local /bin/sh "
    "/work /opponent /bot/../opponent /bot/../../etc/passwd /tmp/../etc/passwd /karma/../etc/passwd /newroot /oldroot"
).split()
for path in PATHS:
    tally.attempt(path, lambda path=path: os.listdir(path) if os.path.isdir(path) else open(path, "rb").read(64))
for name in os.environ:
    if not name.startswith(("PYTHON", "LC_", "MALLOC_", "NODE_PATH", "CLASSPATH", "PWD", "LD_LIBRARY_PATH")):
        tally.win(f"environment: {name}")
for number in range(3, 256):
    tally.attempt(f"descriptor {number}", lambda number=number: os.fstat(number))
if os.getppid() != 0:
    tally.win(f"sees its parent {os.getppid()}")
if os.getpid() != 1 or os.getuid() != 1000 or os.getgid() != 1000:
    tally.win("has a process or user number of the host")
for pid in range(2, 400):
    tally.attempt(f"process {pid}", lambda pid=pid: os.getpgid(pid))
    tally.attempt(f"rlimit {pid}", lambda pid=pid: os.sched_getaffinity(pid))
tally.attempt("hostname", lambda: os.uname().nodename if os.uname().nodename != "bot" else os.stat("/none"))
tally.call("sysinfo", 99, b"\0" * 128)
tally.call("syslog", 103, 3, b"\0" * 128, 128)
tally.call("name_to_handle_at", 303, -100, b"/bot\0", b"\x80\0\0\0" + b"\0" * 200, b"\0" * 8, 0)
tally.call("open_by_handle_at", 304, -100, b"\x80\0\0\0" + b"\0" * 200, 0)
assert libc is not None
tally.answer()
