#!/bin/sh
# What the entry point of the official image does with the settings that docker/compose.yaml uses, for Debian's PostgreSQL.
set -eu
export PATH="/usr/lib/postgresql/17/bin:$PATH" PGDATA=/var/lib/postgresql/17/docker
if [ "$(id -u)" = 0 ]; then
    install -d -o postgres -g postgres -m 0700 "$PGDATA"
    install -d -o postgres -g postgres -m 2777 /var/run/postgresql
    chown postgres /var/lib/postgresql /var/lib/postgresql/17
    exec setpriv --reuid=postgres --regid=postgres --init-groups "$0" "$@"
fi
if [ ! -e "$PGDATA/PG_VERSION" ]; then
    initdb --username "$POSTGRES_USER" --pwfile "$POSTGRES_PASSWORD_FILE" --auth-local trust --auth-host scram-sha-256 \
        --encoding UTF8 --locale C.UTF-8 > /dev/null
    echo "host all all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
    pg_ctl --silent --wait --options "-c listen_addresses=" start
    createdb --username "$POSTGRES_USER" "$POSTGRES_DB" || true
    pg_ctl --silent --wait stop
fi
exec "$@" -c 'listen_addresses=*'
