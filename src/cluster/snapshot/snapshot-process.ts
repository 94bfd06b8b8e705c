import { join } from "node:path";
import { ArchiveError } from "#cluster/archive/objects.ts";
import { connectNats, natsOptions } from "#cluster/log/jetstream/connection.ts";
import { createJetStreamLog } from "#cluster/log/jetstream/jetstream-log.ts";
import { createNatsObjects } from "#cluster/log/jetstream/objects.ts";
import type { Config } from "#config.ts";
import { readKeyRing } from "#platform/crypto/key-ring.ts";
import { createBatchSeal } from "#platform/db/ship/seal.ts";
import { ownCommand } from "#platform/process/own-command.ts";
import { isOfCluster } from "./cell-snapshots.ts";
import { createChunkSeal } from "./chunk-seal.ts";
import { copyCell, listChunks } from "./copy-cell.ts";
import type { SnapshotFile } from "./manifest.ts";
import { readManifest } from "./manifest.ts";
import { readPlainFile } from "./plain-file.ts";
import { testSnapshot } from "./verify.ts";

/** The internal subcommand of the process that copies and checks snapshots of a cluster. */
const SNAPSHOT_COMMAND = "cluster-snapshot";
/** Folder in the data directory to which a snapshot is restored for a test. */
const CHECK_FOLDER = "snapshot-check";

/** What the process does. */
export type SnapshotWork =
  /** `isOpen`: the databases are open in the process of the owner. */
  { readonly do: "copy"; readonly isOpen: boolean } | { readonly do: "verify"; readonly snapshot: string };

/** What the process receives by standard input, secrets included. */
export interface SnapshotTask {
  readonly config: Config;
  readonly work: SnapshotWork;
}

export interface SnapshotDone {
  /** Copied files, and how many chunks were not in the store before. */
  readonly files: readonly SnapshotFile[];
  readonly uploaded: number;
  /** How a snapshot was verified. */
  readonly verified: "restored" | "read" | null;
  /** Why it cannot be used; null = it can. */
  readonly damaged: string | null;
}
const NOTHING: SnapshotDone = { files: [], uploaded: 0, verified: null, damaged: null };
type Answer = { readonly done: SnapshotDone } | { readonly failed: string };

/** The task of the process, with a connection to NATS of its own. */
export async function runSnapshotTask({ config, work }: SnapshotTask): Promise<Answer> {
  try {
    const nats = await connectNats(natsOptions(config, "balcao snapshot"));
    try {
      const { clusterCell: cell, dataDir } = config;
      const store = createNatsObjects(nats, cell);
      const { current, older } = readKeyRing(config);
      const seal = createChunkSeal(current, older);
      if (work.do === "copy") {
        const known = await listChunks(store, cell);
        const reading = work.isOpen ? {} : { openFile: readPlainFile };
        const copied = await copyCell({ directory: dataDir, cell, store, seal, known, ...reading });
        return { done: { ...NOTHING, ...copied } };
      }
      const manifest = await readManifest(store, seal, work.snapshot);
      if (!isOfCluster(manifest)) throw new ArchiveError(`${work.snapshot} is not a snapshot of a cluster`);
      const tested = await testSnapshot({
        store,
        seal,
        batchSeal: createBatchSeal({ cell, current, older }),
        log: createJetStreamLog(nats, cell),
        manifest,
        directory: join(dataDir, CHECK_FOLDER),
      });
      return { done: { ...NOTHING, ...tested } };
    } finally {
      await nats.close();
    }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}

/** A running process. */
export interface SnapshotProcess {
  /** Rejects with ArchiveError when it failed or was stopped. */
  readonly done: Promise<SnapshotDone>;
  stop(): void;
}

/** Does the work in its own process: it reads files that this process has open. */
export function startSnapshotTask(task: SnapshotTask): SnapshotProcess {
  const child = Bun.spawn([...ownCommand(), SNAPSHOT_COMMAND], {
    stdin: new Blob([JSON.stringify(task)]),
    stdout: "pipe",
    stderr: "inherit",
    env: { PATH: process.env["PATH"] ?? "", ...inherited("BUN_TMPDIR"), ...inherited("NODE_EXTRA_CA_CERTS") },
  });
  const wait = async (): Promise<SnapshotDone> => {
    const text = await new Response(child.stdout).text();
    await child.exited;
    if (text.trim() === "") throw new ArchiveError("the process ended before it was done");
    const answer = JSON.parse(text) as Answer;
    if ("failed" in answer) throw new ArchiveError(answer.failed);
    return answer.done;
  };
  return { done: wait(), stop: () => child.kill("SIGKILL") };
}

function inherited(name: string): Record<string, string> {
  const value = process.env[name];
  return value === undefined ? {} : { [name]: value };
}
