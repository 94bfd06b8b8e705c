import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { loadConfig } from "#config.ts";
import { systemClock } from "#platform/clock.ts";
import { hashPassword } from "#platform/crypto/passwords.ts";
import { run } from "#platform/db/database.ts";
import { createLog } from "#platform/log.ts";
import { reservedForTests } from "#tenants/reserve.ts";
import { startInstallation } from "#tenants/start-installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { APP_SECRET, PASSWORD } from "./data/dataset.ts";
import { type Load, load } from "./harness/load.ts";
import {
  copyOf,
  cpuSeconds,
  memoryOf,
  type Program,
  signIn,
  startProduct,
  yardstick,
} from "./harness/programs.ts";
import { type Figure, ms, percent, perSecond } from "./harness/report.ts";

/** How many companies stay loaded: as many as on a machine of 1 GB, or all. */
const SIZES = { "1 GB": { MEMORY_MB: "1024" }, "all loaded": { AWAKE_COMPANIES: "500" } } as const;
/** Companies in use, and how many of them stay loaded. */
const ROUNDS = [
  { count: 1, size: "1 GB" },
  { count: 50, size: "1 GB" },
  { count: 500, size: "1 GB" },
  { count: 500, size: "all loaded" },
] as const;
const TICKETS = 40;
const IN_FLIGHT = 16;
const SECONDS = 4;
const MOST_MB = 400;
const LEAST_CHANGES = 400;
const PORT = 4311;
const kept = join(import.meta.dir, "..", "bench-data", "spread");

/** A client of one company. */
interface Client {
  readonly headers: Record<string, string>;
  /** Whether the ticket of this index is pending. */
  readonly waits: boolean[];
}

/**
 * The same load of writes over one, 50 and 500 companies, with as many loaded as on a machine of 1 GB and with all
 * loaded: status changes and posted messages a second, one status change alone, and the memory of the server. Measures the built
 * binary. Takes some minutes.
 */
export async function spread(): Promise<Figure[]> {
  if (!existsSync(join(kept, "system.sqlite"))) await generate();
  const figures: Figure[] = [await alone()];
  for (const each of ROUNDS) figures.push(...(await round(each)));
  return figures;
}

/** One status change after the other, in turn with thin code over the same rows. */
async function alone(): Promise<Figure> {
  const ours = await startProduct(copyOf(kept, "spread"), PORT, { isBuilt: true });
  const raw = await yardstick(copyOf(kept, "raw"), PORT + 1);
  const { headers } = await signIn(ours.url, emailOf(1), PASSWORD);
  const change = changeStatus(ours, [{ headers, waits: Array.from({ length: TICKETS }, () => false) }]);
  const rawChange = (n: number) =>
    fetch(`${raw.url}/tickets/${(n % TICKETS) + 1}`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ status: n % (2 * TICKETS) < TICKETS ? "pending" : "open" }),
    });
  await load(1, 1, change);
  const [mine, thin] = [await load(1, SECONDS, change), await load(1, SECONDS, rawChange)];
  await ours.stop();
  await raw.stop();
  return {
    name: "one status change at a time",
    ours: `p50 ${ms(mine.p50)}, p99 ${ms(mine.p99)}`,
    yardstick: `p50 ${ms(thin.p50)}`,
    ratio: percent(thin.p50 / mine.p50),
    goal: "≥ 40 %",
    met: mine.failures === 0 && thin.p50 / mine.p50 >= 0.4,
  };
}

async function round({ count, size }: (typeof ROUNDS)[number]): Promise<Figure[]> {
  const ours = await startProduct(copyOf(kept, "spread"), PORT, { env: SIZES[size], isBuilt: true });
  const asleep = await memoryOf(ours.process);
  const clients: Client[] = [];
  for (let id = 1; id <= count; id += 1)
    clients.push({
      headers: (await signIn(ours.url, emailOf(id), PASSWORD)).headers,
      waits: Array.from({ length: TICKETS }, () => false),
    });
  for (const { headers } of clients) await read(`${ours.url}/api/tickets?status=open`, { headers });
  const listed = await memoryOf(ours.process);
  const alone = await measured(ours, 1, changeStatus(ours, clients));
  const change = await measured(ours, IN_FLIGHT, changeStatus(ours, clients));
  for (const { headers, waits } of clients)
    for (const [n, isWaiting] of waits.entries())
      if (isWaiting)
        await read(`${ours.url}/api/tickets/${n + 1}`, { method: "PUT", headers, body: '{"status":"open"}' });
  const post = await measured(ours, IN_FLIGHT, (n) => {
    const client = clients[n % count] as Client;
    return fetch(`${ours.url}/api/messages/${(Math.floor(n / count) % TICKETS) + 1}`, {
      method: "POST",
      headers: client.headers,
      body: '{"body":"Bom dia! Seu pedido saiu para entrega."}',
    });
  });
  const written = await memoryOf(ours.process);
  await ours.stop();
  const name = count === 1 ? "one company" : `${count} companies, ${size}`;
  // With 1 GB a change has to load its company first, because 500 of them in turn do not fit.
  const hasGoal = (what: string) => size === "all loaded" && what === "status changes";
  const rate = (what: string, { rate, cpu }: Measured): Figure => ({
    name: `${what}, ${name}`,
    ours: `${perSecond(rate.perSecond)}, p50 ${ms(rate.p50)}, p99 ${ms(rate.p99)}, processor ${ms(cpu)} each`,
    goal: hasGoal(what) ? `≥ ${LEAST_CHANGES}/s` : "stated",
    met: rate.failures === 0 && (!hasGoal(what) || rate.perSecond >= LEAST_CHANGES),
  });
  return [
    rate("status change alone", alone),
    rate("status changes", change),
    rate("posted messages", post),
    {
      name: `memory, ${name}: asleep / after a list each / after writing`,
      ours: [asleep, listed, written].map((mb) => `${mb.toFixed(0)} MB`).join(" / "),
      goal: size === "1 GB" ? `< ${MOST_MB} MB` : "stated",
      met: size !== "1 GB" || written < MOST_MB,
    },
  ];
}

