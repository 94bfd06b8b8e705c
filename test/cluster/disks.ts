import { mkdirSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

/** A long run writes more than the small disks hold. */
const isLong = process.env["FAULT_KILLS"] !== undefined;

/** A disk of its own for the data of a node, small enough to be filled. */
export interface Disk {
  fill(): Promise<void>;
  /** Makes room again. */
  free(): void;
  unmount(): void;
}

/** A node counts a disk with less than 1 GB of free space as full, so an empty disk must have more. */
const SIZE = isLong ? "3000m" : "1400m";

const MARGIN_BYTES = 16 * 1024 * 1024;
const FILL_TURNS = 10;

/** A NATS server has room for the log and the snapshots of one run. */
export const SERVER_DISK = isLong ? "3000m" : "1200m";

/** Mounts a disk at this folder, or returns why it cannot. */
export function mountDisk(folder: string, size = SIZE): Disk | string {
  if (process.getuid?.() !== 0) return "a small disk needs root (tmpfs)";
  mkdirSync(folder, { recursive: true });
  if (!run("mount", "-t", "tmpfs", "-o", `size=${size},mode=0700`, "tmpfs", folder))
    return "this machine does not allow mounts";
  const filler = join(folder, "filler");
  return {
    async fill() {
      // The allocation is repeated, because other programs write meanwhile and an allocation without enough room takes nothing.
      for (let turn = 1; !(await allocate(folder, filler)); turn += 1)
        if (turn === FILL_TURNS) throw new Error(`${folder} could not be filled`);
      await runAside("dd", "if=/dev/zero", `of=${filler}`, "bs=64K", "oflag=append", "conv=notrunc");
    },
    free: () => rmSync(filler, { force: true }),
    unmount: () => void run("umount", "-l", folder),
  };
}

function allocate(folder: string, file: string): Promise<boolean> {
  const { bavail, bsize } = statfsSync(folder);
  return runAside("fallocate", "-l", String(Math.max(bsize, bavail * bsize - MARGIN_BYTES)), file);
}

const run = (...words: readonly string[]): boolean =>
  Bun.spawnSync([...words], { stdout: "ignore", stderr: "ignore" }).exitCode === 0;

/** Runs a program without blocking the load of the test. */
const runAside = async (...words: readonly string[]): Promise<boolean> =>
  (await Bun.spawn([...words], { stdout: "ignore", stderr: "ignore" }).exited) === 0;
