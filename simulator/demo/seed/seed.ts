import { createSuperUser } from "#accounts/auth/index.ts";
import { ensureOpenInvoice } from "#accounts/billing/index.ts";
import { createCompany, PROVIDER_ID } from "#accounts/companies/index.ts";
import type { Config } from "#config.ts";
import { followTickets } from "#inbox/sla/listeners.ts";
import { campaignListUse } from "#outreach/campaigns/editing/list-names.ts";
import { ListUsePort } from "#outreach/contact-lists/index.ts";
import { type Clock, fakeClock, systemClock } from "#platform/clock.ts";
import { one, run } from "#platform/db/database.ts";
import { createLog } from "#platform/log.ts";
import { createHub } from "#platform/realtime/hub.ts";
import { createHelp } from "#provider/helps/write.ts";
import { AURORA } from "#simulator/demo/companies/aurora.ts";
import { DEMO_PASSWORD } from "#simulator/demo/companies/cast.ts";
import { VENTO } from "#simulator/demo/companies/vento.ts";
import { seedPayments } from "#simulator/demo/payments.ts";
import type { Installation } from "#tenants/installation.ts";
import { startInstallation } from "#tenants/start-installation.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { RealtimePort, type Viewer } from "#tenants/viewer.ts";
import { furnish, personCtx } from "./furnish.ts";
import { PAST_DAYS } from "./past.ts";
import { announce, confirmPrices, monthsBefore, PAID_MONTHS, payPastMonths } from "./provider.ts";

const DAY_MS = 86_400_000;
/** Time until the next due date of the sample company: short enough that its invoice exists. */
const DUE_IN_MS = 12 * DAY_MS;

/**
 * Fills a new demo directory with the two companies and their last two weeks, by the actions that users call. Phones
 * are linked later.
 */
export async function seed(config: Config): Promise<void> {
  const now = systemClock.now();
  const clock = fakeClock(now - (PAST_DAYS + 2) * DAY_MS);
  const { installation, close } = startInstallation({
    config,
    clock,
    log: createLog("silent"),
  });
  installation.ports.plug(RealtimePort, nobodyWatches(clock));
  installation.ports.plug(ListUsePort, campaignListUse);
  followTickets(installation);
  try {
    const [first] = AURORA.users;
    if (!first) throw new Error("the demo has nobody to run it");
    await createSuperUser(installation, { ...first, password: DEMO_PASSWORD, companyName: AURORA.name });
    const aurora = installation.tenants.open(PROVIDER_ID);
    await furnish(aurora, AURORA, { clock, nowMs: now });
    const head = headOf(aurora);
    addHelp(head);
    announce(head, clock, now);
    confirmPrices(head);
    const vento = await rentedCompany(installation, now);
    payPastMonths(head, vento, clock);
    seedPayments(config.dataDir, aurora, vento);
    clock.set(now - (PAST_DAYS + 2) * DAY_MS);
    await furnish(vento, VENTO, { clock, nowMs: now });
    ensureOpenInvoice(installation, vento.id);
  } finally {
    close();
  }
}

/** A realtime port without sockets, because no page is open while the data is created. */
const nobodyWatches = (clock: Clock) =>
  createHub<Viewer>({
    clock,
    limitSockets: false,
    authenticate: () => null,
    reload: () => null,
    mayWatch: () => false,
    mayReceive: () => false,
    onFrame: () => undefined,
    onPresence: () => undefined,
  });

/** A company like any customer of the provider: with its own plan, paid months and one invoice that is due. */
function rentedCompany(installation: Installation, now: number): Promise<Tenant> {
  const { id: planId } = run(
    installation.system,
    `INSERT INTO plan (name, users, connections, queues, value_cents, created_at, updated_at)
     VALUES ('Profissional', 10, 3, 10, 14990, ?, ?)`,
    now,
    now,
  );
  const dueDate = monthsBefore(new Date(now + DUE_IN_MS).toISOString().slice(0, 10), PAID_MONTHS);
  const email = "financeiro@vento.example";
  return createCompany(installation, { name: VENTO.name, email, planId, dueDate, campaignsEnabled: true });
}

/** Context of the provider's super user, as if signed in. */
function headOf(provider: Tenant): UserCtx {
  const head = one<{ id: number; name: string }>(provider.db, "SELECT id, name FROM user WHERE super = 1");
  if (!head) throw new Error("the demo has nobody to run it");
  return personCtx(provider, head, { profile: "admin", super: true });
}

/** Adds the help video of the demo, a film with a free licence. */
function addHelp(head: UserCtx): void {
  createHelp(head, {
    title: "Assim aparece um vídeo de ajuda",
    description: "Troque este pelos seus. Aqui está “Big Buck Bunny”, filme aberto da Blender Foundation.",
    video: "aqz-KE-bpKQ",
  });
}
