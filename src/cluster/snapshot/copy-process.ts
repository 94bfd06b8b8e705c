import { archiveStoreOf } from "#cluster/archive/archive-store.ts";
import { ArchiveError } from "#cluster/archive/objects.ts";
import { prune } from "#cluster/archive/prune.ts";
import type { Config } from "#config.ts";
import { readKeyRing } from "#platform/crypto/key-ring.ts";
import { ownCommand } from "#platform/process/own-command.ts";
import { createChunkSeal } from "./chunk-seal.ts";
import { type Copied, copyCell, listChunks } from "./copy-cell.ts";

/** The internal subcommand of the process that copies the files of a cell. */
const COPY_COMMAND = "archive-copy";

/** What the process receives by standard input, secrets included. */
export interface CopyTask {
  readonly config: Config;
  readonly cell: number;
  readonly nowMs: number;
}

type Answer = { readonly copied: Copied } | { readonly failed: string };

const PARENT_CHECK_MS = 200;

/** A copy whose server was killed is useless: only the server stores the manifest. */
function endWithServer(): void {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && process.exit(1), PARENT_CHECK_MS).unref();
}

/** The task of the process: removes what is too old, then copies the files into the archive. */
export async function runCopy({ config, cell, nowMs }: CopyTask): Promise<Answer> {
  try {
    endWithServer();
    const store = archiveStoreOf(config);
    if (!store) throw new ArchiveError("no archive is configured");
    const { current, older } = readKeyRing(config);
    const seal = createChunkSeal(current, older);
    await prune({ store, seal, cell, days: config.archiveDays, nowMs });
    const known = await listChunks(store, cell);
    return { copied: await copyCell({ directory: config.dataDir, cell, store, seal, known }) };
  } catch (error) {
    return { failed: (error as Error).message };
  }
}

/** A running copy. */
export interface CopyProcess {
  /** Rejects with ArchiveError when it failed or was stopped. */
  readonly done: Promise<Copied>;
  stop(): void;
}

/** Copies the files of a cell in its own process: it opens files that this process has open. */
export function startCopy(task: CopyTask): CopyProcess {
  const child = Bun.spawn([...ownCommand(), COPY_COMMAND], {
    stdin: new Blob([JSON.stringify(task)]),
    stdout: "pipe",
    stderr: "inherit",
    env: {
      PATH: process.env["PATH"] ?? "",
      ...inherited("BUN_TMPDIR"),
      ...inherited("NODE_EXTRA_CA_CERTS"),
    },
  });
  const wait = async (): Promise<Copied> => {
    const text = await new Response(child.stdout).text();
    await child.exited;
    if (text.trim() === "") throw new ArchiveError("the copy ended before it was done");
    const answer = JSON.parse(text) as Answer;
    if ("failed" in answer) throw new ArchiveError(answer.failed);
    return answer.copied;
  };
  return { done: wait(), stop: () => child.kill("SIGKILL") };
}

function inherited(name: string): Record<string, string> {
  const value = process.env[name];
  return value === undefined ? {} : { [name]: value };
}
