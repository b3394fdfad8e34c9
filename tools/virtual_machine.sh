#!/bin/sh
# The sandbox's tests on a kernel of their own with control groups v2 and AppArmor, in a virtual machine without hardware support.
#
#     sh tools/virtual_machine.sh FOLDER [pytest arguments]
#
# As root on Debian 12, with debootstrap, qemu-system-x86 and e2fsprogs installed. FOLDER keeps the system between runs
# (2 GB, some minutes to fetch). RELEASE=trixie makes it Debian 13: Linux 6.12 and AppArmor 4, whose profiles can deny user
# namespaces. LANGUAGES="nodejs rustc" adds packages. Everything in it is emulated, twenty to fifty times slower than the machine itself,
# so starts and deadlines of the copy are made thirty times as long: what the tests say about speed there means nothing.
set -eu

[ $# -ge 1 ] || { echo "Say in which folder the machine may be built: sh tools/virtual_machine.sh FOLDER" >&2; exit 2; }
folder=$1
shift
release=${RELEASE:-bookworm}
project=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$folder"
cd "$folder"

packages=linux-image-amd64,apparmor,bubblewrap,libseccomp2,gcc,libc6-dev,g++,python3,util-linux,mount,procps,iproute2,kmod
for language in ${LANGUAGES:-}; do packages="$packages,$language"; done
[ -e root/boot ] || debootstrap --variant=minbase --include="$packages" "$release" root
if [ ! -e root/python ]; then
    # By the pip of this machine, which knows where its packages come from.
    case $release in bookworm) python=3.11 ;; *) python=3.13 ;; esac
    python3 -m pip install --quiet --target root/python --python-version "$python" --only-binary=:all: \
        pytest hypothesis pyseccomp orjson
fi

rm -rf root/karma
mkdir -p root/karma/tests
cp -r "$project/sandbox" "$project/bots" "$project/engines" "$project/docker" root/karma/
cp -r "$project/tests/sandbox" "$project/tests/__init__.py" "$project/tests/patience.py" root/karma/tests/
sed -i 's/start_s: float = 10.0/start_s: float = 300.0/' root/karma/sandbox/limits.py
sed -i 's/^END_PATIENCE_S = 10.0/END_PATIENCE_S = 300.0/' root/karma/sandbox/spawn.py
sed -i 's/^DEADLINE_S = 20.0/DEADLINE_S = 600.0/; s/start_s=20/start_s=600/; s/, 2.0)/, 60.0)/' root/karma/tests/sandbox/hostile/stage.py
printf '[pytest]\naddopts = --strict-markers -p no:cacheprovider\n' > root/karma/pytest.ini
printf '%s ' "${@:-tests/sandbox/test_layers.py tests/sandbox/test_host.py}" > root/karma/arguments

cat > root/karma/init <<'INIT'
#!/bin/sh
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root PYTHONPATH=/karma:/python PYTHONDONTWRITEBYTECODE=1
for kind in proc:/proc sysfs:/sys devtmpfs:/dev tmpfs:/tmp tmpfs:/run; do
    mountpoint -q "${kind#*:}" || mount -t "${kind%%:*}" none "${kind#*:}"
done
mkdir -p /dev/pts /dev/shm
mount -t devpts none /dev/pts
mount -t tmpfs none /dev/shm
mount -t cgroup2 none /sys/fs/cgroup
mount -t securityfs none /sys/kernel/security
ip link set lo up
cd /karma
echo "Linux $(uname -r), control groups v2 with: $(cat /sys/fs/cgroup/cgroup.controllers); $(cat /sys/kernel/security/lsm)"
python3 -c "import sandbox; host = sandbox.detect(); print(*host.layers, *host.missing, *host.advice, sep='\n')"
eval "python3 -m pytest $(cat arguments)"
sync
echo o > /proc/sysrq-trigger
sleep 60
INIT
chmod +x root/karma/init
rm -f disk.img
truncate -s 6G disk.img
mke2fs -q -F -t ext4 -d root disk.img

exec qemu-system-x86_64 -machine accel=tcg -cpu max -smp 2 -m 3072 -nographic -no-reboot \
    -kernel root/boot/vmlinuz-* -initrd root/boot/initrd.img-* \
    -drive file=disk.img,format=raw,if=virtio -append "root=/dev/vda rw init=/karma/init console=ttyS0 quiet panic=1"
