#!/bin/sh
# The AppArmor profile of the workers on a kernel that enforces it, in a virtual machine without hardware support.
#
#     sh tools/apparmor_machine.sh FOLDER
#
# As root on Debian, with debootstrap, qemu-system-x86 and e2fsprogs installed. FOLDER keeps the system between runs (0.7 GB). An
# ordinary user builds a jail as the arena does: without a profile, with one that denies mounts as Docker's does, without one
# where user namespaces are restricted as on Ubuntu, and with the profile of docker/apparmor in both cases.
set -eu

[ $# -eq 1 ] || { echo "Say in which folder the machine may be built: sh tools/apparmor_machine.sh FOLDER" >&2; exit 2; }
project=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
cd "$1"

if [ ! -e root/boot ]; then
    debootstrap --variant=minbase \
        --include=linux-image-cloud-amd64,initramfs-tools,apparmor,bubblewrap,libseccomp2,python3,util-linux,kmod \
        trixie root
    chroot root useradd --create-home arena
fi
rm -rf root/karma
mkdir -p root/karma
cp -r "$project/sandbox" "$project/docker" root/karma/
python3 -m pip install --quiet --no-deps --target root/karma pyseccomp

cat > root/karma/denies-mounts <<'PROFILE'
#include <tunables/global>
profile docker-default flags=(attach_disconnected,mediate_deleted) {
  #include <abstractions/base>
  file, network, capability, unix, signal, ptrace,
  deny mount,
}
PROFILE
cat > root/karma/look.py <<'LOOK'
import sandbox

host = sandbox.detect()
print("  a jail stands" if host.ready else "  no jail: " + " ".join(host.missing), flush=True)
LOOK
cat > root/karma/init <<'INIT'
#!/bin/sh
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root PYTHONPATH=/karma PYTHONDONTWRITEBYTECODE=1
for kind in proc:/proc sysfs:/sys devtmpfs:/dev tmpfs:/tmp tmpfs:/run; do
    mountpoint -q "${kind#*:}" || mount -t "${kind%%:*}" none "${kind#*:}"
done
mkdir -p /dev/shm
mount -t tmpfs none /dev/shm
mount -t securityfs none /sys/kernel/security
cd /karma
look() { echo "$1"; shift; "$@" setpriv --reuid arena --regid arena --clear-groups env HOME=/home/arena python3 look.py; }
echo "Linux $(uname -r), AppArmor: $(cat /sys/module/apparmor/parameters/enabled), parser $(apparmor_parser --version | head -n 1)"
apparmor_parser --replace denies-mounts
sh docker/apparmor/load.sh
look "no profile" env
look "a profile that denies mounts" aa-exec -p docker-default --
look "karma-arena-worker" aa-exec -p karma-arena-worker --
echo "kernel.apparmor_restrict_unprivileged_userns = 1, as Ubuntu sets it"
echo 1 > /proc/sys/kernel/apparmor_restrict_unprivileged_userns || echo "  this kernel does not know it"
look "no profile" env
look "karma-arena-worker" aa-exec -p karma-arena-worker --
echo "what the profile denies"
aa-exec -p karma-arena-worker -- sh -c 'echo h > /proc/sysrq-trigger' && echo "  IT COULD" || echo "  refused"
sync
echo o > /proc/sysrq-trigger
sleep 60
INIT
chmod +x root/karma/init
rm -f disk.img
truncate -s 2G disk.img
mke2fs -q -F -t ext4 -d root disk.img

exec qemu-system-x86_64 -machine accel=tcg -cpu max -smp 2 -m 1024 -nographic -no-reboot \
    -kernel root/boot/vmlinuz-* -initrd root/boot/initrd.img-* \
    -drive file=disk.img,format=raw,if=virtio -append "root=/dev/vda rw init=/karma/init console=ttyS0 quiet panic=1"
