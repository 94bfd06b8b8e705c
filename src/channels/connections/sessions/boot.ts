import { and, inArray, isNull, ne, or } from "drizzle-orm";
import { isCutOff } from "#accounts/companies/index.ts";
import { PASSKEY_STEPS } from "#channels/connections/linking/contract.ts";
import { ProviderPort } from "#channels/connections/provider-port.ts";
import { listConnections } from "#channels/connections/queries.ts";
import { type ConnectionRow, connection } from "#channels/connections/schema.ts";
import { withSyncNormal, withSyncOff } from "#platform/db/durability/sync-mode.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { applyTrigger } from "./apply-trigger.ts";
import { createBootOrder, WAVES } from "./boot-order.ts";
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
/** Pause in ms between two starts of a new owner in a cluster: 20 a second (docs/rules/cluster.md#waves). */
const WAVE_GAP_MS = 50;

/**
 * Resets the stored states that only a running session can have, before any job reads them, and returns the companies
 * that have connections, opened. Yields to requests between two companies: opening 200 databases takes seconds.
 */
export async function resetSessionRows({ tenants, clock, log }: Installation): Promise<readonly Tenant[]> {
  const opened: Tenant[] = [];
  for (const companyId of tenants.dueCompanies(SESSIONS_DUE, clock.now(), true)) {
    try {
      const tenant = tenants.open(companyId);
      resetRows(tenant);
      opened.push(tenant);
    } catch (error) {
      // A company whose database cannot be opened must not stop the others.
      log.error({ company: companyId, err: error }, "company cannot be opened; its sessions are not started");
    }
    await yieldToEventLoop("server");
  }
  return opened;
}

function resetRows({ db }: Tenant): void {
  // This write is not synced: after a power cut the next start repeats it.
  withSyncOff(db, () => {
    // The passkey exchange was only in memory and is lost. If the phone had already confirmed the link,
    // `prepareConnections` opens the session from its stored credentials.
    db.update(connection)
      .set({ status: "DISCONNECTED", statusReason: "pairing_timeout", health: "down" })
      .where(and(isNull(connection.deletedAt), inArray(connection.statusReason, PASSKEY_STEPS)))
      .run();
    db.update(connection)
      .set({ status: "OPENING", statusReason: null, qrcode: "", retries: 0, health: "ok" })
      .where(
        and(
          isNull(connection.deletedAt),
          inArray(connection.status, ["CONNECTED", "qrcode", "PAIRING", "TIMEOUT"]),
          // Only Meta's notice opens it again.
          or(isNull(connection.statusReason), ne(connection.statusReason, "offboarded")),
        ),
      )
      .run();
  });
}

/** Opens the sessions of one company, which was moved to this cell, or stays in it after a move failed. */
export async function bootCompany(tenant: Tenant): Promise<void> {
  resetRows(tenant);
  const toOpen = await prepareConnections(tenant);
  await beginAll(tenant, toOpen, { gapMs: WAVE_GAP_MS, signal: new AbortController().signal });
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
  if (installation.cell) return bootInWaves(installation, companies, signal);
  await eachCompany(installation, companies, signal, async (tenant) => {
    await beginAll(tenant, await prepareConnections(tenant), { gapMs: GAP_MS, signal });
    forgetWithoutConnections(tenant);
  });
}

/** Opens the connections of all companies wave by wave; each company is prepared when its first wave comes. */
async function bootInWaves(
  installation: Installation,
  companies: readonly Tenant[],
  signal: AbortSignal,
): Promise<void> {
  const order = createBootOrder();
  const prepared = new Map<number, readonly number[]>();
  for (const wave of WAVES)
    await eachCompany(installation, companies, signal, async (tenant) => {
      if (!order.mayHave(tenant, wave)) return;
      const toOpen = prepared.get(tenant.id) ?? (await prepareConnections(tenant));
      prepared.set(tenant.id, toOpen);
      const now = toOpen.filter((id) => order.waveOf(tenant, id) === wave);
      await beginAll(tenant, now, { gapMs: WAVE_GAP_MS, signal });
      if (wave === WAVES.at(-1)) forgetWithoutConnections(tenant);
    });
}

/** Calls `work` for each company; the failure of one does not stop the others. */
async function eachCompany(
  { tenants, log }: Installation,
  companies: readonly Tenant[],
  signal: AbortSignal,
  work: (tenant: Tenant) => Promise<void>,
): Promise<void> {
  for (const { id: companyId } of companies) {
    if (signal.aborted) return;
    try {
      await work(tenants.open(companyId));
    } catch (error) {
      log.error({ company: companyId, err: error }, "cannot start the sessions of this company");
    }
  }
}

async function beginAll(
  tenant: Tenant,
  connectionIds: readonly number[],
  { gapMs, signal }: { readonly gapMs: number; readonly signal: AbortSignal },
): Promise<void> {
  const { installation } = tenant;
  for (const connectionId of connectionIds) {
    if (signal.aborted) return;
    if (hasNoSession(tenant, connectionId))
      (await installation.ports.use(SessionsPort).getOrCreate(tenant, connectionId)).begin();
    await pause(installation, gapMs, signal);
  }
}

function forgetWithoutConnections({ id, db, installation }: Tenant): void {
  if (listConnections(db).length === 0) installation.tenants.rescheduleWake(id, SESSIONS_DUE, null);
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
  if (installation.cell === null)
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
  row.statusReason !== "offboarded" &&
  !(row.status === "DISCONNECTED" && NEEDS_ACTION.includes(row.statusReason));

const pause = ({ clock }: Installation, gapMs: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const cancel = clock.after(gapMs, resolve);
    signal.addEventListener("abort", () => {
      cancel();
      resolve();
    });
  });
