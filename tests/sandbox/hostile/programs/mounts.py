"""The mount family, old and new."""

from attack import Tally, wait_for_go

wait_for_go()
tally = Tally()
tally.call("mount tmpfs", 165, b"x\0", b"/tmp\0", b"tmpfs\0", 0, None)
tally.call("mount proc", 165, b"proc\0", b"/tmp\0", b"proc\0", 0, None)
tally.call("remount /", 165, b"\0", b"/\0", b"\0", 32, None)
tally.call("remount /bot writable", 165, b"\0", b"/bot\0", b"\0", 32 | 4096, None)
tally.call("umount2 /tmp", 166, b"/tmp\0", 2)
tally.call("umount2 /bot", 166, b"/bot\0", 2)
tally.call("pivot_root", 155, b"/\0", b"/tmp\0")
tally.call("chroot", 161, b"/tmp\0")
tally.call("open_tree", 428, -100, b"/\0", 1)
tally.call("move_mount", 429, -100, b"/\0", -100, b"/tmp\0", 0)
tally.call("fsopen", 430, b"tmpfs\0", 0)
tally.call("fsmount", 432, 0, 0, 0)
tally.call("fspick", 433, -100, b"/\0", 0)
tally.call("mount_setattr", 442, -100, b"/\0", 0, b"\0" * 32, 32)
tally.call("swapon", 167, b"/tmp/x\0", 0)
tally.answer()
