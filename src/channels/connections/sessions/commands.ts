import { rm } from "node:fs/promises";
import { connectionBusy, notInitialized, notSupported } from "#channels/connections/errors.ts";
import { ProviderPort } from "#channels/connections/provider-port.ts";
import { requireConnection } from "#channels/connections/queries.ts";
import { liftBans } from "#channels/connections/restrictions/bans.ts";
import type { ConnectionRow } from "#channels/connections/schema.ts";
import { readTypedNumber } from "#people/contacts/index.ts";

import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { applyTrigger } from "./apply-trigger.ts";
import { sessionDirectory } from "./directory.ts";
import { isLeasedElsewhere } from "./leases.ts";
import { type Sessions, SessionsPort } from "./registry.ts";

/** Time to wait for a pairing code, ms; then the request fails with ERR_WAPP_NOT_INITIALIZED. */
const CODE_MS = 20_000;
/** States in which a session is opening or open, so that starting it again does nothing. */
const ACTIVE_STATUSES = new Set(["OPENING", "qrcode", "PAIRING", "CONNECTED"]);

const sessionsOf = (tenant: Tenant): Sessions => tenant.installation.ports.use(SessionsPort);

/** Throws 404 ERR_NO_WAPP_FOUND, 409 ERR_CONNECTION_BUSY when another process holds the session. */
function commandable(tenant: Tenant, connectionId: number): ConnectionRow {
  const row = requireConnection(tenant.db, connectionId);
  if (isLeasedElsewhere(tenant, connectionId)) throw connectionBusy();
  return row;
}

/** Only WhatsApp by QR code can be linked again. Throws 400 ERR_NOT_SUPPORTED. */
function linkable(tenant: Tenant, connectionId: number): void {
  const row = commandable(tenant, connectionId);
  if (row.channel !== "whatsapp" || row.provider === "cloud") throw notSupported();
}

/**
 * Opens the stored session, or begins linking by QR code. Waits for a session that is ending, retries at once a
 * session that waits for its next attempt, and leaves an open session unchanged; a token is checked at the network.
 * For admins.
 */
export const startSession = ({ tenant }: UserCtx, connectionId: number): Promise<void> =>
  startSessionOf(tenant, connectionId);

/** As `startSession`, for callers that have already checked the user's permission. */
export async function startSessionOf(tenant: Tenant, connectionId: number): Promise<void> {
  const sessions = sessionsOf(tenant);
  const row = commandable(tenant, connectionId);
  const session = sessions.find(tenant.id, connectionId);
  if (session && !session.isEnding && ACTIVE_STATUSES.has(row.status)) {
    session.retryNow();
    // An invalid token is detected only when it is used.
    if (row.channel !== "whatsapp" || row.provider === "cloud")
      await tenant.installation.ports.use(ProviderPort).probe({ companyId: tenant.id, connectionId });
    return;
  }
  await sessions.runExclusive(tenant.id, connectionId, async () =>
    (await sessions.getOrCreate(tenant, connectionId)).begin(),
  );
}

/** Closes the session and erases its credentials; the row stays unchanged. */
async function eraseSession(tenant: Tenant, connectionId: number): Promise<void> {
  await sessionsOf(tenant).find(tenant.id, connectionId)?.end();
  await tenant.installation.ports
    .use(ProviderPort)
    .wipe(sessionDirectory(tenant, connectionId), { companyId: tenant.id, connectionId });
  // Another number may be linked now.
  tenant.write((unit) => liftBans(unit, connectionId));
}

/** Erases the credentials and begins linking by a new QR. For admins. Throws 400 ERR_NOT_SUPPORTED. */
export async function relinkSession({ tenant }: UserCtx, connectionId: number): Promise<void> {
  linkable(tenant, connectionId);
  const sessions = sessionsOf(tenant);
  await sessions.runExclusive(tenant.id, connectionId, async () => {
    await eraseSession(tenant, connectionId);
    (await sessions.getOrCreate(tenant, connectionId)).begin();
  });
}

/**
 * Like `relinkSession`, with a pairing code to be typed on the phone of `typed` (its number). For admins. Throws
 * 400 ERR_WAPP_NOT_INITIALIZED when the network returns no code within 20 s.
 */
export async function pairByCode(
  { tenant }: UserCtx,
  connectionId: number,
  typed: string,
): Promise<{ code: string }> {
  const number = readTypedNumber(tenant, typed);
  linkable(tenant, connectionId);
  const sessions = sessionsOf(tenant);
  const code = await sessions.runExclusive(tenant.id, connectionId, async () => {
    await eraseSession(tenant, connectionId);
    const session = await sessions.getOrCreate(tenant, connectionId);
    const received = session.pairingCode();
    session.begin({ pairingNumber: number });
    let cancel = () => {};
    const timeout = new Promise<null>((resolve) => {
      cancel = tenant.clock.after(CODE_MS, () => resolve(null));
    });
    return Promise.race([received, timeout]).finally(() => cancel());
  });
  if (code === null) throw notInitialized();
  return { code };
}

/** Logs out of the phone if it can be reached, and erases the credentials. For admins. */
export async function logOutSession({ tenant }: UserCtx, connectionId: number): Promise<void> {
  commandable(tenant, connectionId);
  await sessionsOf(tenant).runExclusive(tenant.id, connectionId, async () => {
    await endAndWipe(tenant, connectionId);
    tenant.write((unit) => applyTrigger(unit, connectionId, { type: "logged_out_by_user" }));
  });
}

async function endAndWipe(tenant: Tenant, connectionId: number): Promise<void> {
  await sessionsOf(tenant).find(tenant.id, connectionId)?.end("log out");
  await tenant.installation.ports
    .use(ProviderPort)
    .wipe(sessionDirectory(tenant, connectionId), { companyId: tenant.id, connectionId });
}

/** Logs out a deleted connection and removes its session directory. */
export async function removeSession(tenant: Tenant, connectionId: number): Promise<void> {
  await sessionsOf(tenant).runExclusive(tenant.id, connectionId, async () => {
    await endAndWipe(tenant, connectionId);
    await rm(sessionDirectory(tenant, connectionId), { recursive: true, force: true });
  });
}
