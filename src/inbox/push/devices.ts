import { all, one, run } from "#platform/db/database.ts";
import { AppError } from "#platform/errors.ts";
import { sha256 } from "#platform/ids.ts";
import { OutboundPort } from "#platform/outbound/client.ts";
import type { Tenant, TenantUnit, UserCtx } from "#tenants/tenant.ts";
import type { PushBody } from "./contract.ts";
import type { Device } from "./schema.ts";

/** More than these per person are forgotten, the oldest first. */
const MOST_DEVICES = 10;

const COLUMNS = `id, user_id AS userId, session_id AS sessionId, endpoint, p256dh, auth, language, preview,
  created_at AS createdAt`;
const read = (row: Device): Device => ({ ...row, preview: Boolean(row.preview) });

/** The device of a session. */
export function deviceOf(tenant: Tenant, sessionId: number): Device | undefined {
  const row = one<Device>(
    tenant.db,
    `SELECT ${COLUMNS} FROM push_subscription WHERE session_id = ?`,
    sessionId,
  );
  return row && read(row);
}

/** The devices of one person, or of everybody (null): at most ten each. */
export const devicesOf = (tenant: Tenant, userId: number | null): readonly Device[] =>
  all<Device>(
    tenant.db,
    `SELECT ${COLUMNS} FROM push_subscription ${userId === null ? "" : "WHERE user_id = ?"} ORDER BY id`,
    ...(userId === null ? [] : [userId]),
  ).map(read);

export const hasDevices = (tenant: Tenant): boolean =>
  one(tenant.db, "SELECT 1 FROM push_subscription LIMIT 1") !== undefined;

/**
 * From now on the caller's session is told at this address; whoever had it before is not. Throws 400 ERR_URL_NOT_ALLOWED,
 * 403 ERR_NO_PERMISSION for the provider's support.
 */
export async function keepDevice({ tenant, actor }: UserCtx, body: PushBody): Promise<void> {
  if (actor.supportUntil !== undefined) throw new AppError(403, "ERR_NO_PERMISSION");
  const { ports, config, system } = tenant.installation;
  if (!config.allowPrivateUrls && !body.endpoint.startsWith("https://"))
    throw new AppError(400, "ERR_URL_NOT_ALLOWED");
  await ports.use(OutboundPort).check(body.endpoint);
  run(
    system,
    `INSERT INTO push_endpoint (hash, company_id) VALUES (?, ?)
     ON CONFLICT (hash) DO UPDATE SET company_id = excluded.company_id`,
    sha256(body.endpoint),
    tenant.id,
  );
  tenant.write((unit) => {
    const { endpoint, keys, language, preview } = body;
    run(
      unit.db,
      "DELETE FROM push_subscription WHERE endpoint = ? OR session_id = ?",
      endpoint,
      actor.sessionId,
    );
    run(
      unit.db,
      `INSERT INTO push_subscription (user_id, session_id, endpoint, p256dh, auth, language, preview, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      actor.id,
      actor.sessionId,
      endpoint,
      keys.p256dh,
      keys.auth,
      language,
      preview ? 1 : 0,
      unit.now,
    );
    run(
      unit.db,
      `DELETE FROM push_subscription WHERE user_id = ?1 AND id NOT IN
       (SELECT id FROM push_subscription WHERE user_id = ?1 ORDER BY id DESC LIMIT ?2)`,
      actor.id,
      MOST_DEVICES,
    );
  });
}

/** The device of a session is told nothing any more; none is fine. */
export const forgetSession = (unit: TenantUnit, sessionId: number): void =>
  void run(unit.db, "DELETE FROM push_subscription WHERE session_id = ?", sessionId);

/** The same for everything of a person. */
export const forgetPerson = (unit: TenantUnit, userId: number): void =>
  void run(unit.db, "DELETE FROM push_subscription WHERE user_id = ?", userId);

/** A device that is nobody's any more: its push service says so, or its session is over. */
export const forgetDevice = (tenant: Tenant, id: number): void =>
  tenant.write((unit) => void run(unit.db, "DELETE FROM push_subscription WHERE id = ?", id));

/** Whether the browser is still this company's: somebody of another one may have signed in there since. */
export function isOurs({ installation, id }: Tenant, { endpoint }: Device): boolean {
  const row = one<{ company_id: number }>(
    installation.system,
    "SELECT company_id FROM push_endpoint WHERE hash = ?",
    sha256(endpoint),
  );
  return row?.company_id === id;
}
