import { readFileSync } from "node:fs";
import { loadConfig } from "#config.ts";
import { systemClock } from "#platform/clock.ts";
import { run } from "#platform/db/database.ts";
import { createLog } from "#platform/log.ts";
import { startInstallation } from "#tenants/start-installation.ts";
import { callAsMeta } from "#test/faults/genuine-call.ts";
import { APP_SECRET, adminEmail, attendantEmail, PASSWORD } from "./data/dataset.ts";
import { SMALL } from "./data/sizes.ts";
import { percentile } from "./harness/load.ts";
import { capMemory } from "./harness/memory-cap.ts";
import { copyOf, dataset, type Program, product } from "./harness/programs.ts";
import { type Figure, ms } from "./harness/report.ts";
import { Talker } from "./harness/talker.ts";
import { addNeighbour, neighbour } from "./neighbours.ts";

const PORT = 4321;
const MB = 1024 * 1024;
const CAP_MB = 512;
/** Maximum memory, with a margin below the cap. */
const GOAL_MB = 460;
const SECRET = "secret of the bench";
const LASTS_MS = 20_000;
/** Interval of the neighbour's requests, ms: below the limit of 1,200 requests a minute per user. */
const PROBE_EVERY_MS = 60;
const WRITERS = 16;
const GOAL_MS = 250;
const BODIES = { kind: "bodies", connections: 200, bytes: Math.round(2.9 * MB), lastsMs: LASTS_MS };
const SOCKETS = 1000;
/** People of the attacking company; each may have 30 sockets. */
const PEOPLE = 40;

/**
 * Attacks the memory of a server that has 512 MB: slow unsigned bodies from 200 addresses, a thousand live sockets that
 * read nothing while events are published, and both. All limits are on, as in production. A person of another company
 * is timed meanwhile (docs/rules/limits.md#bodies, docs/rules/limits.md#live-sockets).
 */
export async function flood(): Promise<Figure[]> {
  const directory = copyOf(await dataset("flood", { ...SMALL, users: PEOPLE }), "flood");
  await addNeighbour(directory);
  prepare(directory);
  const cap = capMemory(CAP_MB * MB);
  const ours = await product(
    directory,
    PORT,
    { RATE_LIMITS: "on", TRUSTED_PROXIES: "127.0.0.1" },
    cap.command,
  );
  const client = new Talker(["test/faults/flood-client.ts", ours.url], 5);
  const order = async (orders: readonly object[]) => {
    const answers: Record<string, unknown>[] = [];
    for (const one of orders) client.write(JSON.stringify(one));
    for (const _ of orders) answers.push(JSON.parse(await client.next()));
    return answers;
  };
  const tokens: string[] = [];
  for (let n = 1; n <= PEOPLE; n += 1)
    tokens.push(await tokenOf(ours.url, n === 1 ? adminEmail : attendantEmail(n), n));
  const visitor = await tokenOf(ours.url, neighbour, 0);
  const publish = () => publishEvents(ours.url, tokens, LASTS_MS);
  const ofOne = { kind: "sockets", count: SOCKETS, tokens: tokens.slice(0, 1) };
  const ofMany = { kind: "sockets", count: SOCKETS, tokens };
  const phases: readonly (readonly [string, () => Promise<readonly Record<string, unknown>[]>])[] = [
    ["nothing else", async () => [await Bun.sleep(LASTS_MS / 2).then(() => ({}))]],
    ["200 slow bodies of 2.9 MB with a wrong signature", () => order([BODIES])],
    ["1,000 unread sockets of one person", () => unread(order, ofOne, publish)],
    [`1,000 unread sockets of ${PEOPLE} people`, () => unread(order, ofMany, publish)],
    [
      "both",
      async () => {
        const [opened] = await order([ofMany]);
        const [sent, published] = await Promise.all([order([BODIES]), publish()]);
        return [{ ...opened }, ...sent, published, ...(await order([{ kind: "release" }]))];
      },
    ],
  ];
  const figures: Figure[] = [];
  let idle = "";
  for (const [name, attack] of phases) {
    const { took, refused, meta, peakMb, counts } = await watched(ours, visitor, attack);
    const isAlive = ours.process.exitCode === null && ours.process.signalCode === null;
    const waits = `p50 ${ms(percentile(took, 0.5))}, p99 ${ms(percentile(took, 0.99))}`;
    console.log(`${name}: ${JSON.stringify(counts)}`);
    if (!idle) idle = waits;
    figures.push({
      name: `a neighbour's list beside: ${name}`,
      ours: `${waits}; ${refused} of ${took.length} refused, ${meta} calls of Meta refused; peak ${peakMb.toFixed(0)} MB; ${isAlive ? "alive" : "ENDED"}`,
      yardstick: `${idle} with nothing else`,
      goal: `alive below ${GOAL_MB} of ${CAP_MB} MB (${cap.by}), p99 < ${GOAL_MS} ms, none refused`,
      met: isAlive && peakMb < GOAL_MB && refused === 0 && meta === 0 && percentile(took, 0.99) < GOAL_MS,
    });
    if (!isAlive) break;
  }
  const peak = cap.peakMb();
  if (peak !== null)
    console.log(`peak by the kernel's count, files in memory included: ${peak.toFixed(0)} MB`);
  await client.stop();
  await ours.stop();
  cap.remove();
  return figures;
}

