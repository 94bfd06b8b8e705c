import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { AppError } from "#platform/errors.ts";
import { sha256 } from "#platform/ids.ts";
import { OutboundPort } from "#platform/outbound/client.ts";
import { maySetSecrets } from "#tenants/policy.ts";
import type { Tenant, TenantUnit, UserCtx } from "#tenants/tenant.ts";
import type { PushBody } from "./contract.ts";
import * as sql from "./push.sql.ts";
import type { Device } from "./schema.ts";

/** Maximum number of devices per user; the oldest are deleted. */
const MOST_DEVICES = 10;

const read = (row: Device): Device => ({ ...row, preview: Boolean(row.preview) });

/** Returns the device of a login session. */
export function deviceOf(tenant: Tenant, sessionId: number): Device | undefined {
  const row = queryOne(tenant.db, sql.deviceOfSession, { sessionId });
  return row && read(row);
}

/** Returns the devices of one user, or of all users (null): at most ten per user. */
export const devicesOf = (tenant: Tenant, userId: number | null): readonly Device[] =>
  (userId === null
    ? queryAll(tenant.db, sql.allDevices)
    : queryAll(tenant.db, sql.devicesOfUser, { userId })
  ).map(read);

export const hasDevices = (tenant: Tenant): boolean => queryOne(tenant.db, sql.hasDevices) !== undefined;

/**
 * Subscribes the browser of the caller's login session at this endpoint; a previous subscription of the endpoint is
 * replaced. Throws 400 ERR_URL_NOT_ALLOWED, 403 ERR_NO_PERMISSION for the provider's support.
 */
export async function keepDevice({ tenant, actor }: UserCtx, body: PushBody): Promise<void> {
  if (!maySetSecrets(actor)) throw new AppError(403, "ERR_NO_PERMISSION");
  const { ports, config, system } = tenant.installation;
  if (!config.allowPrivateUrls && !body.endpoint.startsWith("https://"))
    throw new AppError(400, "ERR_URL_NOT_ALLOWED");
  await ports.use(OutboundPort).check(body.endpoint);
  execute(system, sql.upsertEndpoint, { hash: sha256(body.endpoint), companyId: tenant.id });
  tenant.write((unit) => {
    const { endpoint, keys, language, preview } = body;
    execute(unit.db, sql.deleteReplaced, { endpoint, sessionId: actor.sessionId });
    execute(unit.db, sql.insertDevice, {
      userId: actor.id,
      sessionId: actor.sessionId,
      endpoint,
      p256dh: keys.p256dh,
      auth: keys.auth,
      language,
      preview: preview ? 1 : 0,
      now: unit.now,
    });
    execute(unit.db, sql.deleteOldest, { userId: actor.id, limit: MOST_DEVICES });
  });
}

/** Deletes the device of a login session, if any. */
export const forgetSession = (unit: TenantUnit, sessionId: number): void =>
  void execute(unit.db, sql.deleteOfSession, { sessionId });

/** Deletes all devices of a user. */
export const forgetPerson = (unit: TenantUnit, userId: number): void =>
  void execute(unit.db, sql.deleteOfUser, { userId });

/** Deletes a device that its push service no longer knows, or whose login session has ended. */
export const forgetDevice = (tenant: Tenant, id: number): void =>
  tenant.write((unit) => void execute(unit.db, sql.deleteDevice, { id }));

/** False when a user of another company has since signed in with this browser. */
export function isOurs({ installation, id }: Tenant, { endpoint }: Device): boolean {
  const row = queryOne(installation.system, sql.companyOfEndpoint, { hash: sha256(endpoint) });
  return row?.company_id === id;
}
