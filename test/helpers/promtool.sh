#!/usr/bin/env bash
# Unpacks Prometheus' promtool from Debian's package into a cache folder and prints its path. The package is not installed, because it
# runs a service.
set -euo pipefail

folder=${1:?folder of the cache}
program=$folder/promtool
if [ ! -x "$program" ]; then
  mkdir -p "$folder"
  exec 9>"$folder/.lock"
  flock 9
fi
if [ ! -x "$program" ]; then
  (cd "$folder" && apt-get download -q prometheus >&2)
  dpkg --fsys-tarfile "$folder"/prometheus_*.deb | tar -x -C "$folder" --strip-components=3 ./usr/bin/promtool
  rm "$folder"/prometheus_*.deb
fi
echo "$program"
