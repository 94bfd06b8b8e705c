import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newUuid } from "#platform/ids.ts";
import { type Finding, findingsOf } from "./finding.ts";

/** Three files for each open company (database, WAL, shared memory), sockets of browsers and connections, and a reserve. */
const DESCRIPTORS_PER_COMPANY = 4;
const DESCRIPTORS_BESIDE = 4096;
/** Warn above this share of the limit. */
const FULL = 0.9;

/** The limit of open files, of the server while it runs; `pid` 0 or null: of a process like this one. */
export function* descriptors(pid: number | null, companies: number): Generator<Finding> {
  const finding = findingsOf("descriptors");
  const process = pid ? String(pid) : "self";
  const limit = Number(/^Max open files\s+(\d+)/m.exec(read(`/proc/${process}/limits`))?.[1] ?? Number.NaN);
  if (Number.isNaN(limit)) return;
  const advice = "set LimitNOFILE=65536 in the unit, or ulimit -n 65536 before the start";
  const wanted = DESCRIPTORS_BESIDE + companies * DESCRIPTORS_PER_COMPANY;
  const used = pid ? open(pid) : 0;
  if (used > limit * FULL) yield finding("error", `the server has ${used} of ${limit} files open`, advice);
  else if (limit < wanted)
    yield finding(
      "warning",
      `a process may open ${limit} files, ${companies} companies need ${wanted}`,
      advice,
    );
}

function open(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}

/** Where the runtime unpacks its native parts. */
export const temporaryFolder = (env: Readonly<Record<string, string | undefined>>): string =>
  env["BUN_TMPDIR"] || env["TMPDIR"] || tmpdir();

/** The folder native parts are unpacked into must be writable and allow execution. */
export function* temporary(folder: string): Generator<Finding> {
  const finding = findingsOf("temporary");
  const advice =
    "set BUN_TMPDIR to a folder on a file system mounted without noexec, such as DATA_DIR/tmp (mode 0700)";
  const path = join(folder, `.balcao-${newUuid()}`);
  try {
    writeFileSync(path, "#!/bin/sh\nexit 0\n", { mode: 0o700, flag: "wx" });
  } catch (error) {
    yield finding("error", `${folder} cannot be written: ${(error as Error).message}`, advice);
    return;
  }
  try {
    const { error } = spawnSync(path, { timeout: 5000 });
    if ((error as NodeJS.ErrnoException | undefined)?.code === "EACCES")
      yield finding(
        "error",
        `${folder} forbids execution, so the program cannot load its database library there`,
        advice,
      );
  } finally {
    rmSync(path, { force: true });
  }
}

const GIGABYTE = 1024 ** 3;
/** Free space below which sends are rejected and `/readyz` fails, bytes. */
const TOO_LITTLE = 64 * 1024 * 1024;
const LITTLE_SHARE = 0.05;
const LITTLE_INODES = 0.05;

/** Free space on the disk of a directory, in bytes and in inodes. */
export function* disk(directory: string, room = statfsSync(directory)): Generator<Finding> {
  const finding = findingsOf("disk");
  const free = room.bavail * room.bsize;
  const total = room.blocks * room.bsize;
  const what = `${directory}: ${(free / GIGABYTE).toFixed(1)} GB of ${(total / GIGABYTE).toFixed(1)} GB are free`;
  const advice =
    "free some space, or move the directory to a larger disk; the cockpit shows what each company uses";
  if (free < TOO_LITTLE) yield finding("error", what, `${advice}. No message is sent or received until then`);
  else if (free < GIGABYTE || (free < total * LITTLE_SHARE && free < 20 * GIGABYTE))
    yield finding("warning", what, advice);
  // Some file systems have no fixed number of inodes and report 0.
  if (room.files > 0 && room.ffree < room.files * LITTLE_INODES)
    yield finding(
      room.ffree < 1000 ? "error" : "warning",
      `${directory}: ${room.ffree} of ${room.files} inodes are free`,
      "remove small files that are not needed, or use a file system created with more inodes",
    );
}

/** Id of the process that locks the data directory; 0 when unknown (another container); null = none. */
export function serverOf(dataDirectory: string): number | null {
  const lock = statSync(join(dataDirectory, "lock.sqlite"), { throwIfNoEntry: false });
  if (!lock) return null;
  // `1: POSIX  ADVISORY  WRITE 4711 fe:01:123456 128 128`: the last number of the triple is the inode.
  for (const line of read("/proc/locks").split("\n")) {
    const [, pid, inode] = /^\d+: \S+\s+\S+\s+\S+\s+(-?\d+) [0-9a-f]+:[0-9a-f]+:(\d+) /.exec(line) ?? [];
    if (pid !== undefined && Number(inode) === lock.ino) return Math.max(0, Number(pid));
  }
  return null;
}

/** The content of a system file; "" when it cannot be read. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
