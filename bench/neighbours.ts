import { loadConfig } from "#config.ts";
import { systemClock } from "#platform/clock.ts";
import { hashPassword } from "#platform/crypto/passwords.ts";
import { run } from "#platform/db/database.ts";
import { createLog } from "#platform/log.ts";
import { reservedForTests } from "#tenants/reserve.ts";
import { startInstallation } from "#tenants/start-installation.ts";
import { APP_SECRET, adminEmail, PASSWORD } from "./data/dataset.ts";
import { percentile } from "./harness/load.ts";
import { copyOf, signIn, yardstick } from "./harness/programs.ts";
import { type Figure, ms, percent } from "./harness/report.ts";
import { link, startSimulatedOn } from "./harness/simulated.ts";
import { burst } from "./whatsapp.ts";

const SHOP = "5511400010001";
const PORT = 4313;
const RAW_PORT = 4314;
const PER_SECOND = 1000;
const SECONDS = 10;
/** Number of batches per second in which messages arrive. */
const HANDFULS = 20;
export const neighbour = "admin@neighbour.example";

/**
 * One company is flooded with 1,000 messages a second; the pages of another one are timed before and meanwhile (R16),
 * and beside them those of the idle yardstick: its slowdown shows how much the flood takes from every process on
 * these cores.
 */
export async function neighbours(kept: string): Promise<Figure[]> {
  const directory = copyOf(kept, "neighbours");
  await addNeighbour(directory);
  const admin = { email: adminEmail, password: PASSWORD };
  const world = await startSimulatedOn(directory, PORT, admin);
  const raw = await yardstick(copyOf(kept, "neighbours-raw"), RAW_PORT);
  await link(world, SHOP, "WhatsApp");
  const { headers } = await signIn(world.ours.url, neighbour, PASSWORD);
  const handful = () => burst(world.network, SHOP, 200, PER_SECOND / HANDFULS, "5511970000000");
  // Warms up: people become known, and a page was read before.
  await (await burst(world.network, SHOP, 200, 200, "5511970000000"))();
  const timed = async (url: string) => {
    const at = performance.now();
    const response = await fetch(url, { headers });
    if (!response.ok) throw new Error(`the neighbour was refused: ${response.status}`);
    await response.arrayBuffer();
    return performance.now() - at;
  };
  const ask = async (seconds: number) => {
    const took: Waits = { ours: [], raw: [] };
    const end = performance.now() + seconds * 1000;
    while (performance.now() < end) {
      took.ours.push(await timed(`${world.ours.url}/api/tickets?status=open&showAll=true`));
      await Bun.sleep(5);
      took.raw.push(await timed(`${raw.url}/tickets?status=open`));
      await Bun.sleep(5);
    }
    return took;
  };
  const handfuls = await Promise.all(Array.from({ length: SECONDS * HANDFULS }, handful));
  await ask(3);
  const idle = await ask(SECONDS);
  const flood = (async () => {
    const begin = performance.now();
    for (const [n, send] of handfuls.entries()) {
      await Bun.sleep(Math.max(0, begin + (n * 1000) / HANDFULS - performance.now()));
      void send();
    }
    return performance.now() - begin;
  })();
  const flooded = await ask(SECONDS);
  const floodMs = await flood;
  const asked = performance.now();
  await world.stop();
  const stopMs = performance.now() - asked;
  await raw.stop();
  const [before, meanwhile] = [percentile(idle.ours, 0.99), percentile(flooded.ours, 0.99)];
  const [bare, bareMeanwhile] = [percentile(idle.raw, 0.99), percentile(flooded.raw, 0.99)];
  const spread = (waits: readonly number[]) =>
    `p50 ${ms(percentile(waits, 0.5))}, p99 ${ms(percentile(waits, 0.99))}`;
  const rate = (SECONDS * PER_SECOND) / (floodMs / 1000);
  return [
    {
      name: `a neighbour's list while a company is flooded with ${Math.round(rate)} messages a second`,
      ours: spread(flooded.ours),
      yardstick: `${spread(idle.ours)} idle`,
      ratio: percent(meanwhile / before),
      goal: "p99 < 2 × idle",
      met: meanwhile < 2 * before,
    },
    {
      name: "a list of the yardstick, which has nothing else to do, beside the same flood",
      ours: spread(flooded.raw),
      yardstick: `${spread(idle.raw)} idle`,
      ratio: percent(bareMeanwhile / bare),
      goal: "–",
      met: true,
    },
    {
      name: "the program and the network of the flood are told to stop",
      ours: ms(stopMs),
      goal: "< 10 s (R17)",
      met: stopMs < 10_000,
    },
  ];
}

interface Waits {
  /** ms. */
  readonly ours: number[];
  readonly raw: number[];
}

/** A second company with an admin and two hundred open tickets. */
export async function addNeighbour(directory: string): Promise<void> {
  const { installation, close } = startInstallation({
    config: loadConfig({ DATA_DIR: directory, APP_SECRET }),
    clock: systemClock,
    log: createLog("silent"),
  });
  const tenant = installation.tenants.create(
    {
      name: "Vizinha",
      planId: 1,
      email: "",
      phone: "",
      dueDate: null,
      recurrence: "monthly",
      active: true,
    },
    reservedForTests(),
  );
  const now = systemClock.now();
  const hash = await hashPassword(PASSWORD);
  run(
    tenant.db,
    `INSERT INTO user (id, name, email, password_hash, profile, multi_session, created_at, updated_at)
     VALUES (1, 'Ana', ?, ?, 'admin', 1, ?, ?)`,
    neighbour,
    hash,
    now,
    now,
  );
  run(installation.system, "INSERT INTO login VALUES (?, ?, 1)", neighbour, tenant.id);
  run(
    tenant.db,
    "INSERT INTO connection (id, name, status, is_default, created_at, updated_at) VALUES (1, 'Loja', 'DISCONNECTED', 1, ?, ?)",
    now,
    now,
  );
  for (let n = 1; n <= 200; n += 1) {
    run(
      tenant.db,
      "INSERT INTO contact (id, uuid, name, number, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)",
      n,
      `contact-${n}`,
      `Cliente ${n}`,
      `5511950000${String(n).padStart(3, "0")}`,
      now,
      now,
    );
    run(
      tenant.db,
      `INSERT INTO ticket (id, uuid, status, contact_id, connection_id, user_id, protocol, last_message, last_message_at, created_at, updated_at)
       VALUES (?, ?, 'open', ?, 1, 1, ?, 'Oi', ?, ?, ?)`,
      n,
      `ticket-${n}`,
      n,
      `20260101${String(n).padStart(6, "0")}`,
      now,
      now,
      now,
    );
  }
  close();
}
