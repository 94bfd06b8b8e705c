import { rm } from "node:fs/promises";
import { connectionBusy, notInitialized, notSupported } from "#channels/connections/errors.ts";
import { ProviderPort } from "#channels/connections/provider-port.ts";
import { requireConnection } from "#channels/connections/queries.ts";
import type { ConnectionRow } from "#channels/connections/schema.ts";
import { readTypedNumber } from "#people/contacts/index.ts";
import { one } from "#platform/db/database.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { applyTrigger } from "./apply-trigger.ts";
import { sessionDirectory } from "./directory.ts";
import { leaseOwner } from "./leases.ts";
import { type Sessions, SessionsPort } from "./registry.ts";

/** A phone that does not answer to a code request in this time is not reachable. */
const CODE_MS = 20_000;
const BUSY_WITHOUT_US = new Set(["OPENING", "qrcode", "PAIRING", "CONNECTED"]);

const sessionsOf = (tenant: Tenant): Sessions => tenant.installation.ports.use(SessionsPort);

/** Throws 404 ERR_NO_WAPP_FOUND, 409 ERR_CONNECTION_BUSY when another process holds the session. */
function commandable(tenant: Tenant, connectionId: number): ConnectionRow {
  const row = requireConnection(tenant.db, connectionId);
  const foreign = one(
    tenant.db,
    "SELECT 1 FROM session_lease WHERE connection_id = ? AND owner_id <> ? AND expires_at > ?",
    connectionId,
    leaseOwner(tenant.installation),
    tenant.clock.now(),
  );
  if (foreign) throw connectionBusy();
  return row;
}

/** Only the driver with sessions of its own can be linked anew. Throws 400 ERR_NOT_SUPPORTED. */
function linkable(tenant: Tenant, connectionId: number): void {
  const row = commandable(tenant, connectionId);
  if (row.channel !== "whatsapp" || row.provider === "cloud") throw notSupported();
}

/**
 * Opens the stored session, else begins linking by QR. A session that is ending is waited for, one that waits for its next
 * attempt tries at once, an open one stays as it is; a token is asked about. For admins.
 */
export async function startSession({ tenant }: UserCtx, connectionId: number): Promise<void> {
  const sessions = sessionsOf(tenant);
  const row = commandable(tenant, connectionId);
  const session = sessions.find(tenant.id, connectionId);
  if (session && !session.isEnding && BUSY_WITHOUT_US.has(row.status)) {
    session.tryNow();
    // A token that is taken no longer shows itself by being asked about.
    if (row.channel !== "whatsapp" || row.provider === "cloud")
      await tenant.installation.ports.use(ProviderPort).probe({ companyId: tenant.id, connectionId });
    return;
  }
  await sessions.inTurn(tenant.id, connectionId, async () =>
    (await sessions.take(tenant, connectionId)).begin(),
  );
}

/** Closes the session and erases its credentials; the row stays as it is. */
async function forget(tenant: Tenant, connectionId: number): Promise<void> {
  await sessionsOf(tenant).find(tenant.id, connectionId)?.end();
  await tenant.installation.ports
    .use(ProviderPort)
    .wipe(sessionDirectory(tenant, connectionId), { companyId: tenant.id, connectionId });
}

/** Erases the credentials and begins linking by a new QR. For admins. Throws 400 ERR_NOT_SUPPORTED. */
export async function relinkSession({ tenant }: UserCtx, connectionId: number): Promise<void> {
  linkable(tenant, connectionId);
  const sessions = sessionsOf(tenant);
  await sessions.inTurn(tenant.id, connectionId, async () => {
    await forget(tenant, connectionId);
    (await sessions.take(tenant, connectionId)).begin();
  });
}

/**
 * Like `relinkSession`, with a code to be typed on the phone of `number` (digits). For admins. Throws
 * 400 ERR_WAPP_NOT_INITIALIZED when the network gives no code within 20 s.
 */
export async function pairByCode(
  { tenant }: UserCtx,
  connectionId: number,
  typed: string,
): Promise<{ code: string }> {
  const number = readTypedNumber(tenant, typed);
  linkable(tenant, connectionId);
  const sessions = sessionsOf(tenant);
  const code = await sessions.inTurn(tenant.id, connectionId, async () => {
    await forget(tenant, connectionId);
    const session = await sessions.take(tenant, connectionId);
    const given = session.pairingCode();
    session.begin({ pairingNumber: number });
    let cancel = () => {};
    const late = new Promise<null>((resolve) => {
      cancel = tenant.clock.after(CODE_MS, () => resolve(null));
    });
    return Promise.race([given, late]).finally(() => cancel());
  });
  if (code === null) throw notInitialized();
  return { code };
}

/** Logs out of the phone where it can be reached, erases the credentials. For admins. */
export async function logOutSession({ tenant }: UserCtx, connectionId: number): Promise<void> {
  commandable(tenant, connectionId);
  await sessionsOf(tenant).inTurn(tenant.id, connectionId, async () => {
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

/** What is left of a deleted connection outside its row. */
export async function removeSession(tenant: Tenant, connectionId: number): Promise<void> {
  await sessionsOf(tenant).inTurn(tenant.id, connectionId, async () => {
    await endAndWipe(tenant, connectionId);
    await rm(sessionDirectory(tenant, connectionId), { recursive: true, force: true });
  });
}
