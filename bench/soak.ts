/**
 * `SOAK_MINUTES=105 bun bench/run.ts soak`: fifty companies, each with a linked number, are used as on a quiet day for this
 * many minutes. Measures the slope of the memory (R20). Runs only when it is named.
 */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { loadConfig } from "#config.ts";
import { systemClock } from "#platform/clock.ts";
import { hashPassword } from "#platform/crypto/passwords.ts";
import { run } from "#platform/db/database.ts";
import { createLog } from "#platform/log.ts";
import { reservedForTests } from "#tenants/reserve.ts";
import { startInstallation } from "#tenants/start-installation.ts";
import { APP_SECRET, PASSWORD } from "./data/dataset.ts";
import { percentile } from "./harness/load.ts";
import { signIn } from "./harness/programs.ts";
import type { Figure } from "./harness/report.ts";
import { link, type Simulated, startSimulatedOn } from "./harness/simulated.ts";

const COMPANIES = 50;
const PORT = Number(process.env["SOAK_PORT"] ?? 4311);
const MINUTES = Number(process.env["SOAK_MINUTES"] ?? 30);
/** Interval of customers' messages, ms; at every fifth one a browser connects, reads and leaves. */
const EVERY_MS = 200;
const SAMPLE_MS = 10_000;
/**
 * Length of a span, minutes: longer than the interval of garbage collections in the engine's thread and in the main
 * thread.
 */
const LEAST_OF_MINUTES = 10;
/**
 * Minutes after which all timed buffers are full: events for reconnecting browsers are kept 15 min. A shorter soak
 * warms up for half its time.
 */
const WARM_UP_MINUTES = 16;
const adminOf = (n: number) => `admin${n}@soak.example`;
const shopOf = (n: number) => String(5511400030000n + BigInt(n));
const customerOf = (n: number, k: number) => String(5511960000000n + BigInt(n * 10 + k));

interface Desk {
  readonly headers: Record<string, string>;
  readonly token: string;
}

export async function soak(): Promise<Figure[]> {
  const directory = join(import.meta.dir, "..", "bench-data", "run-soak");
  await prepare(directory);
  const world = await startSimulatedOn(directory, PORT, { email: adminOf(1), password: PASSWORD });
  const desks: Desk[] = [];
  for (let n = 1; n <= COMPANIES; n += 1) {
    const desk = await signIn(world.ours.url, adminOf(n), PASSWORD);
    desks.push(desk);
    await link({ ...world, headers: desk.headers }, shopOf(n), `Loja ${n}`);
    const { burst } = await world.network.call("burst-prepare", {
      to: shopOf(n),
      first: customerOf(n, 0),
      people: 5,
      count: 5,
    });
    await world.network.call("burst-send", { burst });
  }
  const samples = await live(world, desks);
  await world.stop();
  rmSync(directory, { recursive: true, force: true });
  const warmedUp = Math.min(WARM_UP_MINUTES, MINUTES / 2) / 60;
  const settled = samples.filter(({ hours }) => hours >= warmedUp);
  const behind = `after ${(warmedUp * 60).toFixed(0)} of ${MINUTES} min`;
  const least = leastOf(settled);
  const slopes = [figure(`${COMPANIES} companies: slope of the memory ${behind}`, settled)];
  // A regression line needs three points before it has an error.
  if (least.length > 2) slopes.push(figure(`slope of the least of each ${LEAST_OF_MINUTES} min`, least));
  return slopes;
}

function figure(name: string, samples: readonly Sample[]): Figure {
  const { perHour, error } = slope(samples);
  const middle = percentile(
    samples.map(({ mb }) => mb),
    0.5,
  );
  return {
    name,
    ours: `${perHour.toFixed(1)} ± ${error.toFixed(1)} MB/h around ${middle.toFixed(0)} MB`,
    goal: "< 1 MB/h",
    // Met only when the error of the slope leaves no doubt.
    met: perHour + 2 * error < 1,
  };
}

/** The minimum of each complete span: the memory after a garbage collection, without uncollected garbage. */
function leastOf(samples: readonly Sample[]): readonly Sample[] {
  const first = samples[0]?.hours ?? 0;
  const spanOf = ({ hours }: Sample) => Math.floor(((hours - first) * 60) / LEAST_OF_MINUTES);
  const spans = [...Map.groupBy(samples, spanOf).values()];
  // Without the last span, which may be incomplete.
  return spans.slice(0, -1).map((span) => span.reduce((least, one) => (one.mb < least.mb ? one : least)));
}

interface Sample {
  readonly hours: number;
  readonly mb: number;
}

