import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { natsProgram, startNats } from "#test/helpers/nats/servers.ts";
import { adminEmail, companyFile, PASSWORD } from "./data/dataset.ts";
import { SMALL } from "./data/sizes.ts";
import { comparedCommits } from "./harness/group-commits.ts";
import { type Load, load } from "./harness/load.ts";
import {
  copyOf,
  dataset,
  type Program,
  product,
  runCommand,
  signIn,
  startProduct,
} from "./harness/programs.ts";
import { type Figure, ms, percent, perSecond } from "./harness/report.ts";
import { until } from "./harness/simulated.ts";

/** A company's share of simultaneous requests ends before 256. */
const WRITERS = [1, 16, 64] as const;
const ROUNDS = 3;
const SECONDS = 3;
const PORT = 4321;
const folder = join(import.meta.dir, "..", "bench-data", "cluster");
/** Balcão on one machine, with a continuous archive, or as the owner of a cell that has a standby. */
const MODES = ["single", "archive", "standby"] as const;
type Mode = (typeof MODES)[number];

interface Running {
  /** The server that acknowledges writes. */
  readonly owner: Program;
  stop(): Promise<void>;
}

/**
 * The same status changes on one machine, with a continuous archive, and with a standby behind three NATS servers (all on this
 * machine, each write synced), in turn. Skipped when no NATS server can be started. Takes some minutes.
 */
export async function cluster(): Promise<Figure[]> {
  const program = natsProgram();
  if (program === null) return [];
  const kept = await dataset("small", SMALL);
  const found = new Map<string, Load[]>();
  for (let round = 0; round < ROUNDS; round += 1)
    for (const mode of MODES) {
      const running = await start(mode, kept, program);
      const change = await statusChanges(running.owner);
      await load(16, 2, change);
      for (const writers of WRITERS) {
        const key = `${mode} ${writers}`;
        found.set(key, [...(found.get(key) ?? []), await load(writers, SECONDS, change)]);
      }
      await running.stop();
    }
  const commits = await comparedCommits(program, folder);
  const best = (mode: Mode, writers: number): Load =>
    (found.get(`${mode} ${writers}`) ?? []).toSorted((a, b) => b.perSecond - a.perSecond)[0] as Load;
  return [
    ...commits,
    ...MODES.flatMap((mode) =>
      WRITERS.map((writers): Figure => {
        const ours = best(mode, writers);
        const single = best("single", writers);
        return {
          name: `status changes, ${mode}, ${writers} in flight`,
          ours: `${perSecond(ours.perSecond)}, p50 ${ms(ours.p50)}, p99 ${ms(ours.p99)}`,
          yardstick: `${perSecond(single.perSecond)} on one machine`,
          ratio: percent(ours.perSecond / single.perSecond),
          // Five programs share the cores of this machine; on several machines the standby and NATS have their own.
          goal: "stated",
          met: ours.failures === 0,
        };
      }),
    ),
  ];
}

async function start(mode: Mode, kept: string, natsServer: string): Promise<Running> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const directory = copyOf(kept, "cluster");
  if (mode !== "standby") {
    const env = mode === "archive" ? { ARCHIVE_DIR: join(folder, "archive") } : {};
    const owner = await product(directory, PORT, env);
    return { owner, stop: () => owner.stop() };
  }
  const nats = await startNats(natsServer, folder);
  const env = (name: string) => ({
    CLUSTER_NATS_URL: nats.urls.join(","),
    CLUSTER_NATS_SYNC: "always",
    CLUSTER_STREAM_MAX_GB: "1",
    CLUSTER_NODE: name,
  });
  await runCommand(["cluster", "init"], directory, env("a"));
  const owner = await product(directory, PORT, env("a"));
  await until("the node owns the cell", async () => (await fetch(`${owner.url}/ownerz?cell=1`)).ok);
  const copy = join(folder, "standby");
  mkdirSync(copy, { mode: 0o700 });
  const standby = await startProduct(copy, PORT + 1, { env: env("b"), probe: "/healthz" });
  await until("the standby has the data", () => existsSync(companyFile(copy)), 100);
  return {
    owner,
    async stop() {
      await standby.stop();
      await owner.stop();
      await nats.stop();
    },
  };
}

/** Makes request `n`: it switches a ticket of the data set between open and pending. */
async function statusChanges(owner: Program): Promise<(n: number) => Promise<Response>> {
  const { headers } = await signIn(owner.url, adminEmail, PASSWORD);
  const first = SMALL.tickets - SMALL.contacts;
  const tickets = Array.from({ length: Math.floor(SMALL.contacts / 10) - 1 }, (_, n) => first + 10 * (n + 1));
  const turns = new Map<number, number>();
  return (n) => {
    const id = tickets[n % tickets.length] as number;
    const turn = (turns.get(id) ?? 0) + 1;
    turns.set(id, turn);
    const body = JSON.stringify({ status: turn % 2 === 1 ? "pending" : "open" });
    return fetch(`${owner.url}/api/tickets/${id}`, { method: "PUT", headers, body });
  };
}
