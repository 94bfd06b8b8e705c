import { ProviderPort } from "#channels/connections/provider-port.ts";
import { findConnection } from "#channels/connections/queries.ts";
import { execute } from "#platform/db/query.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import type { Installation } from "#tenants/installation.ts";
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
  const isOnOneMachine = tenant.installation.cell === null;
  const lost: Session[] = [];
  try {
    tenant.write((unit) => {
      for (const session of group) {
        const { connectionId } = session.key;
        if (isOnOneMachine && session.leased && !renewLease(unit.db, connectionId, owner, unit.now))
          lost.push(session);
        const at = session.lastEventAt;
        if (at !== null) execute(unit.db, sql.storeLastEvent, { id: connectionId, at });
      }
    });
  } catch (error) {
    // A full disk does not lose the lease: no other process can acquire it either.
    tenant.log.error({ err: error }, "leases of connections not renewed; retried at the next run");
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

/** A session without events for this long, ms, is probed (docs/rules/connections.md#health). */
const STALE_MS = 5 * 60_000;
/** Period in ms within which restarts are counted. */
const WINDOW_MS = 30 * 60_000;
const MAX_RESTARTS = 2;

/**
 * Checks an open session: a silent one is probed, one that does not answer is restarted, and after two restarts
 * within half an hour it becomes TIMEOUT `no_traffic`.
 */
async function checkHealth(session: Session): Promise<void> {
  const { tenant, key } = session;
  const { clock } = tenant;
  const { status } = findConnection(tenant.db, key.connectionId) ?? {};
  if (status !== "CONNECTED" || session.lastEventAt === null) return;
  const probedAt = clock.now();
  if (probedAt - session.lastEventAt < STALE_MS) return;
  session.transition({ type: "no_event_for_long" });
  const answered = await tenant.installation.ports.use(ProviderPort).probe(key);
  if (answered) {
    session.handleEvent({ type: "alive", at: clock.now() });
    return;
  }
  // An event arrived during the probe, so the session works.
  if (session.lastEventAt >= probedAt) return;
  if (session.silentRestarts(clock.now() - WINDOW_MS) >= MAX_RESTARTS)
    session.transition({ type: "no_traffic" });
  else await session.restartSilent();
}
