import { isCutOff } from "#accounts/companies/index.ts";
import { ProviderPort } from "#channels/connections/provider-port.ts";
import { listConnections } from "#channels/connections/queries.ts";
import { addDays, dayAt } from "#platform/dates.ts";
import { queryOne } from "#platform/db/query.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { applyTrigger } from "./apply-trigger.ts";
import { WAITING_FOR_PAYMENT } from "./boot.ts";
import { sessionDirectory } from "./directory.ts";
import { SUSPENDED } from "./lifecycle.ts";
import { type Sessions, SessionsPort } from "./registry.ts";
import type { Session } from "./session.ts";
import * as sql from "./suspend-sessions.sql.ts";

/**
 * Closes the sessions of companies that are disabled or a week past their due date, and keeps the credentials; opens
 * them again when the company has paid (docs/rules/companies.md#expiry).
 */
export const suspendSessions = defineJob<Installation>({
  name: "connections cut off",
  every: { seconds: 60 },
  async run(installation) {
    closeSessions(installation.ports.use(SessionsPort));
    for (const tenant of companiesToResume(installation)) await resumeSessions(tenant);
  },
});

function closeSessions(sessions: Sessions): void {
  for (const session of sessions.all()) if (isCutOff(session.tenant)) suspend(session);
}

function suspend(session: Session): void {
  session.tenant.write((unit) => unit.scheduleWake(WAITING_FOR_PAYMENT, unit.now));
  session.transition({ type: "suspended" });
}

/** Closes the sessions of one company now; resolves when the last one has released its lease and its hold on the company. */
export async function suspendSessionsOf(tenant: Tenant): Promise<void> {
  const sessions = tenant.installation.ports
    .use(SessionsPort)
    .all()
    .filter((session) => session.key.companyId === tenant.id);
  for (const session of sessions) suspend(session);
  await Promise.all(sessions.map((session) => session.end()));
}

/** Companies whose suspended sessions may open again. */
function companiesToResume({ tenants, clock, system, log }: Installation): readonly Tenant[] {
  return tenants.dueCompanies(WAITING_FOR_PAYMENT, clock.now(), true).flatMap((companyId) => {
    // The query reads the system row first, so that an unpaid company is not opened every minute; it allows one day
    // more for the company's time zone.
    if (!queryOne(system, sql.mayResume, { companyId, dueDate: addDays(utcDay(clock.now()), -8) })) return [];
    try {
      const tenant = tenants.open(companyId);
      return isCutOff(tenant) ? [] : [tenant];
    } catch (error) {
      log.error(
        { company: companyId, err: error },
        "cannot check whether suspended connections may open again; retried after a minute",
      );
      return [];
    }
  });
}

const utcDay = (atMs: number): string => dayAt(atMs, "UTC");

/** Opens the suspended sessions again; connections without credentials get `never_linked`. */
export async function resumeSessions(tenant: Tenant): Promise<void> {
  const { ports, tenants } = tenant.installation;
  const sessions = ports.use(SessionsPort);
  for (const { id, statusReason } of listConnections(tenant.db)) {
    if (statusReason !== SUSPENDED) continue;
    const stored = await ports
      .use(ProviderPort)
      .hasCredentials(sessionDirectory(tenant, id), { companyId: tenant.id, connectionId: id });
    await sessions.runExclusive(tenant.id, id, async () => {
      if (stored) (await sessions.getOrCreate(tenant, id)).begin();
      else tenant.write((unit) => applyTrigger(unit, id, { type: "never_linked" }));
    });
  }
  tenants.rescheduleWake(tenant.id, WAITING_FOR_PAYMENT, null);
}
