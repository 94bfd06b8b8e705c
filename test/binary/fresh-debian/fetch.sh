#!/bin/sh
# Downloads the smallest Debian that boots (essential packages and systemd) into "$1", completely or not at all. A second caller
# waits for the first.
set -eu
mkdir -p "$(dirname "$1")"
exec 9>"$1.lock"
flock 9
[ ! -e "$1" ] || exit 0
rm -rf "$1.new"
debootstrap --variant=minbase --include=systemd bookworm "$1.new"
rm -rf "$1.new/var/cache/apt/archives"
mv "$1.new" "$1"
