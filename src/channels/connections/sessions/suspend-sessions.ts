import { isCutOff } from "#accounts/companies/index.ts";
import { ProviderPort } from "#channels/connections/provider-port.ts";
import { listConnections } from "#channels/connections/queries.ts";
import { one } from "#platform/db/database.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { addDays } from "#platform/zone.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { applyTrigger } from "./apply-trigger.ts";
import { WAITING_FOR_PAYMENT } from "./boot.ts";
import { sessionDirectory } from "./directory.ts";
import { CUT_OFF } from "./lifecycle.ts";
import { type Sessions, SessionsPort } from "./registry.ts";
import type { Session } from "./session.ts";

/**
 * docs/rules/companies.md#expiry: closes the sessions of companies that are switched off or a week past their due date,
 * credentials kept; opens them again when the company has paid.
 */
export const followCompanies = defineJob<Installation>({
  name: "connections cut off",
  every: { seconds: 60 },
  async run(installation) {
    closeSessions(installation.ports.use(SessionsPort));
    for (const tenant of returned(installation)) await openAgain(tenant);
  },
});

function closeSessions(sessions: Sessions): void {
  for (const session of sessions.all()) if (isCutOff(session.tenant)) close(session);
}

function close(session: Session): void {
  session.tenant.write((unit) => unit.due(WAITING_FOR_PAYMENT, unit.now));
  session.move({ type: "cut_off" });
}

/** Closes the sessions of one company now; resolves when the last one has given lease and company back. */
export async function closeSessionsOf(tenant: Tenant): Promise<void> {
  const sessions = tenant.installation.ports
    .use(SessionsPort)
    .all()
    .filter((session) => session.key.companyId === tenant.id);
  for (const session of sessions) close(session);
  await Promise.all(sessions.map((session) => session.end()));
}

/** Companies whose closed sessions may open again. */
function returned({ tenants, clock, system, log }: Installation): readonly Tenant[] {
  return tenants.due(WAITING_FOR_PAYMENT, clock.now()).flatMap((companyId) => {
    // By its row alone, so that a company that does not pay is not opened every minute; a day more for its time zone.
    if (!one(system, MAY_RETURN, companyId, addDays(utcDay(clock.now()), -8))) return [];
    try {
      const tenant = tenants.open(companyId);
      return isCutOff(tenant) ? [] : [tenant];
    } catch (error) {
      log.error({ company: companyId, err: error }, "closed sessions not looked after");
      return [];
    }
  });
}

const MAY_RETURN =
  "SELECT 1 FROM company WHERE id = ? AND active = 1 AND (due_date IS NULL OR due_date >= ?)";
const utcDay = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

/** Opens the sessions that were closed for this reason; those that were never linked say so. */
export async function openAgain(tenant: Tenant): Promise<void> {
  const { ports, tenants } = tenant.installation;
  const sessions = ports.use(SessionsPort);
  for (const { id, statusReason } of listConnections(tenant.db)) {
    if (statusReason !== CUT_OFF) continue;
    const stored = await ports
      .use(ProviderPort)
      .hasCredentials(sessionDirectory(tenant, id), { companyId: tenant.id, connectionId: id });
    await sessions.inTurn(tenant.id, id, async () => {
      if (stored) (await sessions.take(tenant, id)).begin();
      else tenant.write((unit) => applyTrigger(unit, id, { type: "never_linked" }));
    });
  }
  tenants.settleDue(tenant.id, WAITING_FOR_PAYMENT, null);
}
