import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { applyTrigger } from "./apply-trigger.ts";
import { buryDeadOwners, leaseOwner } from "./leases.ts";
import { ProviderPort } from "./provider-port.ts";
import { listConnections } from "./queries.ts";
import type { ConnectionRow } from "./schema.ts";
import { sessionDirectory } from "./session-directory.ts";
import { SessionsPort } from "./sessions.ts";

/** Name under which companies with connections to open stand in the list of due work. */
export const SESSIONS_DUE = "sessions";
/** Between two starts, so that a hundred sessions do not log in at the same moment (behaviour 2.1). */
const GAP_MS = 250;

/**
 * Opens, one by one, every session that was linked before; only companies that have some are opened. Rows without
 * stored credentials are told `never_linked`: no QR codes at boot. Answers when all are begun; `signal` ends it.
 */
export async function bootSessions(installation: Installation, signal: AbortSignal): Promise<void> {
  const { tenants, clock, log } = installation;
  for (const companyId of tenants.due(SESSIONS_DUE, clock.now())) {
    try {
      const tenant = tenants.open(companyId);
      const linked = await settle(tenant);
      for (const connectionId of linked) {
        if (signal.aborted) return;
        installation.ports.use(SessionsPort).take(tenant, connectionId).begin();
        await pause(installation, signal);
      }
      if (listConnections(tenant.db).length === 0) tenants.settleDue(companyId, SESSIONS_DUE, null);
    } catch (error) {
      // One company that cannot be opened does not stop the others.
      log.error({ company: companyId, err: error }, "sessions of a company cannot be started");
    }
  }
}

/** Brings the rows of one company to what is true after a start; answers the connections to open. */
async function settle(tenant: Tenant): Promise<readonly number[]> {
  const { installation } = tenant;
  buryDeadOwners(tenant.db, leaseOwner(installation));
  const linked: number[] = [];
  if (!tenant.company.active) return linked;
  for (const row of listConnections(tenant.db).filter(startable)) {
    const stored = await installation.ports
      .use(ProviderPort)
      .hasCredentials(sessionDirectory(tenant, row.id));
    if (stored) linked.push(row.id);
    const before = row.status === "DISCONNECTED" && !stored;
    if (!before)
      tenant.write((unit) => applyTrigger(unit, row.id, { type: stored ? "starting" : "never_linked" }));
  }
  return linked;
}

/** A session that another device replaced never comes back by itself. */
const startable = (row: ConnectionRow): boolean =>
  row.channel === "whatsapp" &&
  row.provider !== "cloud" &&
  !(
    row.status === "DISCONNECTED" &&
    (row.statusReason === "replaced" || row.statusReason === "session_damaged")
  );

const pause = ({ clock }: Installation, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const cancel = clock.after(GAP_MS, resolve);
    signal.addEventListener("abort", () => {
      cancel();
      resolve();
    });
  });
