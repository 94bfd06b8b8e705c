import { and, inArray, isNull } from "drizzle-orm";
import { isCutOff } from "#accounts/companies/index.ts";
import { ProviderPort } from "#channels/connections/provider-port.ts";
import { listConnections } from "#channels/connections/queries.ts";
import { type ConnectionRow, connection } from "#channels/connections/schema.ts";
import { withSyncNormal, withSyncOff } from "#platform/db/sync-mode.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { applyTrigger } from "./apply-trigger.ts";
import { sessionDirectory } from "./directory.ts";
import { leaseOwner, releaseDeadLeases } from "./leases.ts";
import { SessionsPort } from "./registry.ts";

/** Scheduled wake-up of companies that have connections to open. */
export const SESSIONS_DUE = "sessions";
/** Scheduled wake-up of companies whose sessions are suspended until the company has paid. */
export const WAITING_FOR_PAYMENT = "sessions_cut_off";
/**
 * Pause in ms between two starts, so that hundreds of sessions do not log in together
 * (docs/rules/connections.md#states).
 */
const GAP_MS = 250;

/**
 * Resets the stored states that only a running session can have, before any job reads them, and returns the companies
 * that have connections, opened. Yields to requests between two companies: opening 200 databases takes seconds.
 */
export async function resetSessionRows({ tenants, clock, log }: Installation): Promise<readonly Tenant[]> {
  const opened: Tenant[] = [];
  for (const companyId of tenants.dueCompanies(SESSIONS_DUE, clock.now())) {
    try {
      const tenant = tenants.open(companyId);
      // This write is not synced: after a power cut the next start repeats it.
      withSyncOff(tenant.db, () =>
        tenant.db
          .update(connection)
          .set({ status: "OPENING", statusReason: null, qrcode: "", retries: 0, health: "ok" })
          .where(
            and(
              isNull(connection.deletedAt),
              inArray(connection.status, ["CONNECTED", "qrcode", "PAIRING", "TIMEOUT"]),
            ),
          )
          .run(),
      );
      opened.push(tenant);
    } catch (error) {
      // A company whose database cannot be opened must not stop the others.
      log.error({ company: companyId, err: error }, "cannot start the sessions of this company");
    }
    await yieldToEventLoop("server");
  }
  return opened;
}

/**
 * Opens the linked sessions of these companies one by one. Connections without stored credentials get `never_linked`,
 * so that no QR codes are requested at boot. Resolves when all sessions have begun; `signal` aborts it.
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
      for (const connectionId of await prepareConnections(tenant)) {
        if (signal.aborted) return;
        if (hasNoSession(tenant, connectionId))
          (await installation.ports.use(SessionsPort).getOrCreate(tenant, connectionId)).begin();
        await pause(installation, signal);
      }
      if (listConnections(tenant.db).length === 0) tenants.rescheduleWake(companyId, SESSIONS_DUE, null);
    } catch (error) {
      log.error({ company: companyId, err: error }, "cannot start the sessions of this company");
    }
  }
}

/**
 * False when a command already created the session: a second start would wait for an `open` event that has already
 * been emitted.
 */
const hasNoSession = ({ id, installation }: Tenant, connectionId: number): boolean =>
  installation.ports.use(SessionsPort).find(id, connectionId) === undefined;

/** Sets the initial status of each connection of a company; returns the connections to open. */
async function prepareConnections(tenant: Tenant): Promise<readonly number[]> {
  const { installation } = tenant;
  // This write is not synced: after a power cut the next start repeats it.
  withSyncNormal(tenant.db, () => releaseDeadLeases(tenant.db, leaseOwner(installation)));
  const suspended = isCutOff(tenant);
  const toOpen: number[] = [];

  for (const row of listConnections(tenant.db).filter(isStartable)) {
    const stored = await installation.ports
      .use(ProviderPort)
      .hasCredentials(sessionDirectory(tenant, row.id), { companyId: tenant.id, connectionId: row.id });
    if (stored && !suspended) toOpen.push(row.id);
    const isSetAlready = row.status === "DISCONNECTED" && !stored;
    if (!isSetAlready && hasNoSession(tenant, row.id))
      withSyncNormal(tenant.db, () =>
        tenant.write((unit) => setInitialStatus(unit, row.id, { stored, suspended })),
      );
  }
  return toOpen;
}

function setInitialStatus(
  unit: TenantUnit,
  id: number,
  { stored, suspended }: { stored: boolean; suspended: boolean },
) {
  if (stored && suspended) unit.scheduleWake(WAITING_FOR_PAYMENT, unit.now);
  applyTrigger(unit, id, { type: !stored ? "never_linked" : suspended ? "suspended" : "starting" });
}

/** States that need manual action are not restarted automatically. */
const NEEDS_ACTION: readonly (string | null)[] = ["replaced", "session_damaged", "token_invalid"];
const isStartable = (row: ConnectionRow): boolean =>
  !(row.status === "DISCONNECTED" && NEEDS_ACTION.includes(row.statusReason));

const pause = ({ clock }: Installation, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const cancel = clock.after(GAP_MS, resolve);
    signal.addEventListener("abort", () => {
      cancel();
      resolve();
    });
  });
