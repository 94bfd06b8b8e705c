import { cpSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { loadConfig } from "#config.ts";
import { systemClock } from "#platform/clock.ts";
import { run } from "#platform/db/database.ts";
import { openDatabase } from "#platform/db/open.ts";
import { createLog } from "#platform/log.ts";
import { reservedForTests } from "#tenants/reserve.ts";
import { startInstallation } from "#tenants/start-installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { APP_SECRET } from "./data/dataset.ts";
import { memoryOf } from "./harness/programs.ts";
import { type Figure, ms } from "./harness/report.ts";

const COUNT = 200;
const PORT = 4308;
const HOUR_MS = 3_600_000;
/** After this time (ms) unused companies have released their memory. */
const QUIET_MS = 240_000;
/** After this time (ms) the work is done, and companies without users are still open. */
const OPEN_MS = 30_000;
const root = join(import.meta.dir, "..");
const binary = join(root, "dist", "balcao");
const kept = join(root, "bench-data", "companies");
const copy = join(root, "bench-data", "run-companies");

/**
 * Two hundred companies in one process, each with a connection and a message that became due while the process was
 * down. Measures the time to the first response, the time until the last company was served, and the memory then.
 * Needs `npm run build`.
 */
export async function companies(): Promise<Figure[]> {
  if (!existsSync(binary)) throw new Error("there is no dist/balcao: run `npm run build` first");
  if (!existsSync(kept)) generate();
  const asleep = await round({ busy: false });
  const busy = await round({ busy: true });
  const bare = bareCommits();
  const figure = (name: string, ours: string, goal: string, met: boolean): Figure => {
    return { name, ours, yardstick: "–", ratio: "–", goal, met };
  };
  // Includes several synced commits per company, whose time depends on the disk.
  const onDisk = (name: string, tookMs: number): Figure => ({
    name,
    ours: ms(tookMs),
    yardstick: `${ms(bare)} for one bare commit in each`,
    ratio: `${(tookMs / bare).toFixed(1)} ×`,
    goal: "< 2 s",
    met: tookMs < 2000,
  });
  const { firstMs, dueMs, sessionsMs, memory } = busy;
  return [
    figure(`${COUNT} companies asleep: first answer`, ms(asleep.firstMs), "< 300 ms", asleep.firstMs < 300),
    figure(`${COUNT} companies with due work: first answer`, ms(firstMs), "< 300 ms", firstMs < 300),
    onDisk("their last due message is taken up", dueMs),
    onDisk("their last connection is looked after", sessionsMs),
    figure(
      `memory, ${COUNT} companies asleep / all at work`,
      `${asleep.memory.toFixed(0)} / ${memory.toFixed(0)} MB`,
      "stated",
      true,
    ),
  ];
}

/** Memory of the same companies four minutes after their work. Needs `npm run build`. */
export async function quietCompanies(): Promise<Figure[]> {
  if (!existsSync(kept)) generate();
  const asleep = await round({ busy: false });
  const quiet = await round({ busy: true, waitMs: QUIET_MS });
  return [
    {
      name: `memory, ${COUNT} companies asleep / four minutes after their work`,
      ours: `${asleep.memory.toFixed(0)} / ${quiet.memory.toFixed(0)} MB`,
      goal: "< 100 MB more",
      met: quiet.memory - asleep.memory < 100,
    },
  ];
}

/** Memory of the same companies while all of them stay open after their work. Needs `npm run build`. */
export async function openCompanies(): Promise<Figure[]> {
  if (!existsSync(kept)) generate();
  const asleep = await round({ busy: false });
  const open = await round({ busy: true, waitMs: OPEN_MS, env: { AWAKE_COMPANIES: String(COUNT) } });
  return [
    {
      name: `memory, ${COUNT} companies asleep / all open after their work`,
      ours: `${asleep.memory.toFixed(0)} / ${open.memory.toFixed(0)} MB`,
      goal: "< 100 MB more",
      met: open.memory - asleep.memory < 100,
    },
  ];
}

interface Round {
  readonly busy: boolean;
  readonly waitMs?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** One start over a fresh copy; without `busy` no company has due work. The memory is measured after `waitMs`. */
async function round({ busy, waitMs = 3000, env = {} }: Round) {
  rmSync(copy, { recursive: true, force: true });
  cpSync(kept, copy, { recursive: true });
  const system = openDatabase(join(copy, "system.sqlite"), { durability: "normal" });
  if (!busy) system.exec("DELETE FROM scheduled_wakeup");
  // Marks all companies as measured, so that the start does not measure them.
  system.exec(`INSERT OR IGNORE INTO company_figure (company_id, connections_up, connections_down, disk_bytes, disk_at,
    message_id, measured_at) SELECT id, 0, 1, 0, 0, 0, 0 FROM company`);
  const waiting = system.prepare("SELECT count(*) AS n FROM scheduled_wakeup WHERE job = ? AND at <= ?");
  const left = (job: string) => (waiting.get(job, Date.now() - HOUR_MS / 2) as { n: number }).n;
  const last = lastConnections();
  const begin = performance.now();
  const child = Bun.spawn([binary, "serve"], {
    cwd: copy,
    env: {
      DATA_DIR: copy,
      PORT: String(PORT),
      HOST: "127.0.0.1",
      APP_SECRET,
      LOG_LEVEL: "error",
      PATH: "/usr/bin:/bin",
      ...env,
    },
    stdout: "ignore",
    stderr: "inherit",
  });
  const reached = async (test: () => boolean | Promise<boolean>) => {
    while (!(await test())) {
      if (child.exitCode !== null) throw new Error(`the binary ended with ${child.exitCode}`);
      if (performance.now() - begin > 60_000) return Number.POSITIVE_INFINITY;
      // Polling without a pause would occupy a core.
      await Bun.sleep(20);
    }
    return performance.now() - begin;
  };
  const page = `http://127.0.0.1:${PORT}/login`;
  const answers = () =>
    fetch(page, { headers: { accept: "text/html" } }).then(
      ({ ok }) => ok,
      () => false,
    );
  const firstMs = await reached(answers);
  const [dueMs, sessionsMs] = busy
    ? await Promise.all([reached(() => left("schedules") === 0), reached(() => last.untouched() === 0)])
    : [0, 0];
  await Bun.sleep(waitMs);
  const memory = await memoryOf(child);
  child.kill("SIGTERM");
  await child.exited;
  last.close();
  system.close();
  rmSync(copy, { recursive: true, force: true });
  return { firstMs, dueMs, sessionsMs, memory };
}

/** The yardstick: opens as many files and writes one synced row to each, ms. */
function bareCommits(): number {
  rmSync(copy, { recursive: true, force: true });
  cpSync(kept, copy, { recursive: true });
  const begin = performance.now();
  for (let id = 1; id <= COUNT; id += 1) {
    const db = openDatabase(join(copy, "companies", String(id), "company.sqlite"), { durability: "full" });
    db.exec("UPDATE contact SET name = 'Ana' WHERE id = 1");
    db.close();
  }
  const took = performance.now() - begin;
  rmSync(copy, { recursive: true, force: true });
  return took;
}

/** Counts the last companies whose connection still has its stored status, because the start has not set an initial one yet. */
function lastConnections() {
  const handles = Array.from({ length: 5 }, (_, n) =>
    openDatabase(join(copy, "companies", String(COUNT - n), "company.sqlite"), { durability: "normal" }),
  );
  const looks = handles.map((db) => db.prepare("SELECT status FROM connection WHERE id = 1"));
  const isTold = ({ status }: { status: string }) => status === "CONNECTED" || status === "OPENING";
  return {
    untouched: () => looks.filter((look) => isTold(look.get() as { status: string })).length,
    close() {
      for (const db of handles) db.close();
    },
  };
}

/** Generates the companies once. */
function generate(): void {
  mkdirSync(kept, { recursive: true, mode: 0o700 });
  const { installation, close } = startInstallation({
    config: loadConfig({ DATA_DIR: kept, APP_SECRET }),
    clock: systemClock,
    log: createLog("silent"),
  });
  const now = systemClock.now();
  run(
    installation.system,
    "INSERT INTO plan (id, name, users, connections, queues, public, created_at, updated_at) VALUES (1, 'Bench', 1000, 1000, 1000, 0, ?, ?)",
    now,
    now,
  );
  for (let n = 1; n <= COUNT; n += 1) {
    const tenant = installation.tenants.create(
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
    fill(tenant, now - HOUR_MS);
  }
  close();
}

/** Adds a linked connection, a customer, and a message due at `at`. */
function fill(tenant: Tenant, at: number): void {
  tenant.write((unit) => {
    run(
      unit.db,
      "INSERT INTO user (id, name, email, password_hash, profile, created_at, updated_at) VALUES (1, 'Ana', 'a@b.c', 'x', 'admin', ?, ?)",
      at,
      at,
    );
    run(
      unit.db,
      "INSERT INTO connection (id, name, status, is_default, linked_at, created_at, updated_at) VALUES (1, 'Loja', 'CONNECTED', 1, ?, ?, ?)",
      at,
      at,
      at,
    );
    run(
      unit.db,
      "INSERT INTO contact (id, uuid, name, number, created_at, updated_at) VALUES (1, 'c-1', 'Maria', '5511999990000', ?, ?)",
      at,
      at,
    );
    run(
      unit.db,
      "INSERT INTO scheduled_message (body, contact_id, send_at, user_id, connection_id, series_start, created_at, updated_at) VALUES ('Oi', 1, ?, 1, 1, '2026-01-01 08:00:00', ?, ?)",
      at,
      at,
      at,
    );
    unit.scheduleWake("schedules", at);
    unit.scheduleWake("sessions", at);
  });
}
