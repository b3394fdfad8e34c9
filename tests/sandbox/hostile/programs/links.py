"""Links out of the bot's folder, and changes to what is shared."""

import os

from attack import Tally, wait_for_go

wait_for_go()
tally = Tally()
TARGETS = ("/etc/passwd", "/proc/1/root/etc/passwd", "/proc/self/fd/0", "../../../etc/passwd", "/root", "/sys", "/var")
for number, target in enumerate(TARGETS):
    name = f"/tmp/link{number}"
    try:
        os.symlink(target, name)
    except OSError:
        pass
    tally.attempt(f"through a link to {target}", lambda name=name: os.open(name, os.O_RDONLY))
tally.attempt("hard link out of the bot's folder", lambda: os.link("/bot/bot.py", "/tmp/hard"))
tally.attempt("write to own code", lambda: open("/bot/bot.py", "a"))
tally.attempt("remove own code", lambda: os.unlink("/bot/bot.py"))
tally.attempt("rename the folder", lambda: os.rename("/bot", "/tmp/bot"))
tally.attempt("write to the library", lambda: open("/lib-karma/0/attack.py", "a"))
tally.attempt("chmod", lambda: os.chmod("/bot", 0o777))
tally.attempt("chown", lambda: os.chown("/bot", 0, 0))
tally.attempt("device", lambda: os.mknod("/tmp/disk", 0o60600, os.makedev(254, 0)))
tally.attempt("chroot", lambda: os.chroot("/tmp"))
tally.answer()
