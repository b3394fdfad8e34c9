#!/bin/sh
# Load the profile of the workers into the kernel, and again at each start of the machine. Run as root on the host.
#   sh docker/apparmor/load.sh            load
#   sh docker/apparmor/load.sh --print    only print what would be loaded
set -eu
here=$(cd "$(dirname "$0")" && pwd)
profile="$here/karma-arena-worker"
parser=$(command -v apparmor_parser || echo /usr/sbin/apparmor_parser)
[ -x "$parser" ] || { echo "There is no apparmor_parser: this machine does not use AppArmor, or run: apt-get install -y apparmor" >&2; exit 1; }

fitting() {
    if echo 'profile karma-arena-probe { userns, }' | "$parser" --skip-kernel-load --skip-cache --quiet >/dev/null 2>&1
    then cat "$profile"
    else grep -v '^ *userns,$' "$profile"
    fi
}

if [ "${1:-}" = --print ]; then fitting; exit 0; fi
[ "$(id -u)" = 0 ] || { echo "Run it as root: sudo sh $0" >&2; exit 1; }
fitting > /etc/apparmor.d/karma-arena-worker
"$parser" --replace /etc/apparmor.d/karma-arena-worker
echo "The profile karma-arena-worker is loaded. Start the workers with --security-opt apparmor=karma-arena-worker (the compose files do)."
