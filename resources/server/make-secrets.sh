#!/bin/sh
# Creates the secrets of compose.yaml in the folder "secrets", unless it exists.
set -eu
cd "$(dirname "$0")"
if [ -e secrets ]; then
  echo "secrets exists already; nothing was changed" >&2
  exit 1
fi
random() { od -An -N"$1" -tx1 /dev/urandom | tr -d ' \n'; }
# Other users cannot enter the folder. The files can be read by the users in the containers, into
# which they are mounted one by one.
mkdir -m 700 secrets
umask 022
password=$(random 32)
id=$(random 10)
key=$(random 32)
printf '%s' "$password" >secrets/database-password
printf 'postgres://dubyard:%s@database/dubyard\n' "$password" >secrets/database
printf '{"accessKeyId": "%s", "secretAccessKey": "%s"}\n' "$id" "$key" >secrets/objects.json
printf '{"identities": [{"name": "dubyard", "credentials": [{"accessKey": "%s", "secretKey": "%s"}], "actions": ["Admin", "Read", "Write", "List", "Tagging"]}]}\n' \
  "$id" "$key" >secrets/objects-server.json
echo "created the folder secrets: keep a copy of it where the backups are"
