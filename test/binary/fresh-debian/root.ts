import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Directory of the downloaded Debian, one per machine; tests write to an overlay above it. */
const CACHE = process.env["FRESH_DEBIAN_CACHE"] ?? "/var/cache/balcao-tests";
const NEEDED = ["debootstrap", "systemd-nspawn", "nsenter", "setpriv", "flock", "mount"] as const;
/** Path with the directories of administration programs, which some users lack. */
export const PATH = `${process.env["PATH"] ?? ""}:/usr/sbin:/sbin`;

/** The reason why no Debian can be started here; null = it can. */
export function whyNoDebian(): string | null {
  if (process.platform !== "linux") return "only Linux starts a Debian";
  if (process.getuid?.() !== 0) return "only root may start a machine";
  const missing = NEEDED.filter((program) => Bun.which(program, { PATH }) === null);
  if (missing.length > 0)
    return `not installed: ${missing.join(", ")} (apt-get install debootstrap systemd-container)`;
  const mounts = spawnSync("unshare", ["--mount", "mount", "-t", "tmpfs", "none", "/mnt"], { env: { PATH } });
  return mounts.status === 0 ? null : "this root may not mount (a container without rights)";
}

/** Script that downloads the smallest Debian that boots: its essential packages and systemd. */
export const debianRoot = (): string => join(CACHE, "bookworm");

/** Downloads the Debian, or waits for another process that does; returns the reason of a failure, null = available. */
export function whyNotFetched(): string | null {
  if (existsSync(debianRoot())) return null;
  const script = join(import.meta.dir, "fetch.sh");
  const { stdout, stderr } = spawnSync(script, [debianRoot()], {
    env: { PATH, HOME: "/" },
    encoding: "utf8",
  });
  return existsSync(debianRoot()) ? null : `no Debian could be fetched: ${stdout.slice(-500)}${stderr}`;
}
