#!/bin/sh
# The stack of docker/compose.yaml, brought up once by a Docker Engine of Debian 13 that lives in a folder.
#
#     sh tools/whole_stack.sh FOLDER
#
# As root on Debian, with debootstrap. The engine has network, mounts and processes of its own and ends with this script. No
# registry is asked: docker/try_steps.py carries out the steps of both images, and the images of the two servers are stood in
# for by Debian's PostgreSQL and Valkey (tools/whole_stack). FOLDER keeps everything between runs (8 GB).
set -eu

[ $# -eq 1 ] || { echo "Say in which folder it may be built: sh tools/whole_stack.sh FOLDER" >&2; exit 2; }
project=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
folder=$(cd "$1" && pwd)
cd "$folder"

[ -e images/worker/srv/arena ] && [ -e images/web/srv/arena ] || python3 "$project/docker/try_steps.py" "$folder/images" worker web
[ -e engine/usr/sbin/dockerd ] || debootstrap --variant=minbase \
    --include=docker.io,docker-cli,docker-compose,iptables,iproute2,ca-certificates,curl,python3 trixie engine
[ -e servers/usr/bin/valkey-server ] || debootstrap --variant=minbase --include=postgresql-17,valkey-server trixie servers

rm -rf engine/karma
mkdir -p engine/karma engine/images
cp -r "$project/docker" "$project/tools" engine/karma/
install -m 755 "$project/tools/whole_stack/postgres.sh" servers/usr/local/bin/docker-entrypoint.sh
python3 "$project/tools/whole_stack/changes.py" worker > engine/karma/worker.changes
python3 "$project/tools/whole_stack/changes.py" web > engine/karma/web.changes

export folder
exec unshare --mount --net --pid --fork --uts --ipc sh -ec '
    mount --bind engine engine # the engine turns mounts round, so its root must be one
    for place in proc sys dev run tmp old images/worker images/web images/servers; do mkdir -p "engine/$place"; done
    mount --rbind /dev engine/dev
    mount --rbind /sys engine/sys
    mount -t proc proc engine/proc
    mount -t tmpfs none engine/run
    mount -t tmpfs none engine/tmp
    for image in worker web; do mount --bind "$folder/images/$image" "engine/images/$image"; done
    mount --bind "$folder/servers" engine/images/servers
    cd engine
    pivot_root . old
    umount -l /old
    exec sh -e /karma/tools/whole_stack/inside.sh
'
