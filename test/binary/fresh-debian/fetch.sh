#!/bin/sh
# The smallest Debian that boots (essential packages and systemd), into "$1"; whole or not at all. Whoever comes second waits.
set -eu
mkdir -p "$(dirname "$1")"
exec 9>"$1.lock"
flock 9
[ ! -e "$1" ] || exit 0
rm -rf "$1.new"
debootstrap --variant=minbase --include=systemd bookworm "$1.new"
rm -rf "$1.new/var/cache/apt/archives"
mv "$1.new" "$1"
