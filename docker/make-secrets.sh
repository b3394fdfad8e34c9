#!/bin/sh
# Makes the secrets of an installation once, in docker/secrets/. What exists stays: running it again changes nothing.
#   sh docker/make-secrets.sh [host of the database and the queue; only for worker machines] [folder]
set -eu
umask 077
central="${1:-}"
folder="${2:-$(dirname "$0")/secrets}"
mkdir -p "$folder"

random() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }

keep() { # name, value: readable in containers, but only root or the owner gets into the folder
    if [ ! -e "$folder/$1" ]; then
        printf '%s' "$2" >"$folder/$1"
        chmod 444 "$folder/$1"
    fi
}

keep secret-key "$(random)$(random)"
keep database-password "$(random)"
keep redis-password "$(random)"
keep database-url "postgres://arena:$(cat "$folder/database-password")@${central:-database}:5432/arena"
keep redis-url "redis://:$(cat "$folder/redis-password")@${central:-redis}:6379/0"
keep play-database-password "$(random)"
keep play-redis-password "$(random)"
keep play-database-url "postgres://arena_play:$(cat "$folder/play-database-password")@${central:-database}:5432/arena"
keep play-redis-url "redis://play:$(cat "$folder/play-redis-password")@${central:-redis}:6379/0"
keep email-url "console://"
keep metrics-token "$(random)"
echo "The secrets are in $folder. Put the address of your mail server into $folder/email-url."
