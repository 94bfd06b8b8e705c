import { createSuperUser } from "#auth/index.ts";
import { createCompany, PROVIDER_ID } from "#companies/index.ts";
import type { Config } from "#config.ts";
import { createHelp } from "#helps/write.ts";
import { fakeClock, systemClock } from "#platform/clock.ts";
import { one, run } from "#platform/db/database.ts";
import { createLog } from "#platform/log.ts";
import type { Installation } from "#tenants/installation.ts";
import { startInstallation } from "#tenants/start-installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { AURORA } from "./aurora.ts";
import { DEMO_PASSWORD } from "./cast.ts";
import { furnish, personCtx } from "./furnish.ts";
import { PAST_DAYS } from "./past.ts";
import { VENTO } from "./vento.ts";

const DAY_MS = 86_400_000;

/**
 * Fills a new demo directory with the two companies and their last two weeks, by the same verbs people use. Phones are
 * linked later, live.
 */
export async function seed(config: Config): Promise<void> {
  const now = systemClock.now();
  const clock = fakeClock(now - (PAST_DAYS + 2) * DAY_MS);
  const { installation, close } = startInstallation({ config, clock, log: createLog("silent") });
  try {
    const [first] = AURORA.users;
    if (!first) throw new Error("the demo has nobody to run it");
    await createSuperUser(installation, { ...first, password: DEMO_PASSWORD, companyName: AURORA.name });
    const aurora = installation.tenants.open(PROVIDER_ID);
    await furnish(aurora, AURORA, { clock, nowMs: now });
    addHelp(aurora);
    clock.set(now - (PAST_DAYS + 2) * DAY_MS);
    await furnish(rentedCompany(installation, now), VENTO, { clock, nowMs: now });
  } finally {
    close();
  }
}

/** A company like any tenant of the provider: a plan of its own and a due date that is near enough to be seen. */
function rentedCompany(installation: Installation, now: number): Tenant {
  const { id: planId } = run(
    installation.system,
    `INSERT INTO plan (name, users, connections, queues, value_cents, created_at, updated_at)
     VALUES ('Profissional', 10, 3, 10, 14990, ?, ?)`,
    now,
    now,
  );
  const dueDate = new Date(now + 25 * DAY_MS).toISOString().slice(0, 10);
  return createCompany(installation, { name: VENTO.name, planId, dueDate, campaignsEnabled: true });
}

/** What the provider shows to everybody: a film that may be shown, until there are videos of one's own. */
function addHelp(provider: Tenant): void {
  const head = one<{ id: number; name: string }>(provider.db, "SELECT id, name FROM user WHERE super = 1");
  if (!head) return;
  createHelp(personCtx(provider, head, { profile: "admin", super: true }), {
    title: "Assim aparece um vídeo de ajuda",
    description: "Troque este pelos seus. Aqui está “Big Buck Bunny”, filme aberto da Blender Foundation.",
    video: "aqz-KE-bpKQ",
  });
}
