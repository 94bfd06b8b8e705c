import { open } from "node:fs/promises";
import { join } from "node:path";
import { createCell } from "#cluster/log/jetstream/assets.ts";
import { connectNats } from "#cluster/log/jetstream/connection.ts";
import { createJetStreamLog } from "#cluster/log/jetstream/jetstream-log.ts";
import { startNats } from "#test/helpers/nats/servers.ts";
import { percentile } from "./load.ts";
import { type Figure, ms, percent, perSecond } from "./report.ts";

const SECONDS = 3;
const WRITERS = [1, 16, 64, 256] as const;
/** Size of one commit in a batch, bytes; a message of NATS holds at most 1 MB. */
const COMMIT = 2048;
/** Shares of the rate of the local disk that the log of a cluster must reach, with one writer and with 16 or more. */
const LEAST_ALONE = 0.3;
const LEAST = 0.65;
const TIMEOUT_MS = 2000;

/** Stores a batch of this many commits, and resolves once it is durable. */
type Store = (commits: number) => Promise<void>;

interface Commits {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/**
 * Compares commits that the log of a cluster makes durable (three NATS servers on this machine, each write synced) with
 * `fdatasync` of a local file. As in the product, one batch is in flight, and commits made meanwhile form the next one.
 */
export async function comparedCommits(natsServer: string, folder: string): Promise<Figure[]> {
  const servers = await startNats(natsServer, join(folder, "commits"));
  const nats = await connectNats({ urls: servers.urls, credsFile: null, caFile: null, name: "bench" });
  await createCell(nats, 1, { maxBytes: 2 ** 31, replicas: 3 });
  const log = createJetStreamLog(nats, 1);
  let sequence = 0;
  const toLog: Store = async (commits) => {
    const options = { expected: sequence, id: `1:${sequence + 1}:0`, timeoutMs: TIMEOUT_MS };
    const { result } = await log.append(new Uint8Array(commits * COMMIT), options);
    if (result !== "stored") throw new Error(`the log answered ${result}`);
    sequence += 1;
  };
  const file = await open(join(folder, "synced"), "w");
  const toDisk: Store = async (commits) => {
    await file.write(new Uint8Array(commits * COMMIT));
    await file.datasync();
  };
  const figures: Figure[] = [];
  for (const writers of WRITERS) {
    const [disk, cluster] = [await groupCommits(writers, toDisk), await groupCommits(writers, toLog)];
    const least = writers === 1 ? LEAST_ALONE : LEAST;
    figures.push({
      name: `durable commits, log of a cluster, ${writers} writers`,
      ours: `${perSecond(cluster.perSecond)}, p50 ${ms(cluster.p50)}, p99 ${ms(cluster.p99)}`,
      yardstick: `${perSecond(disk.perSecond)}, p50 ${ms(disk.p50)}, p99 ${ms(disk.p99)} local fdatasync`,
      ratio: percent(cluster.perSecond / disk.perSecond),
      goal: `≥ ${percent(least)}`,
      met: cluster.perSecond / disk.perSecond >= least,
    });
  }
  await file.close();
  await nats.close();
  await servers.stop();
  return figures;
}

async function groupCommits(writers: number, store: Store): Promise<Commits> {
  const samples: number[] = [];
  let waiting: (() => void)[] = [];
  let isStoring = false;
  const storeAll = async () => {
    isStoring = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await store(batch.length);
      for (const done of batch) done();
      // The writers answer before the next batch begins, as requests do.
      await new Promise(setImmediate);
    }
    isStoring = false;
  };
  const begin = performance.now();
  const end = begin + SECONDS * 1000;
  const writer = async () => {
    while (performance.now() < end) {
      const at = performance.now();
      const stored = new Promise<void>((resolve) => waiting.push(resolve));
      if (!isStoring) void storeAll();
      await stored;
      samples.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: writers }, writer));
  return {
    perSecond: samples.length / ((performance.now() - begin) / 1000),
    p50: percentile(samples, 0.5),
    p99: percentile(samples, 0.99),
  };
}
