#!/bin/sh
# The part of tools/whole_stack.sh that runs beside the engine: images, the stack, and what must be true of it.
set -eu
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root
cd /karma
ip link set lo up
dockerd > /run/dockerd.log 2>&1 &
tries=0
until docker version > /run/version 2>&1; do
    tries=$((tries + 1))
    [ $tries -lt 120 ] || { cat /run/dockerd.log; exit 1; }
    sleep 1
done
echo "Docker Engine $(docker version --format '{{.Server.Version}}'), compose $(docker compose version --short), Linux $(uname -r)"

pack() { # folder, name, further arguments of import
    from=$1 name=$2
    shift 2
    tar -C "$from" --one-file-system -c . | docker import "$@" - "$name" > /dev/null
    echo "image $name: $(docker image inspect "$name" --format '{{.Size}}' | awk '{printf "%.0f MB", $1 / 1e6}')"
}
ours() {
    set -- "$1" "karma-arena-$1:0.2.0"
    changes=$(sed 's/.*/--change\n&/' "$1.changes")
    old=$IFS
    IFS='
'
    # shellcheck disable=SC2086 - a line is a word
    pack "/images/$1" "$2" $changes
    IFS=$old
}
ours worker
ours web
pack /images/servers postgres:18.1-bookworm --change 'ENTRYPOINT ["docker-entrypoint.sh"]' \
    --change 'ENV PATH=/usr/lib/postgresql/17/bin:/usr/local/bin:/usr/bin:/bin'
pack /images/servers valkey/valkey:8.1.4-bookworm

sh docker/make-secrets.sh
export ALLOWED_HOSTS=arena.example.org DEFAULT_FROM_EMAIL=arena@example.org
compose="docker compose -f docker/compose.yaml"
begin=$(date +%s)
$compose up -d --no-build --wait --wait-timeout 900 || { $compose ps -a; $compose logs --tail 40; exit 1; }
echo "All services are healthy after $(($(date +%s) - begin)) s:"
$compose ps -a --format 'table {{.Service}}\t{{.Status}}'
curl -s http://127.0.0.1:8000/readyz
echo
echo "Uploads of the demo, built, examined and played in jails inside the containers:"
$compose exec -T web python manage.py shell --verbosity 0 < tools/whole_stack/look.py
$compose exec -T web python manage.py backup - > /run/arena.tar
echo "A backup: $(stat -c %s /run/arena.tar) bytes."
docker stats --no-stream --format 'table {{.Name}}\t{{.MemUsage}}\t{{.PIDs}}'
begin=$(date +%s)
$compose down --volumes --timeout 120
echo "Down after $(($(date +%s) - begin)) s."
