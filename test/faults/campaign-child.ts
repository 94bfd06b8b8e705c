import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createSuperUser, isSetUpOpen } from "#accounts/auth/index.ts";
import { createApp } from "#app.ts";
import { loadConfig } from "#config.ts";
import { PaceRandomPort } from "#outreach/campaigns/sending/send-next.ts";
import { fakeClock } from "#platform/clock.ts";
import { all, one } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";

// Runs the whole product with a clock that jumps: while no message is on its way to the network, time jumps to the
// next due work; otherwise it runs normally. The clock survives a kill.

const config = loadConfig(process.env);
const file = join(config.dataDir, "..", "clock");
const clock = fakeClock(existsSync(file) ? Number(readFileSync(file, "utf8")) : Date.UTC(2026, 10, 20, 3));
const app = createApp({ config, clock, jobs: false });
app.installation.ports.plug(PaceRandomPort, () => 0.5);
if (config.superEmail && config.superPassword && isSetUpOpen(app.installation))
  await createSuperUser(app.installation, {
    ...{ name: "Admin", email: config.superEmail, password: config.superPassword, companyName: "Balcão" },
  });
await app.start();

/** Longest jump, ms, so that leases are renewed before they expire. */
const LONGEST_JUMP_MS = 8000;
const JOBS = ["lease renewal", "campaigns", "outbox", "raw_inbox"];
const BUSY = `SELECT 1 FROM outbox WHERE state = 'sending' UNION ALL SELECT 1 FROM inbound_event WHERE state = 'new'
  UNION ALL SELECT 1 FROM connection WHERE status <> 'CONNECTED' LIMIT 1`;
const NEXT = `SELECT min(next_send_at) AS at FROM campaign_sender
  WHERE EXISTS (SELECT 1 FROM campaign WHERE status = 'running')
  UNION ALL SELECT min(next_try_at) FROM outbox WHERE state = 'queued'`;

/** Time by which the clock may jump now, ms; 0 = it runs normally. */
function jump({ db }: Tenant): number {
  if (one(db, BUSY)) return 0;
  const times = all<{ at: number | null }>(db, NEXT).flatMap(({ at }) => (at === null ? [] : [at]));
  const ahead = Math.min(...times) - clock.now();
  return ahead > 0 && Number.isFinite(ahead) ? Math.min(ahead, LONGEST_JUMP_MS) : 0;
}

let wall = performance.now();
for (let turn = 0; ; turn += 1) {
  const now = performance.now();
  const jumped = jump(app.installation.tenants.open(1));
  clock.advance(jumped || Math.round(now - wall));
  wall = now;
  writeFileSync(file, String(clock.now()));
  if (jumped > 0 || turn % 50 === 0) for (const job of JOBS) await app.runJob(job);
  await Bun.sleep(jumped > 0 ? 0 : 2);
}