interface Measured {
  readonly rate: Load;
  /** Processor time of the product per request, ms. */
  readonly cpu: number;
}
async function measured(
  ours: Program,
  inFlight: number,
  ask: (n: number) => Promise<Response>,
): Promise<Measured> {
  const before = await cpuSeconds(ours.process);
  const rate = await load(inFlight, SECONDS, ask);
  const cpu = (await cpuSeconds(ours.process)) - before;
  return { rate, cpu: (cpu * 1000) / Math.max(1, rate.perSecond * SECONDS) };
}

/** Makes request `n`: it switches a ticket of the next company from open to pending, or back. */
const changeStatus = (ours: Program, clients: readonly Client[]) => (n: number) => {
  const client = clients[n % clients.length] as Client;
  const ticket = Math.floor(n / clients.length) % TICKETS;
  const waits = !client.waits[ticket];
  client.waits[ticket] = waits;
  return fetch(`${ours.url}/api/tickets/${ticket + 1}`, {
    method: "PUT",
    headers: client.headers,
    body: JSON.stringify({ status: waits ? "pending" : "open" }),
  });
};

async function read(url: string, init: RequestInit): Promise<void> {
  const response = await fetch(url, init);
  await response.arrayBuffer();
}

const emailOf = (company: number): string => `admin${company}@bench.example`;

async function generate(): Promise<void> {
  mkdirSync(kept, { recursive: true, mode: 0o700 });
  const { installation, close } = startInstallation({
    config: loadConfig({ DATA_DIR: kept, APP_SECRET }),
    clock: systemClock,
    log: createLog("silent"),
  });
  const now = systemClock.now();
  const { system, tenants } = installation;
  run(
    system,
    "INSERT INTO plan (id, name, users, connections, queues, public, created_at, updated_at) VALUES (1, 'Bench', 1000, 1000, 1000, 0, ?, ?)",
    now,
    now,
  );
  const hash = await hashPassword(PASSWORD);
  for (let n = 1; n <= Math.max(...ROUNDS.map(({ count }) => count)); n += 1) {
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
    run(system, "INSERT INTO login VALUES (?, ?, 1)", emailOf(tenant.id), tenant.id);
    fill(tenant, emailOf(tenant.id), hash, now);
    tenants.release(tenant.id);
  }
  close();
}

/** An admin, a connection, and customers with an open ticket of the admin each. */
function fill(tenant: Tenant, email: string, hash: string, now: number): void {
  const { db } = tenant;
  db.$client.pragma("synchronous = OFF");
  tenant.write(() => {
    run(
      db,
      `INSERT INTO user (id, name, email, password_hash, profile, multi_session, created_at, updated_at)
        VALUES (1, 'Ana', ?, ?, 'admin', 1, ?, ?)`,
      email,
      hash,
      now,
      now,
    );
    run(
      db,
      "INSERT INTO connection (id, name, status, is_default, linked_at, created_at, updated_at) VALUES (1, 'Loja', 'DISCONNECTED', 1, ?, ?, ?)",
      now,
      now,
      now,
    );
    for (let n = 1; n <= TICKETS; n += 1) {
      run(
        db,
        "INSERT INTO contact (id, uuid, name, number, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)",
        n,
        `c-${n}`,
        `Cliente ${n}`,
        `55119${10_000_000 + n}`,
        now,
        now,
      );
      run(
        db,
        `INSERT INTO ticket (id, uuid, status, contact_id, connection_id, user_id, protocol, last_message, last_message_at,
          last_customer_message_at, created_at, updated_at) VALUES (?, ?, 'open', ?, 1, 1, ?, 'Oi', ?, ?, ?, ?)`,
        n,
        `t-${n}`,
        n,
        `20260101${String(n).padStart(6, "0")}`,
        now,
        now,
        now,
        now,
      );
      run(
        db,
        `INSERT INTO ticket_period (ticket_id, user_id, connection_id, created_at, queued_at, started_at)
          VALUES (?, 1, 1, ?, ?, ?)`,
        n,
        now,
        now,
        now,
      );
    }
  });
}
