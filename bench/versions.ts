/**
 * `bun bench/versions.ts <older worktree> [name …]`: compares the processor time of requests with that of an older
 * version, each over its own data set of the same rows (`bun bench/run.ts reads` in both worktrees generates them). Both
 * servers run at the same time and get their requests in turns: other programs that share the cores make both halves of a round
 * more expensive, and change their ratio less.
 */
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { APP_SECRET, adminEmail, attendantEmail, PASSWORD } from "./data/dataset.ts";
import { STANDARD } from "./data/sizes.ts";
import { cpuMs } from "./harness/cpu.ts";
import { signIn } from "./harness/programs.ts";
import { percent } from "./harness/report.ts";

const IN_FLIGHT = 8;
const WARM = Number(process.env["VERSIONS_WARM"] ?? 4000);
const ROUNDS = Number(process.env["VERSIONS_ROUNDS"] ?? 12);
const REQUESTS = Number(process.env["VERSIONS_REQUESTS"] ?? 600);

const [older, ...names] = process.argv.slice(2);
if (!older) throw new Error("usage: bun bench/versions.ts <older worktree> [name …]");

interface Version {
  readonly url: string;
  readonly pid: number;
  readonly admin: Record<string, string>;
  readonly attendant: Record<string, string>;
  stop(): void;
}

async function start(worktree: string, port: number): Promise<Version> {
  const kept = join(worktree, "bench-data/standard");
  if (!existsSync(kept))
    throw new Error(`${kept} is missing: run "bun bench/run.ts reads" in ${worktree} first`);
  const directory = mkdtempSync(join(tmpdir(), "versions-"));
  cpSync(kept, directory, { recursive: true });
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ["src/main.ts", "serve"], {
    cwd: worktree,
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      ...{ DATA_DIR: directory, HOST: "127.0.0.1", PORT: String(port), RATE_LIMITS: "off" },
      ...{ APP_SECRET, LOG_LEVEL: "error", NODE_ENV: "production" },
    },
  });
  const stop = () => {
    child.kill("SIGKILL");
    rmSync(directory, { recursive: true, force: true });
  };
  process.on("exit", stop);
  for (let tries = 0; tries < 600; tries += 1) {
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) break;
    await Bun.sleep(50);
  }
  const admin = (await signIn(url, adminEmail, PASSWORD)).headers;
  // Adds up the totals of the generated attendances as the nightly job does. Otherwise the first status changes would do it.
  await (await fetch(`${url}/api/dashboard?days=30`, { headers: admin })).arrayBuffer();
  const attendant = (await signIn(url, attendantEmail(2), PASSWORD)).headers;
  return { url, pid: child.pid ?? 0, admin, attendant, stop };
}

type Ask = (version: Version, n: number) => Promise<Response>;

async function ask(version: Version, request: Ask, from: number, count: number): Promise<number> {
  const before = cpuMs(version.pid);
  let next = from;
  const worker = async () => {
    while (next < from + count) {
      const n = next;
      next += 1;
      const response = await request(version, n);
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  return ((cpuMs(version.pid) - before) / count) * 1000;
}

const get =
  (path: (n: number) => string, by: "admin" | "attendant" = "admin"): Ask =>
  (version, n) =>
    fetch(`${version.url}/api${path(n)}`, { headers: version[by] });
const { tickets, contacts } = STANDARD;
const open = Array.from(
  { length: Math.floor(contacts / 10) - 2 },
  (_, n) => tickets - contacts + 10 * (n + 1),
);
const openTicket = (n: number) => open[n % open.length];

const setStatus = ({ url, admin }: Version, id: number | undefined, status: "open" | "pending") =>
  fetch(`${url}/api/tickets/${id}`, { method: "PUT", headers: admin, body: JSON.stringify({ status }) });
/** Opens the tickets that are not open yet, because messages are posted into open tickets. */
async function openAll(version: Version): Promise<void> {
  for (const id of open) await (await setStatus(version, id, "open")).arrayBuffer();
}

const REQUESTS_OF: Readonly<Record<string, Ask>> = {
  "closed list": get(() => "/tickets?status=closed&pageNumber=1"),
  "open list": get(() => "/tickets?status=open&showAll=true&pageNumber=1"),
  "waiting list": get(() => "/tickets?status=pending&pageNumber=1"),
  "waiting list of an attendant": get(() => "/tickets?status=pending&pageNumber=1", "attendant"),
  "messages page": get((n) => `/messages/${((n * 7919) % tickets) + 1}?pageNumber=1`),
  "status change": (version, n) =>
    setStatus(version, openTicket(n), Math.floor(n / open.length) % 2 === 0 ? "pending" : "open"),
  "posted message": ({ url, admin }, n) =>
    fetch(`${url}/api/messages/${openTicket(n)}`, {
      method: "POST",
      headers: admin,
      body: '{"body":"Bom dia! Seu pedido saiu para entrega."}',
    }),
};

const middle = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const versions = [await start(older, 4391), await start(join(import.meta.dir, ".."), 4392)] as const;
console.log(
  "| What | before, µs | after, µs | ratio | middle half of the rounds |\n| --- | --- | --- | --- | --- |",
);
for (const [name, request] of Object.entries(REQUESTS_OF)) {
  if (names.length > 0 && !names.some((word) => name.includes(word))) continue;
  let n = 0;
  const each = async (count: number): Promise<readonly [number, number]> => {
    const from = n;
    n += count;
    // The server that begins alternates from round to round.
    const swap = Math.floor(from / count) % 2 === 1;
    const first = await ask(versions[swap ? 1 : 0], request, from, count);
    const second = await ask(versions[swap ? 0 : 1], request, from, count);
    return swap ? [second, first] : [first, second];
  };
  if (name === "posted message") for (const version of versions) await openAll(version);
  await each(WARM);
  const rounds: (readonly [number, number])[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await each(REQUESTS));
  const ratios = rounds.map(([before, after]) => after / before).toSorted((a, b) => a - b);
  const quarter = Math.floor(ratios.length / 4);
  const range = `${percent(ratios[quarter] ?? 0)}–${percent(ratios[ratios.length - 1 - quarter] ?? 0)}`;
  const [before, after] = [middle(rounds.map(([one]) => one)), middle(rounds.map(([, one]) => one))];
  console.log(
    `| ${name} | ${before.toFixed(0)} | ${after.toFixed(0)} | ${percent(middle(ratios))} | ${range} |`,
  );
}
for (const version of versions) version.stop();
process.exit(0);
