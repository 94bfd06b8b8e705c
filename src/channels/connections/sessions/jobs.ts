import { execute } from "#platform/db/query.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import type { Installation } from "#tenants/installation.ts";
import { checkHealth } from "./health.ts";
import * as sql from "./jobs.sql.ts";
import { leaseOwner, RENEW_S, renewLease } from "./leases.ts";
import { SessionsPort } from "./registry.ts";
import type { Session } from "./session.ts";

/** Renews the leases of the running sessions and stores the time of their last event: one transaction per company. */
export const renewLeases = defineJob<Installation>({
  name: "lease renewal",
  every: { seconds: RENEW_S },
  run(installation) {
    const owner = leaseOwner(installation);
    const sessions = installation.ports.use(SessionsPort).all();
    for (const group of Map.groupBy(sessions, (session) => session.tenant).values()) renewGroup(group, owner);
  },
});

function renewGroup(group: readonly Session[], owner: string): void {
  const tenant = group[0]?.tenant;
  if (!tenant) return;
  const lost: Session[] = [];
  try {
    tenant.write((unit) => {
      for (const session of group) {
        const { connectionId } = session.key;
        if (session.leased && !renewLease(unit.db, connectionId, owner, unit.now)) lost.push(session);
        const at = session.lastEventAt;
        if (at !== null) execute(unit.db, sql.storeLastEvent, { id: connectionId, at });
      }
    });
  } catch (error) {
    // A full disk does not lose the lease: no other process can acquire it either.
    tenant.log.error({ err: error }, "session leases not renewed; retrying");
    return;
  }
  for (const session of lost) session.transition({ type: "lease_lost" });
}

export const watchHealth = defineJob<Installation>({
  name: "session health",
  every: { seconds: 60 },
  run: async (installation) => {
    await Promise.all(installation.ports.use(SessionsPort).all().map(checkHealth));
  },
});