/** Opens sockets, publishes events that they do not read, and closes them. */
async function unread(
  order: (orders: readonly object[]) => Promise<Record<string, unknown>[]>,
  sockets: object,
  publish: () => Promise<Record<string, unknown>>,
): Promise<Record<string, unknown>[]> {
  const opened = await order([sockets]);
  const published = await publish();
  return [...opened, published, ...(await order([{ kind: "release" }]))];
}

/** Sixteen customers write long messages in turn; every user of the company receives each as an event. */
async function publishEvents(url: string, tokens: readonly string[], lastsMs: number) {
  const until = Date.now() + lastsMs;
  let published = 0;
  let refused = 0;
  const write = async (person: number) => {
    const headers = headersOf(tokens[person] ?? "", person + 1);
    for (let n = 0; Date.now() < until; n += 1) {
      const body = JSON.stringify({ body: `${n} ${"x".repeat(4000)}` });
      const ticketId = SMALL.tickets - SMALL.contacts + 10;
      const path = `${url}/api/messages/${ticketId}`;
      const response = await fetch(path, { method: "POST", headers, body });
      await response.arrayBuffer();
      if (response.ok) published += 1;
      else refused += 1;
      await Bun.sleep(50);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, n) => write(n)));
  return { published, refusedWrites: refused };
}

/** Times a person of another company during an attack, and reads the peak of the server's resident memory. */
async function watched<T>({ url, process: server }: Program, token: string, attack: () => Promise<T>) {
  const took: number[] = [];
  let refused = 0;
  let meta = 0;
  let isOver = false;
  resetPeak(server.pid);
  const attacked = attack().finally(() => {
    isOver = true;
  });
  // When the server ends, the attack fails too: the figures report it.
  const counts = attacked.catch((error: unknown) => ({ failed: String(error) }));
  let peakMb = 0;
  while (!isOver && server.exitCode === null && server.signalCode === null) {
    const at = performance.now();
    const isServed = await fetch(`${url}/api/tickets?status=open&showAll=true`, {
      headers: headersOf(token, 0),
    })
      .then(async (response) => (await response.arrayBuffer()) && response.ok)
      .catch(() => false);
    took.push(performance.now() - at);
    if (!isServed) refused += 1;
    if ((await callAsMeta(url, SECRET).catch(() => 0)) !== 200) meta += 1;
    peakMb = Math.max(peakMb, peakOf(server.pid));
    await Bun.sleep(PROBE_EVERY_MS);
  }
  return { took, refused, meta, peakMb, counts: await counts };
}

/** Highest resident memory of a process since the last `resetPeak`, MB; 0 once it ended. */
function peakOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

const resetPeak = (pid: number) => void Bun.write(`/proc/${pid}/clear_refs`, "5");

const headersOf = (token: string, person: number) => ({
  authorization: `Bearer ${token}`,
  "content-type": "application/json",
  "x-forwarded-for": `198.51.100.${1 + person}`,
});

async function tokenOf(url: string, email: string, person: number): Promise<string> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: headersOf("", person),
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  if (!response.ok) throw new Error(`login failed: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { token: string }).token;
}

/** A Meta app, so that webhook bodies are read; all users of the attacking company are admins and receive all events. */
function prepare(directory: string): void {
  const { installation, close } = startInstallation({
    config: loadConfig({ DATA_DIR: directory, APP_SECRET }),
    clock: systemClock,
    log: createLog("silent"),
  });
  const { system, secrets, tenants } = installation;
  run(
    system,
    "INSERT INTO installation_setting (key, value) VALUES ('metaAppSecret', ?)",
    secrets.encrypt(SECRET),
  );
  run(tenants.open(1).db, "UPDATE user SET profile = 'admin'");
  close();
}