async function live(world: Simulated, desks: readonly Desk[]): Promise<readonly Sample[]> {
  const { ours, network } = world;
  const samples: Sample[] = [];
  const begin = performance.now();
  let nextSample = begin;
  for (let n = 0; performance.now() - begin < MINUTES * 60_000; n += 1) {
    const at = performance.now();
    if (at >= nextSample) {
      nextSample += SAMPLE_MS;
      samples.push({ hours: (at - begin) / 3_600_000, mb: await ownMemory(ours.process.pid) });
      if (samples.length % 6 === 1)
        console.log(`${((at - begin) / 60_000).toFixed(0)} min: ${samples.at(-1)?.mb.toFixed(1)} MB`);
    }
    const company = n % COMPANIES;
    const desk = desks[company];
    if (!desk) continue;
    const from = customerOf(company + 1, n % 5);
    await network.call("send", { kind: "text", from, to: shopOf(company + 1), text: `tudo bem ${n}` });
    if (n % 5 === 0) await visit(ours.url, desk);
    await Bun.sleep(Math.max(0, EVERY_MS - (performance.now() - at)));
    // Access tokens are valid for a quarter of an hour.
    if (n % 2000 === 1999) await renew(ours.url, desks);
  }
  return samples;
}

async function renew(url: string, desks: readonly Desk[]): Promise<void> {
  for (const [index, desk] of desks.entries())
    Object.assign(desk, await signIn(url, adminOf(index + 1), PASSWORD));
}

/** A browser connects, reads the list and a conversation, and leaves. */
async function visit(url: string, { headers, token }: Desk): Promise<void> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/socket`);
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => socket.send(JSON.stringify({ t: "auth", token }));
    socket.onmessage = ({ data }) => String(data).startsWith('{"t":"ready"') && resolve();
    socket.onerror = () => reject(new Error("socket failed"));
    socket.onclose = () => resolve();
  });
  const list = await fetch(`${url}/api/tickets?status=pending&showAll=true`, { headers });
  const { tickets = [] } = (await list.json()) as { tickets?: { id: number }[] };
  const [first] = tickets;
  if (first) await (await fetch(`${url}/api/messages/${first.id}`, { headers })).arrayBuffer();
  socket.close();
}

/** Private memory of the process: mapped pages of files grow with the data and can be dropped by the system. */
async function ownMemory(pid: number): Promise<number> {
  const status = await Bun.file(`/proc/${pid}/status`).text();
  return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** Least squares, with the standard error of the slope. */
function slope(samples: readonly Sample[]): { readonly perHour: number; readonly error: number } {
  const n = samples.length;
  const mean = (of: (sample: Sample) => number) => samples.reduce((sum, sample) => sum + of(sample), 0) / n;
  const [x, y] = [mean(({ hours }) => hours), mean(({ mb }) => mb)];
  const spread = samples.reduce((sum, { hours }) => sum + (hours - x) ** 2, 0);
  const perHour = samples.reduce((sum, { hours, mb }) => sum + (hours - x) * (mb - y), 0) / spread;
  const rest = samples.reduce((sum, { hours, mb }) => sum + (mb - y - perHour * (hours - x)) ** 2, 0);
  return { perHour, error: Math.sqrt(rest / (n - 2) / spread) };
}

/** Fifty companies with an admin and a queue each. */
async function prepare(directory: string): Promise<void> {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const { installation, close } = startInstallation({
    config: loadConfig({ DATA_DIR: directory, APP_SECRET }),
    clock: systemClock,
    log: createLog("silent"),
  });
  const now = systemClock.now();
  const { system, tenants } = installation;
  run(
    system,
    "INSERT INTO plan (id, name, users, connections, queues, public, created_at, updated_at) VALUES (1, 'Soak', 100, 100, 100, 0, ?, ?)",
    now,
    now,
  );
  const hash = await hashPassword(PASSWORD);
  for (let n = 1; n <= COMPANIES; n += 1) {
    const tenant = tenants.create(
      {
        name: `Empresa ${n}`,
        planId: 1,
        email: "",
        phone: "",
        dueDate: null,
        recurrence: "monthly",
        active: true,
      },
      reservedForTests(),
    );
    run(
      tenant.db,
      `INSERT INTO user (id, name, email, password_hash, profile, multi_session, created_at, updated_at)
       VALUES (1, 'Ana', ?, ?, 'admin', 1, ?, ?)`,
      adminOf(n),
      hash,
      now,
      now,
    );
    run(
      tenant.db,
      "INSERT INTO queue (id, name, color, created_at, updated_at) VALUES (1, 'Fila', '#0b72c4', ?, ?)",
      now,
      now,
    );
    run(system, "INSERT INTO login VALUES (?, ?, 1)", adminOf(n), tenant.id);
  }
  close();
}
