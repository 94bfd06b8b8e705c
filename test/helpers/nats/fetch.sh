#!/usr/bin/env bash
# Unpacks the NATS server from Debian's suite `testing` into a cache folder and prints the path of the program.
# Nothing is installed into the system: apt uses lists, sources and a cache of its own, and the package is only unpacked.
# Debian 12 itself carries 2.9, older than the product accepts. Fails where the package cannot be downloaded.
set -euo pipefail

folder=${1:?folder of the cache}
program=$folder/usr/sbin/nats-server
if [ ! -x "$program" ]; then
  mkdir -p "$folder"
  exec 9>"$folder/.lock"
  flock 9
fi
if [ ! -x "$program" ]; then
  command -v apt-get >/dev/null && command -v dpkg >/dev/null
  apt=$folder/apt
  mkdir -p "$apt/lists/partial" "$apt/archives/partial" "$apt/parts"
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian testing main" >"$apt/sources.list"
  cat >"$apt/apt.conf" <<CONF
Dir::State::Lists "$apt/lists";
Dir::Cache "$apt";
Dir::Cache::Archives "$apt/archives";
Dir::Etc::SourceList "$apt/sources.list";
Dir::Etc::SourceParts "$apt/parts";
Acquire::Languages "none";
Acquire::http::Timeout "20";
APT::Sandbox::User "root";
CONF
  export APT_CONFIG=$apt/apt.conf
  apt-get update -q >&2
  (cd "$apt" && apt-get download -q nats-server >&2)
  dpkg -x "$apt"/nats-server_*.deb "$folder"
  rm -rf "$apt"
fi
"$program" --version >&2
echo "$program"
