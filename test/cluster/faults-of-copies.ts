import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OLD_COPY } from "#cluster/node/prepare.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";
import { type FaultKind, otherNode } from "./fault.ts";
import { publishHashesAgain } from "./hashes.ts";
import type { NodeProcess } from "./node-process.ts";
import { olderProgram } from "./other-programs.ts";
import { ownerOf } from "./pair.ts";

const SYSTEM = "system.sqlite";
/** Damage in the file header, which SQLite reads at each opening. */
const HEADER = { at: 0, bytes: 100 };
/** Damage in rows at the end of the last page, with which SQLite still opens the file without an error. */
const ROWS = { at: -64, bytes: 1 };
const REBUILD_MS = 120_000;
const REPORT_MS = 30_000;

interface Place {
  /** From the end when it is negative. */
  readonly at: number;
  readonly bytes: number;
}

/** Changes bytes of a file that a process may have open; returns whether they are still as it left them. */
function flipBytes(path: string, { at, bytes }: Place): () => boolean {
  const read = () => {
    const file = openSync(path, "r");
    const content = Buffer.alloc(bytes);
    readSync(file, content, 0, bytes, place);
    closeSync(file);
    return content;
  };
  const place = at < 0 ? statSync(path).size + at : at;
  const flipped = read().map((byte) => byte ^ 0xff);
  const file = openSync(path, "r+");
  writeSync(file, flipped, 0, bytes, place);
  closeSync(file);
  return () => existsSync(path) && Buffer.compare(read(), flipped) === 0;
}

const forgetOldCopy = ({ directory }: NodeProcess): void =>
  rmSync(join(directory, OLD_COPY), { recursive: true, force: true });

/** Waits until the node has moved its damaged copy aside, or a batch has replaced the damaged page. */
const untilMended = ({ directory }: NodeProcess, isDamaged: () => boolean): Promise<true> =>
  eventually(
    () => Promise.resolve(!isDamaged() || existsSync(join(directory, OLD_COPY, SYSTEM)) ? true : undefined),
    "the standby discards its damaged copy",
    REBUILD_MS,
  );

/** Makes the owner's `cluster status` report this. */
const untilReported = (owner: NodeProcess, words: RegExp): Promise<true> =>
  eventually(
    async () => {
      const status = await owner.command("cluster", "status").catch((error: Error) => error.message);
      return words.test(status) ? true : undefined;
    },
    `a status with ${words}`,
    REPORT_MS,
  );

/** Failures of the files and of the program of a standby. */
export const COPY_FAULTS: readonly FaultKind[] = [
  {
    name: "the standby starts again with an empty disk",
    takesOver: false,
    isLong: true,
    async make(world, owner) {
      const standby = otherNode(world, owner);
      await standby.stop("SIGKILL");
      for (const name of existsSync(standby.directory) ? readdirSync(standby.directory) : [])
        rmSync(join(standby.directory, name), { recursive: true });
      standby.start();
    },
  },
  {
    name: "the header of a database of the standby is damaged",
    takesOver: false,
    isLong: true,
    async make(world, owner) {
      const standby = otherNode(world, owner);
      await standby.stop("SIGKILL");
      forgetOldCopy(standby);
      const isDamaged = flipBytes(join(standby.directory, SYSTEM), HEADER);
      standby.start();
      await untilMended(standby, isDamaged);
    },
  },
  {
    name: "a page of the standby is damaged, and the owner publishes its hashes",
    takesOver: false,
    isLong: true,
    async make(world, owner) {
      const standby = otherNode(world, owner);
      forgetOldCopy(standby);
      const isDamaged = flipBytes(join(standby.directory, SYSTEM), ROWS);
      await publishHashesAgain(world);
      await untilMended(standby, isDamaged);
    },
  },
  {
    name: "the standby has an older program when the owner is killed",
    takesOver: false,
    isLong: true,
    async make(world, owner) {
      const standby = otherNode(world, owner);
      const folder = mkdtempSync(join(tmpdir(), "balcao-older-"));
      const usual = standby.version;
      try {
        await standby.stop();
        standby.version = olderProgram(folder);
        standby.start();
        await untilReported(owner, /upgrade it/);
        owner.signal("SIGKILL");
        // The older program cannot open the files, so the killed owner takes the cell again.
        const next = await ownerOf(world.nodes);
        if (next === standby) throw new Error("a node with an older program took over");
      } finally {
        await standby.stop();
        standby.version = usual;
        standby.start();
        rmSync(folder, { recursive: true, force: true });
      }
    },
  },
];
