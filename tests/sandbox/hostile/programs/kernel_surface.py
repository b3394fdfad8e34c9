"""Parts of the kernel with a history of holes, by system call number (x86-64)."""

from attack import Tally, wait_for_go

CALLS = {
    "bpf": 321, "perf_event_open": 298, "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427,
    "userfaultfd": 323, "add_key": 248, "request_key": 249, "keyctl": 250, "kexec_load": 246, "kexec_file_load": 320,
    "init_module": 175, "finit_module": 313, "delete_module": 176, "iopl": 172, "ioperm": 173, "reboot": 169,
    "sethostname": 170, "setdomainname": 171, "settimeofday": 164, "clock_settime": 227, "adjtimex": 159,
    "clock_adjtime": 305, "acct": 163, "quotactl": 179, "swapoff": 168, "vhangup": 153, "modify_ldt": 154,
    "shmget": 29, "semget": 64, "msgget": 68, "mq_open": 240, "inotify_init": 253, "inotify_init1": 294,
    "fanotify_init": 300, "splice": 275, "tee": 276, "vmsplice": 278, "memfd_create": 319, "memfd_secret": 447,
    "landlock_create_ruleset": 444, "move_pages": 279, "migrate_pages": 256, "mbind": 237, "set_mempolicy": 238,
    "mlockall": 151, "setpriority": 141, "sched_setscheduler": 144, "sched_setaffinity": 203, "ioprio_set": 251,
    "sched_setattr": 314, "setxattr": 188, "ptrace": 101, "seccomp": 317, "uselib": 134, "_sysctl": 156,
    "lookup_dcookie": 212, "remap_file_pages": 216, "execveat": 322, "cachestat": 451, "socket": 41, "connect": 42,
    "bind": 49, "listen": 50, "accept": 43, "utimensat": 280,
    "preadv2": 327, "pwritev2": 328, "readahead": 187, "mincore": 27, "process_madvise": 440, "sync_file_range": 277,
    "unknown to any kernel": 4000,
}  # fmt: skip
wait_for_go()
tally = Tally()
for name, number in CALLS.items():
    tally.call(name, number, 0, 0, 0, 0, 0, 0)
tally.call("keyctl session", 250, 0, -3, 1)
tally.call("setpriority higher", 141, 0, 0, -20)
tally.call("memfd_create named", 319, b"x\0", 0)
tally.call("inotify", 294, 0o2000000)
tally.answer()
