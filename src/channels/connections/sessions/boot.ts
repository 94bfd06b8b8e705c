import { isCutOff } from "#accounts/companies/index.ts";
import { ProviderPort } from "#channels/connections/provider-port.ts";
import { listConnections } from "#channels/connections/queries.ts";
import type { ConnectionRow } from "#channels/connections/schema.ts";
import { run } from "#platform/db/database.ts";
import { careless, relaxed } from "#platform/db/relaxed.ts";
import { nextTurn } from "#platform/jobs/next-turn.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { applyTrigger } from "./apply-trigger.ts";
import { sessionDirectory } from "./directory.ts";
import { buryDeadOwners, leaseOwner } from "./leases.ts";
import { SessionsPort } from "./registry.ts";

/** Name under which companies with connections to open stand in the list of due work. */
export const SESSIONS_DUE = "sessions";
/** Name under which companies whose sessions wait for the payment stand there. */
export const WAITING_FOR_PAYMENT = "sessions_cut_off";
/**
 * Between two starts, so that a hundred sessions do not log in at the same moment (docs/rules/connections.md#states).
 */
const GAP_MS = 250;

// Nothing is open right after a start, whatever the last run left in the rows.
const NOTHING_OPEN = `UPDATE connection SET status = 'OPENING', status_reason = NULL, qrcode = '', retries = 0, health = 'ok'
  WHERE deleted_at IS NULL AND status IN ('CONNECTED', 'qrcode', 'PAIRING', 'TIMEOUT')`;

/**
 * Brings the rows to what is true before any job looks at them; opens the companies that have connections. Between two
 * of them whoever asks is answered: two hundred files are not opened in no time.
 */
export async function forgetOldSessions({ tenants, clock, log }: Installation): Promise<readonly Tenant[]> {
  const opened: Tenant[] = [];
  for (const companyId of tenants.due(SESSIONS_DUE, clock.now())) {
    try {
      const tenant = tenants.open(companyId);
      // Lost with the power, it is done again by the start that follows.
      careless(tenant.db, () => run(tenant.db, NOTHING_OPEN));
      opened.push(tenant);
    } catch (error) {
      // One company that cannot be opened does not stop the others.
      log.error({ company: companyId, err: error }, "sessions of a company cannot be started");
    }
    await nextTurn("server");
  }
  return opened;
}

/**
 * Opens, one by one, every session of these companies that was linked before; rows without stored credentials are told
 * `never_linked`: no QR codes at boot. Answers when all are begun; `signal` ends it.
 */
export async function bootSessions(
  installation: Installation,
  companies: readonly Tenant[],
  signal: AbortSignal,
): Promise<void> {
  const { tenants, log } = installation;
  for (const { id: companyId } of companies) {
    if (signal.aborted) return;
    try {
      const tenant = tenants.open(companyId);
      for (const connectionId of await settle(tenant)) {
        if (signal.aborted) return;
        if (isFree(tenant, connectionId))
          (await installation.ports.use(SessionsPort).take(tenant, connectionId)).begin();
        await pause(installation, signal);
      }
      if (listConnections(tenant.db).length === 0) tenants.settleDue(companyId, SESSIONS_DUE, null);
    } catch (error) {
      log.error({ company: companyId, err: error }, "sessions of a company cannot be started");
    }
  }
}

/** False where somebody was faster: begun twice it would wait for an opening that has been. */
const isFree = ({ id, installation }: Tenant, connectionId: number): boolean =>
  installation.ports.use(SessionsPort).find(id, connectionId) === undefined;

/** Tells the rows of one company what will become of them; answers the connections to open. */
async function settle(tenant: Tenant): Promise<readonly number[]> {
  const { installation } = tenant;
  // A power cut may take it: the next start says it again.
  relaxed(tenant.db, () => buryDeadOwners(tenant.db, leaseOwner(installation)));
  const closed = isCutOff(tenant);
  const linked: number[] = [];
  for (const row of listConnections(tenant.db).filter(startable)) {
    const stored = await installation.ports
      .use(ProviderPort)
      .hasCredentials(sessionDirectory(tenant, row.id), { companyId: tenant.id, connectionId: row.id });
    if (stored && !closed) linked.push(row.id);
    const before = row.status === "DISCONNECTED" && !stored;
    if (!before && isFree(tenant, row.id))
      relaxed(tenant.db, () => tenant.write((unit) => tellFate(unit, row.id, { stored, closed })));
  }
  return linked;
}

function tellFate(unit: TenantUnit, id: number, { stored, closed }: { stored: boolean; closed: boolean }) {
  if (stored && closed) unit.due(WAITING_FOR_PAYMENT, unit.now);
  applyTrigger(unit, id, { type: !stored ? "never_linked" : closed ? "cut_off" : "starting" });
}

/** What somebody has to see to first never comes back by itself. */
const KEPT_CLOSED: readonly (string | null)[] = ["replaced", "session_damaged", "token_invalid"];
const startable = (row: ConnectionRow): boolean =>
  !(row.status === "DISCONNECTED" && KEPT_CLOSED.includes(row.statusReason));

const pause = ({ clock }: Installation, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const cancel = clock.after(GAP_MS, resolve);
    signal.addEventListener("abort", () => {
      cancel();
      resolve();
    });
  });
